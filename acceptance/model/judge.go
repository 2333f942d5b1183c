package model

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Command is a request that is meant to change a match.
type Command struct {
	Kind     string // join leave free start play call accept deal rematch
	By       string // the player; "" for a request without a token
	BadToken bool   // the token is of no token's form
	BadForm  bool   // the body or a header cannot be read: 400
	IfMatch  *int
	Key      string // Idempotency-Key
	Print    string // what a retry with the same key must repeat: route and decoded body

	Name, Entropy string
	EntropyGiven  bool // start
	Bots          []string
	Seat          int // free
	Cards         []Card
	Rank          string // "" for none
	RematchID     string // the game that the first asker's rematch makes
	RematchOver   bool   // the rematch is over itself
}

// String names the command as a failed comparison shows it.
func (c Command) String() string {
	text := fmt.Sprintf("%s by %q", c.Kind, c.By)
	add := func(is bool, format string, value any) {
		if is {
			text += fmt.Sprintf(format, value)
		}
	}
	add(c.Kind == "play", " of %v", c.Cards)
	add(c.Kind == "free", " seat %d", c.Seat)
	add(c.Kind == "join", " as %q", c.Name)
	add(c.Rank != "", " as %s", c.Rank)
	add(len(c.Bots) > 0, " with bots %v", c.Bots)
	if c.IfMatch != nil {
		add(true, " at version %d", *c.IfMatch)
	}
	add(c.Key != "", " with key %q", c.Key)
	add(c.BadToken, " with a %s", "bad token")
	add(c.BadForm, " of no %s", "form")
	return text
}

// Verdict is how a command is answered.
type Verdict struct {
	Status   int
	Code     string // of a refusal
	Replayed bool   // the key's first answer again
	Idle     bool   // accepted, and nothing changes
}

// Accepted says whether the command is carried out now.
func (v Verdict) Accepted() bool { return v.Code == "" && !v.Replayed && !v.Idle }

func refuse(status int, code string) Verdict { return Verdict{Status: status, Code: code} }

// Judge says how the command is answered at that moment, everything due being done. The first error in
// the contract's order counts.
func (m *Match) Judge(c Command, now time.Time) Verdict {
	created := 200
	if c.Kind == "join" || c.Kind == "rematch" {
		created = 201
	}
	switch {
	case c.BadToken:
		return refuse(401, "bad-token")
	case c.BadForm || c.Kind == "join" && c.Key != "" && c.By == "":
		return refuse(400, "invalid-request")
	case c.Kind == "free" && (c.Seat < 0 || c.Seat >= len(m.seats)): // the order has one place for a 404
		return refuse(404, "no-such-seat")
	}
	if used, ok := m.keys[c.By]; ok && c.Key != "" && c.Key == used.key && c.byPost() {
		if used.fingerprint != c.Print {
			return refuse(422, "idempotency-key-reused")
		}
		return Verdict{Status: used.status, Replayed: true}
	}
	if v, done := m.judgeCaller(c); done {
		return v
	}
	if v, done := m.judgeVersion(c); done {
		return v
	}
	code, idle := "", false
	switch c.Kind {
	case "join":
		code = m.judgeJoin(c)
	case "leave":
		if m.status == Finished || m.status == Cancelled {
			code = "game-over"
		}
	case "free":
		code, idle = m.judgeFree(c)
	case "start":
		code = m.judgeStart(c)
	case "play":
		code = m.judgePlay(c, now)
	case "call", "accept":
		code = m.judgeAnswer(c)
	case "deal":
		code = m.judgeDeal()
	case "rematch":
		code, idle = m.judgeRematch(c)
	}
	if code != "" {
		return refuse(statusOf(code), code)
	}
	return Verdict{Status: created, Idle: idle}
}

func (c Command) byPost() bool { return c.Kind != "leave" && c.Kind != "free" }

// judgeCaller gives the 403s, and the leaving that changes nothing.
func (m *Match) judgeCaller(c Command) (Verdict, bool) {
	seat := m.active(c.By)
	switch {
	case c.Kind == "join":
	case c.Kind == "leave" && seat < 0 && c.By != "":
		return Verdict{Status: 200, Idle: true}, true
	case seat < 0:
		return refuse(403, "not-a-player"), true
	case (c.Kind == "start" || c.Kind == "free") && seat != m.host:
		return refuse(403, "not-the-host"), true
	}
	return Verdict{}, false
}

