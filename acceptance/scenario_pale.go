package acceptance

import (
	"slices"

	"cheat/acceptance/model"
)

// paleTable makes a table at which somebody holds the Pale, and plays without calls until it is his turn.
func (s *stage) paleTable(seats int, rules map[string]any) (holder int) {
	rules["chroniclers"] = true
	if _, ok := rules["callSeconds"]; !ok {
		rules["callSeconds"] = 0
	}
	s.tableWhere(seats, rules, func() bool { return s.paleHolder() >= 0 })
	holder = s.paleHolder()
	for s.err == nil && s.turn() != holder {
		s.play(s.turn(), s.hand(s.turn())[0])
	}
	return holder
}

// paleHolder is the seat with the Pale, -1 if it is set aside.
func (s *stage) paleHolder() int {
	for seat := range s.seen().Seats {
		if slices.Contains(s.hand(seat), string(model.Pale)) {
			return seat
		}
	}
	return -1
}

func paleScenarios() []Scenario {
	pale := string(model.Pale)
	return []Scenario{
		{Name: "R25 a Pale that the next player plays over: its player takes the pile up to it", script: func(s *stage) {
			p := s.paleTable(2, map[string]any{})
			before, pile := len(s.hand(p)), s.seen().Pile.Cards
			s.play(p, pale)
			s.play(s.on(p, 1), s.hand(s.on(p, 1))[:2]...)
			s.expect(len(s.hand(p)) == before+pile && slices.Contains(s.hand(p), pale), "the Pale and the pile back in hand")
			s.expect(s.seen().Pile.Cards == 2 && s.turn() == p, "two cards on the new pile")
			s.expect(whole(s.last(spectator, "paleShown"), "taken") == pile+1, "everybody to be told")
			s.expect(s.last(spectator, "paleShown")["takenCards"] == nil, "a spectator not to see the cards")
		}},
		{Name: "R25 a Pale that all accept: the pile is taken at once, the turn stays", script: func(s *stage) {
			p := s.paleTable(3, map[string]any{})
			rank := s.rank()
			s.play(p, pale)
			s.accept(s.on(p, 1), s.on(p, 2))
			s.expect(s.seen().Pile.Cards == 0 && s.seen().Pile.LastPlay == nil && s.turn() == s.on(p, 1), "an empty pile and the next turn")
			s.expect(s.rank() != rank && whole(s.last(spectator, "paleShown"), "seat") == p, "the next rank, the Pale shown")
		}},
		{Name: "R23 a Pale, called by a third: it counts as true", script: func(s *stage) {
			p := s.paleTable(3, map[string]any{})
			pile := s.seen().Pile.Cards
			before := len(s.hand(s.on(p, 2)))
			s.play(p, pale)
			s.call(s.on(p, 2))
			s.expect(s.last(spectator, "called")["lied"] == false && s.turn() == s.on(p, 1), "the truth, and the next player's turn")
			s.expect(len(s.hand(s.on(p, 2))) == before+pile+1, "the caller to hold the pile")
		}},
		{Name: "R24 a Pale beside a false card, called: a lie", script: func(s *stage) {
			p := s.paleTable(3, map[string]any{})
			s.play(p, pale, lie(s.hand(p), s.rank()))
			s.call(s.on(p, 2))
			s.expect(s.last(spectator, "called")["lied"] == true && s.turn() == s.on(p, 2), "a lie, and the caller's turn")
		}},
		{Name: "R24 paleAlone", script: func(s *stage) {
			p := s.paleTable(2, map[string]any{"paleAlone": true})
			s.refused("pale-alone", s.by(p, "play", pale, s.hand(p)[0]))
			s.play(p, pale)
		}},
		{Name: "R25 a Pale as last card, uncalled, does not win", script: func(s *stage) {
			p := s.untilOnlyPale(map[string]any{})
			pile := s.seen().Pile.Cards
			s.play(p, pale)
			s.expect(s.seen().Status == model.LastCall, "answers to be waited for")
			s.accept(s.on(p, 1))
			s.expect(s.seen().Status == model.Playing && s.turn() == s.on(p, 1), "the round to go on with the next player")
			s.expect(len(s.hand(p)) == pile+1, "the pile in hand")
		}},
		{Name: "R25 R18 a Pale as last card wins with lastPlay final", script: func(s *stage) {
			p := s.untilOnlyPale(map[string]any{"lastPlay": "final"})
			s.play(p, pale)
			s.expect(s.seen().Status == model.Finished && slices.Equal(s.seen().Winners, []int{p}), "the Pale's player to win")
			s.expect(s.last(spectator, "paleShown") == nil, "no Pale shown")
		}},
		{Name: "R28 R25 the only missing answer leaves: a Pale is shown", script: func(s *stage) {
			p := s.paleTable(3, map[string]any{})
			s.play(p, pale)
			s.accept(s.on(p, 1))
			s.leave(s.on(p, 2))
			s.expect(whole(s.last(spectator, "paleShown"), "seat") == p && s.turn() == s.on(p, 1), "the Pale shown, the turn unchanged")
		}},
		{Name: "R28 the player of a Pale leaves: no penalty, the play stays in the pile", script: func(s *stage) {
			p := s.paleTable(3, map[string]any{})
			pile := s.seen().Pile.Cards
			s.play(p, pale)
			s.leave(p)
			s.expect(s.seen().Pile.Cards == pile+1 && !s.seen().Pile.LastPlay.Callable, "the play closed and in the pile")
			s.expect(s.last(spectator, "paleShown") == nil, "nothing shown")
			s.refused("nothing-to-call", s.by(s.on(p, 1), "call"))
		}},
	}
}

// untilOnlyPale plays a table of two until the Pale's holder has nothing else and has the turn.
func (s *stage) untilOnlyPale(rules map[string]any) (holder int) {
	p := s.paleTable(2, rules)
	other := s.on(p, 1)
	for s.err == nil && len(s.hand(p)) > 1 {
		count := 1
		if len(s.hand(p)) == 3 || len(s.hand(p)) >= len(s.hand(other)) && len(s.hand(p)) > 3 {
			count = 2 // stay ahead of the other
		}
		rest := slices.DeleteFunc(slices.Clone(s.hand(p)), func(card string) bool { return card == string(model.Pale) })
		s.play(p, rest[:count]...)
		s.expect(len(s.hand(other)) > 1, "cards left with the other")
		if s.err == nil {
			s.play(other, s.hand(other)[0])
		}
	}
	return p
}
