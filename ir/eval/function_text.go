package eval

import (
	"crypto/md5"
	"encoding/hex"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/reffine-db/reffine/ir"
)

// maxText bounds the strings that functions make; the engine makes longer ones.
const maxText = 1 << 24

// Spaces are the characters that trim without an operand takes off: those of the category Zs.
const Spaces = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"

func trim(front, back bool) func([]ir.Value, ir.Type) (ir.Value, error) {
	return func(args []ir.Value, _ ir.Type) (ir.Value, error) {
		s, set := args[0].Str, args[1].Str
		if set == "" {
			return ir.StringValue(s), nil
		}
		if front {
			s = strings.TrimLeft(s, set)
		}
		if back {
			s = strings.TrimRight(s, set)
		}
		return ir.StringValue(s), nil
	}
}

func byteLength(args []ir.Value, t ir.Type) (ir.Value, error) {
	return ir.IntValue(t, int64(len(args[0].Str))), nil
}

// replace leaves a string as it is where there is nothing to look for.
func replace(args []ir.Value, _ ir.Type) (ir.Value, error) {
	s, from, to := args[0].Str, args[1].Str, args[2].Str
	if from == "" {
		return args[0], nil
	}
	return ir.StringValue(strings.ReplaceAll(s, from, to)), nil
}

func position(args []ir.Value, t ir.Type) (ir.Value, error) {
	i := strings.Index(args[0].Str, args[1].Str)
	if i < 0 {
		return ir.IntValue(t, 0), nil
	}
	return ir.IntValue(t, 1+Length(args[0].Str[:i])), nil
}

// part is the characters of s from lo on, n of them.
func part(op ir.Op, s string, from, n int64) (ir.Value, error) {
	r, ok := Substring(s, from, n)
	if !ok {
		return failure(op, "offset or length out of range")
	}
	return ir.StringValue(r), nil
}

func left(args []ir.Value, _ ir.Type) (ir.Value, error) {
	n, ok := args[1].Int.Int64()
	if !ok {
		return failure(ir.Left, "length out of range")
	}
	if n < 0 {
		n = max(0, Length(args[0].Str)+n)
	}
	return part(ir.Left, args[0].Str, 1, n)
}

func right(args []ir.Value, _ ir.Type) (ir.Value, error) {
	n, ok := args[1].Int.Int64()
	chars := Length(args[0].Str)
	switch {
	case !ok:
		return failure(ir.Right, "length out of range")
	case n == math.MinInt64:
		n = 0
	case n < 0:
		n = chars - min(chars, -n)
	default:
		n = min(chars, n)
	}
	return part(ir.Right, args[0].Str, chars-n+1, n)
}

// pad makes a string n characters long, with another one repeated.
func pad(front bool) func([]ir.Value, ir.Type) (ir.Value, error) {
	op := ir.RPad
	if front {
		op = ir.LPad
	}
	return func(args []ir.Value, _ ir.Type) (ir.Value, error) {
		n, ok := args[1].Int.Int64()
		if !ok || n > maxText/4 {
			return failure(op, "a long string")
		}
		s, with := args[0].Str, args[2].Str
		s = s[:skip(s, n)]
		missing := max(n, 0) - Length(s)
		if missing > 0 && with == "" {
			return failure(op, "nothing to pad with")
		}
		var b strings.Builder
		if !front {
			b.WriteString(s)
		}
		if per := Length(with); missing > 0 {
			for ; missing >= per; missing -= per {
				b.WriteString(with)
			}
			b.WriteString(with[:skip(with, missing)])
		}
		if front {
			b.WriteString(s)
		}
		return ir.StringValue(b.String()), nil
	}
}

// reverse is of characters that stand alone: the engine keeps together what makes up one, except in
// ASCII.
func reverse(args []ir.Value, _ ir.Type) (ir.Value, error) {
	s := args[0].Str
	b := make([]byte, len(s))
	end, ascii, alone := len(s), true, true
	for _, r := range s {
		ascii = ascii && r < utf8.RuneSelf
		alone = alone && standsAlone(r)
		if end -= utf8.RuneLen(r); !ascii && !alone || end < 0 {
			return failure(ir.Reverse, "characters that may belong together")
		}
		utf8.EncodeRune(b[end:end+utf8.RuneLen(r)], r)
	}
	return ir.StringValue(string(b)), nil
}

// standsAlone reports characters that no other one can be part of, of the scripts that are most common.
func standsAlone(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= ' ' || r == '\n' || r == '\t'
	case r >= 0xc0 && r <= 0x24f, r >= 0x391 && r <= 0x3c9, r >= 0x400 && r <= 0x481:
		return true
	}
	return r >= 0x3041 && r <= 0x3096 || r >= 0x30a1 && r <= 0x30fa || r >= 0x4e00 && r <= 0x9fa5
}

func repeat(args []ir.Value, _ ir.Type) (ir.Value, error) {
	s := args[0].Str
	n, ok := args[1].Int.Int64()
	if s == "" || args[1].Int.Sign() <= 0 {
		return ir.StringValue(""), nil
	}
	if !ok || n > int64(maxText/len(s)) {
		return failure(ir.Repeat, "a long string")
	}
	return ir.StringValue(strings.Repeat(s, int(n))), nil
}

func codePoint(args []ir.Value, t ir.Type) (ir.Value, error) {
	if args[0].Str == "" {
		return ir.IntValue(t, -1), nil
	}
	r, _ := utf8.DecodeRuneInString(args[0].Str)
	return ir.IntValue(t, int64(r)), nil
}

func chr(args []ir.Value, _ ir.Type) (ir.Value, error) {
	n, ok := args[0].Int.Int64()
	if !ok || n <= 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		return failure(ir.Chr, "not a character")
	}
	return ir.StringValue(string(rune(n))), nil
}

// splitExtract is a part of a string between separators, which are not empty.
func splitExtract(args []ir.Value, t ir.Type) (ir.Value, error) {
	parts := strings.Split(args[0].Str, args[1].Str)
	n, ok := args[2].Int.Int64()
	if n < 0 {
		n += int64(len(parts)) + 1
	}
	if !ok || n < 1 || n > int64(len(parts)) {
		return ir.NullOf(t), nil
	}
	return ir.StringValue(parts[n-1]), nil
}

// translate replaces characters of the second string by those of the third, and drops those
// that have none there. The first of several counts.
func translate(args []ir.Value, _ ir.Type) (ir.Value, error) {
	to := []rune(args[2].Str)
	table := map[rune]rune{}
	for i, r := range []rune(args[1].Str) {
		switch _, known := table[r]; {
		case known:
		case i < len(to):
			table[r] = to[i]
		default:
			table[r] = -1
		}
	}
	return ir.StringValue(strings.Map(func(r rune) rune {
		if x, ok := table[r]; ok {
			return x
		}
		return r
	}, args[0].Str)), nil
}

func md5Text(args []ir.Value, _ ir.Type) (ir.Value, error) {
	sum := md5.Sum([]byte(args[0].Str))
	return ir.StringValue(hex.EncodeToString(sum[:])), nil
}
