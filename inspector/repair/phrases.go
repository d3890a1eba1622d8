package repair

import (
	"slices"

	"mcploupe/inspector/jsondoc"
)

const jsonBool = jsondoc.Bool

// phrases are the tables of all SDKs. The first that fits is taken.
var phrases = slices.Concat(pythonPhrases(), typescriptPhrases(), goPhrases(), otherPhrases())
