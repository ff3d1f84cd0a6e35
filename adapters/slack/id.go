package slack

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tack/coach"
)

// platform is the first field of every id of this adapter.
const platform = "slack"

// place is where a message stands: "slack:<team>:<channel>:<ts>". As a thread, ts is that of the root, and
// empty for the channel's own thread; as a reference, it is that of the message.
type place struct{ team, channel, ts string }

func (p place) String() string { return platform + ":" + p.team + ":" + p.channel + ":" + p.ts }

func (p place) thread() coach.ThreadID { return coach.ThreadID(p.String()) }

// at is another message, or the channel's own thread, of the same channel.
func (p place) at(ts string) place {
	p.ts = ts
	return p
}

// parsePlace reads an id of this platform; false for any other.
func parsePlace(id string) (place, bool) {
	fields := strings.Split(id, ":")
	if len(fields) != 4 || fields[0] != platform || fields[1] == "" || fields[2] == "" {
		return place{}, false
	}
	return place{team: fields[1], channel: fields[2], ts: fields[3]}, true
}

// workspace is the first two fields of every id of a team.
func workspace(team string) string { return platform + ":" + team }

// timeOf is the time that a ts says: seconds since 1970, a dot, six digits of microseconds.
func timeOf(ts string) (time.Time, error) {
	seconds, micros, ok := strings.Cut(ts, ".")
	s, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || !ok || len(micros) != 6 {
		return time.Time{}, fmt.Errorf("slack: no timestamp: %q", ts)
	}
	us, err := strconv.ParseUint(micros, 10, 32)
	if err != nil {
		return time.Time{}, fmt.Errorf("slack: no timestamp: %q", ts)
	}
	return time.Unix(s, int64(us)*1000), nil
}

// tsOf is the ts of a time.
func tsOf(t time.Time) string {
	us := t.UnixMicro()
	return fmt.Sprintf("%d.%06d", us/1e6, us%1e6)
}
