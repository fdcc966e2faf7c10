package dbgen

var customerComment = around(73)

// customers generates the customer table.
type customers struct {
	g                                                 *generator
	key                                               int64
	address, nation, phone, balance, segment, comment stream
	segments                                          *wordList
	buf                                               []byte
}

func newCustomers(g *generator, row int64) rowMaker {
	return &customers{
		g:        g,
		key:      row,
		address:  newStream(881155353, 9, row),
		nation:   newStream(1489529863, 1, row),
		phone:    newStream(1521138112, 3, row),
		balance:  newStream(298370230, 1, row),
		segment:  newStream(1140279430, 1, row),
		comment:  newStream(1335826707, 2, row),
		segments: list("segments"),
	}
}

func (c *customers) next(out []encoder) {
	c.key++
	e := out[0]
	e.bigint(c.key)
	c.buf = numbered(c.buf[:0], "Customer#", c.key)
	e.text(c.buf)
	c.buf = address(c.buf[:0], &c.address, c.g.addresses)
	e.text(c.buf)
	nation := c.nation.between(0, int64(len(nations))-1)
	e.integer(int32(nation))
	c.buf = phone(c.buf[:0], &c.phone, nation)
	e.text(c.buf)
	e.money(c.balance.between(minBalance, maxBalance))
	e.text(c.segments.pick(&c.segment))
	e.text(c.g.pool.cut(&c.comment, customerComment))
	e.end()
	nextRows(&c.address, &c.nation, &c.phone, &c.balance, &c.segment, &c.comment)
}
