package track

import (
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/reading"
	"tack/coach/tutor"
)

// hearer is a turn with nothing but words.
func hearer(t *testing.T, text string) *turn {
	track, _ := shipped(t).Topic("redis")
	in := tutor.Input{Locale: "en", Message: reading.Message{Text: text}, Reading: coach.Reading{Kind: coach.KindChat}}
	return New(shipped(t), texts(t)).newTurn(in, track)
}

// TestTurn_Puzzled: a question of the coach's that is not understood is told from an answer, and from what
// is not understood of the topic.
func TestTurn_Puzzled(t *testing.T) {
	for _, text := range []string{
		"I don't understand the question", "i dont understand", "Sorry, I don't get it.", "what do you mean", "What do you mean by that?",
		"huh?", "what?", "??", "can you rephrase that please", "could you say that in simpler words?", "Can you explain the question?",
		"I'm not sure what you are asking", "i have no idea what you want", "the question is confusing", "that makes no sense to me, I don't follow",
		"what is the question?", "what are you asking", "I'm lost", "pardon?", "say it differently please", "What does that mean?", "What is a deliverable?",
		"我没看懂问题", "什么意思？", "你问的是什么", "这个问题是什么意思啊", "不太明白你的意思", "没听懂", "能换个说法吗", "看不懂", "说得简单一点",
		"能再解释一下这个问题吗", "问题有点绕", "一头雾水", "？", "啥意思", "不懂你在问什么", "什么是成果？",
	} {
		if !hearer(t, text).puzzled() {
			t.Errorf("%q is not heard as not understood", text)
		}
	}
	for _, text := range []string{
		"to understand caching", "I don't understand git branches and want to", "for work", "an hour a day", "I want to follow a course at work",
		"no idea", "I don't know", "because I never got replication to work", "I would use INCR", "theory first", "what is a cache?",
		"why would anybody do that?", "I know what you need for a cache", "read the same value twice", "a meaningful project",
		"工作要用", "不知道", "想弄懂缓存", "我不懂分布式锁，想学", "每天半小时", "先讲原理", "什么是缓存？", "没用过", "连续",
	} {
		if hearer(t, text).puzzled() {
			t.Errorf("%q is heard as not understood", text)
		}
	}
}

// TestTurn_WishedLanguage: a wish to be spoken to in a language is told from its mention.
func TestTurn_WishedLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"can you explain it in chinese please": "zh", "in Chinese please": "zh", "Chinese": "zh", "please switch to English": "en", "do you speak Chinese?": "zh",
		"I don't understand, could you ask that in Chinese?": "zh", "能用英文讲吗": "en", "请说中文": "zh", "换成英语": "en", "用中文吧": "zh", "会说中文吗": "zh",
		"for a Chinese company": "", "please don't switch to chinese": "", "不要用英文": "", "做一个中文博客": "", "to read the English documentation": "", "no idea": "",
	} {
		if got := hearer(t, text).wishedLanguage(); got != want {
			t.Errorf("%q wishes %q, want %q", text, got, want)
		}
	}
}

// TestTurn_CarriesOn: going on with the topic in hand is no answer.
func TestTurn_CarriesOn(t *testing.T) {
	for text, want := range map[string]bool{
		"continue redis": true, "Continue with Redis please": true, "let's continue": true, "继续 redis": true, "继续学 Redis 吧": true, "I want to learn redis": true,
		"continue git": false, "continue, redis-cli PING printed PONG": false, "to continue my work on redis caches": false, "for work": false, "学 redis 是为了做缓存": false,
	} {
		if got := hearer(t, text).carriesOn(); got != want {
			t.Errorf("%q carries on %v, want %v", text, got, want)
		}
	}
}

// inDiagnosis is a walker of a shipped track to whom the first question of the diagnosis was put.
func inDiagnosis(t *testing.T, topic, locale string) *walker {
	w := newWalker(t, locale)
	w.tutor, w.course.Topic = New(shipped(t), texts(t)), topic
	w.open(topic)
	return w
}

