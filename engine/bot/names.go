package bot

import "strings"

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
// different and each of them free. Should the list not suffice, its names come again as
// the second, third … of that name.
func Names(n int, free func(name string) bool, below func(int) int) []string {
	names := make([]string, 0, n)
	for suffix := ""; len(names) < n; suffix = next(suffix) {
		left := strings.Split(makers, "\n")
		for len(left) > 0 && len(names) < n {
			i := below(len(left))
			if name := left[i] + suffix; free(name) {
				names = append(names, name)
			}
			left[i] = left[len(left)-1]
			left = left[:len(left)-1]
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
