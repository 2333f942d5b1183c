package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

type page struct {
	Games []json.RawMessage `json:"games"`
	Next  *string           `json:"next"`
}

// checkLists looks for the game in every player's list, and in the list of games that anyone may join. The
// players of a table are in no other games but its rematch.
func (t *Table) checkLists(ctx context.Context) error {
	if t.m == nil || t.at() != t.version {
		return nil // the model does not know yet
	}
	for _, p := range t.players {
		if p.Token == "" {
			continue
		}
		for _, state := range []string{"active", "finished"} {
			if err := t.checkMine(ctx, p, state); err != nil {
				return fmt.Errorf("%s games of %q: %w", state, p.ID, err)
			}
		}
	}
	answer, err := t.api.MyGames(ctx, client.Caller{}, "", "", 0)
	if err != nil {
		return err
	}
	if answer.Status != http.StatusUnauthorized {
		return fmt.Errorf("the games of nobody: status %d", answer.Status)
	}
	return t.checkListed(ctx)
}

func (t *Table) checkMine(ctx context.Context, p *Player, state string) error {
	answer, err := t.api.MyGames(ctx, client.Caller{Token: p.Token}, state, "", 0)
	if err != nil {
		return err
	}
	if answer.Status != http.StatusOK {
		return fmt.Errorf("status %d: %s", answer.Status, answer.Body)
	}
	var list page
	if err := answer.JSON(&list); err != nil {
		return err
	}
	found := 0
	for _, item := range list.Games {
		var it struct{ ID string }
		if err := json.Unmarshal(item, &it); err != nil {
			return fmt.Errorf("read an item: %w", err)
		}
		if it.ID != t.id {
			continue
		}
		found++
		if err := compare(t.mine(p), item); err != nil {
			return err
		}
	}
	view := t.m.View(p.ID)
	want := 0
	if view.You != nil && (view.Status == model.Finished) == (state == "finished") {
		want = 1
	}
	if found != want {
		return fmt.Errorf("the game is there %d times, want %d: %s", found, want, answer.Body)
	}
	return noStore(answer)
}

// mine is the game as a player's list shows it.
func (t *Table) mine(p *Player) map[string]any {
	view := t.m.View(p.ID)
	names := []string{}
	for _, s := range view.Seats {
		if s.Name != nil {
			names = append(names, *s.Name)
		}
	}
	waiting := false
	for _, s := range view.WaitingFor {
		waiting = waiting || view.You != nil && s == view.You.Seat
	}
	item := map[string]any{"id": t.id, "version": view.Version, "status": view.Status, "names": names,
		"waitingForYou": waiting, "deadline": view.Deadline, "updatedAt": view.UpdatedAt}
	if view.Status == model.Finished {
		item["version"], item["updatedAt"] = t.ended.version, model.Stamp(t.ended.at)
	}
	return item
}

// checkListed looks for the game among those that anyone may join: it is there while it is a listed lobby with a
// free seat. On a server with many games the search is given up after some pages.
func (t *Table) checkListed(ctx context.Context) error {
	const pages = 20
	view := t.m.View(spectator)
	taken, free := 0, false
	for _, s := range view.Seats {
		if s.Kind == "empty" {
			free = true
		} else {
			taken++
		}
	}
	want := t.listed && view.Status == model.Lobby && free
	after := ""
	for range pages {
		answer, err := t.api.Games(ctx, client.Caller{}, after, 100)
		if err != nil {
			return err
		}
		var list page
		if answer.Status != http.StatusOK || answer.JSON(&list) != nil {
			return fmt.Errorf("listed games: status %d: %s", answer.Status, answer.Body)
		}
		for _, item := range list.Games {
			var it struct{ ID string }
			if err := json.Unmarshal(item, &it); err != nil {
				return fmt.Errorf("read a listed game: %w", err)
			}
			if it.ID != t.id {
				continue
			}
			if !want {
				return fmt.Errorf("listed, but it is %s and listed is %v", view.Status, t.listed)
			}
			return compare(map[string]any{"id": t.id, "host": view.Seats[view.Host].Name, "seats": len(view.Seats),
				"taken": taken, "rules": view.Rules, "createdAt": view.CreatedAt}, item)
		}
		if list.Next == nil {
			if want {
				return fmt.Errorf("the lobby is not listed")
			}
			return nil
		}
		after = *list.Next
	}
	return nil
}
