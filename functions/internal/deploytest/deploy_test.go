package deploytest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/functions/internal/apitest"
)

// fakeSAM writes down how it is called, and knows one output of the stack.
const fakeSAM = `#!/bin/sh
echo "$*" >>"$0.calls"
if [ "$1" = list ]; then echo '[{"OutputKey": "TableName", "OutputValue": "t"}, {"OutputKey": "Url", "OutputValue": "%s/"}]'; fi
`

// Deploying gives sam the parameters of the stage, one's own behind them, and ends
// with a match on what came of it.
func TestDeploy(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3: sam itself needs it")
	}
	server := apitest.New(t, nil)
	program := filepath.Join(t.TempDir(), "sam")
	require.NoError(t, os.WriteFile(program, fmt.Appendf(nil, fakeSAM, server.URL), 0o700))
	deploy := func(environment ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "../../../infra/sam/deploy")
		cmd.Env = append(os.Environ(), append(environment, "SAM="+program)...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}

	said, err := deploy("STAGE=prod", "PARAMETERS=PublicUrl=https://cheat.example.org LogRetentionDays=7")
	require.NoError(t, err, said)
	assert.Contains(t, said, "moves", "a match was played")
	calls, err := os.ReadFile(program + ".calls")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(calls)), "\n")
	require.Len(t, lines, 2)
	assert.Equal(t, "deploy --config-env prod --parameter-overrides Stage=prod DeploymentType=Canary10Percent5Minutes LogRetentionDays=90 "+
		"PublicUrl=https://cheat.example.org LogRetentionDays=7", lines[0])
	assert.Contains(t, lines[1], "--stack-name cheat-prod")

	said, err = deploy("STAGE=production")
	require.Error(t, err)
	assert.Contains(t, said, "STAGE=dev or STAGE=prod")
}
