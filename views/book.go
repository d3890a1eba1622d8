package views

import (
	"net/url"
	"strconv"
)

// targetNote says what is known of a client.
func targetNote(b TargetBox) string {
	note := count(b.Rules, "rule")
	if b.Note != "" {
		note += " · " + Plain(b.Note)
	}
	return note
}

// targetsURL is the page of the clients, which leads back to an own address.
func targetsURL(back string) string { return "/targets?back=" + url.QueryEscape(back) }

// MatrixURL is the matrix of a server.
func MatrixURL(server string) string { return matrixURL(Matrix{Server: server}, 0) }

func matrixURL(m Matrix, from int) string {
	q := url.Values{}
	for name, value := range map[string]string{"server": m.Server, "client": m.Client, "effect": m.Effect, "rule": m.Rule} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if from > 0 {
		q.Set("from", strconv.Itoa(from))
	}
	return "/matrix?" + q.Encode()
}

// cellURL is what the client of a column says about the first tool of a row.
func cellURL(m Matrix, r MatrixRow, column int) string {
	return Where{Server: m.Server}.AtItem(r.Tools[0].N, r.Tools[0].Name).AtFindings(m.Clients[column].ID, "", "").URL()
}
