package events

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The gateway's own words about a request agree with each other, or the event is none that a gateway would send.
func TestEvents_agree_with_themselves(t *testing.T) {
	t.Parallel()
	events, err := All()
	require.NoError(t, err)
	for _, e := range events {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			var event struct {
				Version, RouteKey, RawPath, RawQueryString, Body string
				Headers, QueryStringParameters, PathParameters   map[string]string
				IsBase64Encoded                                  *bool
				RequestContext                                   struct {
					RouteKey, DomainName, RequestID, Stage, Time string
					TimeEpoch                                    int64
					HTTP                                         struct{ Method, Path, SourceIP, UserAgent, Protocol string }
				}
			}
			require.NoError(t, json.Unmarshal(e.Payload, &event))
			context := event.RequestContext
			assert.Equal(t, "2.0", event.Version)
			assert.Equal(t, event.RouteKey, context.RouteKey)
			assert.Equal(t, event.RawPath, context.HTTP.Path)
			assert.Equal(t, AskedAt().UnixMilli(), context.TimeEpoch)
			assert.Equal(t, AskedAt().Format("02/Jan/2006:15:04:05 -0700"), context.Time)
			assert.NotEmpty(t, context.RequestID)
			assert.NotEmpty(t, context.HTTP.SourceIP)
			require.NotNil(t, event.IsBase64Encoded)

			r, err := e.Request()
			require.NoError(t, err)
			if event.RouteKey != "$default" {
				assert.True(t, strings.HasPrefix(event.RouteKey, r.Method+" /"), event.RouteKey)
			}
			for name, value := range event.PathParameters {
				assert.Contains(t, event.RouteKey, "{"+name+"}")
				assert.Contains(t, event.RawPath, "/"+value)
			}
			for name, value := range event.QueryStringParameters {
				assert.Equal(t, value, r.URL.Query().Get(name))
			}
			assert.Len(t, r.URL.Query(), len(event.QueryStringParameters))
			for name, value := range event.Headers {
				switch {
				case context.DomainName == "localhost": // sam local leaves the names as they were sent
				default:
					assert.Equal(t, strings.ToLower(name), name)
				}
				if strings.EqualFold(name, "content-length") && !*event.IsBase64Encoded {
					assert.Equal(t, value, fmt.Sprint(len(event.Body)))
				}
			}
		})
	}
}

func TestEvents_answers_say_what_they_expect(t *testing.T) {
	t.Parallel()
	events, err := All()
	require.NoError(t, err)
	for _, e := range events {
		assert.NotZero(t, e.Answer.StatusCode, e.Name)
		assert.NotEmpty(t, e.Answer.Headers, e.Name)
		if e.Answer.StatusCode != http.StatusNoContent && e.Answer.StatusCode != http.StatusNotModified {
			assert.NotNil(t, e.Answer.Body, e.Name)
		}
	}
	sweep, err := Sweep()
	require.NoError(t, err)
	assert.True(t, json.Valid(sweep))
}

