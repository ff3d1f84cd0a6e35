package model

import "testing"

// What a good teacher says is left alone.
func TestUnfit_Lessons(t *testing.T) {
	tt := build(t, nil)
	for locale, texts := range map[string][]string{
		"en": {
			"In the last step we stored three messages in the topic.", "You saved the file; now restart the broker.",
			"A transaction can end here, or go on.", "Knowing this much is enough for now.", "If you want to stop the broker here, press Ctrl-C.",
			"Shall we look at where the loop stops?", "The consumer saves its progress, so nothing is lost.", "The debugger will stop here.",
			"When the test is done, close the session object: `session.close()`.", "Mail it to root@example.com or see @types/node.",
			"Chinese for it is “主题”.", "May I keep that in your notes?", "You confirmed that the port is open, good.", "Suppose I stored a key twice.",
			"Where does the reader finish?", "Let's close the connection and open it again.", "The sum of λ and Σ is small.",
		},
		"zh": {
			"我们已经写入了三条消息。", "消费者会保存自己的进度。", "在 Kubernetes 的 StatefulSet 里用 PersistentVolumeClaim。", "运行 `kafka-topics.sh --list` 看看。",
			"断点停在这里，看看变量。", "你确认端口开着了，很好。", "这段程序到这里结束。", "先把容器停下，再改配置。", "Broker", "Kafka Streams exactly-once",
		},
	} {
		for _, text := range texts {
			for _, f := range tt.unfit(text, locale) {
				if f.name == "claim" {
					continue // counts before the route is agreed only
				}
				t.Errorf("%q: %s", text, f.what)
			}
		}
	}
}

// A question of the diagnosis may show a command, and a sentence before it may answer and promise.
func TestBridge_Sentences(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	toLevel(d)
	u := d.tutor.newTurn(t.Context(), inputOf(d, "hm"))
	for _, text := range []string{
		"Noted, that helps.", "That comes once the route is agreed.", "The route depends on these answers, so we keep them.", "M3 is the part on `offsets`.", "好，订单流水线，记下了。",
	} {
		if u.loc = "en"; text[0] > 127 {
			u.loc = "zh"
		}
		if faults := u.bridge(text); len(faults) > 0 {
			t.Errorf("%q: %v", text, faults)
		}
	}
	u.loc = "en"
	for _, text := range []string{
		"After `git reset --hard HEAD~1` your work is gone; what do you do first?", "Your shop is a set of ten services. One is slow at noon: where do you look?",
	} {
		if faults := u.putScenario(text); len(faults) > 0 {
			t.Errorf("%q: %v", text, faults)
		}
	}
}

func TestUncalled(t *testing.T) {
	for text, want := range map[string]string{
		"@bob, look":                           "`@bob`, look",
		"Put @Override there.":                 "Put `@Override` there.",
		"```java\n@Override\n```\nand (@Test)": "```java\n@Override\n```\nand (`@Test`)",
		"`@Test` and root@example.com":         "`@Test` and root@example.com",
	} {
		if got := uncalled(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
