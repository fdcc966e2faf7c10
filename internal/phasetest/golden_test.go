package phasetest

import (
	"testing"

	"github.com/cockroachdb/datadriven"
)

// root is the module's folder, as seen from this package's.
const root = "../.."

func TestPhases(t *testing.T) { walk(t, root+"/testdata/phases") }
func TestPaper(t *testing.T)  { walk(t, root+"/testdata/paper") }
func TestTPCH(t *testing.T)   { walk(t, root+"/testdata/tpch") }

// walk runs the goldens of a folder, a few files at a time.
func walk(t *testing.T, folder string) {
	datadriven.Walk(t, folder, func(t *testing.T, path string) {
		t.Parallel()
		f := &file{}
		defer f.close()
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			return f.directive(t, d)
		})
	})
}
