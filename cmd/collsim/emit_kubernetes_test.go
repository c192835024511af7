package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// indexedJob is what may stand in a manifest of batch/v1 Job, as far as ours goes: names and types are those of the API
// reference of Kubernetes 1.31, "Job". Whatever else stands there is an error.
type indexedJob struct {
	APIVersion string     `json:"apiVersion"`
	Kind       string     `json:"kind"`
	Metadata   objectMeta `json:"metadata"`
	Spec       struct {
		CompletionMode       string `json:"completionMode"`
		Completions          int32  `json:"completions"`
		Parallelism          int32  `json:"parallelism"`
		BackoffLimitPerIndex *int32 `json:"backoffLimitPerIndex"`
		PodFailurePolicy     struct {
			Rules []failureRule `json:"rules"`
		} `json:"podFailurePolicy"`
		Template struct {
			Metadata objectMeta `json:"metadata"`
			Spec     podSpec    `json:"spec"`
		} `json:"template"`
	} `json:"spec"`
}

type objectMeta struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
}

type failureRule struct {
	Action      string `json:"action"`
	OnExitCodes struct {
		ContainerName string  `json:"containerName"`
		Operator      string  `json:"operator"`
		Values        []int32 `json:"values"`
	} `json:"onExitCodes"`
}

type podSpec struct {
	RestartPolicy string `json:"restartPolicy"`
	Containers    []struct {
		Name       string   `json:"name"`
		Image      string   `json:"image"`
		Command    []string `json:"command"`
		Args       []string `json:"args"`
		WorkingDir string   `json:"workingDir"`
		Env        []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"env"`
		Resources struct {
			Requests map[string]string `json:"requests"`
		} `json:"resources"`
		VolumeMounts []struct {
			Name      string `json:"name"`
			MountPath string `json:"mountPath"`
		} `json:"volumeMounts"`
	} `json:"containers"`
	Volumes []struct {
		Name                  string `json:"name"`
		PersistentVolumeClaim struct {
			ClaimName string `json:"claimName"`
		} `json:"persistentVolumeClaim"`
	} `json:"volumes"`
}

// dnsLabel is what names of objects must be (RFC 1123).
var dnsLabel = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`)

// wrong lists what the API server would refuse; the rules are those of the reference.
func (j *indexedJob) wrong() (all []string) {
	check := func(right bool, what string) {
		if !right {
			all = append(all, what)
		}
	}
	s, pod := &j.Spec, &j.Spec.Template.Spec
	check(j.APIVersion == "batch/v1" && j.Kind == "Job", "not a batch/v1 Job")
	hostname := fmt.Sprintf("%s-%d", j.Metadata.Name, s.Completions-1)
	check(dnsLabel.MatchString(hostname) && len(hostname) <= 63, "the pods' host name "+hostname+" is no label")
	check(s.CompletionMode == "Indexed" && s.Completions > 0, "completions must be said of an Indexed job")
	check(s.Parallelism > 0 && s.Parallelism <= 100_000, "parallelism must be 1 to 100000 for an Indexed job")
	check(s.BackoffLimitPerIndex != nil, "FailIndex needs backoffLimitPerIndex")
	check(pod.RestartPolicy == "Never", "podFailurePolicy needs restartPolicy Never")
	check(len(pod.Containers) == 1 && len(pod.Volumes) == 1, "one container and one volume")
	for _, r := range s.PodFailurePolicy.Rules {
		check(slices.Contains([]string{"FailJob", "FailIndex", "Ignore", "Count"}, r.Action), "no such action: "+r.Action)
		check(r.OnExitCodes.Operator == "In" && !slices.Contains(r.OnExitCodes.Values, 0) && len(r.OnExitCodes.Values) > 0, "exit codes of In must be others than 0")
		check(r.OnExitCodes.ContainerName == pod.Containers[0].Name, "a rule is about no container")
	}
	for _, c := range pod.Containers {
		check(dnsLabel.MatchString(c.Name) && c.Image != "", "the container needs a name and an image")
		for _, m := range c.VolumeMounts {
			check(m.Name == pod.Volumes[0].Name && filepath.IsAbs(m.MountPath) && !strings.Contains(m.MountPath, ":"), "a mount is of no volume")
		}
	}
	check(dnsLabel.MatchString(pod.Volumes[0].PersistentVolumeClaim.ClaimName), "the claim has no name")
	return all
}

// jobOf reads a manifest strictly.
func jobOf(t *testing.T, manifest string) *indexedJob {
	t.Helper()
	var tree any
	if err := yaml.Unmarshal([]byte(manifest), &tree); err != nil {
		t.Fatalf("%v in\n%s", err, manifest)
	}
	text, err := json.Marshal(tree) // as the server gets it: a number is no text there
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var j indexedJob
	if err := d.Decode(&j); err != nil {
		t.Fatalf("%v in\n%s", err, manifest)
	}
	return &j
}

// The manifest is a Job that Kubernetes takes, and its tasks are told what was said, whatever the names.
func TestEmittedKubernetes(t *testing.T) {
	batchOf(t)
	const program = `/bin/$(x) "collsim"`
	manifest := emitted(t, "kubernetes", "--tasks", "3", "--cores", "2", "--program", program, "--image", `a/b:1`, "--claim", "my-claim")
	j := jobOf(t, manifest)
	if wrong := j.wrong(); len(wrong) > 0 {
		t.Errorf("%s:\n%s", strings.Join(wrong, "; "), manifest)
	}
	if j.Spec.Completions != 3 || j.Spec.Parallelism != 3 {
		t.Errorf("%d completions, %d at a time", j.Spec.Completions, j.Spec.Parallelism)
	}
	c := &j.Spec.Template.Spec.Containers[0]
	said := append(append([]string{}, c.Command...), c.Args...)
	for i := range said {
		said[i] = strings.ReplaceAll(said[i], "$$(", "$(") // as Kubernetes does, which puts variables in the place of $(NAME)
	}
	want := []string{program, "sweep", "run", oddly, "--shard-count", "3", "--resume", "--no-cache"}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Error(diff)
	}
}

