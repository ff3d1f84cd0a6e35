package state

import (
	"fmt"
	"hash/fnv"
	"strings"

	"tack/coach"
)

// redisBuckets is into how many hash slots the workspaces are spread: all that belongs to a workspace
// is in one, so that a script may change it in one step, also in a cluster. It is written down in the
// data; another number would look for everything in the wrong place.
const redisBuckets = 16

// keyLayout is a HASH: version and buckets of the layout. Kept for ever.
const keyLayout = "tack:layout"

// bucket is one of them. Every key of a bucket begins with its hash tag.
type bucket uint32

func bucketOf(workspace string) bucket {
	h := fnv.New32a()
	_, _ = h.Write([]byte(workspace)) // never fails
	return bucket(h.Sum32() % redisBuckets)
}

func (b bucket) key(kind string, names ...string) string {
	return fmt.Sprintf("tack:{%02d}:%s", b, kind) + joinNames(":", names)
}

// joinNames makes one name of several that may hold any bytes.
func joinNames(lead string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	if len(names) == 1 {
		return lead + names[0]
	}
	var parts []string
	for _, n := range names {
		parts = append(parts, escapeName.Replace(n))
	}
	return lead + strings.Join(parts, "|")
}

func splitNames(joined string) []string {
	parts := strings.Split(joined, "|")
	for i, p := range parts {
		parts[i] = unescapeName.Replace(p)
	}
	return parts
}

var (
	escapeName   = strings.NewReplacer("%", "%25", "|", "%7C")
	unescapeName = strings.NewReplacer("%25", "%", "%7C", "|")
)

// Of the queue. They hold live work alone, and are kept until it is done.
func (b bucket) work() string   { return b.key("work") }   // STREAM: t = thread id
func (b bucket) queued() string { return b.key("queued") } // HASH: thread id → its entry in work
func (b bucket) wake() string   { return b.key("wake") }   // ZSET: thread id by when it is put into work, µs
func (b bucket) since() string  { return b.key("since") }  // ZSET: thread id by when its rest began, µs

// Of a bucket; for ever. Names of which nothing is kept any more are taken out with each write.
func (b bucket) spaces() string   { return b.key("spaces") }   // ZSET: workspace with threads by kept until, µs
func (b bucket) revs() string     { return b.key("revs") }     // STRING: the last revision of any thread
func (b bucket) learners() string { return b.key("learners") } // ZSET: workspace|id by kept until, µs

// Of a workspace; kept as long as a thread.
func (b bucket) threads(ws string) string { return b.key("threads", ws) } // ZSET: thread id by kept until, µs
func (b bucket) heard(ws string) string   { return b.key("heard", ws) }   // ZSET: thread id by highest order

// Of a message that the platform named; kept as long as a thread, from its delivery on.
func (b bucket) post(ref string) string { return b.key("post", ref) } // STRING: thread|message

// Of a thread; all but seen are kept as long as a thread.
func (b bucket) thread(id coach.ThreadID) string { return b.key("t", string(id)) }           // HASH: see lua/thread.lua
func (b bucket) events(id coach.ThreadID) string { return b.key("ev", string(id)) }          // HASH: event id → place, body
func (b bucket) inbox(id coach.ThreadID) string  { return b.key("in", string(id)) }          // ZSET: place, event id; all of score 0
func (b bucket) keys(id coach.ThreadID) string   { return b.key("keys", string(id)) }        // HASH: see lua/record.lua
func (b bucket) outbox(id coach.ThreadID) string { return b.key("out", string(id)) }         // HASH: message id → sequence, body
func (b bucket) lines(id coach.ThreadID) string  { return b.key("log", string(id)) }         // LIST: lines, oldest first
func (b bucket) refs(id coach.ThreadID) string   { return b.key("refs", string(id)) }        // HASH: message id → ref
func (b bucket) seen(id coach.ThreadID) string   { return b.key("seen", string(id)) }        // ZSET: key by when it was seen, µs; SeenFor
func (b bucket) gone(id coach.ThreadID) string   { return b.key("gone", string(alias(id))) } // STRING: highest order before its learner was forgotten; SeenFor

// Of a learner; kept as long as the last of what they name.
func (b bucket) theirs(l Learner) string { return b.key("theirs", l.Workspace, l.ID) } // ZSET: thread id by kept until, µs
func (b bucket) topics(l Learner) string { return b.key("topics", l.Workspace, l.ID) } // ZSET: topic by kept until, µs
func (b bucket) names(l Learner) string  { return b.key("names", l.Workspace, l.ID) }  // ZSET: name of a value by kept until, µs
func (b bucket) docs(l Learner, topic string) string { // HASH: name → time of change, newline, body; as long as documents
	return b.key("docs", l.Workspace, l.ID, topic)
}

// value is a HASH: v and until, µs. Kept as long as it says.
func (b bucket) value(k Key) string { return b.key("v", k.Workspace, k.ID, k.Name) }

// queue are the keys that lua/thread.lua goes by.
func (b bucket) queue(id coach.ThreadID) []string {
	return []string{b.thread(id), b.events(id), b.outbox(id), b.work(), b.queued(), b.wake(), b.since()}
}
