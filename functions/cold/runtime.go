package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// runtime stands in for the Runtime API of one Lambda function ("Using the Lambda
// runtime API for custom runtimes"): it hands out one event and takes its answer.
type runtime struct {
	event  []byte
	server *http.Server
	addr   string

	asked, answered chan time.Time // once each
	failed          chan error
	closing         chan struct{}
	once            sync.Once

	mu     sync.Mutex
	handed time.Time // when the event was given
	body   []byte    // the answer
}

const basePath = "/2018-06-01/runtime"

// newRuntime listens on loopback until it is closed.
func newRuntime(event []byte) (*runtime, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	r := &runtime{
		event: event, addr: listener.Addr().String(),
		asked: make(chan time.Time, 1), answered: make(chan time.Time, 1), failed: make(chan error, 1), closing: make(chan struct{}),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+basePath+"/invocation/next", r.next)
	mux.HandleFunc("POST "+basePath+"/invocation/{id}/response", r.response)
	mux.HandleFunc("POST "+basePath+"/", r.failure) // init/error, invocation/{id}/error
	r.server = &http.Server{Handler: mux, ReadHeaderTimeout: time.Second}
	go func() { _ = r.server.Serve(listener) }()
	return r, nil
}

func (r *runtime) close() error {
	close(r.closing)
	return r.server.Close()
}

// next gives the event to who asks first; the next time there is none.
func (r *runtime) next(w http.ResponseWriter, _ *http.Request) {
	now := time.Now()
	first := false
	r.once.Do(func() { first = true })
	if !first {
		<-r.closing
		return
	}
	r.asked <- now
	w.Header().Set("Lambda-Runtime-Aws-Request-Id", "8476a536-e9f4-11e8-9739-2dfe598c3fcd")
	w.Header().Set("Lambda-Runtime-Deadline-Ms", strconv.FormatInt(now.Add(10*time.Second).UnixMilli(), 10))
	w.Header().Set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:123456789012:function:cold")
	w.Header().Set("Lambda-Runtime-Trace-Id", "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=0")
	r.mu.Lock()
	r.handed = time.Now()
	r.mu.Unlock()
	_, _ = w.Write(r.event)
}

func (r *runtime) response(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	now := time.Now()
	w.WriteHeader(http.StatusAccepted)
	if err != nil {
		r.failed <- err
		return
	}
	r.mu.Lock()
	r.body = body
	r.mu.Unlock()
	r.answered <- now
}

func (r *runtime) failure(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	w.WriteHeader(http.StatusAccepted)
	r.failed <- fmt.Errorf("%s: %s", strings.TrimPrefix(req.URL.Path, basePath), body)
}
