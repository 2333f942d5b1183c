package acceptance

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// stub is a server in memory whose rules are the model itself: what the client and the comparisons are tried on.
// `bend` may spoil an answer, to see that the comparison notices.
type stub struct {
	mu    sync.Mutex
	now   time.Time // of the request that is answered; moved by Advance, or by real time
	real  bool
	rnd   *rand.Rand
	games []*stubGame
	ids   map[string]string // of players, by token
	bend  func(r *http.Request, status int, body map[string]any)
}

type stubGame struct {
	m        *model.Match
	facts    model.SeedFacts
	bots     []string
	listed   bool
	key      string
	rematch  *stubGame
	end      int
	endStamp string
}

func newStub(t *testing.T, seed uint64) (*stub, client.Client) {
	t.Helper()
	s := &stub{now: time.Date(2031, 2, 3, 4, 5, 6, 0, time.UTC), rnd: rand.New(rand.NewPCG(seed, 1)), ids: map[string]string{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, client.Client{Base: server.URL, HTTP: server.Client()}
}

// Now and Advance make the stub a Clock.
func (s *stub) Now() time.Time { s.mu.Lock(); defer s.mu.Unlock(); return s.now }

func (s *stub) Advance(d time.Duration) { s.mu.Lock(); defer s.mu.Unlock(); s.now = s.now.Add(d) }

// reply is what one request is answered.
type reply struct {
	status int
	header map[string]string
	body   any
}

func problem(v model.Verdict, game any) reply {
	body := map[string]any{"type": "http://stub/problems/" + v.Code, "title": v.Code, "detail": v.Code, "status": v.Status, "code": v.Code}
	header := map[string]string{}
	switch v.Status {
	case 400:
		body["errors"] = []map[string]string{{"pointer": "", "detail": "bad"}}
	case 401:
		header["WWW-Authenticate"] = "Bearer"
	case 409, 412:
		if game != nil {
			body["game"] = game
		}
		header["Retry-After"] = "1"
	}
	return reply{v.Status, header, body}
}

func refused(status int, code string) reply {
	return problem(model.Verdict{Status: status, Code: code}, nil)
}

func (s *stub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.real {
		s.now = time.Now().Truncate(time.Millisecond)
	}
	a := s.answer(r)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	for name, value := range a.header {
		w.Header().Set(name, value)
	}
	if a.status >= 400 {
		w.Header().Set("Content-Type", "application/problem+json")
	}
	if s.bend != nil && a.body != nil {
		text, _ := json.Marshal(a.body)
		body := map[string]any{}
		json.Unmarshal(text, &body)
		s.bend(r, a.status, body)
		a.body = body
	}
	w.WriteHeader(a.status)
	if a.status != http.StatusNotModified {
		json.NewEncoder(w).Encode(a.body)
	}
}

var tokenForm = regexp.MustCompile(`^Bearer ([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])$`)

func (s *stub) answer(r *http.Request) reply {
	who := ""
	if header := r.Header.Get("Authorization"); header != "" {
		match := tokenForm.FindStringSubmatch(header)
		if match == nil || len(slices.Compact(slices.Sorted(slices.Values(strings.Split(match[1], ""))))) < 8 {
			return refused(401, "bad-token")
		}
		who = match[1]
	}
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	if r.URL.Path == "/v1/me/games" {
		return s.myGames(r, who)
	}
	if len(path) == 1 {
		if r.Method == http.MethodGet {
			return s.list()
		}
		return s.create(r, who)
	}
	n, _ := strconv.Atoi(path[1])
	g := s.games[n]
	s.catchUp(g)
	if r.Method != http.MethodGet {
		return s.command(r, g, who, path[2:])
	}
	switch {
	case len(path) == 2:
		header := map[string]string{"ETag": client.Tag(g.m.Version()), "Poll-After": "1"}
		if r.Header.Get("If-None-Match") == header["ETag"] {
			return reply{304, header, nil}
		}
		return reply{200, header, s.view(g, who)}
	case path[2] == "events":
		return s.events(r, g, who)
	}
	round, _ := strconv.Atoi(path[3])
	switch records := g.m.Records(); {
	case round <= len(records):
		return reply{200, nil, s.record(g, records[round-1])}
	case round == g.m.Round():
		return refused(409, "round-not-over")
	}
	return refused(404, "no-such-round")
}

// record adds the levels of bots.
func (s *stub) record(g *stubGame, record model.Record) any {
	text, _ := json.Marshal(record)
	var whole map[string]any
	json.Unmarshal(text, &whole)
	for _, entry := range whole["actions"].([]any) {
		a := entry.(map[string]any)
		if g.m.Bot(int(a["seat"].(float64))) {
			a["level"] = "easy/1"
		}
	}
	return whole
}

func (s *stub) view(g *stubGame, who string) model.View {
	view := g.m.View(who)
	created, _ := time.Parse(time.RFC3339, view.CreatedAt)
	view.ExpiresAt = model.Stamp(created.AddDate(0, 0, 7))
	if view.Status != model.Lobby {
		view.ExpiresAt = model.Stamp(g.m.Updated().AddDate(0, 0, 60))
	}
	return view
}

func (s *stub) events(r *http.Request, g *stubGame, who string) reply {
	after, _ := strconv.Atoi(r.URL.Query().Get("after"))
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil {
		limit = 500
	}
	events := g.m.Events(who, after)
	body := map[string]any{"version": g.m.Version(), "events": events}
	for i := limit; i < len(events); i++ {
		if events[i]["version"] != events[i-1]["version"] {
			body["events"], body["next"] = events[:i], events[i-1]["version"]
			break
		}
	}
	return reply{200, nil, body}
}

func (s *stub) list() reply {
	games := []any{}
	for n, g := range slices.Backward(s.games) {
		view := g.m.View("")
		if !g.listed || !slices.Contains(view.Actions, "join") {
			continue
		}
		games = append(games, map[string]any{"id": strconv.Itoa(n), "host": view.Seats[view.Host].Name, "seats": len(view.Seats),
			"taken": g.m.Taken(), "rules": view.Rules, "createdAt": view.CreatedAt})
	}
	return reply{200, nil, map[string]any{"games": games}}
}

func (s *stub) myGames(r *http.Request, who string) reply {
	if who == "" {
		return refused(401, "bad-token")
	}
	games := []any{}
	for _, g := range s.games {
		s.catchUp(g)
		view := g.m.View(who)
		if view.You == nil || (view.Status == model.Finished) != (r.URL.Query().Get("state") == "finished") {
			continue
		}
		names := []string{}
		for _, seat := range view.Seats {
			if seat.Name != nil {
				names = append(names, *seat.Name)
			}
		}
		item := map[string]any{"id": view.ID, "version": view.Version, "status": view.Status, "names": names,
			"waitingForYou": slices.Contains(view.WaitingFor, view.You.Seat), "deadline": view.Deadline, "updatedAt": view.UpdatedAt}
		if g.end > 0 {
			item["version"], item["updatedAt"] = g.end, g.endStamp
		}
		games = append(games, item)
	}
	return reply{200, nil, map[string]any{"games": games}}
}

// read decodes a body strictly.
func read(r *http.Request, into any) bool {
	text, _ := io.ReadAll(r.Body)
	if len(text) == 0 {
		text = []byte("{}")
	}
	if regexp.MustCompile(`"(\w+)":[^,]*,"(\w+)":`).FindSubmatch(text) != nil &&
		(strings.Count(string(text), `"entropy"`) > 1 || strings.Count(string(text), `"cards"`) > 1) {
		return false
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into) == nil
}

func (s *stub) create(r *http.Request, who string) reply {
	var body client.Creation
	key := r.Header.Get("Idempotency-Key")
	if !read(r, &body) || key != "" && who == "" {
		return refused(400, "invalid-request")
	}
	for _, g := range s.games {
		if key != "" && g.key == who+key {
			return s.seated(g, who, "", map[string]string{"Idempotency-Replayed": "true"})
		}
	}
	rules, err := model.InForce(body.Rules, body.Seats)
	if err != nil || len(body.Bots) >= body.Seats {
		return refused(422, "bad-rules")
	}
	token := ""
	if who == "" {
		who = client.NewToken()
		token = who
	}
	g := s.newGame(body, who, rules)
	g.key = who + key
	return s.seated(g, who, token, map[string]string{"Location": "/v1/games/" + g.m.ID()})
}

func (s *stub) newGame(body client.Creation, who string, rules model.Rules) *stubGame {
	var last model.Seed
	for i := range last {
		last[i] = byte(s.rnd.IntN(256))
	}
	g := &stubGame{facts: model.SeedFacts{Last: last}, bots: body.Bots, listed: body.Listed}
	g.m = model.New(model.Creation{ID: strconv.Itoa(len(s.games)), Given: body.Rules, Seats: body.Seats, Bots: body.Bots, Host: who,
		Name: body.Name, Entropy: text(body.Entropy), Commitment: fmt.Sprintf("%x", g.facts.Seed(1, rules.Rounds).Before())}, g.facts, s.now)
	s.games = append(s.games, g)
	s.catchUp(g)
	return g
}

func (s *stub) seated(g *stubGame, who, token string, header map[string]string) reply {
	body := map[string]any{"game": s.view(g, who), "seat": g.m.SeatOf(who), "inviteUrl": "http://page/g/" + g.m.ID(), "playUrl": "http://page/g/" + g.m.ID() + "#" + who}
	if token != "" {
		body["token"] = token
	}
	if header == nil {
		header = map[string]string{}
	}
	header["ETag"] = client.Tag(g.m.Version())
	return reply{201, header, body}
}

// catchUp does what is due: the clock's acts and the bots'.
func (s *stub) catchUp(g *stubGame) {
	for {
		g.m.CatchUp(s.now)
		if !s.botActs(g) {
			break
		}
	}
	if g.m.Status() == model.Finished && g.end == 0 {
		g.end, g.endStamp = g.m.Version(), model.Stamp(g.m.Updated())
	}
}

// botActs has one bot do something if one may.
func (s *stub) botActs(g *stubGame) bool {
	moments := []time.Time{g.m.Updated()}
	if p := g.m.View("").Pile.LastPlay; p != nil && p.Until != nil {
		until, _ := time.Parse(time.RFC3339, *p.Until)
		if !until.After(s.now) {
			moments = append(moments, until)
		}
	}
	for _, at := range moments {
		for seat := range g.m.Seats() {
			if !g.m.Bot(seat) {
				continue
			}
			kinds := []string{"accept", "accept", "call"}
			for _, kind := range []string{kinds[s.rnd.IntN(3)], "play"} {
				c := model.Command{Kind: kind, Cards: g.m.BotHand(seat, 1)}
				if g.m.BotMayAct(seat, kind, at) == nil && g.m.BotDo(seat, c, at) == nil {
					return true
				}
			}
		}
	}
	return false
}

func (s *stub) command(r *http.Request, g *stubGame, who string, path []string) reply {
	c := model.Command{By: who, Key: r.Header.Get("Idempotency-Key")}
	token := ""
	var body struct {
		Name    string
		Cards   []*string
		Rank    string
		Bots    []string
		Entropy *string
	}
	switch r.Method + path[0] {
	case "POSTplayers":
		c.Kind = "join"
		if who == "" && c.Key == "" {
			c.By = client.NewToken()
			token = c.By
		}
	case "DELETEplayers":
		c.Kind = "leave"
		if path[1] != "me" {
			c.Kind = "free"
			c.Seat, _ = strconv.Atoi(path[1])
		}
	default:
		c.Kind = map[string]string{"plays": "play", "calls": "call", "accepts": "accept", "rounds": "deal", "start": "start", "rematch": "rematch"}[path[0]]
	}
	raw, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(raw)))
	c.BadForm = !read(r, &body) || c.Kind == "play" && body.Cards == nil
	for _, card := range body.Cards {
		if card == nil {
			c.BadForm = true
			continue
		}
		c.Cards = append(c.Cards, model.Card(*card))
	}
	c.Name, c.Rank, c.Bots, c.Entropy, c.EntropyGiven = body.Name, body.Rank, body.Bots, text(body.Entropy), body.Entropy != nil
	if header := r.Header.Get("If-Match"); header != "" && c.Kind != "join" && c.Kind != "leave" {
		tag, err := strconv.Unquote(header)
		version, err2 := strconv.Atoi(tag)
		c.BadForm = c.BadForm || err != nil || err2 != nil
		c.IfMatch = &version
	}
	if string(raw) == "" {
		raw = []byte("{}")
	}
	c.Print = path[0] + string(raw)
	if c.Kind == "rematch" {
		c.RematchID = strconv.Itoa(len(s.games))
	}
	return s.carryOut(g, c, token)
}

