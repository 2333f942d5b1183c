package acceptance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// Scenario is a scripted case. Besides the comparison with the model after every command it states by itself what
// has to come of it.
type Scenario struct {
	// Name is the behaviour, with the rule's number.
	Name string
	// NeedsClock says that it runs only with Options.Clock.
	NeedsClock bool
	// Edge says that it is about HTTP more than about the rules.
	Edge bool

	script func(s *stage)
}

// Scenarios are all scripted cases.
func Scenarios() []Scenario {
	return slices.Concat(lastCardScenarios(), callScenarios(), paleScenarios(), roundScenarios(), leavingScenarios(),
		lobbyScenarios(), clockScenarios(), requestScenarios(), edgeScenarios())
}

// Run plays the scenario on a server. Of the options Clock and Logf count.
func (s Scenario) Run(ctx context.Context, api client.Client, rnd *rand.Rand, o Options) error {
	if s.NeedsClock && o.Clock == nil {
		return fmt.Errorf("%s: needs a clock that can be moved", s.Name)
	}
	st := &stage{ctx: ctx, api: api, rnd: rnd, o: o}
	s.script(st)
	if st.Table != nil {
		st.check(st.checkLists(ctx))
		st.check(st.checkWhole(ctx))
		st.err = st.wrap(st.err)
	}
	if st.err != nil {
		return fmt.Errorf("%s: %w", s.Name, st.err)
	}
	return nil
}

// stage runs a script. After the first error its steps do nothing.
type stage struct {
	*Table
	ctx context.Context
	api client.Client
	rnd *rand.Rand
	o   Options
	err error
}

var errUnlucky = errors.New("the cards that the case needs never came")

// check notes an error.
func (s *stage) check(err error) {
	if s.err == nil {
		s.err = err
	}
}

// expect notes what should be and is not.
func (s *stage) expect(holds bool, format string, args ...any) {
	if !holds && s.err == nil {
		s.err = fmt.Errorf("expected "+format, args...)
	}
}

// create makes a game with one player, the host.
func (s *stage) create(seats int, rules map[string]any) {
	if s.err != nil {
		return
	}
	s.Table = newTable(s.api, s.o, s.rnd)
	s.newPlayer(stranger, client.NewToken())
	host := s.newPlayer(names[0], client.NewToken())
	s.check(s.Table.create(s.ctx, host, client.Creation{Name: host.Name, Seats: seats, Rules: rules}))
}

// join has the next newcomer sit down.
func (s *stage) join() {
	if s.err != nil {
		return
	}
	p := s.newPlayer(names[len(s.players)-1], client.NewToken())
	s.mustDo(s.Table.command(p, "join"))
}

// table makes a game and fills its seats: player i+1 sits on seat i.
func (s *stage) table(seats int, rules map[string]any) {
	s.create(seats, rules)
	for range seats - 1 {
		s.join()
	}
}

// tableWhere makes tables until one is as wanted.
func (s *stage) tableWhere(seats int, rules map[string]any, wanted func() bool) {
	const tries = 400
	for range tries {
		s.table(seats, rules)
		if s.err != nil || wanted() {
			return
		}
	}
	s.check(errUnlucky)
}

// mustDo sends a command that has to succeed.
func (s *stage) mustDo(c model.Command) {
	if s.err != nil {
		return
	}
	answer, err := s.do(s.ctx, c)
	s.check(err)
	s.expect(answer.Status < 300, "%s by %q to be carried out, got %d %s", c.Kind, c.By, answer.Status, answer.Problem().Code)
}

// refused sends a command that has to be refused with the code.
func (s *stage) refused(code string, c model.Command) {
	if s.err != nil {
		return
	}
	answer, err := s.do(s.ctx, c)
	s.check(err)
	s.expect(answer.Problem().Code == code, "%s by %q to be refused with %s, got %d %s", c.Kind, c.By, code, answer.Status, answer.Problem().Code)
}

// by is a command of the player on a seat, who has seen the newest view.
func (s *stage) by(seat int, kind string, cards ...string) model.Command {
	if s.err != nil {
		return model.Command{}
	}
	id := s.m.PlayerAt(seat)
	version := s.views[id].Version
	c := model.Command{Kind: kind, By: id, Name: s.player(id).Name}
	if needsVersion(kind) {
		c.IfMatch = &version
	}
	for _, card := range cards {
		c.Cards = append(c.Cards, model.Card(card))
	}
	return c
}

func (s *stage) play(seat int, cards ...string) { s.mustDo(s.by(seat, "play", cards...)) }
func (s *stage) call(seat int)                  { s.mustDo(s.by(seat, "call")) }
func (s *stage) deal(seat int)                  { s.mustDo(s.by(seat, "deal")) }
func (s *stage) leave(seat int)                 { s.mustDo(s.by(seat, "leave")) }

func (s *stage) accept(seats ...int) {
	for _, seat := range seats {
		s.mustDo(s.by(seat, "accept"))
	}
}

// seen is the spectator's newest view.
func (s *stage) seen() client.View {
	if s.Table == nil {
		return client.View{}
	}
	return s.views[spectator]
}

// hand is the hand on a seat, as its player sees it.
func (s *stage) hand(seat int) []string {
	if s.err != nil {
		return nil
	}
	if you := s.views[s.m.PlayerAt(seat)].You; you != nil {
		return you.Hand
	}
	return nil
}

// turn is who has to play; -1 for nobody.
func (s *stage) turn() int {
	if turn := s.seen().Turn; s.err == nil && turn != nil {
		return turn.Seat
	}
	return -1
}

// rank is the due rank; "" while nobody has to play.
func (s *stage) rank() string {
	if turn := s.seen().Turn; turn != nil {
		return turn.Rank
	}
	return ""
}

// on is the seat so many places further.
func (s *stage) on(seat, steps int) int {
	if s.err != nil {
		return 0
	}
	return (seat + steps) % len(s.seen().Seats)
}

// places of the round that ended, 0 for none.
func (s *stage) places() []int {
	var places []int
	for _, seat := range s.seen().Seats {
		place := 0
		if seat.Place != nil {
			place = *seat.Place
		}
		places = append(places, place)
	}
	return places
}

// last is the newest event of that type that a viewer got; nil if there is none.
func (s *stage) last(viewer, kind string) map[string]any {
	if s.Table == nil {
		return nil
	}
	events := s.facts.public
	if viewer != spectator {
		events = s.facts.own[viewer]
	}
	for _, e := range slices.Backward(events) {
		if e["type"] == kind {
			return e
		}
	}
	return nil
}

// wait moves the clock.
func (s *stage) wait(d time.Duration) {
	if s.err != nil {
		return
	}
	s.clock.Advance(d)
	s.check(s.look(s.ctx))
}

// lie is a card of the hand that is neither of the due rank nor a Chronicler; "" if there is none.
func lie(hand []string, rank string) string {
	for _, card := range hand {
		if card[:1] != rank && card[1:] != "c" {
			return card
		}
	}
	return ""
}

// truth is a card of the hand that is of the due rank; "" if there is none.
func truth(hand []string, rank string) string {
	for _, card := range hand {
		if card[:1] == rank {
			return card
		}
	}
	return ""
}
