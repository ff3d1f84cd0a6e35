package terminal

import (
	"context"
	"errors"
	"strings"
)

// docs lists the documents of the topic in hand, or shows one.
func (c *Chat) docs(ctx context.Context, name string) error {
	topic, err := c.topicOfDocs(ctx)
	if err != nil {
		return err
	}
	if topic == "" {
		c.tell("no_session", nil)
		return nil
	}
	docs, err := c.Store.Documents(ctx, LearnerOf(c.Learner), topic)
	if err != nil {
		return err
	}
	var list []string
	for _, doc := range docs {
		if strings.EqualFold(doc.Name, name) {
			return c.Screen.Tell(doc.Body)
		}
		list = append(list, "- "+doc.Name)
	}
	switch {
	case len(list) == 0:
		c.tell("no_docs", topic)
	case name != "":
		c.tell("no_doc", map[string]any{"Name": name, "Topic": topic, "List": strings.Join(list, "\n")})
	default:
		c.tell("docs", map[string]any{"Topic": topic, "List": strings.Join(list, "\n")})
	}
	return nil
}

// topicOfDocs is the topic in hand, else that of the session last written in.
func (c *Chat) topicOfDocs(ctx context.Context) (string, error) {
	t, ok := c.session(ctx)
	if !ok {
		latest, err := c.latest(ctx)
		if err != nil {
			return "", err
		}
		t, _ = c.look(ctx, latest)
	}
	return t.Course.Topic, nil
}

// topics lists the topics, or goes to one.
func (c *Chat) topics(ctx context.Context, name string) error {
	if name != "" {
		err := c.openTopic(ctx, name)
		if errors.Is(err, errNoTopic) {
			c.tell("no_topic", name)
			return nil
		}
		return err
	}
	var lines []string
	locale := c.locale(ctx)
	for _, t := range c.Tracks {
		standing := ""
		if s, ok := c.look(ctx, ThreadOf(c.Learner, t.Topic)); ok {
			standing = c.Voice.Say(locale, "standing", map[string]any{
				"Window": s.Course.Window, "State": c.word(locale, "state", string(s.Session.State())),
			})
		}
		lines = append(lines, c.Voice.Say(locale, "topic", map[string]any{
			"Topic": t.Topic, "About": t.About.In(locale), "Standing": standing,
		}))
	}
	c.tell("topics", strings.Join(lines, "\n"))
	return nil
}