func (s *stub) carryOut(g *stubGame, c model.Command, token string) reply {
	v := g.m.Judge(c, s.now)
	if v.Code != "" {
		return problem(v, s.view(g, c.By))
	}
	if err := g.m.Do(c, s.now); err != nil {
		panic(err)
	}
	s.catchUp(g)
	header := map[string]string{"ETag": client.Tag(g.m.Version())}
	if v.Replayed {
		header["Idempotency-Replayed"] = "true"
	}
	switch c.Kind {
	case "join":
		return s.seated(g, c.By, token, header)
	case "rematch":
		return s.seated(s.joinRematch(g, c, v), c.By, "", header)
	}
	return reply{v.Status, header, s.view(g, c.By)}
}

func (s *stub) joinRematch(g *stubGame, c model.Command, v model.Verdict) *stubGame {
	name := *g.m.View(c.By).Seats[g.m.SeatOf(c.By)].Name
	if v.Accepted() {
		seats := g.m.Taken()
		rules, err := model.InForce(g.m.Given(), seats)
		if err != nil {
			panic(err)
		}
		g.rematch = s.newGame(client.Creation{Name: name, Seats: seats, Rules: g.m.Given(), Bots: g.m.BotLevels(), Entropy: &c.Entropy}, c.By, rules)
	} else if g.rematch.m.SeatOf(c.By) < 0 {
		if err := g.rematch.m.Do(model.Command{Kind: "join", By: c.By, Name: name, Entropy: c.Entropy}, s.now); err != nil {
			panic(err)
		}
		s.catchUp(g.rematch)
	}
	return g.rematch
}
