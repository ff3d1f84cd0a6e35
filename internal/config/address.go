package config

import (
	"errors"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// address is the base of an API; end is what it ends with: a slash, or nothing.
func address(at *string, end string) value {
	want := "URL, http:// or https://"
	return field{
		write: func(s string) error {
			u, err := url.Parse(s)
			switch {
			case err != nil || printable(s) != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "":
				return errors.New("want " + want)
			case u.User != nil || u.RawQuery != "" || u.Fragment != "":
				return errors.New("want " + want + " without a password, ? and #") // and none is repeated
			}
			*at = strings.TrimRight(s, "/?#") + end
			return nil
		},
		read: func() string { return *at }, wanted: want,
	}
}

// off stands for no address to listen on.
const off = "off"

// listen is an address to listen on.
func listen(at *string) value {
	want := "HOST:PORT, :PORT or off"
	return field{
		write: func(s string) error {
			if s == off {
				*at = ""
				return nil
			}
			host, port, err := net.SplitHostPort(s)
			if err != nil || printable(host) != nil || !isPort(port) {
				return wanted(want, s)
			}
			*at = s
			return nil
		},
		read: func() string {
			if *at == "" {
				return off
			}
			return *at
		},
		wanted: want,
	}
}

func isPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

// taken are the paths that the server has for itself.
var taken = []string{"/healthz", "/readyz", "/metrics"}

// route is a path of the server.
func route(at *string) value {
	want := "path that begins with / and is not " + strings.Join(taken, ", ")
	return field{
		write: func(s string) error {
			ok := len(s) > 1 && s[0] == '/' && !strings.ContainsAny(s, "?#{} ") && !slices.Contains(taken, s)
			if !ok || printable(s) != nil {
				return wanted(want, s)
			}
			*at = s
			return nil
		},
		read: func() string { return *at }, wanted: want,
	}
}

// redisURL is the URL of a Redis. Its errors show nothing of it: a password may be anywhere in a broken
// one. The store, which reads it in full, has the last word.
func redisURL(at *Secret) value {
	return field{
		write: func(s string) error {
			if err := checkRedis(s); s != "" && err != nil {
				return err
			}
			*at = Secret(s)
			return nil
		},
		read: func() string { return string(*at) }, wanted: "URL",
	}
}

// Errors of a Redis URL.
var (
	errRedisScheme = errors.New("want a URL that begins with redis://, rediss://, redis+sentinel:// or redis+cluster://")
	errRedisHost   = errors.New("want HOST:PORT, with commas between several, behind redis:// and USER:PASSWORD@;" +
		" special characters in the password as %XX")
	errRedisSeveral  = errors.New("redis:// takes one host; for several it is redis+cluster:// or redis+sentinel://")
	errRedisQuery    = errors.New("cannot be read behind the question mark")
	errRedisMaster   = errors.New("redis+sentinel:// needs ?master=NAME")
	errRedisDatabase = errors.New("want the number of a database behind the host, as in redis://HOST:6379/0")
	errRedisCluster  = errors.New("redis+cluster:// has no numbered databases: write nothing behind the hosts")
)

// checkRedis says what is wrong with the URL of a Redis.
func checkRedis(s string) error {
	scheme, rest, ok := strings.Cut(s, "://")
	transport, kind, plus := strings.Cut(scheme, "+")
	if !ok || (transport != "redis" && transport != "rediss") || plus && kind != "sentinel" && kind != "cluster" {
		return errRedisScheme
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@') + 1
	hosts := strings.Split(rest[at:end], ",")
	if _, err := url.Parse("redis://" + rest[:at] + "host"); err != nil || printable(s) != nil || !areHosts(hosts) {
		return errRedisHost
	}
	if kind == "" && len(hosts) > 1 {
		return errRedisSeveral
	}
	return checkRedisRest(kind, rest[end:])
}

// checkRedisRest looks at what follows the hosts.
func checkRedisRest(kind, rest string) error {
	path, query, _ := strings.Cut(rest, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return errRedisQuery
	}
	database := strings.Trim(path, "/")
	_, err = strconv.ParseUint(database, 10, 16)
	switch {
	case kind == "sentinel" && values.Get("master") == "":
		return errRedisMaster
	case kind == "cluster" && database != "" && database != "0":
		return errRedisCluster
	case database != "" && err != nil:
		return errRedisDatabase
	}
	return nil
}

// areHosts says whether each is a host, with or without a port.
func areHosts(hosts []string) bool {
	return !slices.ContainsFunc(hosts, func(s string) bool {
		u, err := url.Parse("redis://" + s)
		return err != nil || u.Hostname() == "" || u.Port() != "" && !isPort(u.Port())
	})
}
