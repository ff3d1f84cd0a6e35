package coach

import (
	"strings"
	"time"
)

// Kind is what a learner turn is; the later constants name the events that
// are no learner turns. The zero value is no kind.
type Kind string

// The kinds of learner turns, in the order in which they are tried.
const (
	KindStop       Kind = "stop_intent"
	KindConfirm    Kind = "confirm"
	KindContinue   Kind = "continue_intent"
	KindVague      Kind = "vague"
	KindCorrection Kind = "correction"
	KindError      Kind = "error_report"
	KindEvidence   Kind = "evidence"
	KindQuestion   Kind = "question"
	KindBusy       Kind = "busy"
	KindAck        Kind = "bare_ack"
	KindAnswer     Kind = "answer"
	KindChat       Kind = "chat"
)

// The kinds of events that are no learner turns.
const (
	KindReaction  Kind = "reaction"
	KindEdit      Kind = "edit"
	KindDelete    Kind = "delete"
	KindTick      Kind = "tick"
	KindCoach     Kind = "coach"
	KindDuplicate Kind = "duplicate"
	KindBystander Kind = "bystander"
)

// Kinds lists the kinds of learner turns in the order in which they are tried.
var Kinds = [...]Kind{
	KindStop, KindConfirm, KindContinue, KindVague, KindCorrection, KindError,
	KindEvidence, KindQuestion, KindBusy, KindAck, KindAnswer, KindChat,
}

// Ask is what a coach message wants from the learner.
type Ask string

// The asks. The zero value means that there was no coach message yet.
const (
	AskAction   Ask = "action"   // do something and show the result
	AskQuestion Ask = "question" // answer with content
	AskYesNo    Ask = "yesno"    // a yes or no will do
	AskStep     Ask = "step"     // a go-ahead for the next step
	AskConfirm  Ask = "confirm"  // confirm a summary or a route
	AskNone     Ask = "none"
)

// Dimension is what a troubleshooting direction looks at.
type Dimension string

// The dimensions. The last three are the methods of a break-out beside looking elsewhere.
const (
	DimSymptom    Dimension = "symptom"
	DimState      Dimension = "state"
	DimConfig     Dimension = "config"
	DimNetwork    Dimension = "network"
	DimPermission Dimension = "permission"
	DimVersion    Dimension = "version"
	DimDependency Dimension = "dependency"
	DimResource   Dimension = "resource"
	DimCode       Dimension = "code"
	DimData       Dimension = "data"
	DimReask      Dimension = "reask"
	DimSkip       Dimension = "skip"
	DimDowngrade  Dimension = "downgrade"
)

// Dimensions lists every dimension.
var Dimensions = [...]Dimension{
	DimSymptom, DimState, DimConfig, DimNetwork, DimPermission, DimVersion, DimDependency,
	DimResource, DimCode, DimData, DimReask, DimSkip, DimDowngrade,
}

// Phase is where the course stands; only diagnosis changes what the core decides.
type Phase string

// The phases, in the order in which a course goes through them.
const (
	PhaseDiagnosis   Phase = "diagnosis"
	PhaseNegotiation Phase = "negotiation"
	PhaseSetup       Phase = "setup"
	PhaseModule      Phase = "module"
)

// Pace is how much of the course one message may carry. It changes nothing in the core.
type Pace string

// The paces.
const (
	PaceStepConfirm Pace = "step_confirm"
	PaceContinuous  Pace = "continuous"
)

// Rule names a trigger.
type Rule string

// The rules, in order of precedence.
const (
	RuleStop         Rule = "disengaged.stop"
	RuleForgetting   Rule = "length.forgetting"
	RuleExhausted    Rule = "breakout.exhausted"
	RuleSameError    Rule = "spin.same_error"
	RuleSameQuestion Rule = "spin.same_question"
	RuleNoProgress   Rule = "spin.no_progress"
	RuleStuck        Rule = "stuck"
	RuleAcks         Rule = "disengaged.acks"
	RuleThreshold    Rule = "length.threshold"
	RuleLookback     Rule = "length.lookback"
	RuleStage        Rule = "stage.complete"
	RuleWarning      Rule = "length.warning"
)

