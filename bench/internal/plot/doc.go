// Package plot draws the ratios of a benchmark as bars in an SVG picture.
//
//	c := plot.Chart{
//		Title:  "TPC-H",
//		Labels: []string{"1", "2"},
//		Series: []plot.Series{{Name: "scale factor 1", Ratios: []float64{4.5, 0.7}}},
//	}
//	err := c.SVG(file)
//
// The scale is logarithmic, with one as the line that bars stand on or hang from: twice as fast is as
// long as half as fast. The text of the picture depends on the chart alone, so that pictures can be
// kept and compared.
package plot
