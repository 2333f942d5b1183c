package engine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// below draws a number below n, from whatever decides what happens in a random
// game: rapid, a fuzzer's bytes or a seeded generator.
type below func(n int) int

// oneIn is true once in n times; a source that always draws 0 never says yes.
func (draw below) oneIn(n int) bool { return draw(n) == n-1 }

func pick[T any](draw below, list []T) T { return list[draw(len(list))] }

// walk is a random game on its way: people and bots do anything that the rules
// allow, and attempt what they do not. Every step checks what must always hold.
type walk struct {
	draw  below
	mood  mood
	g     Game
	now   Time
	steps int
	table string // of the match, which nothing may change once it has started

	dealt  Game  // right after the newest deal
	acts   []Act // since then, up to the end of the round
	events []Event
	kept   []kept
}

// mood is how the players of a random game are: some never call, some always lie,
// so that rounds end in every way, by stalemates too.
type mood struct {
	call   int // how often the open play is called rather than accepted or left alone
	lie    int // false cards once in so many plays
	remain int // somebody leaves once in so many steps, 0 for never
}

// kept is a game from before with its text of then: it must not change any more.
type kept struct {
	game Game
	text string
}

// begin makes a table and seats its players, with comings and goings.
func begin(draw below, o Options, seats, bots int) (*walk, error) {
	setup := Setup{ID: "g", Seats: seats, Options: o, Host: person(0), Seed: Seed{byte(draw(256)), byte(draw(256))}}
	for i := range bots {
		setup.Bots = append(setup.Bots, robot(seats-bots+i))
	}
	w := &walk{draw: draw, now: opening}
	w.mood = mood{call: pick(draw, []int{1, 1, 0, 8, 40}), lie: pick(draw, []int{4, 4, 1, 1000}), remain: pick(draw, []int{60, 0, 0})}
	g, events, err := New(setup, w.now)
	if err != nil {
		return nil, err
	}
	w.adopt(g, events)
	for w.g.Status == InLobby {
		i := draw(8)
		for seated(w.g.Table, i) {
			i = (i + 1) % 8
		}
		a := Action{Kind: ToJoin, Seat: NoSeat, Player: person(i)}
		if w.g.Table.taken() > 2 && draw.oneIn(4) {
			a = Action{Kind: ToFree, Seat: 0, Target: 1 + draw(seats-1)}
		}
		if w.g.Table.taken() > 1 && draw.oneIn(8) {
			a = Action{Kind: ToStart, Seat: 0}
		}
		if err := w.do(a); err != nil && !isRefusal(err) {
			return nil, err
		}
	}
	w.table = text(w.g.Table.FirstDeal())
	return w, nil
}

func seated(t *Table, i int) bool {
	_, yes := t.SeatOf(owner(i))
	return yes
}

// play goes on until the match is over.
func (w *walk) play() error {
	for !w.g.Over() {
		if w.steps++; w.steps > 40000 {
			return fmt.Errorf("no end after %d steps: %s", w.steps, text(w.g))
		}
		if err := w.step(); err != nil {
			return err
		}
	}
	if again := text(w.g.Table.FirstDeal()); again != w.table {
		return fmt.Errorf("the table has changed:\n%s\n%s", w.table, again)
	}
	return nil
}

// step lets one thing happen.
func (w *walk) step() error {
	if w.draw.oneIn(3) {
		return w.attempt()
	}
	due, ok := w.g.Due()
	if ok && due.At < w.g.Updated {
		return fmt.Errorf("due before the newest act: %+v", due)
	}
	switch w.draw(6) {
	case 0:
		w.now += Time(w.draw(8000))
	case 1:
		w.now = max(w.now, w.g.until())
	case 2:
		if ok && (!due.Bot || w.draw.oneIn(2)) && w.draw.oneIn(2) {
			w.now = max(w.now, due.At)
		}
	}
	if ok && due.At <= w.now {
		return w.apply(w.decided(due), due.At)
	}
	a, ok := w.anything()
	if !ok { // only time brings something about
		if due, ok = w.g.Due(); !ok {
			return errors.New("nobody may do anything and nothing is due")
		}
		w.now = max(w.now, due.At)
		return nil
	}
	return w.do(a)
}

