package reliability_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
)

// lessons are faults that card servers of this kind have had in public, each with the
// test that shows that this one has not: the file, from the top of the repository, and
// the beginning of the test's name or, of the page's tests, its words.
var lessons = []struct{ fault, file, test string }{
	{"another field carried what the view leaves out", "functions/internal/rest/secrecy_test.go", "TestSecrecy_no_answer_and_no_log_line_has_anothers_cards"},
	{"the log showed what a secret move was made with", "functions/internal/rest/secrecy_test.go", "TestSecrecy_R31_what_lies_face_down"},
	{"the answer to a challenge was the stored game, tokens and all", "functions/internal/reliability/lessons_trust_test.go", "TestLesson_no_answer_holds_anybodys_token"},
	{"hands were hidden in the first round only", "functions/internal/rest/secrecy_test.go", "TestSecrecy_no_answer_and_no_log_line_has_anothers_cards"},
	{"the same move sent twice at once was made twice", "functions/internal/reliability/lessons_race_test.go", "TestLesson_the_same_play_many_times_at_once_is_made_once"},
	{"who joined at once overwrote each other", "functions/internal/reliability/lessons_race_test.go", "TestLesson_all_who_join_at_once_sit"},
	{"a second click after a pause drew twice", "functions/internal/rest/keys_test.go", "TestKey_replays_a_play_with_todays_view_and_the_first_status"},
	{"a refused move raised the version", "functions/internal/rest/version_test.go", "TestVersion_refusals_change_nothing"},
	{"the server waited for somebody who had left", "functions/internal/rest/leaving_test.go", "TestLeaving_R28_the_last_missing_answer_closes_the_play"},
	{"a leaver's penalty hit somebody else", "functions/internal/rest/leaving_test.go", "TestLeaving_R28_an_open_play_of_the_leavers_closes_unturned"},
	{"leaving and coming back swapped seats and skipped a turn", "functions/internal/reliability/lessons_rules_test.go", "TestLesson_leaving_and_coming_back_moves_nobodys_seat"},
	{"a call out of turn left nobody able to move", "functions/internal/reliability/lessons_rules_test.go", "TestLesson_after_a_call_exactly_one_seat_can_play"},
	{"calling again and again won cards again and again", "functions/internal/reliability/lessons_race_test.go", "TestLesson_many_calls_at_once_move_the_pile_once"},
	{"a call was judged wrongly when cards ran out", "functions/internal/rest/games_test.go", "TestWholeGames_agree_with_the_model"},
	{"anybody with curl played any card", "functions/internal/reliability/lessons_rules_test.go", "TestLesson_only_cards_in_hand_are_played"},
	{"one rank was never dealt", "engine/deal_test.go", "TestDealIsFair"},
	{"a game that was over long ago looked like one that never was", "functions/internal/rest/lifetime_test.go", "TestLifetime_ends_at_its_moment"},
	{"a name was run as markup", "web/e2e/sheets.test.ts", "a name can do no harm"},
	{"a name that looks the same passed for another's", "functions/internal/rest/names_test.go", "TestName_that_looks_like_anothers_is_taken"},
	{"a corrected rule froze the games under way", "engine/notation_test.go", "TestNotationOfBefore"},
	{"a write that had succeeded was reported as a conflict", "functions/internal/reliability/lessons_race_test.go", "TestLesson_a_lost_answer_is_no_conflict"},
	{"the same in the store", "infra/store/dynamo/wire_test.go", "TestAnswerLost"},
	{"a busy game was reported as not there", "functions/internal/reliability/lessons_race_test.go", "TestLesson_the_same_play_many_times_at_once_is_made_once"},
	{"what had expired was still served", "functions/internal/rest/lifetime_test.go", "TestLifetime_ends_at_its_moment"},
	{"a growing list hit the limit of an item", "functions/internal/rest/history_test.go", "TestHistory"},
	{"a condition that can never hold was retried until the time was up", "infra/store/dynamo/errors_test.go", "TestConflictIsQuick"},
	{"errors came without the headers for other origins", "functions/internal/rest/cors_test.go", "TestCORS_is_on_every_answer_errors_too"},
	{"a gateway's base64 was taken for the body", "functions/internal/gateway/gateway_test.go", "TestHandler_request"},
	{"a body of no type was a fault of the server's", "functions/internal/rest/requests_test.go", "TestBody_is_JSON_by_its_type"},
	{"numbers came back as something else", "functions/internal/reliability/lessons_trust_test.go", "TestLesson_numbers_are_whole_numbers"},
	{"all hands were sent around when somebody left", "functions/internal/rest/secrecy_test.go", "TestSecrecy_R31_where_the_unseen_cards_lie"},
	{"a public id opened a private hand", "functions/internal/rest/tokens_test.go", "TestToken_cannot_be_found_in_what_is_public"},
	{"a lied last card was lost", "engine/random_test.go", "TestRandomGames"},
	{"the rank moved by the number of cards", "functions/internal/reliability/lessons_rules_test.go", "TestLesson_the_rank_moves_by_one_with_every_play"},
	{"anybody could play at any time, for four players only", "functions/internal/reliability/lessons_rules_test.go", "TestLesson_only_the_seat_whose_turn_it_is_plays"},
	{"part of the pile was lost when it was taken up", "functions/internal/reliability/lessons_rules_test.go", "TestLesson_the_rank_moves_by_one_with_every_play"},
	{"the end was never told", "functions/internal/reliability/lessons_rules_test.go", "TestLesson_every_end_is_told_to_everybody"},
	{"cards could be foretold", "functions/internal/reliability/lessons_trust_test.go", "TestLesson_no_two_deals_are_alike"},
}

