//go:build !unix

package profile

import "time"

// cpuTime is the time of day where processor time is not at hand.
func cpuTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
