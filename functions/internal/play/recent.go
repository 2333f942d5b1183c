package play

import (
	"bytes"
	"sync"

	"cheat/engine"
	"cheat/infra/store"
)

// recent remembers games as they were read last, so that who looks again at what has
// not changed, as most looks do, need not have it parsed again. Whether it has changed
// is judged by the very bytes of the records: it saves time and decides nothing. The
// zero value is ready; the methods may be called at the same time.
type recent struct {
	mu    sync.Mutex
	games map[string]known // by id
}

// known is a game with the records that it was read from. None of it is ever changed
// in place.
type known struct {
	head, play store.Item // no play where there was none
	match      match
}

// mostRecent is how many games are remembered. Each takes some kilobytes.
const mostRecent = 512

// read returns the game that stands in these records, parsed or remembered.
func (r *recent) read(head, play store.Item) (match, error) {
	r.mu.Lock()
	before := r.games[head.PK]
	r.mu.Unlock()
	sameHead := before.match.head.Table != nil && same(before.head, head)
	if sameHead && same(before.play, play) {
		return before.match, nil
	}
	m := match{head: before.match.head}
	var err error
	if !sameHead {
		if m.head, err = store.ParseHead(head); err != nil {
			return match{}, err
		}
	}
	switch table := m.head.Table; {
	case table.Started == 0:
		m.game = engine.Lobby(table)
	case play.SK == "": // nothing has happened since the start
		m.game = table.FirstDeal()
		m.round = store.Round{Deal: m.game.LastDeal()}
	default:
		p, err := store.ParsePlay(table, play)
		if err != nil {
			return match{}, err
		}
		m.game, m.round, m.memory = p.Game, p.Round, p.Memory
	}
	m.stored = stored{game: m.game, round: m.round, hasRow: play.SK != ""}
	r.keep(known{head: head, play: play, match: m})
	return m, nil
}

// keep remembers a game that has started; lobbies are short and large. When there are
// too many, all are forgotten: those that count are read again at once.
func (r *recent) keep(k known) {
	if k.match.head.Table.Started == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, has := r.games[k.head.PK]; r.games == nil || !has && len(r.games) >= mostRecent {
		r.games = make(map[string]known)
	}
	r.games[k.head.PK] = k
}

// same reports whether two records are the same, but for their time to live, which
// nothing is read from.
func same(a, b store.Item) bool {
	return a.SK == b.SK && a.PK == b.PK && a.Version == b.Version && bytes.Equal(a.Body, b.Body)
}
