// Package acceptance plays whole games over HTTP and holds every answer against the model: each seat's
// view, a spectator's, the events of every viewer, the code of every refusal, the finished rounds. It knows
// the server by its contract alone, so it runs unchanged over httptest, against the local program, sam local
// or a deployed stage.
//
// PlayRandom plays a random game; Scenarios are scripted cases that random play seldom reaches. Both return
// an error that says what differed, in which game and at which version; they use no testing.T, so that
// other test packages and programs can call them.
//
// With people alone at the table the model is fed at once, from what each seat may see of its own cards. With
// bots at the table nobody outside knows their hands, so what was seen of a round is kept and compared when the
// finished round has opened it.
//
// To play on a running server: CHEAT_URL=http://127.0.0.1:8080 CHEAT_GAMES=50 go test ./acceptance -run 'TestRandomGames|TestScenarios'.
package acceptance
