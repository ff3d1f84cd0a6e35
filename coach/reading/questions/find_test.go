package questions

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCatalog_Find(t *testing.T) {
	c := catalog(t)
	for name, tc := range map[string]struct {
		prose string
		want  []string
	}{
		"NoMark":          {"how do I rename a table", []string{"how do I rename a table"}},
		"NoMarkChinese":   {"那卷存在哪里", []string{"卷存在哪里"}},
		"Mixed":           {"docker exec 怎么用", []string{"docker exec 怎么用"}},
		"AfterStatement":  {"It printed PONG. What is a TTL?", []string{"What is a TTL?"}},
		"AfterAck":        {"ok but why do I need -p?", []string{"why do I need -p?"}},
		"AfterThanks":     {"Thanks! Is it safe to delete a stash?", []string{"Is it safe to delete a stash?"}},
		"Two":             {"What is a pod? And where does it run?", []string{"What is a pod?", "where does it run?"}},
		"TwoInOne":        {"do I need a lock, and where would the timeout go?", []string{"do I need a lock,", "where would the timeout go?"}},
		"Twice":           {"what is a pod? What is a Pod?", []string{"what is a pod?"}},
		"Condition":       {"When the server restarts, is the data lost?", []string{"When the server restarts, is the data lost?"}},
		"Lead":            {"I restarted it, why is the page empty?", []string{"why is the page empty?"}},
		"LeadNeeded":      {"I can't connect to redis, what should I do?", []string{"I can't connect to redis, what should I do?"}},
		"Fronted":         {"on one port can I run two servers", []string{"on one port can I run two servers"}},
		"Elliptic":        {"why??", []string{"why??"}},
		"EllipticChinese": {"为什么", []string{"为什么"}},
		"Request":         {"could you restart it for me?", []string{"could you restart it for me?"}},
		"Indirect":        {"I don't understand why it needs a lock", []string{"I don't understand why it needs a lock"}},
		"Particle":        {"重启以后会丢数据吗", []string{"重启以后会丢数据吗"}},
		"ANotA":           {"改完要不要重启 nginx", []string{"改完要不要重启 nginx"}},
		"QuotedInside":    {`Does "nothing to commit" mean I lost my work?`, []string{`Does "nothing to commit" mean I lost my work?`}},
		"Quoted":          {`the page says "why is it slow?"`, nil},
		"Fenced":          {"```\nwhat is this?\n```", nil},
		"QuotedLine":      {"> what is a pod?\nit runs now", nil},
		"Statement":       {"I restarted the server and it works now.", nil},
		"StatementWhen":   {"when I run it the window closes", nil},
		"StatementWhat":   {"what I did is a reset", nil},
		"StatementHow":    {"now I know how it works", nil},
		"StatementZh":     {"重启以后什么都没有了", nil},
		"KnownZh":         {"我知道怎么用了", nil},
		"StatementDiffZh": {"结果不一样了", nil},
		"StatementFewZh":  {"等了几分钟，试了几次", nil},
		"StatementWay":    {"the way to do it is a reset", nil},
		"StatementNumber": {"number of keys: 3", nil},
		"WhatIf":          {"what if I skip the password", []string{"what if I skip the password"}},
		"Still":           {"还是不行", nil},
		"URL":             {"see http://example.org/?q=what", nil},
		"Mark":            {"?", nil},
		"Empty":           {"", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, q := range c.Find(tc.prose) {
				got = append(got, q.Text)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
