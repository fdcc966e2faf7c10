package dbgen

var (
	partComment     = around(14)
	partsuppComment = around(124)
)

// nameWords is the number of colors in a part's name.
const nameWords = 5

// parts generates part and, with the same rows, partsupp: four suppliers for every part.
type parts struct {
	g                                                  *generator
	key                                                int64
	name, maker, brand, kind, size, container, comment stream
	quantity, cost, supplyComment                      stream
	colors, kinds, containers                          *wordList
	order                                              []uint8
	buf                                                []byte
}

func newParts(g *generator, row int64) rowMaker {
	return &parts{
		g:             g,
		key:           row,
		name:          newStream(709314158, 92, row),
		maker:         newStream(1, 1, row),
		brand:         newStream(46831694, 1, row),
		kind:          newStream(1841581359, 1, row),
		size:          newStream(1193163244, 1, row),
		container:     newStream(727633698, 1, row),
		comment:       newStream(804159733, 2, row),
		quantity:      newStream(1671059989, suppliersPerPart, row),
		cost:          newStream(1051288424, suppliersPerPart, row),
		supplyComment: newStream(1961692154, 2*suppliersPerPart, row),
		colors:        list("colors"),
		kinds:         product(list("type-1"), list("type-2"), list("type-3")),
		containers:    product(list("container-1"), list("container-2")),
	}
}

func (p *parts) next(out []encoder) {
	p.key++
	e := out[0]
	e.bigint(p.key)
	p.drawName()
	e.text(p.buf)
	maker := p.maker.between(1, 5)
	p.buf = append(p.buf[:0], "Manufacturer#"...)
	p.buf = append(p.buf, byte('0'+maker))
	e.text(p.buf)
	brand := p.brand.between(1, 5)
	p.buf = append(p.buf[:0], "Brand#"...)
	p.buf = append(p.buf, byte('0'+maker), byte('0'+brand))
	e.text(p.buf)
	e.text(p.kinds.pick(&p.kind))
	e.integer(int32(p.size.between(1, 50)))
	e.text(p.containers.pick(&p.container))
	e.money(retailPrice(p.key))
	e.text(p.g.pool.cut(&p.comment, partComment))
	e.end()
	p.supplies(out[1])
	nextRows(&p.name, &p.maker, &p.brand, &p.kind, &p.size, &p.container, &p.comment,
		&p.quantity, &p.cost, &p.supplyComment)
}

// supplies writes the partsupp rows of the current part.
func (p *parts) supplies(e encoder) {
	for n := range int64(suppliersPerPart) {
		e.bigint(p.key)
		e.bigint(p.g.supplierOf(p.key, n))
		e.bigint(p.quantity.between(1, 9999))
		e.money(p.cost.between(100, 100_000))
		e.text(p.g.pool.cut(&p.supplyComment, partsuppComment))
		e.end()
	}
}

// drawName leaves the first words of a random permutation of the colors in buf. The rest of the
// permutation is never needed.
func (p *parts) drawName() {
	p.order = p.order[:0]
	for i := range p.colors.words {
		p.order = append(p.order, uint8(i))
	}
	p.buf = p.buf[:0]
	for i := range nameWords {
		j := p.name.between(int64(i), int64(len(p.order)-1))
		p.order[i], p.order[j] = p.order[j], p.order[i]
		if i > 0 {
			p.buf = append(p.buf, ' ')
		}
		p.buf = append(p.buf, p.colors.words[p.order[i]]...)
	}
}

// retailPrice returns the price of a part in cents.
func retailPrice(part int64) int64 {
	return 90_000 + part/10%20_001 + part%1000*100
}
