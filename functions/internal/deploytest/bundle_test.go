package deploytest

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"debug/elf"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostZipped is how large a function's package may be, without the files of the
// page: what it takes to load is a part of every cold start.
const mostZipped = 4 << 20

// bundle is a built program, as `make lambdas` leaves it.
func bundle(t *testing.T, function, arch string) string {
	t.Helper()
	path, err := filepath.Abs("../../../dist/" + function + "-" + arch + "/bootstrap")
	require.NoError(t, err)
	require.FileExists(t, path, "make lambdas builds it")
	return path
}

// checkBundle looks at what would be uploaded.
func checkBundle(t *testing.T, function, arch string) {
	t.Helper()
	path := bundle(t, function, arch)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&0o111, "it must be executable")

	file, err := elf.Open(path)
	require.NoError(t, err)
	defer file.Close()
	machine := map[string]elf.Machine{"arm64": elf.EM_AARCH64, "amd64": elf.EM_X86_64}[arch]
	assert.Equal(t, machine, file.Machine)
	for _, part := range file.Progs {
		assert.NotEqual(t, elf.PT_INTERP, part.Type, "it must be static: nothing of the image is relied on")
	}
	libraries, err := file.ImportedLibraries()
	assert.NoError(t, err)
	assert.Empty(t, libraries)

	size := zipped(t, path)
	if function == "api" {
		pages, err := filepath.Glob("../../../web/dist/*")
		require.NoError(t, err)
		assets, err := filepath.Glob("../../../web/dist/assets/*")
		require.NoError(t, err)
		size -= zipped(t, append(pages, assets...)...)
	}
	assert.LessOrEqual(t, size, mostZipped)
	t.Logf("%s %s: %d bytes, zipped %d without the page", function, arch, info.Size(), size)
}

// zipped returns the size of an archive of these files.
func zipped(t *testing.T, paths ...string) int {
	t.Helper()
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestCompression)
	})
	for _, path := range paths {
		file, err := os.Open(path)
		require.NoError(t, err)
		defer file.Close()
		if info, err := file.Stat(); err != nil || info.IsDir() {
			continue
		}
		into, err := w.Create(filepath.Base(path))
		require.NoError(t, err)
		_, err = io.Copy(into, file)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return archive.Len()
}
