package request_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/functions/internal/problem"
	"cheat/functions/internal/request"
)

type page struct {
	Limit int
	After string
	State string
}

func (p *page) parameters() []request.Parameter {
	return []request.Parameter{
		request.WholeParameter("limit", &p.Limit, 1, 100),
		request.TextParameter("after", &p.After),
		request.WordParameter("state", &p.State, "active", "finished"),
	}
}

func get(query string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/v1/me/games", nil)
	r.URL.RawQuery = query
	return r
}

func TestQuery(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		query string
		want  page
		at    string // of the first fault
		fault string // "" if there is none
	}{
		"none":                  {"", page{}, "", ""},
		"all":                   {"limit=5&state=finished&after=a%2Fb+c%3D", page{5, "a/b c=", "finished"}, "", ""},
		"empty pieces":          {"&limit=5&&", page{Limit: 5}, "", ""},
		"an escaped name":       {"%6cimit=5", page{Limit: 5}, "", ""},
		"unknown":               {"limits=5", page{}, "limits", "is unknown: the parameters here are limit, after, state"},
		"another case":          {"Limit=5", page{}, "Limit", "is unknown"},
		"twice":                 {"limit=5&limit=5", page{}, "limit", "is there twice"},
		"twice, once escaped":   {"limit=5&%6cimit=5", page{}, "limit", "is there twice"},
		"empty number":          {"limit=", page{}, "limit", "must be a whole number from 1 to 100"},
		"no value":              {"limit", page{}, "limit", "must be a whole number from 1 to 100"},
		"too small":             {"limit=0", page{}, "limit", "must be a whole number from 1 to 100"},
		"too large":             {"limit=101", page{}, "limit", "must be a whole number from 1 to 100"},
		"negative":              {"limit=-1", page{}, "limit", "must be a whole number"},
		"plus":                  {"limit=%2B5", page{}, "limit", "must be a whole number"},
		"fraction":              {"limit=5.0", page{}, "limit", "must be a whole number"},
		"overflow":              {"limit=18446744073709551617", page{}, "limit", "must be a whole number"},
		"underscore":            {"limit=1_0", page{}, "limit", "must be a whole number"},
		"empty text":            {"after=", page{}, "after", "must be text"},
		"another word":          {"state=open", page{}, "state", "must be active or finished"},
		"badly escaped value":   {"after=%zz", page{}, "after", "is not well escaped"},
		"badly escaped name":    {"%zz=1", page{}, "%zz", "is not well escaped"},
		"no Unicode":            {"after=%ff", page{}, "after", "is not valid Unicode"},
		"name is no Unicode":    {"%ff=1", page{}, "\xff", "is not valid Unicode"},
		"semicolon is no break": {"limit=5;state=active", page{}, "limit", "must be a whole number"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got page
			err := request.Query(get(tt.query), got.parameters()...)
			if tt.fault == "" {
				require.NoError(t, err)
				assert.Equal(t, tt.want, got)
				return
			}
			var refused *problem.Error
			require.ErrorAs(t, err, &refused)
			assert.Equal(t, problem.InvalidRequest, refused.Code)
			assert.Equal(t, problem.Parameter, refused.Errors[0].In)
			assert.Equal(t, tt.at, refused.Errors[0].At)
			assert.Contains(t, refused.Errors[0].Detail, tt.fault)
		})
	}

	var refused *problem.Error
	require.ErrorAs(t, request.Query(get("x=1")), &refused)
	assert.Equal(t, "x is unknown: there are no parameters here", refused.Detail)
}

// FuzzQuery: what is accepted is what the standard library reads too.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"limit=5&after=x", "limit=5&limit=6", "%zz", "a=%ff", "state=active;limit=1", "&&="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		var got page
		if request.Query(get(query), got.parameters()...) != nil {
			return
		}
		require.True(t, got.Limit == 0 || 1 <= got.Limit && got.Limit <= 100)
		values, err := url.ParseQuery(query)
		if err != nil {
			return // the standard library refuses semicolons, which are plain text in a value here
		}
		require.Equal(t, values.Get("after"), got.After)
		require.Equal(t, values.Get("state"), got.State)
		for name, all := range values {
			require.Contains(t, []string{"limit", "after", "state"}, name)
			require.Len(t, all, 1)
		}
	})
}
