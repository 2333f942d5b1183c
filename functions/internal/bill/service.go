package bill

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"cheat"
	"cheat/functions/internal/front"
	"cheat/functions/internal/party"
	"cheat/functions/internal/program"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/table"
)

// Service is the API in this process on a table that counts what is consumed. It is
// an http.RoundTripper: what is sent through it, one request after the other, it
// answers and files.
type Service struct {
	meter  *meter
	inside http.RoundTripper
	ahead  time.Duration // of the clock
}

// NewService makes the table unless it is there, which on AWS it has to be.
func NewService(ctx context.Context, config dynamo.Config) (*Service, error) {
	if err := table.Provide(ctx, config, cheat.Template); err != nil {
		return nil, err
	}
	m := newMeter()
	config.Observe = m.observe
	store, err := dynamo.New(config)
	if err != nil {
		return nil, err
	}
	settings, err := program.FromEnv(func(string) string { return "" })
	if err != nil {
		return nil, err
	}
	settings.Meter = m.lines
	log := slog.New(slog.NewJSONHandler(m, nil))
	api := front.New(settings, settings.Games(store, log), log)
	api.Meter = m
	service := &Service{meter: m}
	api.Now = func() time.Time { return time.Now().Add(service.ahead) }
	service.inside = party.Transport(api.Handler())
	return service, nil
}

// Wait puts the service's clock forward; nobody else's.
func (s *Service) Wait(d time.Duration) { s.ahead += d }

// RoundTrip implements http.RoundTripper.
func (s *Service) RoundTrip(r *http.Request) (*http.Response, error) {
	out, err := s.inside.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(out.Body)
	if err != nil {
		return nil, err
	}
	out.Body = io.NopCloser(bytes.NewReader(body))
	size := len(body)
	for name, values := range out.Header {
		for _, value := range values {
			size += len(name) + len(": ") + len(value) + len("\r\n")
		}
	}
	s.meter.done(size)
	return out, nil
}

// Lines returns what the requests consumed so far, by kind.
func (s *Service) Lines() []Line { return s.meter.lineup() }

// Total returns how many requests there were so far, and what they consumed.
func (s *Service) Total() (int, Use) { return s.meter.total() }
