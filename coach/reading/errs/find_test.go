package errs

import (
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/reading/segment"
)

// TestFind_Mentioned holds Find to finding nothing where an error is only mentioned or handled.
func TestFind_Mentioned(t *testing.T) {
	c := catalog(t)
	for _, text := range []string{
		"what does SIGSEGV mean?",
		"is `Permission denied` a problem of sudo or of the file?",
		"does 404 mean the page is gone?",
		"my file is called error_handler.go",
		"I added a try/except around it, and now it runs",
		"```python\ntry:\n    x()\nexcept ValueError as error:\n    raise RuntimeError(\"failed: not found\")\n```",
		"error_log /var/log/nginx/error.log;",
		"Tests: 12 passed, 0 failed",
		"Build succeeded.\n    0 Warning(s)\n    0 Error(s)",
		"compiled with 0 errors",
		"Finished without errors",
		"No errors found.",
		"编译完成，0 个错误，0 个警告",
		"没有报错了",
		"那个报错是什么意思？",
		"“连接被拒绝”是什么意思？",
		"I think the error is gone now",
		"the error message is in Chinese, I can't read it",
		"$ cat errors.txt",
		"I renamed failed.py to good.py",
		"> Error: Cannot find module 'x'\nI saw this yesterday",
		"2026-01-01 10:00:00 INFO request failed=0 ok=3",
		"it fails if I remove the colon, right?",
		"ok so a KeyError means the key is missing",
		"I have no idea why it fails",
		"it doesn't work",
		"step 2 (login) failed",
		"deploy failed on prod/eu 2",
		"tried 3 times (no luck), build failed",
		"web-7c9d8f6b5-x2x4q   1/1   Running   0   5m",
		"still not working",
		"还是报错",
		"又失败了",
		"不行，连接失败",
		"docker ps -a shows Exited (0)",
		"NAME   READY   STATUS    RESTARTS\nweb    1/1     Running   0",
		"should I ignore the error?",
		"log_level: error\nlog_file: error.log",
		"can you explain \"connection refused\" once more?",
		"I typed: docker run -p 80:80 nginx",
		"我改成了 except KeyError: pass",
		"the tests all pass: 0 failures",
		"Note: I used port 8080, not 80",
		"My guess: the firewall does not allow it",
		"class NotFoundError(Exception):\n    pass",
		"if err != nil {\n    return fmt.Errorf(\"open failed: %w\", err)\n}",
		"HTTP/1.1 200 OK",
		"yes: it did not work",
		"one thing: I could not find the file menu",
		"结果：没有报错，正常启动",
		"0 vulnerabilities",
		"warning: unused variable: `x`",
		"我的问题：为什么不能用 root？",
		"I get 3 rows, not 4",
		"Error handling is the next chapter, right",
		"| id | status |\n|----|--------|\n| 1 | failed |",
		"the container exited, I don't know why",
		"I closed the terminal by accident",
		"can a port be in use by two programs?",
		"what's the difference between 401 and 403?",
		"我把端口改成了 8081",
		"数据库是 postgres 15",
		"nginx 8080 端口没被占用",
		"我用 go run main.go with the flag not set 试试",
		"我的 deadline 是 Friday and it is not ready yet",
		"the script still can't find it",
		"the config is in use: app.conf",
		"2 nodes are ready, 1 is not ready yet",
		"SHOP-1234: add cart",
		"is \"no such file or directory\" about the folder or the file?",
		"I read that EACCES is about rights",
		"my notes say: never run as root",
		"步骤 3：运行 docker ps",
		"端口：8080",
		"we use error codes 100 to 200 in our app",
		"`docker ps` is empty",
		"I pressed Ctrl+C and it stopped",
		"ok, 3 tests now",
		"def handle_error(e):\n    print(\"error:\", e)\n    return None",
		"log.Fatal(err)",
		"console.error('failed', err)",
		"throw new Error('not found')",
		"try {\n  run();\n} catch (Error e) {\n  log(e);\n}",
		"error_page 404 /404.html;",
		"ErrorDocument 404 /404.html",
		"The build passed: 14 passed, 0 failed",
		"PASS\nok  \tdemo/a\t0.004s",
		"All checks passed!",
		"Server started on port 3000",
		"Listening on http://localhost:3000",
		"Already up to date.",
		"Everything up-to-date",
		"nothing to commit, working tree clean",
		"3 个测试全部通过",
		"现在没有提示找不到模块了",
		"不再报 502 了",
		"已经不报错了，谢谢",
		"I no longer see the \"Permission denied\" message",
		"the \"command not found\" is gone",
		"the KeyError is gone: it prints 3 now",
		"解决了：之前的 KeyError 是拼写错误",
		"I fixed the ModuleNotFoundError by installing it",
		"HTTP/1.1 304 Not Modified",
		"GET /cart 200",
		"STATUS: Up 3 minutes (healthy)",
		"PING 127.0.0.1: 56 data bytes",
		"$ docker logs web\n",
		"total 0",
		"drwxr-xr-x 2 a a 4096 Jan 1 errors",
		"> why does it fail?\nbecause the port is used",
		"version: '3'\nservices:\n  web:\n    restart: on-failure",
		"restart: unless-stopped\nlogging:\n  level: error",
		"What should I do if the port is taken?",
		"如果报 Permission denied 怎么办？",
		"should it say \"connected\" or \"error\" here?",
		"I think \"refused\" means nobody listens there",
		"my answer: it means the file does not exist",
		"it returns an error object, right?",
		"yes, the log is empty: no errors at all",
	} {
		if got := c.Find(segment.Parse(text)); len(got) > 0 {
			t.Errorf("Find(%q) = %+v, want none", text, got)
		}
	}
}

