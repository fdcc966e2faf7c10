package field

// viewOf returns the column of a text vector whose values are still in another: codes of the same
// dictionary, or rows of the same text.
func viewOf(v *Vector) *Column {
	base, n := v.From, v.Len()
	c := &Column{Name: v.Name, Len: n, Factor: 1}
	for i, r := range v.Rows {
		if r < 0 || base.Null(int(r)) {
			if c.Valid == nil {
				c.Valid = make([]uint64, (n+63)/64)
				for w := range c.Valid {
					c.Valid[w] = ^uint64(0)
				}
				if n%64 != 0 {
					c.Valid[n/64] = 1<<(n%64) - 1
				}
			}
			c.Valid[i>>6] &^= 1 << (i & 63)
			c.NullCount++
		}
	}
	c.Type = v.Type.WithNull(c.NullCount > 0)
	if c.Dict = base.Dict; c.Dict == nil {
		c.Dict = base.dictOf
	}
	if c.Dict != nil {
		c.viewCodes(v)
	} else {
		c.viewText(v)
	}
	c.Sorted = c.NullCount == 0 && c.sortedIn(0, n)
	return c
}

// viewCodes sets the codes.
func (c *Column) viewCodes(v *Vector) {
	code := func(r int32) uint32 { return uint32(r) }
	if v.From.Dict != nil {
		code = func(r int32) uint32 { return v.From.Code(int(r)) }
	}
	if c.Dict.Len() <= 1<<8 {
		c.Storage, c.U8 = U8, make([]uint8, c.Len)
	} else {
		c.Storage, c.U16 = U16, make([]uint16, c.Len)
	}
	first := true
	for i, r := range v.Rows {
		if c.Null(i) {
			continue
		}
		x := code(r)
		if c.U8 != nil {
			c.U8[i] = uint8(x)
		} else {
			c.U16[i] = uint16(x)
		}
		if first {
			c.Min, c.Max, first = int64(x), int64(x), false
		}
		c.Min, c.Max = min(c.Min, int64(x)), max(c.Max, int64(x))
	}
	if c.NullCount > 0 {
		c.Min = 0 // their code
	}
}

// viewText sets the rows.
func (c *Column) viewText(v *Vector) {
	base := v.From
	c.Storage, c.Offsets, c.Offsets64, c.Text = Str, base.Offsets, base.Offsets64, base.Text
	c.Rows = make([]int32, c.Len)
	for i, r := range v.Rows {
		switch {
		case c.Null(i):
			r = -1
		case base.Rows != nil:
			r = base.Rows[r]
		}
		c.Rows[i] = r
	}
}
