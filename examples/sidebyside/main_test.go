package main

import (
	"context"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run(context.Background(), &out, 20_000, 2); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ran natively: 3,", "The results are equal, 20 rows."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
