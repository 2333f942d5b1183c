package acceptance

import (
	"fmt"
	"math/rand/v2"
	"time"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// Clock is the server's clock where a test can move it. It stands still between two calls of Advance, and
// moves by whole milliseconds.
type Clock interface {
	Now() time.Time
	Advance(d time.Duration)
}

// Player is somebody who may have a token, whether he holds a seat or not.
type Player struct {
	ID    string // the model's name for him
	Name  string
	Token string // "": the server makes it when he sits down
}

// spectator is the viewer without a token.
const spectator = ""

// Table is one game on the server with the model of it, and everybody who looks on.
type Table struct {
	api     client.Client
	clock   Clock // nil: real time
	rnd     *rand.Rand
	logf    func(string, ...any)
	id      string
	players []*Player
	listed  bool
	bots    bool // bots sit at the table

	m         *model.Match // nil until version 1 is known
	creation  model.Creation
	createdAt time.Time
	facts     *facts
	pending   []sent
	held      []observation
	compared  int // finished rounds compared so far
	ended     ending

	version  int            // the newest that the server has shown
	safe     int            // up to here every viewer's events are known
	fetched  map[string]int // per viewer: events are known up to this version
	views    map[string]client.View
	keys     map[string]model.Command // each player's newest accepted command with a key
	commands int
	rematch  *Table          // once somebody has asked for it
	asked    map[string]bool // who has asked for it
}

// sent is an accepted command that the model has yet to carry out: one of the versions pre+1 … post.
type sent struct {
	command   model.Command
	pre, post int
	from, to  time.Time // it happened between these
}

// ending is the version at which the match ended, and when: what lists show of it.
type ending struct {
	version int
	at      time.Time
}

func newTable(api client.Client, o Options, rnd *rand.Rand) *Table {
	t := &Table{api: api, clock: o.Clock, rnd: rnd, logf: o.Logf, fetched: map[string]int{}, views: map[string]client.View{},
		keys: map[string]model.Command{}, asked: map[string]bool{}}
	if t.logf == nil {
		t.logf = func(string, ...any) {}
	}
	t.facts = &facts{table: t, own: map[string][]map[string]any{}, records: map[int]record{}}
	return t
}

// newPlayer adds somebody who looks on from now on.
func (t *Table) newPlayer(name, token string) *Player {
	p := &Player{ID: fmt.Sprintf("p%d", len(t.players)), Name: name, Token: token}
	t.players = append(t.players, p)
	return p
}

func (t *Table) player(id string) *Player {
	for _, p := range t.players {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// viewers are all players with a token, and last the spectator.
func (t *Table) viewers() []string {
	ids := []string{}
	for _, p := range t.players {
		if p.Token != "" {
			ids = append(ids, p.ID)
		}
	}
	return append(ids, spectator)
}

// view is what the player saw last; without a token he sees what the spectator sees.
func (t *Table) view(id string) client.View {
	if p := t.player(id); p != nil && p.Token != "" {
		return t.views[id]
	}
	return t.views[spectator]
}

// caller is who asks with the viewer's token.
func (t *Table) caller(viewer string) client.Caller {
	if p := t.player(viewer); p != nil {
		return client.Caller{Token: p.Token}
	}
	return client.Caller{}
}

// at is the model's version, 0 before it is made.
func (t *Table) at() int {
	if t.m == nil {
		return 0
	}
	return t.m.Version()
}

func (t *Table) now() time.Time {
	if t.clock != nil {
		return t.clock.Now()
	}
	return time.Now()
}

// slack is how far the server's clock may be from ours: not at all where the test holds it.
func (t *Table) slack() time.Duration {
	if t.clock != nil {
		return 0
	}
	return 10 * time.Second
}

// wrap says in an error where it happened.
func (t *Table) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("game %s, version %d, model at %d, after %d commands, rules %s: %w",
		t.id, t.version, t.at(), t.commands, short(t.creation.Given), err)
}
