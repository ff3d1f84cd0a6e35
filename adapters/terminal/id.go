package terminal

import (
	"net/url"
	"strconv"
	"strings"

	"tack/coach"
	"tack/state"
)

// workspace is the only one of this platform; prefix begins every id of it.
const (
	workspace = "terminal:local"
	prefix    = workspace + ":"
)

// LearnerOf is a learner by name.
func LearnerOf(name string) state.Learner { return state.Learner{Workspace: workspace, ID: name} }

// ThreadOf is the thread of a learner on a topic; the lobby is the thread of the topic "".
func ThreadOf(learner, topic string) coach.ThreadID {
	return coach.ThreadID(prefix + url.PathEscape(learner) + ":" + url.PathEscape(topic))
}

// TopicOf takes the topic out of one of this platform's threads; "" for any other.
func TopicOf(id coach.ThreadID) string {
	_, topic, _ := strings.Cut(strings.TrimPrefix(string(id), prefix), ":")
	topic, err := url.PathUnescape(topic)
	if err != nil {
		return ""
	}
	return topic
}

// messageNumber is the number by which people call a coach message: 3 of "qwertyc3"; 0 for any other id.
func messageNumber(id string) int {
	number := strings.TrimLeft(id, "abcdefghijklmnopqrstuvwxyz")
	n, err := strconv.Atoi(number)
	if err != nil || !strings.HasSuffix(strings.TrimSuffix(id, number), "c") {
		return 0
	}
	return n
}
