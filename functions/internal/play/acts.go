package play

import (
	"context"

	"cheat/engine"
)

// Play puts cards down. rank is nil for the one due. A card is [engine.NoCard]
// where the text named none.
func (s *Service) Play(ctx context.Context, id string, who Caller, cards []engine.Card, rank *engine.Rank) (Answer, error) {
	return s.do(ctx, who, command{id: id, kind: engine.ToPlay, sighted: true, action: func(_ match, seat int) (engine.Action, error) {
		return engine.Action{Kind: engine.ToPlay, Seat: seat, Cards: cards, Rank: rank}, nil
	}})
}

// Call says "cheat!" on the open play.
func (s *Service) Call(ctx context.Context, id string, who Caller) (Answer, error) {
	return s.do(ctx, who, simple(id, engine.ToCall, true))
}

// Accept gives up the right to call the open play.
func (s *Service) Accept(ctx context.Context, id string, who Caller) (Answer, error) {
	return s.do(ctx, who, simple(id, engine.ToAccept, true))
}

// Deal deals the next round.
func (s *Service) Deal(ctx context.Context, id string, who Caller) (Answer, error) {
	return s.do(ctx, who, simple(id, engine.ToDeal, true))
}

// Leave gives up the caller's seat. With a token that holds no seat nothing
// happens; without a token it is refused.
func (s *Service) Leave(ctx context.Context, id string, who Caller) (Answer, error) {
	c := simple(id, engine.ToLeave, false)
	if who.Owner != nil {
		c.open = true
		c.action = func(m match, seat int) (engine.Action, error) {
			if seat == engine.NoSeat {
				return engine.Action{}, errNothing
			}
			return engine.Action{Kind: engine.ToLeave, Seat: seat}, nil
		}
	}
	who.Key = ""
	return s.do(ctx, who, c)
}

// simple is a command that needs no more than its kind and the caller's seat.
func simple(id string, kind engine.ActionKind, sighted bool) command {
	return command{id: id, kind: kind, sighted: sighted, action: func(_ match, seat int) (engine.Action, error) {
		return engine.Action{Kind: kind, Seat: seat}, nil
	}}
}
