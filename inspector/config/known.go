package config

// SecretName reports whether what goes by this name is probably a secret, such as
// "apiKey" or "GITHUB_TOKEN".
func SecretName(name string) bool { return secretName(name) }

// LooksSecret reports whether a word has the form of a token: a known start, a
// UUID, or a long run of letters and digits mixed. It is a guess.
func LooksSecret(word string) bool { return looksSecret(word) }

// minKnown is the length of a value below which it would be found by chance.
const minKnown = 6

// Known are the values of the entry that must not be shown or kept: those of the
// environment variables and headers, and whatever was expanded into other places.
// Very short ones are left out, since they occur everywhere.
func (s Server) Known() []string {
	var list []string
	add := func(value string) {
		if len(value) >= minKnown {
			list = append(list, value)
		}
	}
	for _, v := range s.Env {
		add(v.Value)
	}
	for _, h := range s.Headers {
		add(h.Value)
	}
	for _, v := range s.secrets {
		add(v)
	}
	return list
}
