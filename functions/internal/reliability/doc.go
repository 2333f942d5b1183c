// Package reliability holds the tests of what the service promises under load, races
// and faults: what users would notice if it were broken. docs/reliability.md has the
// figures and the commands that give them.
package reliability
