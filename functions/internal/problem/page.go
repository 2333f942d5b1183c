package problem

import (
	"fmt"
	"html"
)

// Page returns the page for people that explains a code, or false if there is no such code. It has neither script
// nor style, so the strictest content security policy shows it.
func Page(code string) ([]byte, bool) {
	kind, ok := lookup(Code(code))
	if !ok {
		return nil, false
	}
	return fmt.Appendf(nil, page,
		html.EscapeString(kind.title), html.EscapeString(kind.title),
		kind.status, html.EscapeString(code), html.EscapeString(kind.meaning)), true
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s · Cheat</title>
</head>
<body>
<main>
<h1>%s</h1>
<p>Status %d, code <code>%s</code></p>
<p>%s</p>
</main>
</body>
</html>
`
