package dbgen

import (
	"fmt"
	"math"
)

// Base rows at scale factor 1.
const (
	basePart     = 200_000
	baseSupplier = 10_000
	baseCustomer = 150_000
	baseOrders   = 1_500_000
)

const suppliersPerPart = 4

// A scale holds the row counts that depend on the scale factor. lineitem has one to seven rows
// per order, partsupp four per part.
type scale struct {
	part, supplier, customer, orders int64
	clerks                           int64
}

// newScale follows the reference generator: factors below 1 are cut to thousandths and every
// table keeps at least one row. It refuses what the reference would silently truncate (fractions
// above 1) and factors from 30,000, which need wider generators.
func newScale(sf float64) (scale, error) {
	switch {
	case !(sf > 0) || sf >= 30_000:
		return scale{}, fmt.Errorf("dbgen: scale factor %g is not in (0, 30000)", sf)
	case sf < 1:
		thousandths := int64(1000 * sf)
		of := func(base int64) int64 { return max(thousandths*base/1000, 1) }
		return scale{of(basePart), of(baseSupplier), of(baseCustomer), of(baseOrders), 1000}, nil
	case sf != math.Trunc(sf):
		return scale{}, fmt.Errorf("dbgen: scale factor %g above 1 is not whole", sf)
	}
	n := int64(sf)
	return scale{n * basePart, n * baseSupplier, n * baseCustomer, n * baseOrders, n * 1000}, nil
}

// supplierOf returns the n-th (from 0) of the four suppliers of a part.
func (s scale) supplierOf(part, n int64) int64 {
	return (part+n*(s.supplier/suppliersPerPart+(part-1)/s.supplier))%s.supplier + 1
}
