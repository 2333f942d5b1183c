package rest_test

import (
	"crypto/sha256"
	"net/http"
	"net/url"
	"strconv"

	"cheat/acceptance/client"
	"cheat/engine"
)

// ownerOf is what the service keeps of a token.
func ownerOf(token string) engine.Owner {
	sum := sha256.Sum256([]byte(token))
	return engine.Owner(sum[:16])
}

// entry is a game in one of the lists.
type entry struct {
	ID            string
	Version       int
	Status        string
	Names         []string
	WaitingForYou bool
	Deadline      *string
	UpdatedAt     string

	Host         string
	Seats, Taken int
	CreatedAt    string
}

type page struct {
	Games []entry
	Next  string
}

// mine are a player's running games.
func (d *desk) mine(token string) []entry {
	d.t.Helper()
	return read[page](d, d.done(http.StatusOK, d.get("/v1/me/games", client.Caller{Token: token}))).Games
}

// pages reads a list to its end, so many entries at a time.
func (d *desk) pages(path string, who client.Caller, limit int) [][]entry {
	d.t.Helper()
	var pages [][]entry
	for after := ""; ; {
		query := url.Values{"limit": {strconv.Itoa(limit)}}
		if after != "" {
			query.Set("after", after)
		}
		one := read[page](d, d.done(http.StatusOK, d.get(path+query.Encode(), who)))
		pages = append(pages, one.Games)
		if after = one.Next; after == "" {
			return pages
		}
	}
}