// TestFind_Shown holds Find to finding the errors that are pasted or quoted.
func TestFind_Shown(t *testing.T) {
	c := catalog(t)
	for _, text := range []string{
		"now: `open a.txt: no such file or directory`",
		"拉镜像时 pull access denied for demo, repository does not exist or may require 'docker login'",
		"npm ERR! A complete log of this run can be found in: /root/.npm/_logs/1-debug-0.log",
		"还是这个：\n> Error: Cannot find module 'x'",
		"报错 Permission denied",
		"提示“没有那个文件或目录”",
		"it says 'command not found'",
		"I get a 502 Bad Gateway from nginx",
		"curl prints: 404 Not Found",
		"got ECONNREFUSED 127.0.0.1:3000 again",
		"TypeError: x is not iterable",
		"the log ends with \"panic: close of closed channel\"",
		"连接数据库失败：密码错误",
		"错误：找不到文件",
		"E: Unable to locate package jqq",
		"Segmentation fault",
		"Killed",
		"yaml: line 3: did not find expected key",
		"make: *** No rule to make target 'all'.  Stop.",
		"ping: web: Name or service not known",
		"x509: certificate is not trusted: invalid chain",
		"nginx: configuration file /etc/nginx/nginx.conf test failed",
		"Access denied for user 'a'@'localhost'",
		"3 failed, 1 passed",
		"dial tcp 10.0.0.1:80: i/o timeout",
		"npm ERR! Missing script: \"start\"",
		"Unknown column 'a' in 'field list'",
		"fatal: bad revision 'x'",
		"it still says: Connection refused",
		"还是 Connection refused",
		"api-2 exited with code 139",
		"Error: ENOENT: no such file or directory, open 'x'",
		"no, it prints \"bash: jq: command not found\" every time",
		"I ran it and it gave me ImportError: cannot import name 'a' from 'b'",
		"启动不了，报：Address already in use",
		"运行结果：\nTraceback (most recent call last):\n  File \"a.py\", line 1\nIndexError: list index out of range",
		"$ npm start\nError: Cannot find module 'koa'",
		"PS C:\\> foo\nfoo : The term 'foo' is not recognized as the name of a cmdlet",
		"ERROR 1064 (42000): You have an error in your SQL syntax",
		"The JAVA_HOME environment variable is not defined correctly",
		"Back-off restarting failed container",
		"Error from server (Forbidden): pods is forbidden",
		"同样的错误：ModuleNotFoundError: No module named 'a'",
		"Test failed: expected 3, got 4",
		"undefined: foo",
		"./main.go:3:1: syntax error: unexpected }",
		"I see `Error: listen EADDRINUSE :::80` in the console, what now?",
		"why do I get \"Error: Cannot find module 'x'\" now?",
		"ConnectionRefusedError: [Errno 111] Connection refused\nwhat now?",
		"rm: 无法删除 'a': 权限不够",
		"错误信息是：找不到模块 'a'",
		"页面显示 500 Internal Server Error",
		"HTTP 403 Forbidden",
		"the build ended with: error: linking with `cc` failed: exit status: 1",
		"CrashLoopBackOff",
		"pod is in ImagePullBackOff",
		"status: OOMKilled, exit code 137",
		"now I see \"docker: command not found\"",
		"it stops with `ModuleNotFoundError: No module named 'yaml'`",
		"the browser shows 403 Forbidden",
		"同样的报错：Permission denied (publickey).",
		"运行以后：\nerror: failed to push some refs to 'origin'",
		"看日志是 FATAL:  role \"a\" does not exist",
		"还是一样\n```\nTraceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nNameError: name 'x' is not defined\n```",
		"i get this\n\nnpm ERR! code ENOENT",
		"Cannot find module 'a'",
		"fatal error: a.h: No such file or directory",
		"java.lang.NullPointerException",
		"Exception in thread \"main\" java.lang.StackOverflowError",
		"error TS2304: Cannot find name 'a'.",
		"a.c:1:1: error: unknown type name 'foo'",
		"FAILED tests/a.py::test_b - assert 1 == 2",
		"--- FAIL: TestA (0.00s)",
		"2 failed, 1 passed",
		"Tests: 1 failed, 2 passed",
		"BUILD FAILED",
		"Build failed with an exception.",
		"The term 'foo' is not recognized as the name of a cmdlet, function, script file, or operable program.",
		"'foo' 不是内部或外部命令，也不是可运行的程序",
		"-bash: ./a.sh: Permission denied",
		"-bash: /usr/bin/foo: 没有那个文件或目录",
		"curl: (52) Empty reply from server",
		"wget: unable to resolve host address 'a'",
		"ERROR 1045 (28000): Access denied for user 'a'@'b' (using password: YES)",
		"(error) WRONGTYPE Operation against a key holding the wrong kind of value",
		"-ERR unknown command 'foo'",
		"Could not connect to server: Connection refused",
		"Host key verification failed.",
		"The requested URL returned error: 404",
		"HTTP Error 500",
		"status code 503",
		"returned a non-zero code: 1",
		"web exited with code 1",
		"Unit a.service could not be found.",
		"Job for a.service failed because the control process exited with error code.",
		"error: externally-managed-environment",
		"zsh: no matches found: a[b]",
		"SyntaxError: invalid syntax",
		"Uncaught (in promise) TypeError: Failed to fetch",
		"net::ERR_CONNECTION_REFUSED",
		"WARN: database \"a\" has a collation version mismatch",
		"Permission denied",
		"permission denied",
		"权限不够",
		"没有那个文件或目录",
		"我运行之后提示：端口已被占用",
		"报：找不到文件 a.txt",
		"它说 no such file or directory",
		"and now: panic: runtime error: index out of range [3] with length 3",
		"OOMKilled",
		"Error: 数据库不存在",
		"错误代码 0x80070005：拒绝访问",
		"异常：空指针",
		"登录失败：密码错误",
		"超时了：i/o timeout",
	} {
		if len(c.Find(segment.Parse(text))) == 0 {
			t.Errorf("Find(%q) is empty, parsed as %+v", text, segment.Parse(text))
		}
	}
}