// Rules lists the rules in order of precedence.
var Rules = [...]Rule{
	RuleStop, RuleForgetting, RuleExhausted, RuleSameError, RuleSameQuestion, RuleNoProgress,
	RuleStuck, RuleAcks, RuleThreshold, RuleLookback, RuleStage, RuleWarning,
}

// Action is what a decision makes the coach do.
type Action string

// The actions.
const (
	ActContinue   Action = "continue"     // the tutor answers
	ActWarnLength Action = "warn_length"  // the tutor answers, with a hint that the session is long
	ActBreakOut   Action = "break_out"    // the notice, with another method
	ActCloseOut   Action = "close_out"    // the summary is proposed
	ActSaveAndAsk Action = "save_and_ask" // saved first, the summary is proposed
	ActSave       Action = "save"         // confirmed and saved
	ActSaveFailed Action = "save_failed"  // a save was due and the store failed
	ActAmend      Action = "amend"        // the summary is changed and shown again
	ActAskAgain   Action = "ask_again"    // the answer to the summary was none
	ActResume     Action = "resume"       // the close-out is withdrawn
	ActRemind     Action = "remind"
	ActPark       Action = "park"
	ActReopen     Action = "reopen" // a closed or parked thread is taken up again
	ActNone       Action = "none"
)

// State is where the session stands.
type State string

// The states.
const (
	Coaching    State = "coaching"
	BreakingOut State = "breaking_out"
	Closing     State = "closing"
	Closed      State = "closed"
	Parked      State = "parked"
)

// Stage is what a coach message completes. The zero value completes nothing.
type Stage string

// The stages.
const (
	StageSetup  Stage = "setup"
	StageModule Stage = "module"
)

// YesMeans is what a plain yes to the last coach message says beside "yes"; a plain no to it says
// the opposite. The zero value means that it says nothing more.
type YesMeans string

// The meanings.
const (
	YesStop YesMeans = "stop" // the coach asked whether to stop here
	YesGone YesMeans = "gone" // the coach asked whether the problem is gone: yes, it is
	YesOpen YesMeans = "open" // the coach asked whether the problem is still there: yes, it is
	YesEdit YesMeans = "edit" // the coach asked whether a summary needs a change: yes, it does
)

// Identity is one error or one question as the reading names it.
//
// Key is equal for the same thing and different for another one. Sketch is what the reading needs
// to find out, later, whether a new text is the same thing; the core keeps it unread. Both are at
// most 256 bytes; Sketch may be empty (an annotation).
type Identity struct {
	Key    string `json:"key"`
	Sketch string `json:"sketch,omitempty"`
}

// Reading is what a learner turn says, whoever read it: the rules of coach/reading, a model, or
// the annotations of a transcript. It is recorded with the event, so that a replay need not read
// the text again. The zero value is no reading: Kind is required.
type Reading struct {
	Kind      Kind       `json:"kind"`
	Errors    []Identity `json:"errors,omitempty"`     // error texts shown, each once
	Questions []Identity `json:"questions,omitempty"`  // questions asked, each once
	Shows     []string   `json:"shows,omitempty"`      // fingerprints of output, code, files, results told
	New       *bool      `json:"new,omitempty"`        // overrides whether something not seen before is shown
	Resolved  bool       `json:"resolved,omitempty"`   // the problem is said or shown to be gone
	StillSame bool       `json:"still_same,omitempty"` // "still the same error": the one last shown, without a paste
	GoesOn    bool       `json:"goes_on,omitempty"`    // a confirmation together with a wish to go on
	OffTopic  bool       `json:"off_topic,omitempty"`  // the question is not about the topic
	Long      bool       `json:"long,omitempty"`       // more than 40 characters (details A11)
	Sure      float64    `json:"sure,omitempty"`       // 0 (unknown) to 1: how sure the reading is of Kind
}

