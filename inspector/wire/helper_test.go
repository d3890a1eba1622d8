package wire

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

// helper is what the test binary does when a test starts it as a program of its own: it
// connects to a mode of the fault server, says so, and waits to be killed.
func helper(mode string) {
	spawner := NewSpawner()
	server, args, _ := strings.Cut(mode, " ")
	c, err := Dial(context.Background(), Endpoint{Command: server, Args: strings.Fields(args)}, Options{Spawner: spawner})
	fmt.Printf("connected %v\n", err)
	_ = os.Stdout.Sync()
	_ = c
	time.Sleep(time.Minute)
}