// TestTutor_Clarifies: every question of the diagnosis that is not understood is put in other words, and
// not a third time.
func TestTutor_Clarifies(t *testing.T) {
	for locale, said := range map[string]string{"en": "I don't understand the question", "zh": "我没看懂问题"} {
		for _, topic := range []string{"redis", "git"} {
			w := inDiagnosis(t, topic, locale)
			for range 20 {
				if w.course.Phase != coach.PhaseDiagnosis {
					break
				}
				asked, before := w.course.Diagnosis.Asked, w.last.Text
				r := w.turn(coach.KindChat, said)
				if w.course.Diagnosis.Asked != asked || !strings.HasSuffix(r.Question, ":plain") {
					t.Fatalf("%s %s: %s is not put in other words: %s %q\n%s", topic, locale, asked, r.Question, w.course.Diagnosis.Goal, r.Text)
				}
				if question := last(strings.Split(before, "\n\n")); strings.Contains(r.Text, question) {
					t.Errorf("%s %s: %s is put in the same words: %s", topic, locale, asked, r.Text)
				}
				if r = w.turn(coach.KindChat, said); w.course.Diagnosis.Asked == asked {
					t.Fatalf("%s %s: %s is put a third time: %s", topic, locale, asked, r.Text)
				}
			}
			if w.course.Phase != coach.PhaseNegotiation || strings.Contains(w.course.Diagnosis.Goal, said) || w.course.Diagnosis.Level != "beginner" {
				t.Errorf("%s %s: phase %s after %+v", topic, locale, w.course.Phase, w.course.Diagnosis)
			}
			w.play([]line{
				{kind: coach.KindChat, text: said, asks: coach.AskConfirm, phase: coach.PhaseNegotiation, says: []string{"M"}},
			})
		}
	}
}

func last(list []string) string { return list[len(list)-1] }

// TestTutor_LanguageWish: the open question comes again in the language asked for; at work the coach says how.
func TestTutor_LanguageWish(t *testing.T) {
	w := inDiagnosis(t, "redis", "en")
	w.play([]line{
		{kind: coach.KindQuestion, text: "can you explain it in chinese please", key: "diagnosis:goal", says: []string{"你想用 Redis 做什么"}},
		{kind: coach.KindAnswer, text: "做缓存", key: "diagnosis:level:level-basic", says: []string{"场景一"}},
	})
	if w.course.Locale != "zh" || !strings.Contains(w.course.Title, "从第一个键") {
		t.Errorf("course in %s: %s", w.course.Locale, w.course.Title)
	}
	w = atStep(t, "redis", "en", "setup-ping")
	w.play([]line{{kind: coach.KindQuestion, text: "can you explain it in chinese please", says: []string{"/study lang zh"}}})
	w = atStep(t, "redis", "zh", "setup-ping")
	w.play([]line{{kind: coach.KindQuestion, text: "能用英文讲吗", says: []string{"/study lang en"}}})
}

// TestTutor_ContinuesTopicInHand: "continue redis" in an open redis session is no answer to anything.
func TestTutor_ContinuesTopicInHand(t *testing.T) {
	for locale, said := range map[string]string{"en": "continue redis", "zh": "继续 redis"} {
		w := inDiagnosis(t, "redis", locale)
		w.play([]line{{kind: coach.KindChat, text: said, key: "diagnosis:goal", asks: coach.AskQuestion}})
		if w.course.Diagnosis.Goal != "" {
			t.Errorf("goal %q", w.course.Diagnosis.Goal)
		}
		w = atStep(t, "redis", locale, "setup-ping")
		w.play([]line{{kind: "go_on"}, {kind: coach.KindChat, text: said, asks: coach.AskAction, says: []string{"redis-cli PING"}}})
	}
}
