module github.com/reffine-db/reffine/loops/kernel/simd/internal/gen

go 1.25.0

require github.com/mmcloughlin/avo v0.5.0

require (
	golang.org/x/mod v0.34.0 // indirect
	golang.org/x/sync v0.20.0 // indirect
	golang.org/x/tools v0.43.0 // indirect
)
