package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// labelsFile is the file of labels in a folder of dialogues.
const labelsFile = "labels.jsonl"

// What a label says.
const (
	labelStop   = "stop_intent"
	labelBusy   = "busy"
	labelExempt = "bare_ack_exempt"

	firesSpinning    = "spinning"
	firesDisengaging = "disengaging"
)

// The labels of acknowledgements: those that count towards a row, and those that do not.
var labelAcks = []string{"bare_ack_counted", labelExempt}

// The values that label and fires can have.
var (
	labelValues = append([]string{
		labelStop, labelBusy, "spin_same_question", "spin_same_error", "spin_no_progress", "progress", "none",
	}, labelAcks...)
	firesValues = []string{firesSpinning, firesDisengaging, "none"}
)

// mark is a line of labels.jsonl: what a person said of one learner event.
type mark struct {
	Transcript string `json:"transcript"`
	Event      string `json:"event"`
	Label      string `json:"label"`
	Fires      string `json:"fires"`
}

// readLabels returns the marks by transcript and event.
func readLabels(dir fs.FS) (map[string]map[string]mark, error) {
	data, err := fs.ReadFile(dir, labelsFile)
	if err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	all := map[string]map[string]mark{}
	for i, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		m, err := readMark(line)
		if err == nil && all[m.Transcript][m.Event] != (mark{}) {
			err = fmt.Errorf("%s of %s is labelled twice", m.Event, m.Transcript)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", labelsFile, i+1, err)
		}
		if all[m.Transcript] == nil {
			all[m.Transcript] = map[string]mark{}
		}
		all[m.Transcript][m.Event] = m
	}
	return all, nil
}

func readMark(line []byte) (mark, error) {
	var m mark
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil {
		return m, fmt.Errorf("not a label: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return m, errors.New("more text behind the JSON object")
	}
	if m.Transcript == "" || m.Event == "" {
		return m, errors.New("transcript or event is missing")
	}
	if err := among("label", m.Label, labelValues); err != nil {
		return m, err
	}
	return m, among("fires", m.Fires, firesValues)
}

func among(field, value string, allowed []string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	return fmt.Errorf("%s: unknown value %q", field, value)
}
