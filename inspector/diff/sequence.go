package diff

import "slices"

// match is a pair of positions in two sequences.
type match struct{ a, b int }

// maxTable bounds the table of a longest common subsequence, in cells.
const maxTable = 1 << 15

// common finds equal items of two sequences in the same order: a longest common
// subsequence where the sequences are short, else a long one.
func common[T comparable](a, b []T) []match {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	out := make([]match, 0, head+tail)
	for i := range head {
		out = append(out, match{i, i})
	}
	midA, midB := a[head:len(a)-tail], b[head:len(b)-tail]
	var mid []match
	if len(midA)*len(midB) <= maxTable {
		mid = heaviest(len(midA), len(midB), func(i, j int) int {
			if midA[i] == midB[j] {
				return 1
			}
			return 0
		})
	} else {
		mid = byOccurrence(midA, midB)
	}
	for _, p := range mid {
		out = append(out, match{p.a + head, p.b + head})
	}
	for i := tail; i > 0; i-- {
		out = append(out, match{len(a) - i, len(b) - i})
	}
	return out
}

// heaviest finds pairs in order with the largest sum of weights. A weight of 0
// is no pair.
func heaviest(n, m int, weight func(i, j int) int) []match {
	if n == 0 || m == 0 {
		return nil
	}
	best := make([]int32, (n+1)*(m+1)) // of the rest from (i, j)
	w := make([]int32, n*m)
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			here := max(best[(i+1)*(m+1)+j], best[i*(m+1)+j+1])
			if w[i*m+j] = int32(weight(i, j)); w[i*m+j] > 0 {
				here = max(here, best[(i+1)*(m+1)+j+1]+w[i*m+j])
			}
			best[i*(m+1)+j] = here
		}
	}
	var out []match
	for i, j := 0, 0; i < n && j < m; {
		here := best[i*(m+1)+j]
		switch {
		case w[i*m+j] > 0 && here == best[(i+1)*(m+1)+j+1]+w[i*m+j]:
			out = append(out, match{i, j})
			i, j = i+1, j+1
		case here == best[(i+1)*(m+1)+j]:
			i++
		default:
			j++
		}
	}
	return out
}

// byOccurrence pairs the first occurrence of an item with the first, the second
// with the second, and keeps the longest run of those that do not cross.
func byOccurrence[T comparable](a, b []T) []match {
	places := make(map[T][]int, len(b))
	for j, x := range b {
		places[x] = append(places[x], j)
	}
	var pairs []match
	for i, x := range a {
		if at := places[x]; len(at) > 0 {
			pairs = append(pairs, match{i, at[0]})
			places[x] = at[1:]
		}
	}
	return increasing(pairs)
}

// increasing keeps a longest subsequence of pairs, given in the order of a, in
// which b grows too. It takes n log n steps.
func increasing(pairs []match) []match {
	ends := make([]int, 0, len(pairs)) // ends[k]: the pair that ends a run of k+1 with the least b
	before := make([]int, len(pairs))
	for i, p := range pairs {
		k, _ := slices.BinarySearchFunc(ends, p.b, func(e, b int) int { return pairs[e].b - b })
		before[i] = -1
		if k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
	}
	out := make([]match, len(ends))
	if len(ends) == 0 {
		return out
	}
	for k, i := len(ends)-1, ends[len(ends)-1]; k >= 0; k, i = k-1, before[i] {
		out[k] = pairs[i]
	}
	return out
}