func TestFind_Once(t *testing.T) {
	c := catalog(t)
	line := "KeyError: 'price'"
	if got := c.Find(segment.Parse(strings.Repeat(line+"\n", 3))); len(got) != 1 || got[0].Excerpt != line {
		t.Errorf("Find of a repeated error = %+v, want it once", got)
	}
	if got := c.Find(segment.Parse("KeyError: 'price'\nTypeError: x is not a number")); len(got) != 2 {
		t.Errorf("Find of two errors = %+v, want both", got)
	}
}

func TestSame_Knob(t *testing.T) {
	c := catalog(t)
	id := func(text string) coach.Identity { return c.Identify(text)[0].Identity }
	known := id("dial tcp 10.0.0.3:7000: connect: connection refused")
	cases := []struct {
		name, fresh string
		sets        []string
		want        bool
	}{
		{"Equal", "dial tcp 10.0.0.3:7000: connect: connection refused", nil, true},
		{"Set", "dial tcp 10.0.0.3:7001: connect: connection refused", []string{"7001"}, true},
		{"NotSet", "dial tcp 10.0.0.3:7001: connect: connection refused", []string{"7002"}, false},
		{"SetAndNotSet", "dial tcp 10.0.0.4:7001: connect: connection refused", []string{"7001"}, false},
		{"OtherClass", "dial tcp 10.0.0.3:7001: connect: connection timed out", []string{"7001"}, false},
	}
	for _, x := range cases {
		t.Run(x.name, func(t *testing.T) {
			if got := c.Same(known, id(x.fresh), x.sets); got != x.want {
				t.Errorf("Same(%q, %v) = %v, want %v", x.fresh, x.sets, got, x.want)
			}
		})
	}
	if c.Same(coach.Identity{}, coach.Identity{}, nil) {
		t.Error("two zero identities are the same error, want different")
	}
	if c.Same(coach.Identity{Key: "a"}, id("dial tcp 10.0.0.3:7001: connect: connection refused"), []string{"7001"}) {
		t.Error("an identity without a sketch took the knob rule")
	}
}

