// Package rest is the HTTP edge: it turns a request into one call of
// functions/internal/play and what comes back into an answer, as docs/openapi.yaml says to the
// letter. All routes stand in routes.go; every one of them is decoded, authenticated,
// carried out and encoded by the same few lines of api.go.
//
// It is a plain http.Handler: the Lambda adapter, the local server and the tests
// all serve it as it is.
package rest
