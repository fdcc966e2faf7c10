package loops

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Expected is an estimate of the coordinates of a loop: Found before its conditions, Kept after
// them. Of a loop in a nested body they are for each coordinate around it.
type Expected struct{ Found, Kept float64 }

// Analyzed prints the nest as String does, with what a run of it did before each line.
//
//	 time     rows in    rows out    expected       read
//	1.2ms                     210                         m1:  1 worker, prepare 110µs, merge 4µs
//	 12µs                    1500        1500               for i in customer[start:end]  parallel
//	 21µs        1500         301         300      2 KiB      where customer[i].c_mktsegment = "BUILDING"
//
// Times are of all workers together and without the steps that follow, of a stage elapsed. Rows are
// coordinates; conditions that are tested together have one count, on the line of the first. A step
// that another does the work of has none. What is read is the size of the columns that a step's
// expressions name, at the coordinates that reach it: what was read before counts again, indexes
// do not. A look-up says what index of the field it used. expected, by iterator, are the estimates the order of loops was chosen by; it may lack any.
func (n *Nest) Analyzed(a *Analysis, expected map[string]Expected) string {
	var b strings.Builder
	fmt.Fprintf(&b, marginFormat+"\n", "time", "rows in", "rows out", "expected", "read")
	m := &margin{analysis: a, expected: expected, around: 1}
	for _, st := range n.Stages {
		m.stage = a.stages[st]
		p := printer{b: &b, margin: m}
		p.line("%s:%s", st.Name, m.headline())
		p.depth++
		p.stage(st)
	}
	if n.Out.Field != "" {
		m.stage = nil
		t := &a.output
		m.set(short(t.took), count(t.in), count(t.out), "", "")
		p := printer{b: &b, margin: m}
		p.output(n.Out)
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

const marginFormat = "%8s %11s %11s %11s %10s  "

// margin is what is printed before lines. Methods of a nil margin do nothing.
type margin struct {
	analysis *Analysis
	stage    *stageTally // nil when the stage had no loop to run
	expected map[string]Expected
	around   float64 // coordinates around the nested body being printed; 1 outside one
	pending  string  // for the next line
}

// take returns what the next line begins with.
func (m *margin) take() string {
	if m == nil {
		return ""
	}
	s := m.pending
	if m.pending = ""; s == "" {
		s = fmt.Sprintf(marginFormat, "", "", "", "", "")
	}
	return s
}

func (m *margin) set(columns ...any) { m.pending = fmt.Sprintf(marginFormat, columns...) }

// headline prepares the line of a stage and returns what it ends in.
func (m *margin) headline() string {
	t := m.stage
	if t == nil {
		return "  columns handed on"
	}
	m.set(short(t.prepare+t.run+t.merge), "", count(t.sink.out), "", "")
	s := fmt.Sprintf("  %d worker", t.workers)
	if t.workers != 1 {
		s += "s"
	}
	if t.workers > 0 {
		s += fmt.Sprintf(", prepare %s, merge %s", short(t.prepare), short(t.merge))
	} else {
		s = "  interpreted"
	}
	return s
}

// step prepares the line of a step, with the steps before it and after it.
func (m *margin) step(steps []Step, i int) {
	if m == nil || m.stage == nil {
		return
	}
	t := m.stage.steps[steps[i]]
	if t == nil {
		return
	}
	in, read := count(t.in), size(t.bytes)
	if _, ok := steps[i].(*Scan); ok {
		in, read = "", ""
	}
	m.set(short(t.took), in, count(t.out), m.estimate(steps, i), read)
}

// estimate returns what the order of loops expected a loop to find, or what is tested behind it to
// keep: the last of the conditions and existences there has the estimate of them all.
func (m *margin) estimate(steps []Step, i int) string {
	loop := i
	for loop > 0 && tests(steps[loop]) {
		loop--
	}
	e, ok := m.expected[iterator(steps[loop])]
	more := i+1 < len(steps) && tests(steps[i+1])
	switch {
	case !ok || more && loop < i:
		return ""
	case more:
		return count(int64(e.Found*m.around + 0.5))
	}
	return count(int64(e.Kept*m.around + 0.5))
}

// tests reports that a step keeps coordinates and binds none.
func tests(s Step) bool {
	switch s.(type) {
	case *Filter, *Probe:
		return true
	}
	return false
}

// iterator returns the name of the iterator that a step binds, or "".
func iterator(s Step) string {
	switch s := s.(type) {
	case *Scan:
		return s.It
	case *Lookup:
		return s.It
	case *Cross:
		return s.It
	case *Band:
		return s.It
	case *Walk:
		return s.It
	case *Span:
		return s.It
	}
	return ""
}

// level says what a look-up was made in.
func (m *margin) level(s *Lookup) string {
	if m == nil || m.stage == nil {
		return ""
	}
	return m.stage.steps[s].note()
}

// numberings says which keys a sink found by their number.
func (m *margin) numberings() string {
	if m == nil || m.stage == nil {
		return ""
	}
	return m.stage.sink.note()
}

func (t *tally) note() string {
	if t == nil || t.level == "" {
		return ""
	}
	return "  # " + t.level
}

// enter goes into the body of a step; the function returned comes out again.
func (m *margin) enter(s Step) func() {
	if m == nil || m.stage == nil {
		return func() {}
	}
	before := m.around
	if t := m.stage.steps[s]; t != nil {
		m.around = float64(t.in)
	}
	return func() { m.around = before }
}

// sink prepares the first line of a sink.
func (m *margin) sink() {
	if m == nil || m.stage == nil {
		return
	}
	t := m.stage.sink
	m.set(short(t.took), count(t.in), count(t.out), "", size(t.bytes))
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

// short prints a duration in three or four digits.
func short(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.0fms", float64(d)/1e6)
	case d >= time.Millisecond:
		return fmt.Sprintf("%.1fms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.0fµs", float64(d)/1e3)
}

// size prints a number of bytes.
func size(n float64) string {
	if n == 0 {
		return ""
	}
	for _, unit := range []string{"B", "KiB", "MiB"} {
		if n < 1000 {
			return fmt.Sprintf("%.0f %s", n, unit)
		}
		n /= 1024
	}
	return fmt.Sprintf("%.1f GiB", n)
}
