package bot_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/engine/bot"
)

// match is a table of two persons and bots, all of whom decide as bots do: the
// persons at once, the bots when the engine says so.
type match struct {
	game engine.Game
	seen [engine.MaxSeats][]engine.EventView // of the running round
	acts []engine.Act                        // of the running round
	deal engine.Game                         // the running round as it was dealt
}

// options are drawn so that every value of every option comes up.
func options(rnd *rand.Rand, seats int) engine.Options {
	pick := func(words ...string) string { return words[rnd.IntN(len(words))] }
	o := engine.Options{Rules: engine.Rules{
		Decks: 1 + rnd.IntN(2), Chroniclers: rnd.IntN(2) == 0, HandSize: rnd.IntN(9), MaxCards: 4,
		AfterCall: pick(engine.Continue, engine.Repeat, engine.Restart), Callers: pick(engine.Anyone, engine.NextOnly),
		CallSeconds: []int{engine.WaitForAll, 0, 5}[rnd.IntN(3)], LastPlay: pick(engine.Callable, engine.Final),
		Finish: pick(engine.FirstOut, engine.PlayOn), PaleAlone: rnd.IntN(2) == 0, Rounds: 1 + rnd.IntN(2),
	}}
	o.Given = engine.OptDecks | engine.OptChroniclers | engine.OptHandSize | engine.OptAfterCall | engine.OptMaxCards |
		engine.OptCallers | engine.OptCallSeconds | engine.OptLastPlay | engine.OptFinish | engine.OptPaleAlone | engine.OptRounds
	if seats > 4 {
		o.Rules.Decks = 2
	}
	if o.Rules.Decks == 2 && rnd.IntN(2) == 0 {
		o.Rules.MaxCards = 8
	}
	return o
}

func newMatch(t *testing.T, rnd *rand.Rand) *match {
	t.Helper()
	seats := 2 + rnd.IntN(engine.MaxSeats-1)
	var bots []engine.Player
	for range max(0, seats-2) {
		word := words()[rnd.IntN(3)]
		level, _ := bot.Current(word)
		bots = append(bots, engine.Player{Name: word, Kind: engine.Bot, Level: level})
	}
	var seed engine.Seed
	for i := range seed {
		seed[i] = byte(rnd.Uint32())
	}
	m := &match{}
	g, events, err := engine.New(engine.Setup{
		ID: "g", Seats: seats, Options: options(rnd, seats), Bots: bots, Seed: seed,
		Host: engine.Player{Name: "Ada", Kind: engine.Human, Owner: engine.Owner{1}},
	}, 1000)
	require.NoError(t, err)
	m.game = g
	m.note(events)
	m.apply(t, engine.Action{Kind: engine.ToJoin, Seat: engine.NoSeat, Player: engine.Player{Name: "Bea", Kind: engine.Human, Owner: engine.Owner{2}}}, 2000)
	return m
}

func (m *match) apply(t testing.TB, a engine.Action, at engine.Time) {
	t.Helper()
	next, events, err := m.game.Apply(a, at)
	require.NoError(t, err, "%+v", a)
	m.game = next
	m.acts = append(m.acts, engine.Act{Version: next.Version, At: at, Action: a})
	m.note(events)
}

func (m *match) note(events []engine.Event) {
	for _, e := range events {
		if _, dealt := e.For(engine.NoSeat).(engine.Dealt); dealt {
			m.seen = [engine.MaxSeats][]engine.EventView{}
			m.acts = nil
			m.deal = m.game
		}
		for i := range m.game.Table.Players() {
			m.seen[i] = append(m.seen[i], e.For(i))
		}
	}
}

// moment is one at which somebody decides.
type moment struct {
	*match
	seat int
	at   engine.Time
	view engine.View
}

// decide returns the decision of a level, with its version, at the moment.
func (m moment) decide(t testing.TB, level string) engine.Action {
	t.Helper()
	a, err := bot.Decide(level, m.view, m.seen[m.seat], m.game.Chance(m.seat))
	require.NoError(t, err)
	return a
}

// playMatches plays whole matches and shows every moment of decision.
func playMatches(t *testing.T, rnd *rand.Rand, matches int, show func(moment)) {
	t.Helper()
	for range matches {
		m := newMatch(t, rnd)
		for !m.game.Over() {
			if m.game.Status == engine.RoundOver {
				m.apply(t, engine.Action{Kind: engine.ToDeal, Seat: 0}, m.game.Updated)
				continue
			}
			m.step(t, rnd, show)
		}
	}
}

// step lets one seat decide: a bot that is due, else a person.
func (m *match) step(t testing.TB, rnd *rand.Rand, show func(moment)) {
	t.Helper()
	d, due := m.game.Due()
	now := moment{match: m, at: m.game.Updated}
	switch {
	case due && d.Bot:
		now.seat, now.at = d.Action.Seat, d.At
	case rnd.IntN(400) == 0:
		m.apply(t, engine.Action{Kind: engine.ToLeave, Seat: 1}, now.at)
		return
	default:
		now.seat, now.at = m.person(t)
	}
	now.view = m.game.View(now.seat)
	show(now)
	level, _ := bot.Current(words()[rnd.IntN(3)])
	if l := m.game.Table.Players()[now.seat].Level; l != "" {
		level = l
	}
	a := now.decide(t, level)
	if due && d.Bot {
		require.Equal(t, d.Answer, a.Kind != engine.ToPlay, "an answer exactly when one is owed")
	}
	m.apply(t, a, now.at)
}

// person returns a person who may act and when: an answer first, then the turn.
func (m *match) person(t testing.TB) (int, engine.Time) {
	t.Helper()
	const later = 10_000
	for _, kind := range []engine.ActionKind{engine.ToAccept, engine.ToPlay} {
		for seat := range 2 {
			if m.game.May(seat, kind, m.game.Updated) == nil {
				return seat, m.game.Updated
			}
			if m.game.May(seat, kind, m.game.Updated+later) == nil {
				return seat, m.game.Updated + later
			}
		}
	}
	require.FailNow(t, "nobody can go on")
	return 0, 0
}
