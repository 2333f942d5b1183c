package play_test

import (
	"fmt"
	"slices"

	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/infra/store"
)

// dramas are around a spill of history and around a round's end.
func dramas() []drama {
	accept, call, leave := engine.ToAccept, engine.ToCall, engine.ToLeave
	everybodys, nobodys := "callSeconds=null rounds=9 turnSeconds=0", "callSeconds=0 rounds=9 turnSeconds=0"
	acceptances := [3]part{answers(1, accept), answers(2, accept), answers(3, accept)}
	withCall := [3]part{answers(1, accept), answers(2, call), answers(3, accept)}
	mixed := [3]part{puts, answers(2, call), answers(3, leave)}
	return []drama{
		{
			name: "three acceptances at a spill", spills: true,
			before: atSpill(everybodys, pauses(), acceptances[:]...), writers: acceptances,
		},
		{
			name: "acceptance, call and acceptance at a spill", spills: true,
			before: atSpill(everybodys, pauses(), withCall[0], withCall[2]), writers: withCall,
		},
		{
			name: "play, call and leaving at a spill", spills: true,
			before: atSpill(nobodys, pauses(), mixed[:]...), writers: mixed,
		},
		{
			name: "three find that a turn is due at a spill", spills: true,
			before:  atSpill("callSeconds=0 rounds=9 turnSeconds=1000", []engine.Time{1001 * second}, looksIn),
			writers: [3]part{looksIn, answers(2, call), sweeps}, due: 1,
		},
		{
			name: "the last answers of a round", before: atEnd(engine.LastCall, 0),
			writers: [3]part{answers(1, accept), answers(2, accept), answers(3, accept)},
		},
		{
			name: "two deals and a leaving", before: atEnd(engine.RoundOver, 0),
			writers: [3]part{deals(0), deals(1), answers(3, leave)},
		},
		{
			name: "a deal that is due, a deal and a leaving", before: atEnd(engine.RoundOver, 101*second),
			writers: [3]part{sweeps, deals(1), answers(3, leave)},
		},
		{
			name: "the last answer and two who deal as soon as they can", before: atEnd(engine.LastCall, 0, 1, 2),
			writers: [3]part{answers(3, accept), watchesAndDeals(0), watchesAndDeals(1)},
		},
	}
}

// atSpill brings a table of four to an open play that nobody has answered and at
// which the next act, whichever of these it is, moves history away.
func atSpill(rules string, later []engine.Time, next ...part) func(*stage) (string, engine.Time) {
	return func(s *stage) (string, engine.Time) {
		for pace := range engine.Time(20) {
			try := newStage(s.t, newMemory(), uint64(pace))
			id := try.table(4, rules)
			for range 200 {
				try.now += (40 + pace) * second
				try.goOn4(id)
				for _, pause := range later {
					if try.spillsNext(id, pause, next) {
						s.Store.(*memory).items = try.Store.(*memory).items
						return id, try.now + pause
					}
				}
			}
		}
		require.Fail(s.t, "no spill")
		return "", 0
	}
}

// pauses are of different lengths: the longer one is, the longer it is written.
func pauses() []engine.Time { return []engine.Time{second, hour, 30 * hour, 600 * hour} }

// spillsNext reports whether each of these acts, after a pause, moves history away.
func (s *stage) spillsNext(id string, pause engine.Time, next []part) bool {
	v := s.game(id).View(engine.NoSeat)
	answered := func(seat engine.SeatView) bool { return seat.Answered }
	if last := v.Pile.LastPlay; last == nil || !last.Callable || slices.ContainsFunc(v.Seats, answered) {
		return false
	}
	return !slices.ContainsFunc(next, func(act part) bool {
		trial := newStage(s.t, s.Store.(*memory).copy(), 3)
		trial.now = s.now + pause
		_, err := act(trial, id)(trial)
		require.NoError(s.t, err)
		return trial.pieces(id) == s.pieces(id)
	})
}

func (s *stage) pieces(id string) int {
	n := 0
	for _, item := range s.all(store.GamePK(id)) {
		if item.SK[0] == 'h' {
			n++
		}
	}
	return n
}

