package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// server is a program that serves on loopback.
type server struct {
	url string
	cmd *exec.Cmd
}

// start starts a program that prints its address as the last word of a line.
func start(env []string, program string, arguments ...string) (*server, error) {
	cmd := exec.Command(program, arguments...)
	cmd.Env = env
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	words := strings.Fields(line)
	if err != nil || len(words) == 0 {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return nil, fmt.Errorf("%s does not say where it serves", program)
	}
	return &server{url: words[len(words)-1], cmd: cmd}, nil
}

// stop ends the program.
func (s *server) stop() {
	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait()
}

// tick is the unit in which the system counts a process's time (proc(5), USER_HZ).
const tick = 10 * time.Millisecond

// cpu is the time that the program has computed.
func (s *server) cpu() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, ok := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	var user, system time.Duration
	if ok && len(fields) > 12 { // fields 14 and 15 of the whole
		_, err = fmt.Sscan(fields[11]+" "+fields[12], &user, &system)
	}
	if err != nil || len(fields) <= 12 {
		return 0, errors.New("the system does not tell the program's time")
	}
	return (user + system) * tick, nil
}

// memory is the most that the program has had, in MiB.
func (s *server) memory() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kib := 0.0
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		return 0, fmt.Errorf("the system does not tell the program's memory: %w", err)
	}
	return kib / 1024, nil
}

// nothing is the argument with which this program serves nothing.
const nothing = "nothing"

// answerSize is what a view of a game of four takes.
const answerSize = 1300

// serveNothing reads whatever is sent and answers with as many bytes as a view has, or
// with 304 where the client has seen a version: what HTTP alone costs.
func serveNothing() {
	body := []byte(`{"version":1,"text":"` + strings.Repeat("x", answerSize) + `"}`)
	handler := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Cache-Control", "no-store")
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	server := &http.Server{Handler: http.HandlerFunc(handler), ReadHeaderTimeout: 5 * time.Second}
	fmt.Fprintln(os.Stderr, server.Serve(listener))
	os.Exit(1)
}
