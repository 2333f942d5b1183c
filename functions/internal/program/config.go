// Package program puts together what the programs under functions/ serve: it reads
// their configuration from the environment and builds the games and the API on a
// store. It decides nothing else.
package program

import (
	"fmt"
	"log/slog"
	"strconv"

	"cheat/functions/internal/play"
	"cheat/infra/metrics"
)

// Config is what the environment says, with the defaults for what it does not.
type Config struct {
	PublicURL string
	LogLevel  slog.Level
	Lifetimes play.Lifetimes
	// PerMinute is how many games an address may make or join in a minute, 0 for
	// any number.
	PerMinute int
	// Requests is how many are carried out at the same time, 0 for any number.
	Requests int
	Meter    *metrics.Meter

	Port    int    // local
	DataDir string // local
	Store   string // local: "bolt" or "dynamodb"
	// Connections is how many the local program holds at the same time.
	Connections int
}

// FromEnv reads the environment. docs/configuration.md lists the variables. The
// error names the variable that cannot be read.
func FromEnv(getenv func(string) string) (Config, error) {
	c := Config{
		PublicURL: getenv("PUBLIC_URL"), Lifetimes: play.DefaultLifetimes(),
		DataDir: ".data", Store: "bolt", Port: 8080, Requests: 128, Connections: 4096,
	}
	if dir := getenv("DATA_DIR"); dir != "" {
		c.DataDir = dir
	}
	if kind := getenv("STORE"); kind != "" {
		c.Store = kind
	}
	if c.Store != "bolt" && c.Store != "dynamodb" {
		return Config{}, fmt.Errorf("STORE is %q; it is bolt or dynamodb", c.Store)
	}
	if level := getenv("LOG_LEVEL"); level != "" {
		if err := c.LogLevel.UnmarshalText([]byte(level)); err != nil {
			return Config{}, fmt.Errorf("LOG_LEVEL is %q; it is debug, info, warn or error", level)
		}
	}
	c.Meter = metrics.New("")
	if c.LogLevel <= slog.LevelInfo { // else there is no line that could carry metrics
		c.Meter = metrics.New(getenv("METRICS_NAMESPACE"))
	}
	for _, number := range []struct {
		name     string
		to       *int
		min, max int
	}{
		{"PORT", &c.Port, 0, 65535},
		{"LIMIT_SEATS_PER_MINUTE", &c.PerMinute, 0, 1e6},
		{"LIMIT_REQUESTS", &c.Requests, 0, 1e6},
		{"LIMIT_CONNECTIONS", &c.Connections, 1, 1e6},
		{"LIFETIME_LOBBY_SECONDS", &c.Lifetimes.Lobby, 1, c.Lifetimes.Record},
		{"LIFETIME_IDLE_SECONDS", &c.Lifetimes.Idle, 1, c.Lifetimes.Longest},
		{"LIFETIME_FINISHED_SECONDS", &c.Lifetimes.Finished, 1, c.Lifetimes.Longest},
		{"LIFETIME_LONGEST_SECONDS", &c.Lifetimes.Longest, 1, c.Lifetimes.Record},
	} {
		text := getenv(number.name)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < number.min || n > number.max {
			return Config{}, fmt.Errorf("%s is %q; it is a whole number from %d to %d", number.name, text, number.min, number.max)
		}
		*number.to = n
	}
	return c, nil
}
