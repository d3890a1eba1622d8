package tool

import "strconv"

// Read makes a snapshot of the raw results of tools/list, one a page, in order.
// protocolVersion is the negotiated one ("2025-06-18"), empty where not known;
// some breaches exist only in some versions. Read never fails.
func Read(pages [][]byte, protocolVersion string) *Snapshot {
	return &Snapshot{Server: ServerInfo{ProtocolVersion: protocolVersion}, Pages: pages}
}

func itoa(n int) string { return strconv.Itoa(n) }
