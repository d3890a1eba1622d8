//go:build !unix

package dialect

func cpuSeconds() float64 { return 0 }
