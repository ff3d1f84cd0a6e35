// Package deploy_test holds the examples of this folder to the program and the image that they start.
package deploy_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tack/internal/config"
	"tack/internal/redistest"
	"tack/state"

	"github.com/goccy/go-yaml"
)

func read(t *testing.T, name string) string {
	t.Helper()
	body, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

var variable = regexp.MustCompile(`\b(TACK|SLACK|DISCORD|REDIS|OPENAI)_[A-Z_]+\b`)

// TestVariables: what the examples set are settings of bot serve.
func TestVariables(t *testing.T) {
	t.Parallel()
	table := config.Table()
	for _, name := range []string{"compose.yaml", "kubernetes.yaml", "systemd/tack.service", "../Dockerfile"} {
		all := variable.FindAllString(read(t, name), -1)
		if len(all) == 0 {
			t.Errorf("%s sets nothing", name)
		}
		for _, v := range all {
			if !strings.Contains(table, "`"+strings.TrimSuffix(v, "_FILE")+"`") {
				t.Errorf("%s: there is no setting %s", name, v)
			}
		}
	}
}

// compose is what is looked at of compose.yaml.
type compose struct {
	Services map[string]struct {
		Environment map[string]string
		Secrets     []string
		Command     []string
		Healthcheck struct{ Test []string }
		ReadOnly    bool `yaml:"read_only"`
	}
	Secrets map[string]struct{ File string }
}

func readCompose(t *testing.T) compose {
	t.Helper()
	var c compose
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCompose: each secret is given, is where the setting says, and cannot get into the repository.
func TestCompose(t *testing.T) {
	t.Parallel()
	c := readCompose(t)
	tack := c.Services["tack"]
	if !tack.ReadOnly || len(tack.Secrets) == 0 {
		t.Errorf("tack: %+v", tack)
	}
	for name, value := range tack.Environment {
		if !strings.HasSuffix(name, "_FILE") {
			continue
		}
		secret := path.Base(value)
		if path.Dir(value) != "/run/secrets" || !slices.Contains(tack.Secrets, secret) || c.Secrets[secret].File != "./secrets/"+secret {
			t.Errorf("%s: %s is no secret that is given", name, value)
		}
	}
	if !strings.Contains(read(t, "secrets/.gitignore"), "\n*\n") {
		t.Error("the repository takes secrets")
	}
}

// TestCompose_Redis: a server with those settings is one with which bot doctor finds nothing wrong, and
// its health check tells whether it is there.
func TestCompose_Redis(t *testing.T) {
	t.Parallel()
	redis := readCompose(t).Services["redis"]
	if len(redis.Command) < 2 || redis.Command[0] != "redis-server" || len(redis.Healthcheck.Test) < 2 {
		t.Fatalf("%+v", redis)
	}
	server := redistest.Start(t, redis.Command[1:]...)
	store, err := state.OpenRedis(t.Context(), server.URL(), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	findings, err := store.Check(t.Context())
	if err != nil || len(findings) == 0 {
		t.Fatal(findings, err)
	}
	for _, f := range findings {
		if !f.OK {
			t.Errorf("%s: %s %s", f.Name, f.Text, f.Fix)
		}
	}
	check := redis.Healthcheck.Test[1:]
	_, port, _ := strings.Cut(server.Addr(), ":")
	ask := func() error {
		return exec.CommandContext(t.Context(), check[0], append([]string{"-p", port}, check[1:]...)...).Run()
	}
	if err := ask(); err != nil {
		t.Errorf("health check of a server that is there: %v", err)
	}
	server.Kill()
	if ask() == nil {
		t.Error("a server that is gone is healthy")
	}
}

// manifest is what is looked at of the objects of kubernetes.yaml.
type manifest struct {
	Kind       string
	StringData map[string]string `yaml:"stringData"`
	Spec       struct {
		Replicas     int
		MinAvailable int `yaml:"minAvailable"`
		Template     struct {
			Spec struct {
				SecurityContext struct {
					RunAsNonRoot bool `yaml:"runAsNonRoot"`
					RunAsUser    int  `yaml:"runAsUser"`
				} `yaml:"securityContext"`
				Containers []container
			}
		}
	}
}

type container struct {
	Env             []struct{ Name, Value string }
	LivenessProbe   probe `yaml:"livenessProbe"`
	ReadinessProbe  probe `yaml:"readinessProbe"`
	SecurityContext struct {
		ReadOnly bool `yaml:"readOnlyRootFilesystem"`
	} `yaml:"securityContext"`
	VolumeMounts []struct {
		MountPath string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

type probe struct {
	Get struct{ Path string } `yaml:"httpGet"`
}

// TestKubernetes: two replicas as the image's user, whose probes and secrets are there.
func TestKubernetes(t *testing.T) {
	t.Parallel()
	kinds := map[string]manifest{}
	for d := yaml.NewDecoder(bytes.NewReader([]byte(read(t, "kubernetes.yaml")))); ; {
		var m manifest
		if err := d.Decode(&m); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		kinds[m.Kind] = m
	}
	deployment := kinds["Deployment"].Spec
	pod := deployment.Template.Spec
	if deployment.Replicas != 2 || kinds["PodDisruptionBudget"].Spec.MinAvailable != 1 || len(pod.Containers) != 1 {
		t.Fatalf("replicas: %+v", kinds)
	}
	if !pod.SecurityContext.RunAsNonRoot || pod.SecurityContext.RunAsUser != 65532 || !strings.Contains(read(t, "../Dockerfile"), "\nUSER 65532:65532\n") {
		t.Errorf("not the user of the image: %+v", pod.SecurityContext)
	}
	tack := pod.Containers[0]
	if tack.LivenessProbe.Get.Path != "/healthz" || tack.ReadinessProbe.Get.Path != "/readyz" || !tack.SecurityContext.ReadOnly {
		t.Errorf("container: %+v", tack)
	}
	for _, v := range tack.Env {
		if !strings.HasSuffix(v.Name, "_FILE") {
			continue
		}
		if kinds["Secret"].StringData[path.Base(v.Value)] == "" || path.Dir(v.Value) != tack.VolumeMounts[0].MountPath {
			t.Errorf("%s: %s is in no secret", v.Name, v.Value)
		}
	}
}

var credential = regexp.MustCompile(`(?m)^(#?)LoadCredential=(\w+):/etc/tack/(\w+)$`)

// TestSystemd: each credential is given to the setting that wants it.
func TestSystemd(t *testing.T) {
	t.Parallel()
	unit := read(t, "systemd/tack.service")
	all := credential.FindAllStringSubmatch(unit, -1)
	if len(all) != 3 {
		t.Errorf("credentials %v", all)
	}
	for _, c := range all {
		want := "\n" + c[1] + "Environment=" + strings.ToUpper(c[2]) + "_FILE=%d/" + c[2] + "\n"
		if c[2] != c[3] || !strings.Contains(unit, want) {
			t.Errorf("credential %s: no line %q", c[2], want)
		}
	}
}
