package discord_test

import (
	"testing"

	"tack/adapters/adaptertest"
)

func TestMain(m *testing.M) { adaptertest.Main(m) }
