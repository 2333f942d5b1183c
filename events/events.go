// Package events holds one event of payload format 2.0 for each route, as an HTTP API sends it, with the answer that is
// expected: samples for `sam local invoke`, golden tests, and documentation of what a Lambda gets to see. README.md
// says how they hang together. Only tests import the package.
package events

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

//go:embed *.json
var files embed.FS

// Event is one event with its answer.
type Event struct {
	Name    string // of the file, without .json
	Payload []byte // as Lambda gets it
	Answer  Answer
}

// All returns the HTTP events, in the order of their names. They stand by themselves: each may be sent to a service on
// which Lay was carried out, in any order.
func All() ([]Event, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("list the events: %w", err)
	}
	var events []Event
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), ".json")
		if strings.HasSuffix(name, ".answer") || name == "fixture" || name == "sweep" {
			continue
		}
		event := Event{Name: name}
		if event.Payload, err = files.ReadFile(name + ".json"); err != nil {
			return nil, fmt.Errorf("read event %s: %w", name, err)
		}
		if err := read(name+".answer.json", &event.Answer); err != nil {
			return nil, err
		}
		events = append(events, event)
	}
	return events, nil
}

// Sweep returns the event that the schedule sends to the sweep.
func Sweep() ([]byte, error) { return files.ReadFile("sweep.json") }

// Request returns the event's method and path, without the stage, as a client sent them. It has neither headers nor
// body; it is for looking up the route.
func (e Event) Request() (*http.Request, error) {
	var event struct {
		RawPath        string `json:"rawPath"`
		RawQueryString string `json:"rawQueryString"`
		RequestContext struct {
			Stage string `json:"stage"`
			HTTP  struct {
				Method string `json:"method"`
			} `json:"http"`
		} `json:"requestContext"`
	}
	if err := json.Unmarshal(e.Payload, &event); err != nil {
		return nil, fmt.Errorf("read event %s: %w", e.Name, err)
	}
	path := strings.TrimPrefix(event.RawPath, "/"+event.RequestContext.Stage)
	if event.RawQueryString != "" {
		path += "?" + event.RawQueryString
	}
	return http.NewRequest(event.RequestContext.HTTP.Method, "https://example.com"+path, nil)
}

// AskedAt is when the events were sent by their own account, and LaidAt, some minutes before, when a test whose clock
// it can set lays the games. Nothing in the answers depends on the clock: the games have none (turnSeconds 0).
func AskedAt() time.Time { return LaidAt().Add(4*time.Minute + 11*time.Second) }

// LaidAt is when the games were made; see AskedAt.
func LaidAt() time.Time { return time.Date(2026, time.March, 1, 18, 0, 0, 0, time.UTC) }

// read decodes one of the files.
func read(name string, to any) error {
	text, err := files.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}
