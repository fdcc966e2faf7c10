package dbgen

var codeComment = around(72)

var regionNames = [...]string{"AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST"}

var nations = [...]struct {
	name   string
	region int32
}{
	{"ALGERIA", 0}, {"ARGENTINA", 1}, {"BRAZIL", 1}, {"CANADA", 1}, {"EGYPT", 4},
	{"ETHIOPIA", 0}, {"FRANCE", 3}, {"GERMANY", 3}, {"INDIA", 2}, {"INDONESIA", 2},
	{"IRAN", 4}, {"IRAQ", 4}, {"JAPAN", 2}, {"JORDAN", 4}, {"KENYA", 0},
	{"MOROCCO", 0}, {"MOZAMBIQUE", 0}, {"PERU", 1}, {"CHINA", 2}, {"ROMANIA", 3},
	{"SAUDI ARABIA", 4}, {"VIETNAM", 2}, {"RUSSIA", 3}, {"UNITED KINGDOM", 3}, {"UNITED STATES", 1},
}

// codes generates nation or region.
type codes struct {
	g       *generator
	row     int64
	comment stream
	nation  bool
}

func newNations(g *generator, row int64) rowMaker {
	return &codes{g: g, row: row, comment: newStream(606179079, 2, row), nation: true}
}

func newRegions(g *generator, row int64) rowMaker {
	return &codes{g: g, row: row, comment: newStream(1500869201, 2, row)}
}

func (c *codes) next(out []encoder) {
	e := out[0]
	e.integer(int32(c.row))
	if c.nation {
		e.text([]byte(nations[c.row].name))
		e.integer(nations[c.row].region)
	} else {
		e.text([]byte(regionNames[c.row]))
	}
	e.text(c.g.pool.cut(&c.comment, codeComment))
	e.end()
	c.row++
	c.comment.nextRow()
}
