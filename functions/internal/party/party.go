// Package party plays whole matches over HTTP as measurements want them: only whoever
// is next looks, and acts at once. The tables are dealt by the service, so that no two
// matches are the same, but people always behave alike. It is for the commands that
// measure, and for benchmarks.
package party

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"

	"cheat/acceptance/client"
)

// Party is a table of people who play one match, one after the other.
type Party struct {
	ID   string
	Rash bool // they play any cards, where sensible people play true ones if they can
	Over bool // the match has ended

	api    client.Client
	rnd    *rand.Rand
	tokens []string
	next   int // the seat that acts next
}

// Move is a command that somebody is about to send. The zero Move is none: the match
// is over.
type Move struct {
	Path   string // of a POST
	Caller client.Caller
	Body   any
}

// Sit makes a private table for so many people and seats them, which starts the match.
func Sit(ctx context.Context, api client.Client, rnd *rand.Rand, people int, rules map[string]any) (*Party, error) {
	p := &Party{api: api, rnd: rnd}
	for i := range people {
		who := client.Caller{Token: client.NewToken()}
		var answer client.Answer
		var err error
		if i == 0 {
			answer, err = api.Create(ctx, who, client.Creation{Name: "Player 0", Seats: people, Rules: rules})
		} else {
			answer, err = api.Join(ctx, who, p.ID, client.Joining{Name: fmt.Sprint("Player ", i)})
		}
		var seated client.Seated
		if err := read(answer, err, http.StatusCreated, &seated); err != nil {
			return nil, fmt.Errorf("sit down: %w", err)
		}
		p.ID, p.tokens = seated.Game.ID, append(p.tokens, who.Token)
		p.saw(seated.Game)
	}
	return p, nil
}

// Viewer is a request of the one who acts next.
func (p *Party) Viewer() client.Caller { return client.Caller{Token: p.tokens[p.next]} }

// Look lets the one who is next look, and returns what he does.
func (p *Party) Look(ctx context.Context) (Move, error) {
	answer, err := p.api.View(ctx, p.Viewer(), p.ID)
	if err == nil && answer.Status != http.StatusOK {
		err = fmt.Errorf("%d %s", answer.Status, answer.Body)
	}
	if err != nil {
		return Move{}, fmt.Errorf("look: %w", err)
	}
	return p.Decide(answer.Body)
}

// Decide returns what the one who is next does, by the view that he got.
func (p *Party) Decide(view []byte) (Move, error) {
	var v client.View
	if err := json.Unmarshal(view, &v); err != nil {
		return Move{}, fmt.Errorf("read a view: %w", err)
	}
	return p.decide(v)
}

// Make sends a move.
func (p *Party) Make(ctx context.Context, m Move) error {
	answer, err := p.api.Do(ctx, http.MethodPost, m.Path, m.Caller, m.Body)
	if err == nil && answer.Status != http.StatusOK {
		err = fmt.Errorf("%d %s", answer.Status, answer.Body)
	}
	if err != nil {
		return fmt.Errorf("move: %w", err)
	}
	return p.Made(answer.Body)
}

// Made finds out who is next, by the view that answered a move.
func (p *Party) Made(view []byte) error {
	var v client.View
	if err := json.Unmarshal(view, &v); err != nil {
		return fmt.Errorf("read a view: %w", err)
	}
	p.saw(v)
	return nil
}

// saw finds out who is next.
func (p *Party) saw(v client.View) {
	p.next, p.Over = 0, v.Status == "finished"
	if len(v.WaitingFor) > 0 {
		p.next = v.WaitingFor[0]
	}
}

// decide puts cards down; one in eight plays is called, and last cards are believed
// otherwise.
func (p *Party) decide(v client.View) (Move, error) {
	may := func(action string) bool { return slices.Contains(v.Actions, action) }
	move := func(what string, body any) (Move, error) {
		who := p.Viewer().At(v.Version)
		who.Key = fmt.Sprintf("move-%d-%016x", v.Version, p.rnd.Uint64()) // as long as the page's
		return Move{Path: "/v1/games/" + p.ID + "/" + what, Caller: who, Body: body}, nil
	}
	switch {
	case v.Status == "finished":
		return Move{}, nil
	case may("deal"):
		return move("rounds", nil)
	case may("call") && p.rnd.IntN(8) == 0:
		return move("calls", nil)
	case may("play"):
		return move("plays", client.Cards{Cards: p.choose(v)})
	case may("accept"):
		return move("accepts", nil)
	}
	return Move{}, fmt.Errorf("nobody can go on: %s at version %d", v.Status, v.Version)
}

// choose takes what is true, or else one card; rash people take any.
func (p *Party) choose(v client.View) []string {
	hand := v.You.Hand
	if p.Rash {
		p.rnd.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
		return hand[:1+p.rnd.IntN(min(len(hand), most))]
	}
	var cards []string
	for _, card := range hand {
		if card[:1] == v.Turn.Rank && len(cards) < most {
			cards = append(cards, card)
		}
	}
	if cards == nil {
		return hand[:1]
	}
	return cards
}

// most is how many cards may be put down at once by the usual rules.
const most = 4

func read(answer client.Answer, err error, status int, to any) error {
	if err != nil {
		return err
	}
	if answer.Status != status {
		return fmt.Errorf("%d %s", answer.Status, answer.Body)
	}
	return answer.JSON(to)
}
