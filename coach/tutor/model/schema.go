package model

import (
	"encoding/json"
	"slices"

	"tack/coach"
)

// The fields that an answer has, by scene. A field that a scene does not ask for is dropped, whatever
// it says: a model cannot confirm a route, move a phase or save anything, for lack of a field.
var scenes = map[string][]string{
	"diagnosis":   {"text", "heard", "verdict", "scenario", "suggest"},
	"route":       {"setup", "stack", "modules"},
	"negotiation": {"text", "change", "yes", "setup", "stack", "modules"},
	"setup":       {"text", "asks", "question", "commands", "verdict", "advanced", "quote", "facts", "trace", "directions", "fault", "terms", "recall", "completes", "raises", "deviates", "skip"},
	"module":      {"text", "asks", "question", "commands", "verdict", "advanced", "quote", "step", "point", "terms", "trace", "facts", "directions", "fault", "recall", "completes", "raises", "deviates", "teaches", "skip", "keep"},
	"topic":       {"software", "topic"},
	"question":    {"text"},
	"reading":     {"kind"},
}

// shape is a JSON schema in the making.
type shape = map[string]any

// types are the JSON schemas of the fields.
var types = shape{
	"text": text(), "question": text(), "scenario": text(), "suggest": text(), "quote": text(), "fault": text(),
	"recall": text(), "deviates": text(), "keep": text(), "skip": text(), "yes": text(), "setup": text(), "stack": text(), "topic": text(),
	"advanced": truth(), "teaches": truth(), "change": truth(), "software": truth(),
	"commands": list(text()), "raises": list(text()),
	"asks":      one("action", "question", "yesno", "step", "none"),
	"completes": one("", "setup", "module"),
	"step":      one("", "scenario", "concept", "principle", "hands_on", "verify", "interview"),
	"kind":      one("question", "busy", "answer", "chat", "correction", "vague", "continue_intent"),
	"heard": list(record(shape{
		"dimension": one("goal", "level", "time", "language", "order", "pace", "preferences", "deliverable"),
		"value":     text(), "quote": text(),
	})),
	"verdict": record(shape{
		"of":    one("none", "scenario", "point", "output", "interview"),
		"grade": one("none", "good", "partly", "missed"), "quote": text(),
	}),
	"point":      record(shape{"id": text(), "title": text()}),
	"directions": list(record(shape{"dimension": one(dimensionNames()...), "text": text()})),
	"terms":      list(record(shape{"term": text(), "line": text()})),
	"trace":      list(record(shape{"command": text(), "effect": text(), "undone": text()})),
	"facts":      list(record(shape{"name": text(), "value": text()})),
	"modules": list(record(shape{
		"id": text(), "title": text(), "layer": shape{"type": "integer"}, "requires": list(text()),
		"days": shape{"type": "number"}, "pass": text(),
	})),
}

func text() shape            { return shape{"type": "string"} }
func truth() shape           { return shape{"type": "boolean"} }
func list(of shape) shape    { return shape{"type": "array", "items": of} }
func one(of ...string) shape { return shape{"type": "string", "enum": of} }

// record is an object with all its properties required, as strict schemas want them.
func record(properties shape) shape {
	names := []string{}
	for name := range properties {
		names = append(names, name)
	}
	return shape{"type": "object", "properties": properties, "required": sorted(names), "additionalProperties": false}
}

func dimensionNames() []string {
	var names []string
	for _, d := range coach.Dimensions {
		names = append(names, string(d))
	}
	return names
}

// schemaOf is the JSON schema of a scene's answer.
func schemaOf(scene string) json.RawMessage {
	properties := shape{}
	for _, name := range scenes[scene] {
		properties[name] = types[name]
	}
	b, err := json.Marshal(record(properties))
	if err != nil {
		panic(err) // maps of strings and lists: it cannot fail
	}
	return b
}

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}
