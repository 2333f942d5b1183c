package party

import (
	"net/http"
	"net/http/httptest"

	"cheat/acceptance/client"
)

// Direct is a client of a handler in this process, without a socket between them.
func Direct(handler http.Handler) client.Client {
	return client.Client{Base: "http://party.invalid", HTTP: &http.Client{Transport: Transport(handler)}}
}

// Transport carries requests to a handler in this process, as a server on a socket
// would get them.
func Transport(handler http.Handler) http.RoundTripper { return direct{handler} }

type direct struct{ handler http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	in := r.Clone(r.Context())
	in.RemoteAddr = "127.0.0.1:0"
	if in.Body == nil {
		in.Body = http.NoBody
	}
	out := httptest.NewRecorder()
	d.handler.ServeHTTP(out, in)
	return out.Result(), nil
}
