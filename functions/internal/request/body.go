// Package request reads what a client sent, the JSON body and the query, and refuses what the contract does not
// name: unknown or repeated members, text that is no Unicode, null where it is not allowed, numbers out of range.
// Every refusal names its place and what would be right there, and as many as there are come in one answer. The HTTP
// edge calls it for every route; what the values mean is none of its business.
//
// A route names the members that it takes and where their values go:
//
//	err := request.Body(r,
//		request.Required("name", request.Text(&in.Name)),
//		request.Required("seats", request.Whole(&in.Seats, 2, 8)),
//		request.Optional("bots", request.List(&in.Bots, 0, 7, func(bot *string) request.Value {
//			return request.Word(bot, "easy", "normal", "hard")
//		})),
//	)
//
// Encoding into structs by reflection would take null for any value, refuse 2.0 as a whole number and speak of Go
// types to people who do not write Go; so only the syntax is left to a library.
package request

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"cheat/functions/internal/problem"
)

// Limit is the size of the largest body, in bytes.
const Limit = 8 << 10

// Body reads a request's JSON object into the places that the members name. An empty body counts as {}. It returns
// nil or a problem.Error: body-too-large, unsupported-media-type or invalid-request, in this order. After an error
// some of the places may have been written to.
func Body(r *http.Request, members ...Member) error {
	text, err := read(r)
	if err != nil {
		return err
	}
	return decode(text, members)
}

// read returns the request's body once its size and type are right.
func read(r *http.Request) ([]byte, error) {
	if r.ContentLength > Limit {
		return nil, tooLarge()
	}
	var text []byte
	if r.Body != nil {
		var err error
		text, err = io.ReadAll(io.LimitReader(r.Body, Limit+1))
		if known := (*problem.Error)(nil); errors.As(err, &known) {
			return nil, known // the front door knows better what is wrong with the body
		}
		if err != nil {
			return nil, problem.Invalid(problem.Item{In: problem.Pointer, Detail: "could not be read to its end"})
		}
	}
	if len(text) > Limit {
		return nil, tooLarge()
	}
	if len(text) == 0 {
		return []byte("{}"), nil
	}
	return text, checkType(r.Header)
}

func tooLarge() error {
	return problem.New(problem.BodyTooLarge, "The body has more than %d bytes.", Limit)
}

// checkType refuses a body that is not application/json in UTF-8 as it is. A body of no type is refused too: what
// a browser sends across origins without asking first has other types or none.
func checkType(header http.Header) error {
	wrong := func(format string, args ...any) error {
		return problem.New(problem.UnsupportedMediaType, format, args...)
	}
	if coding := header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return wrong("The body is encoded as %q; send it as it is.", coding)
	}
	types := header.Values("Content-Type")
	if len(types) != 1 {
		return wrong("The request has %d Content-Type headers; send application/json, once.", len(types))
	}
	media, params, err := mime.ParseMediaType(types[0])
	if err != nil || media != "application/json" {
		return wrong("The body is %q; send application/json.", types[0])
	}
	if charset, ok := params["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return wrong("The body is in %q; send UTF-8.", charset)
	}
	return nil
}

// decode reads one JSON text that is an object with these members.
func decode(text []byte, members []Member) error {
	d := &decoder{json: jsontext.NewDecoder(bytes.NewBuffer(text))}
	Object(members...)(d)
	if !d.broken {
		if _, err := d.json.ReadToken(); !errors.Is(err, io.EOF) {
			d.add("", fmt.Sprintf("has something after its end, at byte %d", d.json.InputOffset()))
		}
	}
	if len(d.faults) > 0 {
		return problem.Invalid(d.faults[0], d.faults[1:]...)
	}
	return nil
}

// maxFaults is how many faults are told at most: enough to mend a form at once, too few to make a long answer of.
const maxFaults = 10

// decoder walks through one body and gathers what is wrong with it. Once the JSON itself is broken, nothing after
// that place can be read.
type decoder struct {
	json   *jsontext.Decoder
	faults []problem.Item
	broken bool
}

// fault notes what is wrong with the value that was read last.
func (d *decoder) fault(detail string) { d.add(d.json.StackPointer(), detail) }

func (d *decoder) add(at jsontext.Pointer, detail string) {
	if len(d.faults) < maxFaults {
		d.faults = append(d.faults, problem.Item{In: problem.Pointer, At: string(at), Detail: detail})
	}
}

// refuse skips the value that comes next and notes what it must be.
func (d *decoder) refuse(must string) {
	if err := d.json.SkipValue(); err != nil {
		d.stop(err)
		return
	}
	d.fault("must be " + must)
}

// token reads the token that comes next if it is of the kind, else it refuses the value.
func (d *decoder) token(kind jsontext.Kind, must string) (jsontext.Token, bool) {
	if d.json.PeekKind() != kind {
		d.refuse(must)
		return jsontext.Token{}, false
	}
	token, err := d.json.ReadToken()
	if err != nil {
		d.stop(err)
		return jsontext.Token{}, false
	}
	return token, true
}

// stop notes why the text is no JSON from here on. That is then the only fault: others may come of misreading it.
func (d *decoder) stop(err error) {
	d.broken, d.faults = true, nil
	at, detail := jsontext.Pointer(""), "ends too early" // what io.EOF says of a text of spaces
	if syntax := (*jsontext.SyntacticError)(nil); errors.As(err, &syntax) {
		at = syntax.JSONPointer
		switch {
		case errors.Is(err, jsontext.ErrDuplicateName):
			detail = "is there twice"
		case errors.Is(err, io.ErrUnexpectedEOF):
			at = ""
		default:
			detail = fmt.Sprintf("is not JSON at byte %d: %v", syntax.ByteOffset, syntax.Err)
		}
	}
	d.add(at, detail)
}