// Where there is kubectl it takes the manifest, before a server that knows jobs and nothing else.
func TestKubectlTakesTheManifest(t *testing.T) {
	kubectl, err := exec.LookPath("kubectl")
	if err != nil {
		t.Skip("there is no kubectl here")
	}
	batchOf(t)
	manifest := emitted(t, "kubernetes", "--tasks", "3")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := map[string]string{
			"/api":           `{"kind": "APIVersions", "versions": ["v1"]}`,
			"/api/v1":        `{"kind": "APIResourceList", "groupVersion": "v1", "resources": []}`,
			"/apis":          `{"kind": "APIGroupList", "groups": [{"name": "batch", "versions": [{"groupVersion": "batch/v1", "version": "v1"}]}]}`,
			"/apis/batch/v1": `{"kind": "APIResourceList", "groupVersion": "batch/v1", "resources": [{"name": "jobs", "namespaced": true, "kind": "Job", "verbs": ["create"]}]}`,
		}[r.URL.Path]
		w.Header().Set("Content-Type", "application/json")
		if !ok {
			w.WriteHeader(http.StatusNotFound)
		}
		w.Write([]byte(text))
	}))
	defer server.Close()
	for _, c := range []struct {
		manifest string
		right    bool
	}{{manifest, true}, {strings.Replace(manifest, "kind: Job", "kind: Jab", 1), false}} {
		k := exec.Command(kubectl, "--server", server.URL, "--cache-dir", t.TempDir(), "create", "--validate=false", "--dry-run=client", "-o", "name", "-f", "-")
		k.Env = append(os.Environ(), "KUBECONFIG="+os.DevNull)
		k.Stdin = strings.NewReader(c.manifest)
		out, err := k.CombinedOutput()
		if right := err == nil && strings.HasPrefix(string(out), "job.batch/collsim-small-sweep-"); right != c.right {
			t.Errorf("%v: %s\n%s", err, out, c.manifest)
		}
	}
}
