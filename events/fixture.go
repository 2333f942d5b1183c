package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
)

// Counting is the source of random bytes with which the games have to be made: every read begins again with the bytes
// 0, 1, 2 …, so that every game's seed is 00 01 02 … 1f, whatever was drawn before, and the cards in the events are
// those that the players hold.
type Counting struct{}

// Read never fails.
func (Counting) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(i)
	}
	return len(p), nil
}

// Lay makes the games to which the events belong, by sending the requests of fixture.json to the API. The API has to
// draw its random bytes from Counting. Laying twice changes nothing, since every request has its key. Whatever the API
// stores in, an API on the same store with any other source answers the events as expected.
func Lay(api http.Handler) error {
	var fixture struct {
		Tokens map[string]string `json:"tokens"`
		Steps  []step            `json:"steps"`
	}
	if err := read("fixture.json", &fixture); err != nil {
		return err
	}
	for _, s := range fixture.Steps {
		if err := s.carryOut(api, fixture.Tokens[s.As]); err != nil {
			return fmt.Errorf("lay %s: %s: %w", s.Key, s.Do, err)
		}
	}
	return nil
}

// step is one request of the fixture.
type step struct {
	As      string          `json:"as"` // whose token
	Do      string          `json:"do"` // method and path
	Key     string          `json:"key"`
	IfMatch string          `json:"ifMatch"`
	Body    json.RawMessage `json:"body"`
	ID      string          `json:"id"` // of the game that this must make
}

func (s step) carryOut(api http.Handler, token string) error {
	method, path, _ := strings.Cut(s.Do, " ")
	r := httptest.NewRequest(method, "http://127.0.0.1"+path, bytes.NewReader(s.Body))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", s.Key)
	if s.IfMatch != "" {
		r.Header.Set("If-Match", s.IfMatch)
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	if w.Code/100 != 2 {
		return fmt.Errorf("status %d: %s", w.Code, w.Body)
	}
	if s.ID == "" {
		return nil
	}
	var made struct {
		Game struct {
			ID string `json:"id"`
		} `json:"game"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if made.Game.ID != s.ID {
		return fmt.Errorf("the game is %s, but the events are about %s", made.Game.ID, s.ID)
	}
	return nil
}