// decided is what the clock does, or what a bot does that decides at random.
func (w *walk) decided(due Due) Action {
	switch {
	case !due.Bot:
		return due.Action
	case due.Answer && w.draw(4+w.mood.call) < w.mood.call:
		return Action{Kind: ToCall, Seat: due.Action.Seat}
	case due.Answer:
		return Action{Kind: ToAccept, Seat: due.Action.Seat}
	}
	return w.putting(due.Action.Seat)
}

// anything is an act that some person may do now; bots only act when they are due.
func (w *walk) anything() (Action, bool) {
	weights := map[ActionKind]int{ToPlay: 8, ToCall: w.mood.call, ToAccept: 3, ToDeal: 4}
	if w.mood.remain > 0 && w.draw.oneIn(w.mood.remain) {
		weights = map[ActionKind]int{ToLeave: 1}
	}
	var list []Action
	for i := range w.g.size() {
		if w.g.Away(i) || !w.g.persons().has(i) {
			continue
		}
		for _, kind := range []ActionKind{ToPlay, ToCall, ToAccept, ToDeal, ToLeave} {
			if weights[kind] > 0 && w.g.May(i, kind, w.now) == nil {
				list = append(list, slices.Repeat([]Action{{Kind: kind, Seat: i}}, weights[kind])...)
			}
		}
	}
	if len(list) == 0 {
		return Action{}, false
	}
	a := pick(w.draw, list)
	if a.Kind == ToPlay {
		a = w.putting(a.Seat)
	}
	return a, true
}

// putting is a legal play of a seat whose turn it is, true or false as the mood is.
func (w *walk) putting(seat int) Action {
	hand := w.g.secret.hands[seat].List()
	lie := w.draw.oneIn(w.mood.lie)
	fitting := slices.DeleteFunc(slices.Clone(hand), func(c Card) bool { return (c >= Coloured || Rank(c/4) == w.g.due) == lie })
	if len(fitting) > 0 {
		hand = fitting
	}
	n := 1 + w.draw(min(len(hand), w.g.Table.Rules.MaxCards))
	var cards []Card
	for range n {
		i := w.draw(len(hand))
		cards = append(cards, hand[i])
		hand = slices.Delete(hand, i, i+1)
	}
	if w.g.Table.Rules.PaleAlone && slices.Contains(cards, Pale) {
		cards = []Card{Pale}
	}
	a := Action{Kind: ToPlay, Seat: seat, Cards: cards}
	if due := w.g.due; w.draw.oneIn(2) {
		a.Rank = &due
	}
	return a
}

// attempt tries something at random, allowed or not, and takes no consequences: a
// refusal must be one, and in any case nothing changes.
func (w *walk) attempt() error {
	a := Action{Seat: w.draw(w.g.size()), Kind: pick(w.draw, []ActionKind{ToPlay, ToCall, ToAccept, ToDeal, ToLeave, ToStart, ToFree, ToRematch, ToJoin})}
	switch a.Kind {
	case ToJoin:
		a.Seat, a.Player = NoSeat, person(w.draw(8))
	case ToFree:
		a.Target = w.draw(10) - 1
	case ToPlay:
		for range w.draw(10) {
			a.Cards = append(a.Cards, pick(w.draw, []Card{Card(w.draw(kinds)), NoCard, Pale}))
		}
	case ToLeave:
		if w.g.Away(a.Seat) {
			return nil
		}
	}
	before := position(w.g)
	_, _, err := w.g.Apply(a, w.now)
	if err != nil && !isRefusal(err) {
		return err
	}
	if after := position(w.g); after != before {
		return fmt.Errorf("%+v changed the game it was tried on:\n%s\n%s", a, before, after)
	}
	return nil
}

func isRefusal(err error) bool {
	var r *Refusal
	return errors.As(err, &r) && r.Code != "" && r.Detail != ""
}

func (w *walk) do(a Action) error { return w.apply(a, w.now) }

