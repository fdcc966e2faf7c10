package plot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
)

// A Chart is ratios by label, in one series or a few.
type Chart struct {
	Title    string
	Subtitle string
	Axis     string   // what a ratio is
	Labels   []string // below the bars
	Series   []Series
}

// A Series is a ratio for each label of the chart. One that is not positive has no bar.
type Series struct {
	Name   string
	Ratios []float64
}

// Sizes in pixels.
const (
	left, right, top, bottom = 52.0, 16.0, 78.0, 30.0

	plotHeight = 260.0
	barWidth   = 13.0
	barGap     = 1.0
	groupGap   = 10.0
	legendStep = 210.0
)

// colours are the series', legible beside one another without colour as well.
var colours = []string{"#1f5fa8", "#e39a2d", "#5a9e6f", "#8a4f7d"}

// SVG writes the chart as a picture.
func (c Chart) SVG(w io.Writer) error {
	if len(c.Series) == 0 || len(c.Series) > len(colours) || len(c.Labels) == 0 {
		return fmt.Errorf("plot: %d series over %d labels", len(c.Series), len(c.Labels))
	}
	for _, s := range c.Series {
		if len(s.Ratios) != len(c.Labels) {
			return fmt.Errorf("plot: series %s has %d values for %d labels", s.Name, len(s.Ratios), len(c.Labels))
		}
	}
	d := drawing{chart: c}
	d.low, d.high = c.bounds()
	group := float64(len(c.Series))*(barWidth+barGap) + groupGap
	d.width = max(left+right+group*float64(len(c.Labels)), 480)
	d.height = top + plotHeight + bottom
	fmt.Fprintf(&d, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %[1]g %[2]g" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#222">`+"\n", d.width, d.height)
	fmt.Fprintf(&d, `<rect width="%g" height="%g" fill="#fff"/>`+"\n", d.width, d.height)
	d.text(left, 22, `font-size="16" font-weight="bold"`, c.Title)
	d.text(left, 39, `fill="#555"`, c.Subtitle)
	d.legend()
	d.grid()
	for i, label := range c.Labels {
		x := left + groupGap/2 + group*float64(i)
		for j, s := range c.Series {
			d.bar(x+float64(j)*(barWidth+barGap), s.Ratios[i], j, s.Name+", "+label)
		}
		d.text(x+(group-groupGap)/2, top+plotHeight+17, `text-anchor="middle"`, label)
	}
	d.line(d.y(1), "#222", 1.5)
	d.WriteString("</svg>\n")
	_, err := w.Write(d.Bytes())
	return err
}

// bounds returns the powers of two between which all ratios are, one among them.
func (c Chart) bounds() (low, high float64) {
	low, high = 1, 2
	for _, s := range c.Series {
		for _, r := range s.Ratios {
			for ; r > 0 && r < low; low /= 2 {
			}
			for ; r > high && !math.IsInf(r, 0); high *= 2 {
			}
		}
	}
	return low, high
}

// A drawing is a picture being written.
type drawing struct {
	bytes.Buffer
	chart         Chart
	low, high     float64 // of the scale
	width, height float64
}

// y is where a ratio is.
func (d *drawing) y(ratio float64) float64 {
	part := math.Log(ratio/d.low) / math.Log(d.high/d.low)
	return math.Round((top+plotHeight*(1-part))*100) / 100
}

// grid draws a line for each power of two, and the title of the axis.
func (d *drawing) grid() {
	for r := d.low; r <= d.high; r *= 2 {
		d.line(d.y(r), "#ddd", 1)
		d.text(left-6, d.y(r)+4, `text-anchor="end" fill="#555"`, fmt.Sprintf("%g×", r))
	}
	middle := top + plotHeight/2
	d.text(12, middle, fmt.Sprintf(`text-anchor="middle" fill="#555" transform="rotate(-90 12 %g)"`, middle), d.chart.Axis)
}

func (d *drawing) legend() {
	for j, s := range d.chart.Series {
		x := left + legendStep*float64(j)
		fmt.Fprintf(d, `<rect x="%g" y="51" width="11" height="11" fill="%s"/>`+"\n", x, colours[j])
		d.text(x+16, 61, "", s.Name)
	}
}

// bar draws a ratio from the line of one, with its value as the title shown under a pointer.
func (d *drawing) bar(x, ratio float64, series int, name string) {
	if !(ratio > 0) || math.IsInf(ratio, 0) {
		return
	}
	y, one := d.y(ratio), d.y(1)
	from, to := min(y, one), max(y, one)
	fmt.Fprintf(d, `<rect x="%g" y="%g" width="%g" height="%.2f" fill="%s"><title>%s: %.2f</title></rect>`+"\n",
		x, from, barWidth, to-from, colours[series], escape(name), ratio)
}

func (d *drawing) line(y float64, colour string, width float64) {
	fmt.Fprintf(d, `<line x1="%g" y1="%g" x2="%g" y2="%[2]g" stroke="%[4]s" stroke-width="%[5]g"/>`+"\n", left, y, d.width-right, colour, width)
}

func (d *drawing) text(x, y float64, attributes, text string) {
	if text == "" {
		return
	}
	if attributes != "" {
		attributes = " " + attributes
	}
	fmt.Fprintf(d, `<text x="%g" y="%g"%s>%s</text>`+"\n", x, y, attributes, escape(text))
}

func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer does not fail
	return b.String()
}
