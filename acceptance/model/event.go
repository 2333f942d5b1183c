package model

import "time"

type members map[string]any

// event is one event with what only some seats may see of it.
type event struct {
	version int
	at      time.Time
	kind    string
	public  members
	private map[int]members
}

func (m *Match) emit(kind string, public members) { m.emitTo(kind, public, nil) }

func (m *Match) emitTo(kind string, public members, private map[int]members) {
	m.events = append(m.events, event{m.version, m.updated, kind, public, private})
}

// Events are the player's events after a version, as the JSON members of each. Who has left, and who
// holds no seat, sees what a spectator sees (R30).
func (m *Match) Events(player string, afterVersion int) []map[string]any {
	seat := m.active(player)
	shown := []map[string]any{}
	for _, e := range m.events {
		if e.version <= afterVersion {
			continue
		}
		about := map[string]any{"version": e.version, "at": Stamp(e.at), "type": e.kind}
		for name, value := range e.public {
			about[name] = value
		}
		if seat >= 0 {
			for name, value := range e.private[seat] {
				about[name] = value
			}
		}
		shown = append(shown, about)
	}
	return shown
}
