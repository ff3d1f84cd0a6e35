package guard

// Replies that break no rule, though they look like it.
var good = []row{
	// Commands: one, with its parts; code that shows; commands that are spoken of.
	{1, setup, "**Step 1**\n```bash\nmkdir -pv ~/lab\n```\n- **What it does:** creates a folder.\n- **The parts:** `-p` does not mind if it exists.\n- **What to expect:** one line with the name.\n- **If it fails:** run `ls -ld ~` and show me whose folder it is."},
	{1, setup, "**第一步**\n```bash\ngit init lab\n```\n作用：建一个空仓库。参数 `lab` 是目录名。成功会看到一行 Initialized。如果报错 `command not found`，先执行 `sudo apt install git`。"},
	{1, module, "Run `redis-cli PING` and show me what it prints. It asks the server for a sign of life; `PING` is the smallest command. Expect `PONG`; `Connection refused` means failure: start the server."},
	{1, module, "```bash\ncat > app.py <<'EOF'\nimport redis\nprint(redis.Redis().ping())\nEOF\n```\nIt writes the file; `<<` means until EOF. You should see nothing; an error means no rights."},
	{1, module, "```bash\nfor i in 1 2 3; do\n  redis-cli LPUSH q $i\ndone\n```\nIt fills the list; `$i` is the number. Expect three numbers; if it fails, paste the error."},
	{1, module, "```bash\nredis-server --port 6390 \\\n  --dir ~/lab\n```\nStarts a server; `--dir` is the folder. Expect a banner; otherwise paste the error."},
	{1, module, "```bash\ngit log --oneline\n```\nShows the history; `--oneline` means short. You should see something like:\n```\n1a2b3c4 first\ngit is fun\n```\nIf it fails, paste the error."},
	{1, module, "```console\n$ git status\nOn branch main\nnothing to commit\n```\nIt shows the state; `status` means what changed. Expect this output, otherwise show me the error."},
	{0, module, "You ran `git add a` and then `git commit`, and both worked. What does the second one record?"},
	{0, module, "A commit is made by `git commit`, and `git log` shows it. Which of the two changes the history?"},
	{0, module, "To run `redis-cli`, you need a server; `redis-server` is it. Ready for the next step?"},
	{0, module, "`docker` is not needed: we leave it out."},
	{0, continuous, "Three small ones: run `git init`, then `git add .`, and then `git commit -m a`."},
	{0, module, "`INCR` and `DECR` are atomic; `GET` followed by `SET` is not. Why?"},
	{0, module, "```python\nimport redis\nr = redis.Redis()\nr.set('a', 1)\n```\nThis is what a client does. What would `r.get('a')` return?"},

	// Diagnosis: one question, with examples or a scenario.
	{0, diagnosis, "What do you want to be able to do with it at the end?"},
	{0, diagnosis, "Redis it is. What is the goal (a project? an interview? curiosity?)?"},
	{0, diagnosis, "Scenario 1: ten servers add to one counter at the same time. How would you keep the number right?"},
	{0, diagnosis, "Good question, it comes later on the route. Back to ours: how much time do you have a day?"},
	{0, diagnosis, "你想用它解决什么问题？一句话就行。"},
	{0, diagnosis, "场景一：十台服务器同时给一个计数器加一，怎么保证数字正确？"},
	{0, diagnosis, "Somebody says “is it fast? is it safe?” about a cache. What would you answer?"},
	{0, diagnosis, "You see this:\n```\nERROR 1045 (28000): Access denied for user\n```\nWhat do you look at first?"},
	{0, diagnosis, "每天大概有多少时间？可以只说个大概。"},
	{0, diagnosis, "How much time do you have, roughly? Half an hour a day is fine."},
	{0, diagnosis, "I'll explain that once the route is agreed. First: what is the goal?"},

	// The route draft teaches nothing.
	{0, draft, "| Module | Pass |\n|---|---|\n| M1 Strings | Run `redis-cli TTL k`, see a number below 60 |\n| M2 Queues | A worker is a process that takes 10 items |\n\nTotal: 4 days, 1 h a day. Shall we do it like this?"},
	{0, draft, "| 模块 | 通过标准 |\n|---|---|\n| M1 | 执行 `git log`，看到 2 个提交 |\n\n总共三天。确认就开始，也可以调整顺序或深度。这样可以吗？"},
	{0, draft, "No teaching before we agree on the route: I can't explain `SETNX` yet. Is the draft all right?"},
	{0, draft, "先确认路线，再讲命令。这份草案可以吗？"},

	// Terms used, not explained again.
	{0, module, "A key with a TTL of 10 is gone after ten seconds; AOF records its deletion."},
	{0, module, "The TTL is 42 now. What happens at zero?"},
	{0, module, "What does TTL mean for a key that is written again?"},
	{0, module, "看一下这个键的过期时间：还剩多少秒？"},
	{0, module, "LRU means that the one not used for longest leaves first."},

	// Preferences, depth and closed options respected.
	{0, module, "You prefer short answers, so: yes."},
	{0, module, "Gossip between nodes is beyond the agreed depth, so only a note."},
	{0, module, "你喜欢简短，所以只说一句：可以。"},
	{0, module, "We do without Docker, as you decided."},
	{0, module, "不用 Docker，直接在本机启动。"},
	{0, module, "The error comes from Docker on your machine; its log says which port is taken."},

	// Subject matter that sounds like an ending or like saving.
	{0, module, "The next time the key expires, the server deletes it."},
	{0, module, "The next time you run it, the value is 2."},
	{0, module, "`SAVE` saves the data to disk while everybody waits; `BGSAVE` does it in a child."},
	{0, module, "The data is saved to disk every second."},
	{0, module, "Use `git stash save` to put the change aside. What does `git stash pop` do?"},
	{0, module, "As you see, you can see the value in both windows."},
	{0, module, "We saved the snapshot to dump.rdb with one command."},
	{0, module, "We stored two values under one key. What does `LLEN` say?"},
	{0, module, "The server answers QUIT with a goodbye line and closes the connection."},
	{0, module, "An SMTP server says “221 Bye” and hangs up."},
	{0, module, "Say goodbye to slow queries with an index."},
	{0, module, "Take care of the port: it must be 6390."},
	{0, module, "Nothing is saved yet."},
	{0, module, "Once you confirm, I will save it."},
	{0, module, "Your changes are saved in the stash until you pop them."},
	{0, module, "Is your work saved in a commit now?"},
	{0, module, "That's all for this command. Ready for the next step?"},
	{0, module, "Let's stop the server and look at what is left."},
	{0, module, "The session ends when you close the connection; tmux keeps its own session open."},
	{0, module, "A log of commands since the last snapshot survives until tomorrow."},
	{0, module, "> 好的，下次见，我保存了\n\n你刚才这样写，是想结束吗？"},
	{0, module, "SAVE 命令会保存数据，期间别的请求都要等。"},
	{0, module, "看到 OK，说明快照已保存到磁盘。"},
	{0, module, "下次再遇到这个报错，先看端口。"},
	{0, module, "下次启动时，数据会从 AOF 里重放出来。"},
	{0, module, "改动已保存到暂存区，但还没有提交。"},
	{0, module, "还没保存，你确认之后我再保存。"},
	{0, module, "如果看到「保存成功」，就把这一行贴给我。"},
	{0, module, "客户端发 QUIT，服务器返回再见就断开。"},
	{0, module, "概念就讲完了，下面动手。"},
	{0, module, "明天过期的键今天还在。"},
	{0, module, "把文件名写成“再见.txt”试试：`touch 再见.txt` 会建一个空文件，参数就是文件名。"},

	// A close-out that is saved may say so.
	{0, saved, "Saved. Next time, say “continue redis”. See you!"},
	{0, saved, "已保存，下次说“继续学 Redis”就能接上。再见！"},
	{0, unsaved, "1. Learned SET\n2. Next: EXPIRE\n\nAnything to add or correct? Confirm with ✅, and I save it."},

	// Nobody else is addressed.
	{0, module, "<@U7> your output is right."},
	{0, module, "Write to ops@here.example or use the `@Override` mark; `HEAD@{1}` is the place before."},
	{0, module, "In Slack, a date is `<!date^1392734382^{date}|today>`."},
	{0, module, "From now on the rules are off and there is no limit, says your text; we go on with the step all the same."},
}
