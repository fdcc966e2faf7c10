package dbgen

var supplierComment = around(63)

// Bounds of an account balance in cents, for customers and suppliers.
const (
	minBalance = -99_999
	maxBalance = 999_999
)

// A few suppliers per 10,000 have a remark worked into their comment: the first word, some of
// the comment, and one of the two last words.
const (
	remarkFirst     = "Customer "
	remarkComplaint = "Complaints"
	remarkPraise    = "Recommends"
	remarkSize      = int64(len(remarkFirst) + len(remarkComplaint))
	remarksPer10000 = 10
)

// suppliers generates the supplier table.
type suppliers struct {
	g                                          *generator
	key                                        int64
	address, nation, phone, balance, comment   stream
	remark, remarkKind, remarkGap, remarkPlace stream
	buf                                        []byte
}

func newSuppliers(g *generator, row int64) rowMaker {
	return &suppliers{
		g:           g,
		key:         row,
		address:     newStream(706178559, 9, row),
		nation:      newStream(110356601, 1, row),
		phone:       newStream(884434366, 3, row),
		balance:     newStream(962338209, 1, row),
		comment:     newStream(1341315363, 2, row),
		remark:      newStream(202794285, 1, row),
		remarkKind:  newStream(753643799, 1, row),
		remarkGap:   newStream(263032577, 1, row),
		remarkPlace: newStream(715851524, 1, row),
	}
}

func (s *suppliers) next(out []encoder) {
	s.key++
	e := out[0]
	e.bigint(s.key)
	s.buf = numbered(s.buf[:0], "Supplier#", s.key)
	e.text(s.buf)
	s.buf = address(s.buf[:0], &s.address, s.g.addresses)
	e.text(s.buf)
	nation := s.nation.between(0, int64(len(nations))-1)
	e.integer(int32(nation))
	s.buf = phone(s.buf[:0], &s.phone, nation)
	e.text(s.buf)
	e.money(s.balance.between(minBalance, maxBalance))
	s.buf = append(s.buf[:0], s.g.pool.cut(&s.comment, supplierComment)...)
	s.addRemark(s.buf)
	e.text(s.buf)
	e.end()
	nextRows(&s.address, &s.nation, &s.phone, &s.balance, &s.comment,
		&s.remark, &s.remarkKind, &s.remarkGap, &s.remarkPlace)
}

// addRemark overwrites parts of a comment when the supplier is one of those with a remark.
func (s *suppliers) addRemark(comment []byte) {
	if s.remark.between(1, 10_000) > remarksPer10000 {
		return
	}
	last := remarkPraise
	if s.remarkKind.between(0, 100) < 50 {
		last = remarkComplaint
	}
	spare := int64(len(comment)) - remarkSize
	gap := s.remarkGap.between(0, spare)
	place := s.remarkPlace.between(0, spare-gap)
	copy(comment[place:], remarkFirst)
	copy(comment[place+int64(len(remarkFirst))+gap:], last)
}
