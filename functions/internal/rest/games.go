package rest

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/request"
)

// seated is the answer to creating, joining and asking for a rematch.
type seated struct {
	Game      engine.View `json:"game"`
	Seat      *int        `json:"seat"`
	Token     string      `json:"token,omitempty"` // only when the server made it
	PlayURL   string      `json:"playUrl"`
	InviteURL string      `json:"inviteUrl"`
}

func (a *API) create(c *exchange) (reply, error) {
	var in play.NewGame
	var sent string
	err := c.read(
		nameMember(&sent, &in.Name),
		request.Required("seats", request.Whole(&in.Seats, 2, engine.MaxSeats)),
		request.Optional("rules", rules(&in.Options)),
		request.Optional("bots", bots(&in.Bots)),
		request.Optional("listed", request.Flag(&in.Listed)),
		request.Optional("entropy", request.ShortText(&in.Entropy, play.MaxEntropy)),
	)
	if err != nil {
		return reply{}, err
	}
	made, err := a.newcomer(c)
	if err != nil {
		return reply{}, err
	}
	c.who.Request = fmt.Sprintf("create %q %+v", sent, in)
	answer, err := a.Games.Create(c.Context(), c.who, in)
	return a.seated(c, answer, made, err)
}

func (a *API) join(c *exchange) (reply, error) {
	var sent, name, entropy string
	err := c.read(
		nameMember(&sent, &name),
		request.Optional("entropy", request.ShortText(&entropy, play.MaxEntropy)),
	)
	if err != nil {
		return reply{}, err
	}
	made, err := a.newcomer(c)
	if err != nil {
		return reply{}, err
	}
	c.who.Request = fmt.Sprintf("join %q %q", sent, entropy)
	answer, err := a.Games.Join(c.Context(), c.id(), c.who, name, entropy)
	return a.seated(c, answer, made, err)
}

func (a *API) rematch(c *exchange) (reply, error) {
	var entropy string
	err := c.read(request.Optional("entropy", request.ShortText(&entropy, play.MaxEntropy)))
	if err == nil {
		err = a.limited(c)
	}
	if err != nil {
		return reply{}, err
	}
	c.who.Request = fmt.Sprintf("rematch %q", entropy)
	answer, err := a.Games.Rematch(c.Context(), c.id(), c.who, entropy)
	return a.seated(c, answer, "", err)
}

// newcomer lets an address create or join so often, and makes a token for a caller
// without one, which is returned.
func (a *API) newcomer(c *exchange) (string, error) {
	if c.who.Owner == nil && c.who.Key != "" {
		return "", badHeader("Idempotency-Key", "needs a token: nobody could tell whose key it is")
	}
	if err := a.limited(c); err != nil {
		return "", err
	}
	if c.who.Owner != nil {
		return "", nil
	}
	raw := make([]byte, tokenBytes)
	for !wellFormed(c.token) {
		if _, err := io.ReadFull(a.Random, raw); err != nil {
			return "", fmt.Errorf("random bytes: %w", err)
		}
		c.token = base64.RawURLEncoding.EncodeToString(raw)
	}
	c.who.Owner = ownerOf(c.token)
	return c.token, nil
}

// limited refuses an address that makes and joins games too often.
func (a *API) limited(c *exchange) error {
	if a.Limit == nil {
		return nil
	}
	ok, wait := a.Limit.Allow(c.RemoteAddr, c.who.Now.Std())
	if ok {
		return nil
	}
	p := problem.New(problem.TooManyRequests, "Too many games were made or joined from this address; wait a little.")
	p.RetryAfter = int(wait.Seconds()) + 1
	return p
}

func (a *API) seated(c *exchange, answer play.Answer, made string, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	invite := a.base(c.Request) + "/g/" + answer.View.ID
	out := viewed(answer)
	out.status = http.StatusCreated
	out.headers["Location"] = "/v1/games/" + answer.View.ID
	out.body = seated{Game: answer.View, Seat: answer.Seat(), Token: made, PlayURL: invite + "#" + c.token, InviteURL: invite}
	return out, nil
}