func TestAnswer_Differences(t *testing.T) {
	t.Parallel()
	var want Answer
	require.NoError(t, json.Unmarshal([]byte(`{
		"statusCode": 200,
		"headers": {"content-type": "application/json", "etag": null, "poll-after": "<number>"},
		"body": {"at": "<time>", "url": "https://example.com/g/<id>#<token>", "list": [1, {"x": null}], "more": "<any>"}
	}`), &want))
	const token = "c03p5nuHgFFD8YO0Qgdp4XglrOdHmGrQij-8AIv1qWw"
	good := func() map[string]any {
		return map[string]any{
			"statusCode": 200,
			"headers":    map[string]string{"Content-Type": "application/json", "Poll-After": "5"},
			"body":       `{"at":"2026-03-01T18:00:00.000Z","url":"https://example.com/g/ab1#` + token + `","list":[1,{"x":null}],"more":[1]}`,
		}
	}
	body := func(old, new string) func(map[string]any) {
		return func(got map[string]any) { got["body"] = strings.Replace(got["body"].(string), old, new, 1) }
	}
	for name, tt := range map[string]struct {
		edit func(map[string]any)
		want []string
	}{
		"as expected":     {func(map[string]any) {}, nil},
		"another status":  {func(got map[string]any) { got["statusCode"] = 201 }, []string{"statusCode: 201 instead of 200"}},
		"a header":        {func(got map[string]any) { got["headers"].(map[string]string)["ETag"] = `"3"` }, []string{`header etag: "\"3\"" instead of none`}},
		"no header":       {func(got map[string]any) { delete(got["headers"].(map[string]string), "Poll-After") }, []string{`header poll-after: none instead of "<number>"`}},
		"another header":  {func(got map[string]any) { got["headers"].(map[string]string)["Poll-After"] = "soon" }, []string{`header poll-after: "soon" instead of "<number>"`}},
		"another time":    {body(".000Z", "Z"), []string{`body/at: "2026-03-01T18:00:00Z" instead of "<time>"`}},
		"another place":   {body("example.com", "exampleXcom"), []string{`body/url: "https://exampleXcom/g/ab1#` + token + `" instead of "https://example.com/g/<id>#<token>"`}},
		"another number":  {body("[1,{", "[2,{"), []string{"body/list/0: 2 instead of 1"}},
		"a longer list":   {body("[1,{", "[1,1,{"), []string{`body/list: [1,1,{"x":null}] instead of [1,{"x":null}]`}},
		"not null":        {body("null", "0"), []string{"body/list/1/x: 0 instead of null"}},
		"one member more": {body(`"x"`, `"y":1,"x"`), []string{"body/list/1/y: is not expected"}},
		"one member less": {body(`,"more":[1]`, ""), []string{"body/more: is missing"}},
		"no object":       {func(got map[string]any) { got["body"] = "[]" }, []string{`body: [] instead of {"at":"<time>","list":[1,{"x":null}],"more":"<any>","url":"https://example.com/g/<id>#<token>"}`}},
		"no JSON":         {func(got map[string]any) { got["body"] = "" }, []string{"body: unexpected end of JSON input"}},
		"in base64":       {func(got map[string]any) { got["body"], got["isBase64Encoded"] = "W10=", true }, []string{`body: [] instead of {"at":"<time>","list":[1,{"x":null}],"more":"<any>","url":"https://example.com/g/<id>#<token>"}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := good()
			tt.edit(got)
			returned, err := json.Marshal(got)
			require.NoError(t, err)
			assert.Equal(t, tt.want, want.Differences(returned))
		})
	}
	assert.NotEmpty(t, want.Differences([]byte("null and void")))
}

func TestAnswer_Differences_without_a_body(t *testing.T) {
	t.Parallel()
	none := Answer{StatusCode: 304}
	assert.Empty(t, none.Differences([]byte(`{"statusCode":304,"headers":{},"body":""}`)))
	assert.Equal(t, []string{`body: "x" instead of null`}, none.Differences([]byte(`{"statusCode":304,"body":"x"}`)))
}

// Lay stops at the first request that is not answered as it must be.
func TestLay(t *testing.T) {
	t.Parallel()
	refuse := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", http.StatusTeapot) })
	assert.ErrorContains(t, Lay(refuse), "lay lobby: POST /v1/games: status 418: no")
	other := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(`{"game":{"id":"other"}}`)) })
	assert.ErrorContains(t, Lay(other), "the game is other")

	requests := 0
	assert.Error(t, Lay(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		requests++
		assert.Equal(t, "application/json", r.Header.Get("Content-Type"))
		assert.Len(t, r.Header.Get("Authorization"), len("Bearer ")+43)
		assert.NotEmpty(t, r.Header.Get("Idempotency-Key"))
	})))
	assert.Equal(t, 1, requests)
}

func TestCounting(t *testing.T) {
	t.Parallel()
	for range 2 {
		bytes := make([]byte, 4)
		n, err := Counting{}.Read(bytes)
		assert.NoError(t, err)
		assert.Equal(t, 4, n)
		assert.Equal(t, []byte{0, 1, 2, 3}, bytes)
	}
}