// apply carries out an act and checks everything that an act must keep.
func (w *walk) apply(a Action, at Time) error {
	before, textBefore := w.g, position(w.g)
	g, events, err := before.Apply(a, at)
	if again := position(before); again != textBefore {
		return fmt.Errorf("%+v changed the game before:\n%s\n%s", a, textBefore, again)
	}
	if err != nil {
		return fmt.Errorf("%+v at %s in %s: %w", a, at, textBefore, err)
	}
	if g.Version == before.Version && a.Kind == ToFree {
		return nil // an empty seat
	}
	if g.Version != before.Version+1 || g.Updated != at || len(events) == 0 {
		return fmt.Errorf("%+v: version %d after %d, at %s after %s, %d events", a, g.Version, before.Version, g.Updated, at, len(events))
	}
	if a.Kind != ToDeal && before.Round() > 0 && before.Status != RoundOver && before.Status != Finished {
		w.acts = append(w.acts, Act{Version: g.Version, At: at, Action: a})
		w.events = append(w.events, events...)
	}
	w.adopt(g, events)
	if err := invariants(g); err != nil {
		return fmt.Errorf("%+v in\n%s: %w", a, textBefore, err)
	}
	if before.ended == 0 && g.ended != 0 {
		if err := w.replays(); err != nil {
			return err
		}
	}
	return w.keeps()
}

// adopt makes a game the newest one.
func (w *walk) adopt(g Game, events []Event) {
	if g.Round() != w.g.Round() || w.g.Table == nil {
		w.dealt, w.acts, w.events = g, nil, nil
	}
	w.g = g
}

// keeps puts some games aside and looks whether those from before are as they were.
func (w *walk) keeps() error {
	if w.draw.oneIn(16) {
		w.kept = append(w.kept, kept{w.g, position(w.g)})
	}
	if len(w.kept) == 0 || !w.draw.oneIn(16) {
		return nil
	}
	k := pick(w.draw, w.kept)
	if now := position(k.game); now != k.text {
		return fmt.Errorf("a game from before has changed:\n%s\n%s", k.text, now)
	}
	return nil
}

// history is the round's acts as text.
func (w *walk) history() string { return string(appendHistory(nil, w.dealt, w.acts)) }

func appendHistory(b []byte, dealt Game, acts []Act) []byte {
	last := dealt.Updated
	for _, a := range acts {
		b = AppendAct(b, a, last)
		last = a.At
	}
	return b
}

// replays checks that the history alone gives the same game and the same events.
func (w *walk) replays() error {
	acts, err := ParseActs(w.history(), w.dealt.Version+1, w.dealt.Updated)
	if err != nil {
		return fmt.Errorf("%w in %s", err, w.history())
	}
	moments, err := Replay(Begin(w.dealt.Table, w.dealt.LastDeal()), acts)
	if err != nil {
		return err
	}
	if last := position(moments[len(moments)-1].Game); last != position(w.g) {
		return fmt.Errorf("replayed it is another game:\n%s\n%s", last, position(w.g))
	}
	var events []Event
	for _, m := range moments {
		events = append(events, m.Events...)
	}
	if !reflect.DeepEqual(views(w.events, w.g.size()), views(events, w.g.size())) {
		return errors.New("replayed, the events are others")
	}
	return w.opens(moments)
}

// opens checks that the round, opened, says enough to be dealt and played again.
func (w *walk) opens(moments []Moment) error {
	rules := w.dealt.Table.Rules
	o := Open(w.dealt, moments)
	_, must, err := o.Recompute(rules)
	if err != nil || !reflect.DeepEqual(o, must) {
		return fmt.Errorf("computed again the round is another: %w", err)
	}
	table, deal, err := o.Reopen("g", rules, w.dealt.Table.Players(), w.dealt.LastDeal().Seats)
	if err != nil {
		return err
	}
	acts := make([]Act, len(o.Actions))
	for i, a := range o.Actions {
		acts[i] = Act{a.Version, a.At, Action{Kind: a.Type, Seat: a.Seat, TimedOut: a.TimedOut, Cards: a.Cards, Rank: a.Rank}}
	}
	again, err := Replay(Begin(table, deal), acts)
	if err != nil {
		return err
	}
	if opened := Open(Begin(table, deal), again); !reflect.DeepEqual(o, opened) {
		return errors.New("played again the opened round is another")
	}
	return nil
}

// position is what an act may change of a game: in the lobby the table, then the
// deal and the state.
func position(g Game) string {
	if g.Round() == 0 {
		return text(g)
	}
	b, _ := g.deal.AppendText(nil)
	return string(g.AppendState(append(b, '\n')))
}

// views are events as everybody sees them.
func views(events []Event, seats int) [][]EventView {
	all := make([][]EventView, len(events))
	for i, e := range events {
		for seat := NoSeat; seat < seats; seat++ {
			all[i] = append(all[i], e.For(seat))
		}
	}
	return all
}
