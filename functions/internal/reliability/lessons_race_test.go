package reliability_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
)

// atOnce asks so often at the same time and returns the answers.
func atOnce(t *testing.T, times int, ask func(i int) (client.Answer, error)) []client.Answer {
	t.Helper()
	answers := make([]client.Answer, times)
	var begin, all sync.WaitGroup
	begin.Add(times)
	for i := range times {
		all.Go(func() {
			begin.Done()
			begin.Wait()
			for {
				answer, err := ask(i)
				if !assert.NoError(t, err) {
					return
				}
				if answers[i] = answer; answer.Status != http.StatusServiceUnavailable {
					return
				}
			}
		})
	}
	all.Wait()
	return answers
}

// count returns how many answers have each status.
func count(answers []client.Answer) map[int]int {
	statuses := map[int]int{}
	for _, a := range answers {
		statuses[a.Status]++
	}
	return statuses
}

func TestLesson_the_same_play_many_times_at_once_is_made_once(t *testing.T) {
	t.Parallel()
	const times = 20
	for name, key := range map[string]string{"with a key": "k", "without a key": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := sit(t, 2, map[string]any{})
			seat, _ := g.turn()
			hand, who := g.view(seat).You.Hand, g.by(seat)
			who.Key = key
			answers := atOnce(t, times, func(int) (client.Answer, error) {
				return g.api.Play(t.Context(), who, g.id, client.Cards{Cards: hand[:1]})
			})
			statuses := count(answers)
			replayed := len(slices.DeleteFunc(slices.Clone(answers), func(a client.Answer) bool { return a.Header.Get("Idempotency-Replayed") == "" }))
			if key != "" {
				assert.Equal(t, map[int]int{http.StatusOK: times}, statuses)
				assert.Equal(t, times-1, replayed)
			} else {
				// Once his play is there, the same request is out of turn or stale.
				assert.Equal(t, 1, statuses[http.StatusOK], "%v", statuses)
				assert.Equal(t, times-1, statuses[http.StatusConflict]+statuses[http.StatusPreconditionFailed], "%v", statuses)
			}
			assert.Len(t, g.view(seat).You.Hand, len(hand)-1)
			g.ok(g.play(g.after(seat, 1)))
		})
	}
}

func TestLesson_all_who_join_at_once_sit(t *testing.T) {
	t.Parallel()
	g := sit(t, 2, map[string]any{})
	host := client.Caller{Token: client.NewToken()}
	var made client.Seated
	g.ok(g.api.Create(t.Context(), host, client.Creation{Name: "Host", Seats: 8})).into(&made)
	guests := make([]client.Caller, 7)
	for i := range guests {
		guests[i] = client.Caller{Token: client.NewToken(), Key: "k"}
	}
	answers := atOnce(t, len(guests), func(i int) (client.Answer, error) {
		return g.api.Join(t.Context(), guests[i], made.Game.ID, client.Joining{Name: fmt.Sprint("Guest ", i)})
	})
	seats := map[int]bool{0: true}
	for i, answer := range answers {
		var joined client.Seated
		require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
		require.NoError(t, answer.JSON(&joined))
		seats[*joined.Seat] = true
		var view client.View
		g.ok(g.api.View(t.Context(), client.Caller{Token: guests[i].Token}, made.Game.ID)).into(&view)
		require.NotNil(t, view.You, "the token works")
		assert.Equal(t, *joined.Seat, view.You.Seat)
		assert.Equal(t, fmt.Sprint("Guest ", i), *view.Seats[view.You.Seat].Name)
		assert.Equal(t, "playing", view.Status)
	}
	assert.Len(t, seats, 8)
}

func TestLesson_many_calls_at_once_move_the_pile_once(t *testing.T) {
	t.Parallel()
	g := sit(t, 4, map[string]any{})
	liar, _ := g.turn()
	g.ok(g.play(liar))
	seen := g.view(0).Version
	answers := atOnce(t, 12, func(i int) (client.Answer, error) {
		return g.api.Call(t.Context(), g.seats[g.after(liar, 1+i%3)].At(seen), g.id)
	})
	statuses := count(answers)
	assert.Equal(t, 1, statuses[http.StatusOK], "%v", statuses)
	assert.Equal(t, 11, statuses[http.StatusConflict]+statuses[http.StatusPreconditionFailed], "%v", statuses)
	v := g.view(0)
	assert.Equal(t, seen+1, v.Version)
	assert.Zero(t, v.Pile.Cards)
	total := 0
	for _, s := range v.Seats {
		total += s.Cards
	}
	assert.Equal(t, 32, total)
	answer, err := g.call(g.after(liar, 1))
	g.refused("nothing-to-call", answer, err)
}

// deaf loses the first answer to a POST, after the server has carried it out.
type deaf struct {
	next http.RoundTripper
	lost atomic.Bool
}

func (d *deaf) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := d.next.RoundTrip(r)
	if err == nil && r.Method == http.MethodPost && d.lost.CompareAndSwap(false, true) {
		_ = answer.Body.Close()
		return nil, errors.New("the answer was lost")
	}
	return answer, err
}

func TestLesson_a_lost_answer_is_no_conflict(t *testing.T) {
	t.Parallel()
	g := sit(t, 2, map[string]any{})
	seat, _ := g.turn()
	hand, who := g.view(seat).You.Hand, g.by(seat)
	who.Key = "k"
	far := client.Client{Base: g.api.Base, HTTP: &http.Client{Transport: &deaf{next: g.api.HTTP.Transport}}}
	_, err := far.Play(t.Context(), who, g.id, client.Cards{Cards: hand[:1]})
	require.ErrorContains(t, err, "the answer was lost")
	answer, err := far.Play(t.Context(), who, g.id, client.Cards{Cards: hand[:1]})
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	assert.Equal(t, "true", answer.Header.Get("Idempotency-Replayed"))
	assert.Equal(t, client.Tag(g.view(seat).Version), answer.Header.Get("ETag"))
	assert.Len(t, g.view(seat).You.Hand, len(hand)-1)
}
