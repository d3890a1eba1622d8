package dialect

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
)

var (
	hardInstances = flag.Int("dialect.instances", 0, "how many random instances to judge in each dialect")
	hardSeed      = flag.Uint64("dialect.seed", 1, "the seed of the random schemas")
)

// instances is how many random instances are judged in each dialect: a few by
// default, as many as the flag or MCPLOUPE_INSTANCES says in a long run.
func instances() int {
	if *hardInstances > 0 {
		return *hardInstances
	}
	if n, err := strconv.Atoi(os.Getenv("MCPLOUPE_INSTANCES")); err == nil && n > 0 {
		return n
	}
	return 4000
}

// TestHard: random schemas of every old dialect keep the verdict of every random
// instance, and what is said about them is true.
func TestHard(t *testing.T) {
	for _, d := range []Dialect{Draft04, Draft06, Draft07, Draft2019} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			judgeHard(t, d, Draft2020, instances())
		})
	}
}

// TestHardEveryPair does the same for the older targets, but where a loss is named.
func TestHardEveryPair(t *testing.T) {
	for _, d := range []Dialect{Draft04, Draft06, Draft07, Draft2019, Draft2020} {
		for _, to := range []Dialect{Draft04, Draft06, Draft07, Draft2019} {
			if d != to {
				t.Run(fmt.Sprintf("%s to %s", d, to), func(t *testing.T) {
					t.Parallel()
					judgeHard(t, d, to, instances()/8)
				})
			}
		}
	}
}

func judgeHard(t *testing.T, d, to Dialect, enough int) {
	judged, accepted, refused, schemas, lost := 0, 0, 0, 0, 0
	for seed := *hardSeed; judged < enough; seed++ {
		h := &hard{r: rand.New(rand.NewPCG(seed, uint64(d))), d: d}
		schema := []byte(h.document())
		s, err := compile(schema, d)
		if err != nil {
			refused++
			continue
		}
		schemas++
		var tests []suiteTest
		for range 20 {
			i := []byte(h.instance(3))
			ok := valid(t, s, i)
			if ok {
				accepted++
			}
			tests = append(tests, suiteTest{Data: i, Valid: ok})
		}
		judged += len(tests)
		problem, c := keeps(t, schema, d, to, tests)
		if c != nil {
			checkChanges(t, schema, c)
			switch unjudged := strings.HasPrefix(problem, "does not compile"); {
			case problem == "":
			case lossy(c) && !unjudged:
				lost++
				continue
			case unjudged && has(c, "broken-ref"):
				continue // the judge did not look at it under "if": true, and does now
			}
		}
		if problem != "" {
			t.Errorf("seed %d: %s", seed, problem)
		}
	}
	t.Logf("%d instances, %d of them valid, in %d schemas (%d more did not compile); %d lost something, which was named", judged, accepted, schemas, refused, lost)
	if accepted < judged/20 || refused > 20*schemas || lost > schemas/2 {
		t.Errorf("the schemas are too hard to say anything")
	}
}

func has(c *Conversion, code string) bool {
	for _, ch := range c.Changes {
		if ch.Code == code {
			return true
		}
	}
	return false
}

// checkChanges: every pointer of a change leads to something, unless it says that
// nothing stands there.
func checkChanges(t *testing.T, source []byte, c *Conversion) {
	t.Helper()
	from, err := jsondoc.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	to, err := jsondoc.Parse(c.JSON)
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range c.Changes {
		if _, err := from.At(ch.From); (err != nil) != ch.New {
			t.Errorf("%s: From %q (new %v): %v\n%s\n%s", ch.Code, ch.From, ch.New, err, source, c.JSON)
		}
		if _, err := to.At(ch.To); (err != nil) != ch.Gone {
			t.Errorf("%s: To %q (gone %v): %v\n%s\n%s", ch.Code, ch.To, ch.Gone, err, source, c.JSON)
		}
		if ch.Reason == "" || strings.Contains(ch.Reason, "%s") || ch.Effect == "" || ch.Source == "" && ch.Code != "more-changes" {
			t.Errorf("incomplete: %+v", ch)
		}
	}
}
