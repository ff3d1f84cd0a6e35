package deploy_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// composition is compose.yaml, every field of it: one that is mistyped is an error.
type composition struct {
	Name     string
	Services map[string]service
	Networks map[string]struct{ Internal bool }
	Volumes  map[string]any
	Secrets  map[string]struct{ File string }
}

type service struct {
	Image string
	Build struct {
		Context string
		Args    map[string]string
	}
	Restart     string
	DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
	Environment map[string]string
	Secrets     []string
	Networks    []string
	Ports       []string
	ReadOnly    bool     `yaml:"read_only"`
	CapDrop     []string `yaml:"cap_drop"`
	SecurityOpt []string `yaml:"security_opt"`
	StopGrace   string   `yaml:"stop_grace_period"`
	Logging     struct {
		Driver  string
		Options map[string]string
	}
	Command     []string
	Healthcheck struct {
		Test              []string
		Interval, Timeout string
		Retries           int
		StartPeriod       string `yaml:"start_period"`
	}
	Volumes []string
}

// TestCompose_Whole: what a service names is declared, and what is built and opened is that of the image.
func TestCompose_Whole(t *testing.T) {
	t.Parallel()
	var c composition
	if err := yaml.UnmarshalWithOptions([]byte(read(t, "compose.yaml")), &c, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	for name, s := range c.Services {
		for _, network := range s.Networks {
			if _, ok := c.Networks[network]; !ok && network != "default" {
				t.Errorf("%s: there is no network %s", name, network)
			}
		}
		for _, secret := range s.Secrets {
			if _, ok := c.Secrets[secret]; !ok {
				t.Errorf("%s: there is no secret %s", name, secret)
			}
		}
		for _, volume := range s.Volumes {
			if from, _, _ := strings.Cut(volume, ":"); !slices.Contains(keys(c.Volumes), from) {
				t.Errorf("%s: there is no volume %s", name, from)
			}
		}
		for other, wait := range s.DependsOn {
			if wait.Condition == "service_healthy" && len(c.Services[other].Healthcheck.Test) == 0 {
				t.Errorf("%s waits for %s to be healthy, which has no health check", name, other)
			}
		}
	}
	isImage(t, c.Services["tack"])
}

// isImage holds a service to the Dockerfile of its context.
func isImage(t *testing.T, s service) {
	t.Helper()
	dockerfile, err := os.ReadFile(filepath.Join(s.Build.Context, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	for arg := range s.Build.Args {
		if !regexp.MustCompile(`(?m)^ARG ` + arg + `\b`).Match(dockerfile) {
			t.Errorf("the Dockerfile takes no argument %s", arg)
		}
	}
	for _, port := range s.Ports {
		inside := port[strings.LastIndex(port, ":")+1:]
		if !strings.Contains(string(dockerfile), "\nEXPOSE "+inside+"\n") || !strings.HasPrefix(port, "127.0.0.1:") {
			t.Errorf("port %s is not that of the image, or is opened to everybody", port)
		}
	}
}

func keys[V any](m map[string]V) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	return all
}
