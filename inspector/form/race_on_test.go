//go:build race

package form_test

// thin takes one of so many of the real and official schemas: the race detector
// makes everything ten times slower, and there is one goroutine only. Without it
// all are taken.
const thin = 6
