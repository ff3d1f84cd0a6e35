package config

import "testing"

// TestEnvExample_File: the file that people copy is what bot config env prints.
func TestEnvExample_File(t *testing.T) {
	t.Parallel()
	golden(t, "../../../.env.example", EnvExample())
}
