package bot

import (
	"slices"
	"strings"
)

// The names that bots go by: invented, after the manner of old card makers.
const makers = `Ambrus Festett
Anselm Rotkarten
Balthasar Druckstock
Benedek Makkfa
Crispin Goldrand
Demeter Tarokk
Dorottya Papiros
Eligius Blattmann
Emerich Schellhorn
Ferenc Levelkert
Florentin Herzstich
Gáspár Királyfi
Gottlieb Eichelberg
Gyula Pirosvár
Hedwig Leimpresse
Hieronymus Schnitt
Ignác Fametsző
Izidor Kolorit
Jeremias Pappendeckel
Johanna Farbentopf
Kálmán Tökmag
Kasimir Bogenleser
Konrad Unterstuben
Lőrinc Alsóházi
Leopoldine Glättstein
Mátyás Ászfalvi
Melchior Trumpfner
Nepomuk Kartenstecher
Orsolya Kéveházi
Ottokar Wendeblatt
Pongrác Felsőfi
Rosina Stempelmann
Salamon Vörösmakk
Servatius Obermaier
Tádé Zöldlevél
Theodor Blankenstich
Ulrich Siebenherz
Veronika Nyomdai
Wenzel Eckstein
Zsófia Csengő`

// Names returns n names for bots, drawn by chance (a number below its argument), all
// different and none of those taken, whatever the case. Should the list not suffice,
// its names come again as the second, third … of that name.
func Names(n int, taken []string, below func(int) int) []string {
	names := make([]string, 0, n)
	for suffix := ""; len(names) < n; suffix = next(suffix) {
		free := strings.Split(makers, "\n")
		for len(free) > 0 && len(names) < n {
			i := below(len(free))
			name := free[i] + suffix
			same := func(other string) bool { return strings.EqualFold(other, name) }
			if !slices.ContainsFunc(taken, same) {
				names = append(names, name)
			}
			free[i] = free[len(free)-1]
			free = free[:len(free)-1]
		}
	}
	return names
}

// next returns what is put behind a name that comes again.
func next(suffix string) string {
	if suffix == "" {
		return " II"
	}
	return suffix + "I"
}
