package request_test

import (
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/functions/internal/problem"
	"cheat/functions/internal/request"
)

// table is what the tests decode: a member of every kind.
type table struct {
	Name    string
	Seats   int
	Decks   int
	Points  []int
	Bots    []string
	Listed  bool
	Entropy string
	Seconds int
	given   bool
}

const never = -1

func (in *table) members() []request.Member {
	return []request.Member{
		request.Required("name", request.Text(&in.Name)),
		request.Required("seats", request.Whole(&in.Seats, 2, 8)),
		request.Optional("bots", request.List(&in.Bots, 0, 7, func(bot *string) request.Value {
			return request.Word(bot, "easy", "normal", "hard")
		})),
		request.Optional("listed", request.Flag(&in.Listed)),
		request.Optional("entropy", request.ShortText(&in.Entropy, 3)),
		request.Optional("rules", request.Object(
			request.Optional("decks", request.WholeOf(&in.Decks, 1, 2)),
			request.Optional("points", request.List(&in.Points, 1, 3, func(n *int) request.Value {
				return request.Whole(n, 0, 100)
			})),
			request.Optional("seconds", request.OrNull(request.Whole(&in.Seconds, 0, 3600), func() {
				in.Seconds = never
			})).Check(func() error {
				in.given = true
				if 0 < in.Seconds && in.Seconds < 10 {
					return errors.New("must be 0 or at least 10")
				}
				return nil
			}),
		)),
	}
}

func post(body string, headers ...string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/v1/games", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Del(headers[i]); headers[i+1] != "" {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	return r
}

