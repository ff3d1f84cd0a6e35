package discord

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tack/coach"
)

// platform is the first field of every id of this adapter, and atMe stands for the guild of direct messages.
const (
	platform = "discord"
	atMe     = "@me"
)

// place is where something stands: "discord:<guild>:<channel>:<id>". As a thread, channel is the parent and id
// the thread's own channel, both the same in direct messages; id is empty for the parent's own thread. As a
// reference, channel is where the message stands, a thread most often, and id is the message's.
type place struct{ guild, channel, id string }

func (p place) String() string { return platform + ":" + p.guild + ":" + p.channel + ":" + p.id }

func (p place) thread() coach.ThreadID { return coach.ThreadID(p.String()) }

// top is the parent's own thread.
func (p place) top() place {
	p.id = ""
	return p
}

// message is the reference of a message in the thread p.
func (p place) message(id string) place { return place{p.guild, p.id, id} }

// direct says whether it is a conversation of one user with us.
func (p place) direct() bool { return p.guild == atMe }

// parsePlace reads an id of this platform; false for any other.
func parsePlace(id string) (place, bool) {
	fields := strings.Split(id, ":")
	if len(fields) != 4 || fields[0] != platform || fields[1] == "" || fields[2] == "" {
		return place{}, false
	}
	return place{guild: fields[1], channel: fields[2], id: fields[3]}, true
}

// workspace is the first two fields of every id of a guild.
func workspace(guild string) string { return platform + ":" + guild }

// epoch is the first millisecond of 2015 in Unix time: where Discord's ids count from.
const epoch = 1420070400000

// timeOf is the time that an id was made: its first 42 bits, in ms.
func timeOf(id string) (time.Time, error) {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("discord: no id: %q", id)
	}
	return time.UnixMilli(int64(n>>22) + epoch), nil
}

// idAt is the first id of a time; "0" for times before 2015.
func idAt(t time.Time) string {
	ms := max(t.UnixMilli()-epoch, 0)
	return strconv.FormatUint(uint64(ms)<<22, 10)
}

// areIDs says whether all of some texts are ids of Discord's.
func areIDs(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !isID(s) })
}

func isID(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

// older says whether a comes before b. Ids have no leading zeros: the shorter is the smaller.
func older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

// nonceOf is the nonce of a delivery key: 24 characters of the 25 that Discord takes, the same in every process.
func nonceOf(key string) string {
	sum := sha256.Sum256([]byte(key))
	return base32.StdEncoding.EncodeToString(sum[:15])
}