// Event is anything that happens to a session. Events carry the time; the core has no clock.
type Event interface{ at() time.Time }

// Turn is one learner contribution, or somebody else's message in the thread.
type Turn struct {
	ID       string
	At       time.Time
	User     string // empty: the learner
	Reading  Reading
	Advanced *bool // the tutor's judgement of this turn; nil: unknown
}

// Said is a coach message about to be sent. When it fires a rule it is withheld.
type Said struct {
	ID         string
	At         time.Time
	Asks       Ask
	Question   Identity // zero: no question is put
	Directions []Dimension
	Sets       []string // values (ports, paths, flags, versions) that its direction or command sets
	YesMeans   YesMeans
	Problem    bool   // it speaks of a problem: "it works" answers that the problem is gone
	Step       string // the step it belongs to; empty: says nothing of the step
	Advanced   bool   // it moves the task on because of the turn before it
	Explains   []string
	Raises     []string // options it brings up
	Deviates   string   // the preference it deviates from
	Recalls    bool     // it needed material from before the live context
	Completes  Stage
	Phase      Phase // empty: as before
}

// Reaction is an emoji put on a message or taken off it.
type Reaction struct {
	ID     string
	At     time.Time
	User   string // empty: the learner
	Emoji  string // unicode, or a name without colons
	Target string // the id of the message, or TargetSummary
	Remove bool
}

// TargetSummary is the target of a reaction on the pinned summary.
const TargetSummary = "summary"

// Edit is a changed or (Delete) removed message. Neither changes a decision made.
type Edit struct {
	ID     string
	At     time.Time
	Target string
	Delete bool
}

// Store says whether saves succeed from here on.
type Store struct {
	At time.Time
	OK bool
}

// Tick says that time has passed.
type Tick struct{ At time.Time }

func (e Turn) at() time.Time     { return e.At }
func (e Said) at() time.Time     { return e.At }
func (e Reaction) at() time.Time { return e.At }
func (e Edit) at() time.Time     { return e.At }
func (e Store) at() time.Time    { return e.At }
func (e Tick) at() time.Time     { return e.At }

// Counts are the counters after an event.
type Counts struct {
	Turns        int `json:"turns"`
	NoProgress   int `json:"no_progress"`
	SameError    int `json:"same_error"`    // the highest of the current issue
	SameQuestion int `json:"same_question"` // the highest of the current issue, over both askers
	Acks         int `json:"acks"`
	Budget       int `json:"budget"` // turns left of a break-out; 0 outside one
}

// Decision is what an event makes the coach do, and why.
type Decision struct {
	Event    string
	Turn     int // learner turns so far
	Kind     Kind
	Progress *bool // nil: neutral, or no turn
	Fired    []Rule
	Action   Action
	State    State // after the event
	Counts   Counts
	Method   Dimension // with ActBreakOut: the dimension chosen
	Proof    []string  // ids of the learner turns that prove what fired
	Reason   string    // a sentence for people, English
}

// ThreadID names a thread of a platform: "slack:T1:C1:1700000000.000100". Its first two fields, the
// platform and the workspace, are common to all; the rest is opaque, built and parsed by that
// platform's adapter alone. It is stored, so a change of its form is a migration.
type ThreadID string

// Platform returns the first field; empty if there is none.
func (id ThreadID) Platform() string {
	platform, _, _ := strings.Cut(string(id), ":")
	return platform
}

// Workspace returns the first two fields with the colon between them: whatever belongs to one
// workspace is kept together, and apart from any other's. An id of fewer fields is its own workspace.
func (id ThreadID) Workspace() string {
	platform, rest, _ := strings.Cut(string(id), ":")
	workspace, _, found := strings.Cut(rest, ":")
	if !found {
		return string(id)
	}
	return platform + ":" + workspace
}