// judgeVersion gives 428 and 412. While a play is open every version from its own on is current for plays,
// calls and acceptances.
func (m *Match) judgeVersion(c Command) (Verdict, bool) {
	needs := slices.Contains([]string{"play", "call", "accept", "deal"}, c.Kind)
	switch {
	case !needs && c.Kind != "free":
		return Verdict{}, false
	case c.IfMatch == nil:
		return refuse(428, "version-required"), needs
	case *c.IfMatch == m.version:
		return Verdict{}, false
	}
	p := m.openPlay()
	if needs && c.Kind != "deal" && p != nil && p.version <= *c.IfMatch && *c.IfMatch < m.version {
		return Verdict{}, false
	}
	return refuse(412, "stale-version"), true
}

func (m *Match) over() bool { return m.status == Finished || m.status == Cancelled }

func (m *Match) judgeJoin(c Command) string {
	switch {
	case m.SeatOf(c.By) >= 0:
		return "already-seated"
	case m.over():
		return "game-over"
	case m.freeSeat() < 0 || m.status != Lobby:
		return "game-full"
	}
	for _, s := range m.seats {
		if s.kind != "empty" && strings.EqualFold(s.name, strings.TrimSpace(c.Name)) {
			return "name-taken"
		}
	}
	return ""
}

func (m *Match) judgeFree(c Command) (code string, idle bool) {
	switch {
	case m.over():
		return "game-over", false
	case m.status != Lobby:
		return "already-started", false
	}
	return "", m.seats[c.Seat].kind == "empty"
}

func (m *Match) judgeStart(c Command) string {
	free := 0
	for _, s := range m.seats {
		if s.kind == "empty" {
			free++
		}
	}
	taken := m.taken() + min(len(c.Bots), free)
	switch {
	case m.over():
		return "game-over"
	case m.status != Lobby:
		return "already-started"
	case taken < 2:
		return "too-few-players"
	case len(c.Bots) > free:
		return "bad-rules"
	}
	if _, err := InForce(m.given, taken); err != nil {
		return "bad-rules"
	}
	return ""
}

// judgePlay in the order of the contract: whose turn it is first, then what is put down.
func (m *Match) judgePlay(c Command, now time.Time) string {
	if m.over() {
		return "game-over"
	}
	if !m.running() {
		return "not-playing"
	}
	r, seat := m.r, m.active(c.By)
	p := m.openPlay()
	window := p != nil && (m.rules.CallSeconds == nil || now.Before(p.windowEnd)) && len(m.missing()) > 0
	deck := orderedDeck(m.rules)
	_, held := without(r.hands[seat], c.Cards)
	switch {
	case m.status == LastCall:
		return "answer-first"
	case !r.in[seat]:
		return "not-in-round"
	case seat != r.turn:
		return "not-your-turn"
	case window:
		return "calls-open"
	case slices.ContainsFunc(c.Cards, func(card Card) bool { return !slices.Contains(deck, card) }):
		return "no-such-card"
	case len(c.Cards) < 1 || len(c.Cards) > m.rules.MaxCards:
		return "wrong-card-count"
	case !held:
		return "cards-not-in-hand"
	case c.Rank != "" && c.Rank != r.rank:
		return "wrong-rank"
	case m.rules.PaleAlone && len(c.Cards) > 1 && slices.Contains(c.Cards, Pale):
		return "pale-alone"
	}
	return ""
}

func (m *Match) judgeAnswer(c Command) string {
	seat := m.active(c.By)
	p := m.openPlay()
	switch {
	case m.over():
		return "game-over"
	case !m.running():
		return "not-playing"
	case p == nil:
		return "nothing-to-" + c.Kind
	case p.seat == seat:
		return "own-play"
	case !m.r.in[seat]:
		return "not-in-round"
	case !m.mayAnswer(p, seat):
		return "not-the-next-player"
	case p.accepted[seat]:
		return "already-answered"
	}
	return ""
}

func (m *Match) judgeDeal() string {
	switch {
	case m.over():
		return "game-over"
	case m.status == Lobby:
		return "not-playing"
	case m.running():
		return "round-not-over"
	}
	return ""
}

func (m *Match) judgeRematch(c Command) (code string, idle bool) {
	switch {
	case m.status != Finished:
		return "game-not-over", false
	case m.taken() < 2:
		return "too-few-players", false
	case c.RematchOver:
		return "game-over", false
	}
	return "", m.rematch != ""
}

func statusOf(code string) int {
	switch code {
	case "cards-not-in-hand", "wrong-card-count", "no-such-card", "wrong-rank", "pale-alone", "bad-rules":
		return 422
	}
	return 409
}