func TestBody_reads_what_is_allowed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		body string
		want table
	}{
		"the least": {`{"name":"Ada","seats":2}`, table{Name: "Ada", Seats: 2}},
		"everything": {
			` {"seats":8,"name":"Ad\u0061","bots":["easy","hard"],"listed":true,"entropy":"äöü","rules":{"decks":2,"points":[4,0],"seconds":10}} `,
			table{Name: "Ada", Seats: 8, Bots: []string{"easy", "hard"}, Listed: true, Entropy: "äöü", Decks: 2, Points: []int{4, 0}, Seconds: 10, given: true},
		},
		"null where it means something":  {`{"name":"Ada","seats":2,"rules":{"seconds":null}}`, table{Name: "Ada", Seats: 2, Seconds: never, given: true}},
		"false and empty are values":     {`{"name":"","seats":2,"listed":false,"bots":[],"rules":{}}`, table{Seats: 2, Bots: []string{}}},
		"a whole number with a point":    {`{"name":"Ada","seats":2.0}`, table{Name: "Ada", Seats: 2}},
		"a whole number with a power":    {`{"name":"Ada","seats":0.2e1}`, table{Name: "Ada", Seats: 2}},
		"a whole number with less power": {`{"name":"Ada","seats":2000E-3}`, table{Name: "Ada", Seats: 2}},
		"a pair of surrogates":           {`{"name":"\ud83c\udca1","seats":2}`, table{Name: "🂡", Seats: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got table
			require.NoError(t, request.Body(post(tt.body), got.members()...))
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestBody_refuses_the_rest(t *testing.T) {
	t.Parallel()
	const good = `"name":"Ada","seats":2`
	for name, tt := range map[string]struct {
		body    string
		pointer string
		detail  string // a part of it
	}{
		"unknown member":            {`{` + good + `,"seat":1}`, "/seat", "is unknown: the members here are name, seats,"},
		"unknown member below":      {`{` + good + `,"rules":{"deck":1}}`, "/rules/deck", "is unknown: the members here are decks, points, seconds"},
		"another case":              {`{"Name":"Ada","seats":2}`, "/Name", "is unknown"},
		"unknown, with odd letters": {`{` + good + `,"a/b~c":1}`, "/a~1b~0c", "is unknown"},
		"missing member":            {`{"name":"Ada"}`, "/seats", "is missing"},
		"twice":                     {`{` + good + `,"name":"Bo"}`, "/name", "is there twice"},
		"twice, once escaped":       {`{` + good + `,"n\u0061me":"Bo"}`, "/name", "is there twice"},
		"twice, below":              {`{` + good + `,"rules":{"decks":1,"decks":1}}`, "/rules/decks", "is there twice"},
		"twice in what is unknown":  {`{` + good + `,"x":{"a":1,"a":1}}`, "/x/a", "is there twice"},
		"null":                      {`{"name":null,"seats":2}`, "/name", "must be text"},
		"null object":               {`{` + good + `,"rules":null}`, "/rules", "must be an object"},
		"null list":                 {`{` + good + `,"bots":null}`, "/bots", "must be a list"},
		"null flag":                 {`{` + good + `,"listed":null}`, "/listed", "must be true or false"},
		"null number":               {`{"name":"Ada","seats":null}`, "/seats", "must be a whole number from 2 to 8"},
		"null body":                 {`null`, "", "must be an object"},
		"list body":                 {`[]`, "", "must be an object"},
		"text for a number":         {`{"name":"Ada","seats":"2"}`, "/seats", "must be a whole number from 2 to 8"},
		"number for text":           {`{"name":1,"seats":2}`, "/name", "must be text"},
		"number for a flag":         {`{` + good + `,"listed":1}`, "/listed", "must be true or false"},
		"object for a list":         {`{` + good + `,"bots":{}}`, "/bots", "must be a list"},
		"fraction":                  {`{"name":"Ada","seats":2.5}`, "/seats", "must be a whole number from 2 to 8"},
		"hidden fraction":           {`{"name":"Ada","seats":2.0000000000000000000000001}`, "/seats", "must be a whole number"},
		"too small":                 {`{"name":"Ada","seats":1}`, "/seats", "must be a whole number from 2 to 8"},
		"negative":                  {`{"name":"Ada","seats":-2}`, "/seats", "must be a whole number from 2 to 8"},
		"too large":                 {`{"name":"Ada","seats":9}`, "/seats", "must be a whole number from 2 to 8"},
		"huge":                      {`{"name":"Ada","seats":1e400}`, "/seats", "must be a whole number"},
		"huge power":                {`{"name":"Ada","seats":1e99999999999999999999}`, "/seats", "must be a whole number"},
		"tiny power":                {`{"name":"Ada","seats":2e-99999999999999999999}`, "/seats", "must be a whole number"},
		"not among the numbers":     {`{` + good + `,"rules":{"decks":3}}`, "/rules/decks", "must be 1 or 2"},
		"not among the words":       {`{` + good + `,"bots":["easy","Hard"]}`, "/bots/1", "must be easy, normal or hard"},
		"null among the words":      {`{` + good + `,"bots":[null]}`, "/bots/0", "must be easy, normal or hard"},
		"too few entries":           {`{` + good + `,"rules":{"points":[]}}`, "/rules/points", "must have from 1 to 3 entries"},
		"too many entries":          {`{` + good + `,"rules":{"points":[1,1,1,1]}}`, "/rules/points", "must have from 1 to 3 entries"},
		"entry out of range":        {`{` + good + `,"rules":{"points":[1,101]}}`, "/rules/points/1", "must be a whole number from 0 to 100"},
		"text too long":             {`{` + good + `,"entropy":"äöüß"}`, "/entropy", "must be text of at most 3 characters"},
		"refused by a check":        {`{` + good + `,"rules":{"seconds":9}}`, "/rules/seconds", "must be 0 or at least 10"},
		"half a surrogate":          {`{"name":"\ud800","seats":2}`, "/name", "is not JSON at byte"},
		"other half of a surrogate": {`{"name":"\udc00","seats":2}`, "/name", "is not JSON at byte"},
		"half a surrogate as name":  {`{` + good + `,"\ud800":2}`, "", "is not JSON at byte"},
		"no UTF-8":                  {"{\"name\":\"\xff\",\"seats\":2}", "/name", "is not JSON at byte"},
		"a byte-order mark":         {"\xef\xbb\xbf{" + good + "}", "", "is not JSON at byte"},
		"UTF-16":                    {"{\x00\"\x00", "", "is not JSON at byte"},
		"control character":         {"{\"name\":\"a\x00\",\"seats\":2}", "/name", "is not JSON at byte"},
		"trailing comma":            {`{` + good + `,}`, "", "is not JSON at byte"},
		"trailing data":             {`{` + good + `} {}`, "", "has something after its end"},
		"trailing garbage":          {`{` + good + `}x`, "", "has something after its end"},
		"comment":                   {`{` + good + `/**/}`, "", "is not JSON at byte"},
		"single quotes":             {`{'name':"Ada"}`, "", "is not JSON at byte"},
		"NaN":                       {`{"name":"Ada","seats":NaN}`, "/seats", "is not JSON at byte"},
		"leading zero":              {`{"name":"Ada","seats":02}`, "", "is not JSON at byte"},
		"plus":                      {`{"name":"Ada","seats":+2}`, "/seats", "is not JSON at byte"},
		"cut off":                   {`{"name":"Ada`, "", "ends too early"},
		"blank":                     {` `, "", "ends too early"},
		"deep lists":                {strings.Repeat("[", request.Limit), "", "ends too early"},
		"deep, closed":              {`{` + good + `,"x":` + strings.Repeat("[", 4000) + strings.Repeat("]", 4000) + `}`, "/x", "is unknown"},
		"deep objects":              {strings.Repeat(`{"a":`, 1300) + "1" + strings.Repeat("}", 1300), "/a", "is unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var in table
			err := request.Body(post(tt.body), in.members()...)
			var refused *problem.Error
			require.ErrorAs(t, err, &refused)
			require.ErrorIs(t, err, problem.InvalidRequest)
			require.NotEmpty(t, refused.Errors)
			assert.Equal(t, problem.Pointer, refused.Errors[0].In)
			assert.Equal(t, tt.pointer, refused.Errors[0].At)
			assert.Contains(t, refused.Errors[0].Detail, tt.detail)
			assert.Equal(t, refused.Errors[0].String(), refused.Detail)
		})
	}
}

func TestBody_tells_all_faults_at_once(t *testing.T) {
	t.Parallel()
	var in table
	err := request.Body(post(`{"nam":1,"seats":9,"bots":[1,"easy",2],"rules":{"decks":0}}`), in.members()...)
	var refused *problem.Error
	require.ErrorAs(t, err, &refused)
	var at []string
	for _, item := range refused.Errors {
		at = append(at, item.At)
	}
	assert.Equal(t, []string{"/nam", "/seats", "/bots/0", "/bots/2", "/rules/decks", "/name"}, at)
	assert.Zero(t, in, "what was wrong is not written")

	err = request.Body(post(`{"rules":{"points":[`+strings.Repeat(`"",`, 1000)+`0]}}`), in.members()...)
	require.ErrorAs(t, err, &refused)
	assert.Len(t, refused.Errors, 10, "an answer stays short")
}

func TestBody_type_and_size(t *testing.T) {
	t.Parallel()
	const good = `{"name":"Ada","seats":2}`
	for name, tt := range map[string]struct {
		request *http.Request
		want    error
	}{
		"plain":                          {post(good), nil},
		"with charset":                   {post(good, "Content-Type", "Application/JSON; Charset=UTF-8"), nil},
		"with another parameter":         {post(good, "Content-Type", "application/json; v=1"), nil},
		"identity":                       {post(good, "Content-Encoding", "identity"), nil},
		"another charset":                {post(good, "Content-Type", "application/json; charset=latin1"), problem.UnsupportedMediaType},
		"no type":                        {post(good, "Content-Type", ""), problem.UnsupportedMediaType},
		"a form":                         {post(good, "Content-Type", "application/x-www-form-urlencoded"), problem.UnsupportedMediaType},
		"plain text":                     {post(good, "Content-Type", "text/plain"), problem.UnsupportedMediaType},
		"another JSON":                   {post(good, "Content-Type", "application/merge-patch+json"), problem.UnsupportedMediaType},
		"a type that cannot be read":     {post(good, "Content-Type", "application/json; charset"), problem.UnsupportedMediaType},
		"compressed":                     {post(good, "Content-Encoding", "gzip"), problem.UnsupportedMediaType},
		"as large as may be":             {post(good + strings.Repeat(" ", request.Limit-len(good))), nil},
		"one byte too large":             {post(good + strings.Repeat(" ", request.Limit-len(good)+1)), problem.BodyTooLarge},
		"too large and of another type":  {post(strings.Repeat("x", request.Limit+1), "Content-Type", "text/plain"), problem.BodyTooLarge},
		"wrong type and no JSON":         {post("{", "Content-Type", "text/plain"), problem.UnsupportedMediaType},
		"empty, of whatever type":        {post("", "Content-Type", "text/plain"), problem.InvalidRequest}, // {} has no name
		"too large, of unknown length":   {unknownLength(strings.Repeat("x", request.Limit+1)), problem.BodyTooLarge},
		"small, of unknown length":       {unknownLength(good), nil},
		"a body that ends with an error": {broken(), problem.InvalidRequest},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var in table
			err := request.Body(tt.request, in.members()...)
			if tt.want == nil {
				require.NoError(t, err)
				assert.Equal(t, "Ada", in.Name)
				return
			}
			assert.ErrorIs(t, err, tt.want)
		})
	}

	two := post(good)
	two.Header.Add("Content-Type", "application/json")
	assert.ErrorIs(t, request.Body(two), problem.UnsupportedMediaType)
}

