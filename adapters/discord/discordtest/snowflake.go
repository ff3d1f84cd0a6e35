package discordtest

import (
	"strconv"
	"time"
)

// epoch is the first second of 2015, in ms: where Discord's snowflakes count from.
const epoch = 1420070400000

// snowflakes makes ids: 42 bits of ms since epoch, 22 bits of which this uses as a counter. The zero value
// is ready; ids only grow.
type snowflakes struct{ last uint64 }

// next is a new id of the time now, or just above the last one.
func (f *snowflakes) next(now time.Time) string {
	f.last = max(f.last+1, uint64(now.UnixMilli()-epoch)<<22)
	return strconv.FormatUint(f.last, 10)
}

// nextMilli is a new id in a ms of its own: guilds are given to shards by the ms of their id.
func (f *snowflakes) nextMilli(now time.Time) string {
	f.last = max((f.last>>22+1)<<22, uint64(now.UnixMilli()-epoch)<<22)
	return strconv.FormatUint(f.last, 10)
}

// TimeOf is when a snowflake was made; the zero time if id is none.
func TimeOf(id string) time.Time {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + epoch).UTC()
}

// older says whether a comes before b. Snowflakes without leading zeros: the shorter is the smaller.
func older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}
