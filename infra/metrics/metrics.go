// Package metrics counts what the service does and puts the numbers into its log
// lines in CloudWatch's embedded metric format, so that no request to CloudWatch is
// made and no line is written besides. The edge and the sweep ask for the attributes
// of their line; a wrapper of the store sees what is written. What happens in
// between knows nothing of metrics.
//
// CloudWatch charges for every metric with every value of its dimensions. So most
// have no dimension, and those of the others have few values.
package metrics

// Name is a metric's name, and that of the member of the log line that holds it.
type Name string

// The metrics.
const (
	Moves         Name = "Moves"         // plays that were accepted
	Calls         Name = "Calls"         // calls that were accepted
	Replays       Name = "Replays"       // commands answered as repeats of an earlier one
	Refusals      Name = "Refusals"      // requests answered with a problem
	Took          Name = "Took"          // time from the request to its answer
	GamesMade     Name = "GamesMade"     // rematches too
	GamesFinished Name = "GamesFinished" // matches that ended, whoever or whatever ended them
	Conflicts     Name = "Conflicts"     // writes that came too late, or whose first try had been written
	RecordBytes   Name = "RecordBytes"   // size of each written part of a game, as DynamoDB counts it
	ColdStarts    Name = "ColdStarts"    // processes that began with this line
	Woken         Name = "Woken"         // wake-ups that a sweep found due
	WakesFailed   Name = "WakesFailed"   // of these, left to the next sweep
	SweepLag      Name = "SweepLag"      // time by which the oldest of these was late
)

// The dimensions. Each names a member of the log line.
const (
	Route   = "route"   // method and pattern, "-" for what is no route
	Outcome = "outcome" // ok, replayed, not-modified, the code of the problem, or another status
)

// Metric describes one metric.
type Metric struct {
	Name Name
	Unit string // as CloudWatch's MetricDatum names units
	By   string // its one dimension, "" for none
}

// All lists the metrics. Whatever alarms and dashboards show of the service's own
// is one of these.
func All() []Metric {
	return []Metric{
		{Moves, "Count", ""},
		{Calls, "Count", ""},
		{Replays, "Count", ""},
		{GamesMade, "Count", ""},
		{GamesFinished, "Count", ""},
		{Conflicts, "Count", ""},
		{RecordBytes, "Bytes", ""},
		{ColdStarts, "Count", ""},
		{Woken, "Count", ""},
		{WakesFailed, "Count", ""},
		{SweepLag, "Milliseconds", ""},
		{Took, "Milliseconds", Route},
		{Refusals, "Count", Outcome},
	}
}
