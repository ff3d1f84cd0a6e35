package questions

import (
	"strings"
	"testing"
)

func BenchmarkCatalog_Find(b *testing.B) {
	c := catalog(b)
	for _, bc := range []struct{ name, text string }{
		{"English60", "ok but how do I list all the volumes of a stopped container?"},
		{"Chinese60", "好的，那我再问一下，重启 nginx 之后要怎么查看访问日志里最近的三条记录，需要先停掉正在运行的容器再去看日志文件吗？"},
		{"Statement60", "I restarted the server and now it prints PONG, works great!"},
		{"Prose4k", strings.Repeat("it printed the same line as before and then nothing. ", 80)},
	} {
		b.Run(bc.name, func(b *testing.B) {
			b.SetBytes(int64(len(bc.text)))
			b.ReportAllocs()
			for b.Loop() {
				c.Find(bc.text)
			}
		})
	}
}

func BenchmarkCatalog_Same(b *testing.B) {
	c := catalog(b)
	x := c.Parse("How do I get rid of all failed jobs?").Identity
	y := c.Parse("怎么删除所有失败的任务").Identity
	b.ReportAllocs()
	for b.Loop() {
		c.Same(x, y)
	}
}