// goOn4 lets a long game of four go on: everybody but the next player accepts, then
// he plays; every fourth play is called.
func (s *stage) goOn4(id string) {
	s.t.Helper()
	g := s.game(id)
	v := g.View(engine.NoSeat)
	open := v.Pile.LastPlay != nil && v.Pile.LastPlay.Callable
	switch {
	case g.Status == engine.RoundOver:
		s.must(id, s.acting(id, 0, engine.Action{Kind: engine.ToDeal}))
	case open && (g.Version%4 == 0 || g.Status == engine.LastCall):
		s.must(id, s.acting(id, s.open(id, 1), engine.Action{Kind: engine.ToCall}))
	case v.WaitingFor[0] != v.Turn.Seat:
		s.accept(id, v.WaitingFor[0])
	default:
		s.turn(id)
	}
}

// atEnd brings a table of four to the end of its first round: its last play, which
// so many others have accepted already, or the time after it.
func atEnd(status engine.Status, later engine.Time, accepted ...int) func(*stage) (string, engine.Time) {
	return func(s *stage) (string, engine.Time) {
		id := s.table(4, "handSize=1 callSeconds=0 rounds=3 turnSeconds=100")
		s.turn(id)
		for i := 1; i < 4 && status == engine.RoundOver; i++ {
			s.accept(id, s.open(id, i))
		}
		for _, i := range accepted {
			s.accept(id, s.open(id, i))
		}
		require.Equal(s.t, status, s.game(id).Status)
		return id, s.now + later
	}
}

// seat is the one so many places after the last play's.
func (s *stage) seat(id string, after int) int {
	g := s.game(id)
	return (g.View(engine.NoSeat).Pile.LastPlay.Seat + after) % g.Seats()
}

// answers is an act of the seat so many places after the last play's.
func answers(after int, kind engine.ActionKind) part {
	return func(sofar *stage, id string) deeds {
		return sofar.doer(id, sofar.seat(id, after), engine.Action{Kind: kind})
	}
}

// puts is the play of whose turn it is.
func puts(sofar *stage, id string) deeds {
	g := sofar.game(id)
	seat := g.View(engine.NoSeat).Turn.Seat
	return sofar.doer(id, seat, engine.Action{Kind: engine.ToPlay, Cards: g.View(seat).You.Hand[:1]})
}

// doer makes one command of a seat that has seen the game as it stands.
func (s *stage) doer(id string, seat int, a engine.Action) deeds {
	p, seen := s.sitting(id, seat), s.game(id).Version
	return func(s *stage) (string, error) {
		who := s.as(p)
		who.IfMatch = seen
		_, err := s.doing(id, seat, a, who)
		return deed(seat, a.Kind), err
	}
}

// looksIn is a view, which saves what is due.
func looksIn(_ *stage, id string) deeds {
	return func(s *stage) (string, error) {
		_, err := s.View(s.t.Context(), id, play.Caller{Now: s.now})
		return "", err
	}
}

const secondRound = "dealt 2"

// sweeps wakes all games.
func sweeps(_ *stage, id string) deeds {
	return func(s *stage) (string, error) {
		swept, err := s.Sweep(s.t.Context(), s.now)
		if err == nil && swept.Failed > 0 {
			err = fmt.Errorf("%d failed", swept.Failed)
		}
		if left := newStage(s.t, s.Store.(*writer).Store, 0); err == nil && left.game(id).Round() == 2 {
			return secondRound, nil // by whomever: it has seen to it
		}
		return "", err
	}
}

// deals is a seat's deal of the second round.
func deals(seat int) part {
	return func(sofar *stage, id string) deeds {
		deal := sofar.doer(id, seat, engine.Action{Kind: engine.ToDeal})
		return func(s *stage) (string, error) {
			_, err := deal(s)
			return secondRound, err
		}
	}
}

// watchesAndDeals looks, and deals if the round is over.
func watchesAndDeals(seat int) part {
	return func(sofar *stage, id string) deeds {
		p := sofar.sitting(id, seat)
		return func(s *stage) (string, error) {
			answer, err := s.View(s.t.Context(), id, s.as(p))
			if err != nil || answer.View.Status != engine.RoundOver {
				return "", err
			}
			who := s.as(p)
			who.IfMatch = answer.View.Version
			_, err = s.Deal(s.t.Context(), id, who)
			return secondRound, err
		}
	}
}
