package web

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // sizes of GIFs
	_ "image/jpeg" // of JPEGs
	_ "image/png"  // and of PNGs
	"net/http"
	"strings"

	"mcploupe/views"
)

// Bounds of the pictures that are shown.
const (
	maxPicture = 4 << 20  // bytes of one
	maxPixels  = 50 << 20 // a small file can unfold to more than a browser bears
)

// pictures are the kinds that are shown, by what their bytes say: what the
// server calls them counts for nothing.
var pictures = map[string]views.ImageType{
	"image/png": views.ImagePNG, "image/jpeg": views.ImageJPEG, "image/gif": views.ImageGIF, "image/webp": views.ImageWebP,
}

// pictureBlock shows a picture, or says why it is not shown.
func pictureBlock(b *views.Block, said, text string) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		b.Note = joined(said, "not base64: "+err.Error())
		return
	}
	kind := http.DetectContentType(data)
	b.Note = joined(said, bytesText(len(data)))
	if base, _, _ := strings.Cut(said, ";"); !strings.EqualFold(strings.TrimSpace(base), kind) && strings.HasPrefix(base+kind, "image/") {
		b.Note = joined(b.Note, "its bytes are "+kind)
	}
	shown, ok := pictures[kind]
	if !ok {
		return
	}
	size, err := pictureSize(kind, data)
	switch {
	case err != nil:
		b.Note = joined(b.Note, "not shown: "+err.Error())
		return
	case len(data) > maxPicture || size.X*size.Y > maxPixels:
		b.Note = joined(b.Note, fmt.Sprintf("%d×%d", size.X, size.Y), "too large to show")
		return
	}
	b.Note = joined(b.Note, fmt.Sprintf("%d×%d", size.X, size.Y))
	b.Image = &views.Image{Type: shown, Data: data, Alt: fmt.Sprintf("the image of the answer, %d by %d pixels", size.X, size.Y)}
}

func pictureSize(kind string, data []byte) (image.Point, error) {
	if kind == "image/webp" {
		return webpSize(data)
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	return image.Point{X: c.Width, Y: c.Height}, err
}

// webpSize reads width and height of a WebP file: 24 or 14 bits each at a place
// that its first chunk decides (RFC 9649, sections 2.5 to 2.7).
func webpSize(data []byte) (image.Point, error) {
	if len(data) < 30 {
		return image.Point{}, errors.New("the WebP file is cut off")
	}
	at := func(i int) int { return int(data[i]) }
	switch string(data[12:16]) {
	case "VP8X":
		return image.Point{X: 1 + at(24) + at(25)<<8 + at(26)<<16, Y: 1 + at(27) + at(28)<<8 + at(29)<<16}, nil
	case "VP8L":
		bits := at(21) | at(22)<<8 | at(23)<<16 | at(24)<<24
		return image.Point{X: 1 + bits&0x3fff, Y: 1 + bits>>14&0x3fff}, nil
	case "VP8 ":
		return image.Point{X: (at(26) | at(27)<<8) & 0x3fff, Y: (at(28) | at(29)<<8) & 0x3fff}, nil
	}
	return image.Point{}, errors.New("the WebP file has no picture at its start")
}

// soundFacts are what is said of audio, which is not played.
func soundFacts(said, text string) string {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return joined(said, "not base64: "+err.Error())
	}
	kind := http.DetectContentType(data)
	facts := joined(said, bytesText(len(data)))
	if strings.HasPrefix(kind, "audio/") || strings.HasPrefix(kind, "video/") || kind == "application/ogg" {
		facts = joined(facts, "its bytes are "+kind)
	}
	return facts
}

func bytesText(n int) string { return count(n, "byte") }