// base is the address of the page: what is configured, or what the request came to.
func (a *API) base(r *http.Request) string {
	if a.PublicURL != "" {
		return strings.TrimSuffix(a.PublicURL, "/")
	}
	scheme := "http"
	if r.TLS != nil || r.URL.Scheme == "https" {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// viewed answers with the caller's view.
func viewed(answer play.Answer) reply {
	out := reply{body: answer.View, view: &answer.View, headers: map[string]string{}}
	if answer.Replayed {
		out.headers["Idempotency-Replayed"] = "true"
	}
	return out
}

func (a *API) view(c *exchange) (reply, error) {
	if err := request.Query(c.Request); err != nil {
		return reply{}, err
	}
	any, versions := noneMatch(c.Header)
	if len(versions) > 0 {
		c.who.Seen = slices.Max(versions)
	}
	answer, err := a.Games.View(c.Context(), c.id(), c.who)
	if err != nil {
		return reply{}, err
	}
	out := viewed(answer)
	if any || slices.Contains(versions, answer.View.Version) {
		out.status, out.body = http.StatusNotModified, nil
	}
	return out, nil
}

func (a *API) leave(c *exchange) (reply, error) {
	if err := c.read(); err != nil {
		return reply{}, err
	}
	return did(a.Games.Leave(c.Context(), c.id(), c.who))
}

func (a *API) free(c *exchange) (reply, error) {
	if err := c.readSight(); err != nil {
		return reply{}, err
	}
	return did(a.Games.Free(c.Context(), c.id(), c.who, pathNumber(c, "seat")))
}

func (a *API) start(c *exchange) (reply, error) {
	var levels []string
	var entropy *string
	var sent string
	err := c.read(
		request.Optional("bots", bots(&levels)),
		request.Optional("entropy", request.ShortText(&sent, play.MaxEntropy)).Check(func() error {
			entropy = &sent
			return nil
		}),
	)
	if err != nil {
		return reply{}, err
	}
	c.who.Request = fmt.Sprintf("start %q %q %t", levels, sent, entropy != nil)
	return did(a.Games.Start(c.Context(), c.id(), c.who, levels, entropy))
}

func (a *API) play(c *exchange) (reply, error) {
	var texts []string
	var letter string
	var rank *engine.Rank
	err := c.readSight(
		request.Required("cards", request.List(&texts, 0, request.Limit, request.Text)),
		request.Optional("rank", request.Word(&letter, "7", "8", "9", "X", "U", "O", "K", "A")).Check(func() error {
			r, err := engine.ParseRank(letter)
			rank = &r
			return err
		}),
	)
	if err != nil {
		return reply{}, err
	}
	cards := make([]engine.Card, len(texts))
	for i, text := range texts {
		cards[i] = engine.ParseCard(text)
	}
	c.who.Request = fmt.Sprintf("play %q %q", texts, letter)
	return did(a.Games.Play(c.Context(), c.id(), c.who, cards, rank))
}

func (a *API) call(c *exchange) (reply, error) {
	if err := c.readSight(); err != nil {
		return reply{}, err
	}
	c.who.Request = "call"
	return did(a.Games.Call(c.Context(), c.id(), c.who))
}

func (a *API) accept(c *exchange) (reply, error) {
	if err := c.readSight(); err != nil {
		return reply{}, err
	}
	c.who.Request = "accept"
	return did(a.Games.Accept(c.Context(), c.id(), c.who))
}

func (a *API) deal(c *exchange) (reply, error) {
	if err := c.readSight(); err != nil {
		return reply{}, err
	}
	c.who.Request = "deal"
	return did(a.Games.Deal(c.Context(), c.id(), c.who))
}

// did answers a command with the caller's view.
func did(answer play.Answer, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	return viewed(answer), nil
}

// pathNumber returns a number in the path, -1 for what is none: no seat and no
// round has it.
func pathNumber(c *exchange, name string) int {
	text := c.PathValue(name)
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return -1
	}
	return n
}
