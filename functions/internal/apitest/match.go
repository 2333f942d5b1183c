package apitest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"cheat/acceptance/client"
)

// Seated is somebody at a table of a test.
type Seated struct {
	client.Caller
	Seat int
}

// Table makes a game with so many people and seats them all; the first round is
// dealt, unless bots or free seats are part of the creation.
func Table(ctx context.Context, api client.Client, made client.Creation, people int) (id string, seated []Seated, err error) {
	for i := range people {
		who := Seated{Caller: client.Caller{Token: client.NewToken()}, Seat: i}
		var answer client.Answer
		if i == 0 {
			made.Name = "Player 0"
			answer, err = api.Create(ctx, who.Caller, made)
		} else {
			answer, err = api.Join(ctx, who.Caller, id, client.Joining{Name: fmt.Sprintf("Player %d", i)})
		}
		if err == nil && answer.Status != 201 {
			err = fmt.Errorf("sit down: %d %s", answer.Status, answer.Body)
		}
		if err != nil {
			return "", nil, err
		}
		var body struct{ Game client.View }
		if err := answer.JSON(&body); err != nil {
			return "", nil, err
		}
		id = body.Game.ID
		seated = append(seated, who)
	}
	return id, seated, nil
}

// PlayMatch plays a match to its end with the people's own moves: true cards where
// they can, a call now and then, always an answer to a last card. pause is called
// before each of them looks; nil is none. It gives up after so many rounds of looks.
func PlayMatch(ctx context.Context, api client.Client, id string, seated []Seated, rnd *rand.Rand, most int, pause func()) (client.View, error) {
	for range most {
		if pause != nil {
			pause()
		}
		view, err := look(ctx, api, id, seated[0])
		if err != nil || view.Status == "finished" {
			return view, err
		}
		for _, who := range seated {
			if view, err = look(ctx, api, id, who); err != nil {
				return view, err
			}
			if err := move(ctx, api, view, who, rnd); err != nil {
				return view, err
			}
		}
	}
	return client.View{}, fmt.Errorf("the match is not over after %d turns", most)
}

func look(ctx context.Context, api client.Client, id string, who Seated) (client.View, error) {
	answer, err := api.View(ctx, who.Caller, id)
	if err != nil {
		return client.View{}, err
	}
	var view client.View
	err = answer.JSON(&view)
	return view, err
}

// move makes one person's move, if there is one to make.
func move(ctx context.Context, api client.Client, view client.View, who Seated, rnd *rand.Rand) error {
	may := func(action string) bool { return slices.Contains(view.Actions, action) }
	at := who.Caller.At(view.Version)
	var answer client.Answer
	var err error
	switch {
	case may("deal"):
		answer, err = api.Deal(ctx, at, view.ID)
	case may("call") && rnd.IntN(8) == 0:
		answer, err = api.Call(ctx, at, view.ID)
	case may("play"):
		cards := view.You.Hand[:1]
		for i, c := range view.You.Hand {
			if c[:1] == view.Turn.Rank {
				cards = view.You.Hand[i : i+1]
			}
		}
		answer, err = api.Play(ctx, at, view.ID, client.Cards{Cards: cards})
	case may("accept") && view.Status == "lastCall":
		answer, err = api.Accept(ctx, at, view.ID)
	default:
		return nil
	}
	if err == nil && answer.Status != 200 && answer.Status != 409 && answer.Status != 412 {
		err = fmt.Errorf("move at version %d: %d %s", view.Version, answer.Status, answer.Body)
	}
	return err
}
