package reading

// sign is something that words can say; the lexicon gives the words of each.
type sign uint8

const (
	_ sign = iota // zero: no sign

	// About the session.
	signStop       // the wish to stop
	signFarewell   // a goodbye
	signStopAsk    // the wish to stop, put as a question
	signStopVeto   // words that look like a stop and are about something else
	signStopUndo   // a stop taken back in the same breath
	signReturns    // back in minutes
	signNegation   // before a stop: none
	signCondition  // "if ...": nothing is wanted yet
	signUnreal     // hoped for, supposed or wanted: what follows in the clause has not happened
	signOr         // goes on with the question before the comma
	signWhen       // a clause that only says when
	signThird      // somebody or something else is the subject
	signSelf       // the learner speaks of themselves
	signPast       // a habit, or long ago
	signFrustrated // nothing works
	signIMDone     // "I'm done": a stop when frustrated

	// Where a summary or a route awaits.
	signGoOn
	signYes // an explicit yes
	signSave
	signNothingMore // nothing to add
	signVague
	signAmend // asks to add to the summary or to change it
	signFix   // may add to it or change it

	// Small words.
	signAck
	signAckEmoji
	signNoEmoji // emoji that agree to nothing
	signNo
	signYesMore // what a bare answer to a yes-or-no question may hold
	signFiller
	signThanks
	signGreeting
	signExclaim // laughter, sighs
	signChatty  // feelings, opinions, plans, small talk
	signPraise  // of the session
	signRemark  // a remark about the coach
	signOutOfTopic
	signAsk

	signMoment // a while: a busy note where no length of time was asked for
	signBusy

	// Results told in words.
	signGone      // the problem is gone
	signGood      // it works: gone when a problem was open
	signNoun      // a thing on the learner's screen
	signNow       // at this very time
	signAttempt   // the learner ran something: no sign yet that it works
	signExpected  // what was to come out, and so did not
	signBad       // it does not
	signSame      // it is as it was
	signTold      // what was printed or seen
	signDid       // what the learner did or has
	signElsewhere // not here, not now
	signUntried   // what was suggested was not done
	signWrongItem // an item of what the coach listed is wrong: no result

	// What a coach message asks for.
	signAct
	signTell
	signStep
	signConfirm
	signNextTime // wants something when the learner is back, not now
	signChangeQ  // asks whether the summary needs a change
	signSummary  // names a summary or a route
	signStopQ    // asks whether to stop
	signGoneQ    // asks whether the problem is gone
	signOpenQ    // asks whether it is still there
	signProblem

	// What a direction looks at, in the order of coach.Dimensions.
	signDim
)

// signNames are the keys in the lexicon. Those of the coach stand under "coach", those of the
// dimensions under "dimensions".
var signNames = [...]string{
	signStop:        "stop",
	signFarewell:    "farewell",
	signStopAsk:     "stop_ask",
	signStopVeto:    "stop_veto",
	signStopUndo:    "stop_undo",
	signReturns:     "returns",
	signNegation:    "negation",
	signCondition:   "condition",
	signUnreal:      "unreal",
	signOr:          "or",
	signWhen:        "when",
	signThird:       "third",
	signSelf:        "self",
	signPast:        "past",
	signFrustrated:  "frustrated",
	signIMDone:      "im_done",
	signGoOn:        "go_on",
	signYes:         "yes",
	signSave:        "save",
	signNothingMore: "nothing_more",
	signVague:       "vague",
	signAmend:       "amend",
	signFix:         "fix",
	signAck:         "ack",
	signAckEmoji:    "ack_emoji",
	signNoEmoji:     "no_emoji",
	signNo:          "no",
	signYesMore:     "yes_more",
	signFiller:      "filler",
	signThanks:      "thanks",
	signGreeting:    "greeting",
	signExclaim:     "exclaim",
	signChatty:      "chatty",
	signPraise:      "praise",
	signRemark:      "remark",
	signOutOfTopic:  "out_of_topic",
	signAsk:         "ask",
	signMoment:      "moment",
	signBusy:        "busy",
	signGone:        "gone",
	signGood:        "good",
	signNoun:        "noun",
	signNow:         "now",
	signAttempt:     "attempt",
	signExpected:    "expected",
	signBad:         "bad",
	signSame:        "same",
	signTold:        "told",
	signDid:         "did",
	signElsewhere:   "elsewhere",
	signUntried:     "untried",
	signWrongItem:   "wrong_item",
	signAct:         "act",
	signTell:        "tell",
	signStep:        "step",
	signConfirm:     "confirm",
	signNextTime:    "next_time",
	signChangeQ:     "change_q",
	signSummary:     "summary",
	signStopQ:       "stop_q",
	signGoneQ:       "gone_q",
	signOpenQ:       "open_q",
	signProblem:     "problem",
}
