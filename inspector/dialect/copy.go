package dialect

import "mcploupe/inspector/jsondoc"

func (c *conv) convertWithCopies(doc *jsondoc.Document, out *Conversion, fix Repairs) error {
	return overLimit("copies are being built")
}
