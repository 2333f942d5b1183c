package rest

import (
	"errors"
	"fmt"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/functions/internal/request"
)

// nameMember is a player's name, kept as sent and as it will be shown.
func nameMember(sent, name *string) request.Member {
	return request.Required("name", request.Text(sent)).Check(func() error {
		shown, ok := play.Name(*sent)
		if !ok {
			return fmt.Errorf("must have 1 to %d characters, none of them a control, format or unassigned one", play.MaxName)
		}
		*name = shown
		return nil
	})
}

// bots is a list of levels.
func bots(to *[]string) request.Value {
	return request.List(to, 0, engine.MaxSeats, func(level *string) request.Value {
		return request.Word(level, "easy", "normal", "hard")
	})
}

// rules is the table of options (docs/openapi.yaml, RulesGiven): which members there are and what
// each may be. What does not go together is the engine's to refuse.
func rules(o *engine.Options) request.Value {
	r := &o.Rules
	option := func(name string, opt engine.Option, value request.Value) request.Member {
		return request.Optional(name, value).Check(func() error {
			o.Given |= opt
			return nil
		})
	}
	return request.Object(
		option("decks", engine.OptDecks, request.WholeOf(&r.Decks, 1, 2)),
		option("chroniclers", engine.OptChroniclers, request.Flag(&r.Chroniclers)),
		option("handSize", engine.OptHandSize, request.OrNull(request.Whole(&r.HandSize, 1, 34), func() { r.HandSize = 0 })),
		option("afterCall", engine.OptAfterCall, request.Word(&r.AfterCall, engine.Continue, engine.Repeat, engine.Restart)),
		option("maxCards", engine.OptMaxCards, request.WholeOf(&r.MaxCards, 4, 8)),
		option("callers", engine.OptCallers, request.Word(&r.Callers, engine.Anyone, engine.NextOnly)),
		option("callSeconds", engine.OptCallSeconds, request.OrNull(request.Whole(&r.CallSeconds, 0, 3600), func() { r.CallSeconds = engine.WaitForAll })),
		option("lastPlay", engine.OptLastPlay, request.Word(&r.LastPlay, engine.Callable, engine.Final)),
		option("finish", engine.OptFinish, request.Word(&r.Finish, engine.FirstOut, engine.PlayOn)),
		option("points", engine.OptPoints, request.List(&r.Points, 1, engine.MaxSeats, func(n *int) request.Value {
			return request.Whole(n, 0, 100)
		})),
		option("rounds", engine.OptRounds, request.Whole(&r.Rounds, 1, 50)),
		option("target", engine.OptTarget, request.OrNull(request.Whole(&r.Target, 1, 1000), func() { r.Target = 0 })),
		option("paleAlone", engine.OptPaleAlone, request.Flag(&r.PaleAlone)),
		request.Optional("turnSeconds", request.Whole(&r.TurnSeconds, 0, 1209600)).Check(func() error {
			if 0 < r.TurnSeconds && r.TurnSeconds < 10 {
				return errors.New("must be 0, for no clock, or a whole number from 10 to 1209600")
			}
			o.Given |= engine.OptTurnSeconds
			return nil
		}),
	)
}