func TestLessons_each_has_its_test(t *testing.T) {
	t.Parallel()
	for _, lesson := range lessons {
		text, err := os.ReadFile(filepath.Join("../../..", lesson.file))
		if !assert.NoError(t, err, lesson.fault) {
			continue
		}
		test := `test("` + lesson.test + `"`
		if strings.HasSuffix(lesson.file, ".go") {
			test = "func " + lesson.test + "("
		}
		assert.Contains(t, string(text), test, "nothing shows that it does not happen here: %s", lesson.fault)
	}
}

// table is a game and who sits there.
type table struct {
	t     *testing.T
	api   client.Client
	id    string
	seats []apitest.Seated
	clock *apitest.Clock
}

// sit makes a game with all seats taken, every answer of which is held against the
// OpenAPI document.
func sit(t *testing.T, seats int, rules map[string]any) *table {
	t.Helper()
	server := apitest.New(t, nil)
	api := client.Client{Base: server.URL, HTTP: server.HTTP}
	if rules["callSeconds"] == nil {
		rules["callSeconds"] = 0
	}
	id, seated, err := apitest.Table(t.Context(), api, client.Creation{Seats: seats, Rules: rules}, seats)
	require.NoError(t, err)
	return &table{t, api, id, seated, server.Clock}
}

// view is the game as a seat sees it.
func (g *table) view(seat int) client.View {
	g.t.Helper()
	var v client.View
	g.ok(g.api.View(g.t.Context(), g.seats[seat].Caller, g.id)).into(&v)
	return v
}

// carried is the answer to a request that was carried out.
type carried struct {
	t *testing.T
	client.Answer
}

func (a carried) into(v any) {
	a.t.Helper()
	require.NoError(a.t, a.JSON(v))
}

// ok states that a request was carried out.
func (g *table) ok(answer client.Answer, err error) carried {
	g.t.Helper()
	require.NoError(g.t, err)
	require.Less(g.t, answer.Status, 300, "%s", answer.Body)
	return carried{g.t, answer}
}

// refused states that a request was refused with the code.
func (g *table) refused(code string, answer client.Answer, err error) {
	g.t.Helper()
	require.NoError(g.t, err)
	assert.Equal(g.t, code, answer.Problem().Code, "%d %s", answer.Status, answer.Body)
}

// by is a seat's player, who has seen the newest version.
func (g *table) by(seat int) client.Caller {
	g.t.Helper()
	return g.seats[seat].At(g.view(seat).Version)
}

// play puts cards of a seat's down: the named ones, or the first.
func (g *table) play(seat int, cards ...string) (client.Answer, error) {
	g.t.Helper()
	if len(cards) == 0 {
		cards = g.view(seat).You.Hand[:1]
	}
	return g.api.Play(g.t.Context(), g.by(seat), g.id, client.Cards{Cards: cards})
}

func (g *table) call(seat int) (client.Answer, error) {
	g.t.Helper()
	return g.api.Call(g.t.Context(), g.by(seat), g.id)
}

func (g *table) accept(seat int) (client.Answer, error) {
	g.t.Helper()
	return g.api.Accept(g.t.Context(), g.by(seat), g.id)
}

func (g *table) leave(seat int) (client.Answer, error) {
	g.t.Helper()
	return g.api.Leave(g.t.Context(), g.seats[seat].Caller, g.id)
}

// after is the seat so many places further.
func (g *table) after(seat, places int) int { return (seat + places) % len(g.seats) }

// turn is the seat whose turn it is, and the due rank.
func (g *table) turn() (int, string) {
	g.t.Helper()
	turn := g.view(0).Turn
	require.NotNil(g.t, turn)
	return turn.Seat, turn.Rank
}
