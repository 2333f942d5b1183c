package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"cheat/acceptance/client"
)

// observation is something seen that is checked once the model is at that version. Where it is not known
// whether an act of the clock or of a bot came before or after it, one version up to `until` has to agree.
type observation struct {
	version, until int
	what           string
	check          func() error
}

func (t *Table) observe(o observation) { t.held = append(t.held, o) }

// look fetches every viewer's view and events, and compares all that the model has reached.
func (t *Table) look(ctx context.Context) error {
	if err := t.collect(ctx); err != nil {
		return err
	}
	return t.settle(ctx)
}

// collect fetches every viewer's view, and where anything happened every viewer's events, until all are of
// one version.
func (t *Table) collect(ctx context.Context) error {
	const enough = 20 // bots with a window may act while we look
	for range enough {
		for _, viewer := range t.viewers() {
			if err := t.lookAtView(ctx, viewer); err != nil {
				return err
			}
		}
		safe := t.version
		for _, viewer := range t.viewers() {
			if err := t.fetchEvents(ctx, viewer); err != nil {
				return err
			}
			safe = min(safe, t.fetched[viewer])
		}
		t.safe = safe
		if safe == t.version {
			return nil
		}
	}
	return fmt.Errorf("the game never stood still while it was looked at")
}

// lookAtView reads one viewer's view, half the time with the tag of the one before.
func (t *Table) lookAtView(ctx context.Context, viewer string) error {
	caller := t.caller(viewer)
	last, known := t.views[viewer]
	if known && t.rnd.IntN(2) == 0 {
		caller.Seen = client.Tag(last.Version)
	}
	answer, err := t.api.View(ctx, caller, t.id)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("view of %q", viewer)
	if answer.Status == http.StatusNotModified {
		if caller.Seen == "" || len(answer.Body) > 0 || answer.Version() != last.Version {
			return fmt.Errorf("%s: 304 with ETag %s to If-None-Match %s, %d bytes", what, answer.Header.Get("ETag"), caller.Seen, len(answer.Body))
		}
		return t.pollAfter(answer, last)
	}
	if answer.Status != http.StatusOK {
		return fmt.Errorf("%s: status %d: %s", what, answer.Status, answer.Body)
	}
	view, err := t.sawView(viewer, answer.Body)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if caller.Seen == client.Tag(view.Version) {
		return fmt.Errorf("%s: 200 though If-None-Match is %s", what, caller.Seen)
	}
	if answer.Version() != view.Version {
		return fmt.Errorf("%s: ETag %s beside version %d", what, answer.Header.Get("ETag"), view.Version)
	}
	if err := t.pollAfter(answer, view); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return noStore(answer)
}

// sawView notes a view that came with any answer, to be compared with the model.
func (t *Table) sawView(viewer string, body json.RawMessage) (client.View, error) {
	var view client.View
	if err := json.Unmarshal(body, &view); err != nil {
		return view, fmt.Errorf("read a view: %w", err)
	}
	if last, ok := t.views[viewer]; ok && view.Version < last.Version {
		return view, fmt.Errorf("version %d was shown after %d", view.Version, last.Version)
	}
	t.views[viewer] = view
	t.version = max(t.version, view.Version)
	if err := lifetime(view); err != nil {
		return view, err
	}
	t.observe(observation{view.Version, view.Version, fmt.Sprintf("view of %q", viewer), func() error {
		return compare(t.m.View(viewer), body)
	}})
	return view, nil
}

// lifetime checks expiresAt: in the lobby 7 days from the creation, afterwards later than the newest act.
func lifetime(view client.View) error {
	created, err := time.Parse(time.RFC3339, view.CreatedAt)
	if err != nil {
		return fmt.Errorf("read createdAt: %w", err)
	}
	expires, err := time.Parse(time.RFC3339, view.ExpiresAt)
	if err != nil {
		return fmt.Errorf("read expiresAt: %w", err)
	}
	if view.Status == "lobby" && !expires.Equal(created.AddDate(0, 0, 7)) || view.ExpiresAt <= view.UpdatedAt {
		return fmt.Errorf("expiresAt %s in %s; created %s, newest act %s", view.ExpiresAt, view.Status, view.CreatedAt, view.UpdatedAt)
	}
	return nil
}

// pollAfter is seconds; while a window runs at most a third of it, at least 1.
func (t *Table) pollAfter(answer client.Answer, view client.View) error {
	seconds, err := strconv.Atoi(answer.Header.Get("Poll-After"))
	if err != nil || seconds < 0 {
		return fmt.Errorf("Poll-After is %q", answer.Header.Get("Poll-After"))
	}
	window, _ := view.Rules["callSeconds"].(float64)
	if p := view.Pile.LastPlay; p != nil && p.Until != nil && *p.Until > t.now().UTC().Format("2006-01-02T15:04:05.000Z") {
		if seconds < 1 || seconds > max(1, int(window)/3) {
			return fmt.Errorf("Poll-After is %d while a window of %d seconds runs", seconds, int(window))
		}
	}
	return nil
}

// fetchEvents reads what is new to the viewer, sometimes in small pages.
func (t *Table) fetchEvents(ctx context.Context, viewer string) error {
	if t.fetched[viewer] >= t.version {
		return nil
	}
	limit := 0
	if t.rnd.IntN(4) == 0 {
		limit = 1 + t.rnd.IntN(3)
	}
	since := t.fetched[viewer]
	events, version, err := t.pages(ctx, viewer, since, limit)
	if err != nil {
		return fmt.Errorf("events of %q after %d: %w", viewer, since, err)
	}
	t.facts.add(viewer, events)
	t.fetched[viewer] = version
	t.version = max(t.version, version)
	t.sawEvents(viewer, since, version, events)
	return nil
}

func (t *Table) sawEvents(viewer string, since, version int, events []map[string]any) {
	t.observe(observation{version, version, fmt.Sprintf("events of %q after %d", viewer, since), func() error {
		text, err := json.Marshal(events)
		if err != nil {
			return fmt.Errorf("write the events: %w", err)
		}
		return compare(t.m.Events(viewer, since), text)
	}})
}

// pages reads all events after a version. Pages hold whole acts.
func (t *Table) pages(ctx context.Context, viewer string, after, limit int) ([]map[string]any, int, error) {
	events := []map[string]any{}
	for {
		answer, err := t.api.Events(ctx, t.caller(viewer), t.id, after, limit)
		if err != nil {
			return nil, 0, err
		}
		if answer.Status != http.StatusOK {
			return nil, 0, fmt.Errorf("status %d: %s", answer.Status, answer.Body)
		}
		var page client.EventPage
		if err := answer.JSON(&page); err != nil {
			return nil, 0, err
		}
		if err := noStore(answer); err != nil {
			return nil, 0, err
		}
		if n := len(events); n > 0 && len(page.Events) > 0 && short(events[n-1]["version"]) == short(page.Events[0]["version"]) {
			return nil, 0, fmt.Errorf("an act is torn between two pages: %s", short(page.Events[0]))
		}
		if page.Next == nil && strings.Contains(string(answer.Body), `"next"`) {
			return nil, 0, fmt.Errorf("next is there and null")
		}
		events = append(events, page.Events...)
		if page.Next == nil {
			return events, page.Version, nil
		}
		if *page.Next <= after || len(page.Events) == 0 {
			return nil, 0, fmt.Errorf("next is %d after %d, %d events", *page.Next, after, len(page.Events))
		}
		after = *page.Next
	}
}
