package main

import (
	"encoding/json"
	"strings"
)

// bill is a bill of materials as CycloneDX 1.6 writes it, as far as it is used here. It has no time
// and no serial number: both are free to leave out, and two builds would differ in them.
type bill struct {
	Schema       string       `json:"$schema"`
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Version      int          `json:"version"` // of the bill itself
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type     string   `json:"type"`
	Ref      string   `json:"bom-ref"`
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	URL      string   `json:"purl,omitempty"` // package URL; none for Tack, which is in no registry
	Licences []choice `json:"licenses"`
}

type choice struct {
	Licence struct {
		ID string `json:"id"` // SPDX
	} `json:"license"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn,omitempty"`
}

// billOf lists what is in the binaries of all platforms.
func billOf(version string, all []module) ([]byte, error) {
	tack := component{Type: "application", Ref: "tack", Name: "tack", Version: version, Licences: choices([]string{own})}
	b := bill{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1,
		Metadata: metadata{tack}, Dependencies: []dependency{{Ref: tack.Ref}},
	}
	for _, m := range all {
		ids, err := licenceOf(m)
		if err != nil {
			return nil, err
		}
		// The standard library's version is that of Go, which scanners want without the word.
		number := strings.TrimPrefix(m.Version, "go")
		url := "pkg:golang/" + m.Path + "@" + strings.ReplaceAll(number, "+", "%2B")
		b.Components = append(b.Components, component{"library", url, m.Path, number, url, choices(ids)})
		b.Dependencies[0].On = append(b.Dependencies[0].On, url)
	}
	out, err := json.MarshalIndent(b, "", "  ")
	return append(out, '\n'), err
}

func choices(ids []string) []choice {
	all := make([]choice, len(ids))
	for i, id := range ids {
		all[i].Licence.ID = id
	}
	return all
}
