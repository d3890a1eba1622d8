package dialect

// Every member of every schema is looked up once, so the lookup has no map: a
// hash of five bytes leads to at most one keyword, and one comparison tells
// whether it is that one.

const lookupSize = 1024

type lookup struct {
	factors [5]uint32
	slots   [lookupSize]kw
}

func (l *lookup) at(name []byte) uint32 {
	n := len(name)
	f := &l.factors
	return (uint32(n) + uint32(name[0])*f[0] + uint32(name[min(1, n-1)])*f[1] + uint32(name[n/2])*f[2] + uint32(name[n*2/3])*f[3] + uint32(name[n-1])*f[4]) % lookupSize
}

// keywordNames is the lookup of all names: the first of a fixed series of factors
// under which no two keywords meet.
var keywordNames = func() *lookup {
	l := &lookup{}
	for seed := uint32(1); !l.fill(seed); seed++ {
	}
	return l
}()

// fill tries the factors made from a seed.
func (l *lookup) fill(seed uint32) bool {
	for i := range l.factors {
		seed = seed*1664525 + 1013904223 // the usual constants of a linear congruential generator
		l.factors[i] = seed >> 20
	}
	l.slots = [lookupSize]kw{}
	for k := range keywordTable {
		name := keywordTable[k].name
		if name == "" {
			continue
		}
		at := l.at([]byte(name))
		if l.slots[at] != kwNone {
			return false
		}
		l.slots[at] = kw(k)
	}
	return true
}

// keywordOf returns the keyword of a name, kwNone where it is none.
func keywordOf(name []byte) kw {
	if len(name) == 0 {
		return kwNone
	}
	k := keywordNames.slots[keywordNames.at(name)]
	if keywordTable[k].name == string(name) {
		return k
	}
	return kwNone
}
