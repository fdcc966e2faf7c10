package eval

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/reffine-db/reffine/ir"
)

// The engine's regular expressions are RE2's, as Go's are: the same syntax, matches and order of
// preference. What differs is left to the engine: single bytes, classes of Unicode, whose
// versions differ, and patterns that are not ASCII.

// Regexp compiles a pattern of the engine with its options: c and i for case, s and n, m, p for
// whether a dot takes a new line, l for a literal, g to replace all matches.
func Regexp(pattern, options string) (re *regexp.Regexp, all bool, err error) {
	unsupported := func(why string) (*regexp.Regexp, bool, error) {
		return nil, false, &Unsupported{"regular expression", why}
	}
	flags := map[byte]bool{}
	for i := range len(options) {
		switch o := options[i]; o {
		case 'c', 'i':
			flags['i'] = o == 'i'
		case 's', 'n', 'm', 'p':
			flags['s'] = o == 's'
		case 'l', 'g':
			flags[o] = true
		case ' ', '\t', '\n':
		default:
			return unsupported("option " + string(o))
		}
	}
	for i := range len(pattern) {
		if pattern[i] == 0 || pattern[i] >= utf8.RuneSelf && (flags['i'] || strings.Contains(pattern, "(?")) {
			return unsupported("a pattern that is not ASCII, and flags")
		}
	}
	text := pattern
	if flags['l'] {
		text = regexp.QuoteMeta(pattern)
	} else if strings.Contains(pattern, `\p`) || strings.Contains(pattern, `\P`) || strings.Contains(pattern, `\C`) {
		return unsupported("a class of Unicode, or of bytes")
	}
	prefix := ""
	if flags['i'] {
		prefix += "i"
	}
	if flags['s'] {
		prefix += "s"
	}
	if prefix != "" {
		prefix = "(?" + prefix + ")"
	}
	if re, err = regexp.Compile(prefix + text); err != nil {
		return unsupported("a pattern with an error")
	}
	return re, flags['g'], nil
}

// compiledRegexp is a pattern with its options.
type compiledRegexp struct {
	re   *regexp.Regexp // nil: not supported
	full *regexp.Regexp // matches whole strings
	all  bool
}

// regexps keeps the patterns met so far.
var regexps struct {
	sync.RWMutex
	known map[[2]string]*compiledRegexp
}

const maxRegexps = 256

func compileRegexp(pattern, options string) *compiledRegexp {
	key := [2]string{pattern, options}
	regexps.RLock()
	c := regexps.known[key]
	regexps.RUnlock()
	if c != nil {
		return c
	}
	c = &compiledRegexp{}
	if re, all, err := Regexp(pattern, options); err == nil {
		c.re, c.all = re, all
		c.full = regexp.MustCompile(`\A(?:` + re.String() + `)\z`)
	}
	regexps.Lock()
	if regexps.known == nil || len(regexps.known) >= maxRegexps {
		regexps.known = map[[2]string]*compiledRegexp{}
	}
	regexps.known[key] = c
	regexps.Unlock()
	return c
}

func regexpMatches(args []ir.Value, _ ir.Type) (ir.Value, error) {
	c := compileRegexp(args[1].Str, args[2].Str)
	if c.re == nil {
		return failure(ir.RegexpMatches, "a pattern that is not supported")
	}
	return ir.BoolValue(c.re.MatchString(args[0].Str)), nil
}

func regexpFull(args []ir.Value, _ ir.Type) (ir.Value, error) {
	c := compileRegexp(args[1].Str, args[2].Str)
	if c.re == nil {
		return failure(ir.RegexpFull, "a pattern that is not supported")
	}
	return ir.BoolValue(c.full.MatchString(args[0].Str)), nil
}

func regexpExtract(args []ir.Value, _ ir.Type) (ir.Value, error) {
	c := compileRegexp(args[1].Str, args[3].Str)
	group, _ := args[2].Int.Int64()
	if c.re == nil || group < 0 || group > int64(c.re.NumSubexp()) {
		return failure(ir.RegexpExtract, "a pattern or group that is not supported")
	}
	m := c.re.FindStringSubmatchIndex(args[0].Str)
	if m == nil || m[2*group] < 0 {
		return ir.StringValue(""), nil
	}
	return ir.StringValue(args[0].Str[m[2*group]:m[2*group+1]]), nil
}

// CheckRewrite reports that every \n of a rewrite names one of the groups, and there are no other
// escapes than \\.
func CheckRewrite(rewrite string, groups int) bool {
	for i := 0; i < len(rewrite); i++ {
		if rewrite[i] != '\\' {
			continue
		}
		if i++; i == len(rewrite) {
			return false
		}
		if c := rewrite[i]; c != '\\' && (c < '0' || c > '9' || int(c-'0') > groups) {
			return false
		}
	}
	return true
}

func regexpReplace(args []ir.Value, _ ir.Type) (ir.Value, error) {
	c := compileRegexp(args[1].Str, args[3].Str)
	s, rewrite := args[0].Str, args[2].Str
	if c.re == nil || !CheckRewrite(rewrite, c.re.NumSubexp()) {
		return failure(ir.RegexpReplace, "a pattern or rewrite that is not supported")
	}
	n := 1
	if c.all {
		n = -1
	}
	var b []byte
	end := 0
	for _, m := range c.re.FindAllStringSubmatchIndex(s, n) {
		b = append(b, s[end:m[0]]...)
		b = appendRewrite(b, rewrite, s, m)
		end = m[1]
	}
	return ir.StringValue(string(append(b, s[end:]...))), nil
}

// appendRewrite appends a rewrite of match m of s.
func appendRewrite(b []byte, rewrite, s string, m []int) []byte {
	for i := 0; i < len(rewrite); i++ {
		c := rewrite[i]
		if c == '\\' {
			i++
			if c = rewrite[i]; c != '\\' {
				if g := 2 * int(c-'0'); m[g] >= 0 {
					b = append(b, s[m[g]:m[g+1]]...)
				}
				continue
			}
		}
		b = append(b, c)
	}
	return b
}