func TestBody_empty_counts_as_an_empty_object(t *testing.T) {
	t.Parallel()
	assert.NoError(t, request.Body(post("")))
	assert.NoError(t, request.Body(post("{}")))
	without := httptest.NewRequest(http.MethodPost, "/", nil)
	without.Body = nil
	assert.NoError(t, request.Body(without))

	var refused *problem.Error
	require.ErrorAs(t, request.Body(post(`{"seat":1}`)), &refused)
	assert.Equal(t, "seat is unknown: there are no members here", refused.Detail)
}

func unknownLength(body string) *http.Request {
	r := post(body)
	r.ContentLength = -1
	return r
}

func broken() *http.Request {
	r := post("")
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"name":`), brokenReader{}))
	r.ContentLength = -1
	return r
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

func TestBody_tells_what_the_front_door_found(t *testing.T) {
	t.Parallel()
	found := problem.Invalid(problem.Item{In: problem.Pointer, Detail: "is not valid base64"})
	r := post("")
	r.Body, r.ContentLength = io.NopCloser(iotest.ErrReader(found)), -1
	assert.Equal(t, found, request.Body(r))
}

// FuzzBody: whatever comes in, what is accepted is JSON by the standard library's judgement too, and in range.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		`{"name":"Ada","seats":2}`,
		`{"name":"\ud800","seats":2.0,"bots":["easy"],"rules":{"decks":1,"points":[1e2],"seconds":null}}`,
		`{"name":"Ada","name":"Bo"}`, `[[[`, `{"a":{"a":{}}}`, "\xff", `nul`, `{"seats":1e400}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var in table
		err := request.Body(post(string(body)), in.members()...)
		if err != nil {
			var refused *problem.Error
			require.ErrorAs(t, err, &refused)
			require.LessOrEqual(t, len(refused.Errors), 10)
			return
		}
		require.True(t, json.Valid(body))
		require.True(t, utf8.Valid(body))
		require.True(t, utf8.ValidString(in.Name+in.Entropy))
		require.True(t, 2 <= in.Seats && in.Seats <= 8)
		require.LessOrEqual(t, len(in.Points), 3)
		var loose struct {
			Name  string
			Seats json.Number
		}
		require.NoError(t, json.Unmarshal(body, &loose))
		require.Equal(t, loose.Name, in.Name)
		seats, ok := new(big.Float).SetString(loose.Seats.String())
		require.True(t, ok)
		require.Zero(t, seats.Cmp(big.NewFloat(float64(in.Seats))))
	})
}

func BenchmarkBody_play(b *testing.B) {
	const body = `{"cards":["7h","Xb","Ua"],"rank":"7"}`
	reader := strings.NewReader(body)
	r := post(body)
	b.ReportAllocs()
	for b.Loop() {
		reader.Reset(body)
		r.Body = io.NopCloser(reader)
		var cards []string
		var rank string
		if err := request.Body(r,
			request.Required("cards", request.List(&cards, 0, 1000, request.Text)),
			request.Optional("rank", request.Word(&rank, "7", "8", "9", "X", "U", "O", "K", "A")),
		); err != nil {
			b.Fatal(err)
		}
	}
}