func TestSets(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"Published", "docker run -p 8282:80 nginx", "-p 8282 80 8282:80"},
		{"Joined", "redis-cli -p6390 --port=6391", "6390 --port 6391"},
		{"Environment", "PORT=4010 npm start", "4010"},
		{"URL", "curl http://127.0.0.1:8099/a/b?x=1", "localhost 8099 /a/b"},
		{"Chinese", "端口换成 5544，目录用 /srv/pg", "5544 /srv/pg"},
		{"Flag", "gcc -std=c41 a.c", "-std c41 a.c"},
		{"Version", "pip install foo==2.9.1", "2.9.1"},
		{"Code", "try `./run --fast-mode`", "--fast-mode"},
		{"Home", "cd /home/kim/x", "~/x"},
		{"Prose", "please restart the computer and try again", ""},
		{"ListMarks", "1. stop it\n2) start it\n**3** wait", ""},
		{"Strong", "put the port to **5577**", "5577"},
		{"Fence", "write this:\n```ini\nport = 7007\n```", "7007"},
	}
	for _, x := range cases {
		t.Run(x.name, func(t *testing.T) {
			got := Sets(x.text)
			for _, w := range strings.Fields(x.want) {
				if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+w+" ") {
					t.Errorf("Sets(%q) = %q, want %s in it", x.text, got, w)
				}
			}
			if x.want == "" && len(got) > 0 {
				t.Errorf("Sets(%q) = %q, want none", x.text, got)
			}
		})
	}
	if got := Sets(strings.Repeat("a1 b2 c3 d4 e5 ", 9) + "f6 g7 h8 i9 j10 k11 l12 m13 n14 o15 p16 q17"); len(got) != maxSets {
		t.Errorf("%d values, want %d", len(got), maxSets)
	}
}

func TestExplain(t *testing.T) {
	c := catalog(t)
	got := c.Explain("2026-01-02 03:04:05 ERROR [pid 77] dial tcp 127.0.0.1:9: connect: connection refused")
	if len(got) != 1 || got[0].Class != "!refused §§" || strings.Join(got[0].Values, " ") != "9 localhost" {
		t.Fatalf("Explain = %+v", got)
	}
	maskers := map[string]bool{}
	for _, m := range got[0].Masked {
		maskers[m.Masker] = true
	}
	if !maskers["time"] || !maskers["counter"] {
		t.Errorf("masked %+v, want the time and the pid", got[0].Masked)
	}
}

// TestFind_SplitTrace holds Find to the deepest cause of a trace that stands in two blocks.
func TestFind_SplitTrace(t *testing.T) {
	c := catalog(t)
	for _, x := range []struct{ name, first, second, cause string }{
		{"Java", "java.lang.RuntimeException: no start\n\tat a.B.c(B.java:3)", "Caused by: java.io.IOException: bad header", "java.io.IOException: bad header"},
		{"Node", "Error: no start\n    at f (/a/b.js:1:2) {", "  [cause]: TypeError: x is undefined\n      at g (/a/c.js:1:1)", "TypeError: x is undefined"},
		{"Rust", "Error: no start", "Caused by:\n    0: bad file\n    1: invalid digit found in string", "invalid digit found in string"},
		{"DotNet", "Unhandled exception. System.Exception: no start", " ---> System.IO.InvalidDataException: bad header\n   at P.Main()", "System.IO.InvalidDataException: bad header"},
		{"Python", "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    return g()\nmail.Closed", "The above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File \"b.py\", line 2, in h\nRuntimeError: no start", "mail.Closed"},
		{"Go", "panic: open store: bad header", "goroutine 1 [running]:\nmain.main()\n\t/a/main.go:12 +0x1d", "panic: open store: bad header"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := c.Find(segment.Parse("it broke\n```\n" + x.first + "\n```\nand below\n```\n" + x.second + "\n```"))
			if len(got) != 1 || got[0].Excerpt != x.cause {
				t.Errorf("got %+v, want %q alone", got, x.cause)
			}
		})
	}
}
