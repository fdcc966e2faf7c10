package main

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/attr"
	op "github.com/mmcloughlin/avo/operand"
)

// bytes returns where constant data are, 32 or 64 bytes or a multiple of 8. A name
// stands for the same data throughout a file.
func (f *file) bytes(name string, data []byte) op.Mem {
	if m, ok := f.data[name]; ok {
		return m
	}
	m := f.StaticGlobal(name)
	f.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := 0; i < len(data); i += 8 {
		f.AppendDatum(op.U64(binary.LittleEndian.Uint64(data[i:])))
	}
	f.data[name] = m
	return m
}

func dwords(x ...uint32) (out []byte) {
	for _, v := range x {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	return out
}

func quadwords(x ...uint64) (out []byte) {
	for _, v := range x {
		out = binary.LittleEndian.AppendUint64(out, v)
	}
	return out
}
