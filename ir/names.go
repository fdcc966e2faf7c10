package ir

import "strings"

// reserved are the words that must be back-quoted to name a field, a
// definition or an iterator. Attribute names are never ambiguous and are not
// quoted for it.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`forall case when then else end start cast try_cast in as
		null true false nan inf distinct field param output`) {
		m[w] = true
	}
	for k := Invalid; int(k) < len(kindNames); k++ {
		m[k.String()] = true
	}
	return m
}()

// quoteName returns the name of a field, definition or iterator as IR text:
// bare when it is an identifier, in back quotes otherwise.
func quoteName(s string) string {
	if reserved[s] {
		return "`" + s + "`"
	}
	return quoteAttr(s)
}

// quoteAttr is quoteName where reserved words need no quotes: attributes.
func quoteAttr(s string) string {
	if s == "" {
		return "``"
	}
	for i := range len(s) {
		if !letter(s[i]) && (i == 0 || !digit(s[i])) {
			return "`" + strings.ReplaceAll(s, "`", "``") + "`"
		}
	}
	return s
}

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }
