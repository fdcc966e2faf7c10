package dbgen

var (
	orderComment = around(49)
	lineComment  = around(27)
)

const maxLines = 7

// orders generates orders and, with the same rows, lineitem: one to seven lines for every order.
type orders struct {
	g                                                  *generator
	row                                                int64
	customer, day, priority, clerk, comment, lineCount stream
	line                                               lineStreams
	priorities, instructions, modes, returns           *wordList
	lines                                              [maxLines]lineItem
	buf                                                []byte
}

// lineStreams are the columns of lineitem; a row of orders owns seven draws of each.
type lineStreams struct {
	quantity, discount, tax, instruction, mode, comment stream
	part, supplier, shipped, committed, received        stream
	returned                                            stream
}

type lineItem struct {
	part, supplier                 int64
	quantity, price, discount, tax int64
	returned, status               []byte
	shipped, committed, received   int64
	instruction, mode, comment     []byte
}

var (
	statusOpen    = []byte("O")
	statusPartial = []byte("P")
	statusFilled  = []byte("F")
	notReturned   = []byte("N")
)

func newOrders(g *generator, row int64) rowMaker {
	line := func(seed uint64) stream { return newStream(seed, maxLines, row) }
	return &orders{
		g:         g,
		row:       row,
		customer:  newStream(851767375, 1, row),
		day:       newStream(1066728069, 1, row),
		priority:  newStream(591449447, 1, row),
		clerk:     newStream(1171034773, 1, row),
		comment:   newStream(276090261, 2, row),
		lineCount: newStream(1434868289, 1, row),
		line: lineStreams{
			quantity:    line(209208115),
			discount:    line(554590007),
			tax:         line(721958466),
			instruction: line(1371272478),
			mode:        line(675466456),
			comment:     newStream(1095462486, 2*maxLines, row),
			part:        line(1808217256),
			supplier:    line(2095021727),
			shipped:     line(1769349045),
			committed:   line(904914315),
			received:    line(373135028),
			returned:    line(717419739),
		},
		priorities:   list("priorities"),
		instructions: list("instructions"),
		modes:        list("modes"),
		returns:      list("returns"),
	}
}

func (o *orders) next(out []encoder) {
	o.row++
	key := orderKey(o.row)
	customer := o.drawCustomer()
	day := o.day.between(firstDay, lastOrdered)
	lines := o.lines[:o.lineCount.between(1, maxLines)]
	var total int64
	filled := 0
	for i := range lines {
		l := &lines[i]
		o.drawLine(l, day)
		total += l.price * (100 - l.discount) / 100 * (100 + l.tax) / 100
		if l.shipped <= currentDay {
			filled++
		}
	}
	status := statusOpen
	switch {
	case filled == len(lines):
		status = statusFilled
	case filled > 0:
		status = statusPartial
	}

	e := out[0]
	e.bigint(key)
	e.bigint(customer)
	e.text(status)
	e.money(total)
	e.date(int32(day))
	e.text(o.priorities.pick(&o.priority))
	o.buf = numbered(o.buf[:0], "Clerk#", o.clerk.between(1, o.g.clerks))
	e.text(o.buf)
	e.integer(0)
	e.text(o.g.pool.cut(&o.comment, orderComment))
	e.end()
	for i := range lines {
		lines[i].encode(out[1], key, int64(i)+1)
	}
	o.nextRow()
}

// drawLine draws one line of the order placed on the given day.
func (o *orders) drawLine(l *lineItem, day int64) {
	s := &o.line
	l.quantity = s.quantity.between(1, 50)
	l.discount = s.discount.between(0, 10)
	l.tax = s.tax.between(0, 8)
	l.instruction = o.instructions.pick(&s.instruction)
	l.mode = o.modes.pick(&s.mode)
	l.comment = o.g.pool.cut(&s.comment, lineComment)
	l.part = s.part.between(1, o.g.part)
	l.supplier = o.g.supplierOf(l.part, s.supplier.between(0, suppliersPerPart-1))
	l.price = retailPrice(l.part) * l.quantity
	l.shipped = day + s.shipped.between(1, 121)
	l.committed = day + s.committed.between(30, 90)
	l.received = l.shipped + s.received.between(1, 30)
	l.returned, l.status = notReturned, statusOpen
	if l.received <= currentDay {
		l.returned = o.returns.pick(&s.returned)
	}
	if l.shipped <= currentDay {
		l.status = statusFilled
	}
}

func (l *lineItem) encode(e encoder, order, number int64) {
	e.bigint(order)
	e.bigint(l.part)
	e.bigint(l.supplier)
	e.bigint(number)
	e.units(l.quantity)
	e.money(l.price)
	e.money(l.discount)
	e.money(l.tax)
	e.text(l.returned)
	e.text(l.status)
	e.date(int32(l.shipped))
	e.date(int32(l.committed))
	e.date(int32(l.received))
	e.text(l.instruction)
	e.text(l.mode)
	e.text(l.comment)
	e.end()
}

// drawCustomer draws the customer of an order. A third of the customers, those whose key is
// divisible by three, never order; a draw of one of them moves to a neighbour.
func (o *orders) drawCustomer() int64 {
	key := o.customer.between(1, o.g.customer)
	for step := int64(1); key%3 == 0; step = -step {
		key = min(key+step, o.g.customer)
	}
	return key
}

func (o *orders) nextRow() {
	nextRows(&o.customer, &o.day, &o.priority, &o.clerk, &o.comment, &o.lineCount)
	s := &o.line
	nextRows(&s.quantity, &s.discount, &s.tax, &s.instruction, &s.mode, &s.comment,
		&s.part, &s.supplier, &s.shipped, &s.committed, &s.received, &s.returned)
}

// orderKey spreads the order numbers: of every 32 keys only the first eight are used.
func orderKey(row int64) int64 {
	return row>>3<<5 | row&7
}
