package engine

// Meter counts what happens. Labels come in the order in which the metric names them.
type Meter interface {
	Count(m Metric, n float64, labels ...string)
	Observe(m Metric, seconds float64, labels ...string)
}

// Metric is one metric with its labels.
type Metric struct {
	Name   string
	Help   string
	Labels []string
	Timed  bool // observed, in seconds; false: counted
}

// The metrics of the engine. No label carries anything of a learner's.
var (
	MetricRecorded  = Metric{Name: "tack_events_recorded_total", Help: "Events by what became of them: fresh, repeat, unknown, failed, invalid, panic.", Labels: []string{"platform", "outcome"}}
	MetricRecord    = Metric{Name: "tack_record_seconds", Help: "Time to record an event, after which it is acknowledged.", Labels: []string{"platform"}, Timed: true}
	MetricDecisions = Metric{Name: "tack_decisions_total", Help: "Decisions by action.", Labels: []string{"action"}}
	MetricFired     = Metric{Name: "tack_rules_fired_total", Help: "Rules fired.", Labels: []string{"rule"}}
	MetricDecide    = Metric{Name: "tack_decide_seconds", Help: "Time to decide one turn or event, the tutor included.", Timed: true}
	MetricAnswer    = Metric{Name: "tack_answer_seconds", Help: "Time from the decision to the last message delivered, tries that failed included.", Labels: []string{"platform"}, Timed: true}
	MetricDelivered = Metric{Name: "tack_deliveries_total", Help: "Messages by what became of them: sent, again, refused, gone, retry.", Labels: []string{"platform", "outcome"}}
	MetricUnpinned  = Metric{Name: "tack_unpinned_total", Help: "Summaries that could not be pinned.", Labels: []string{"platform", "why"}}
	MetricGuard     = Metric{Name: "tack_guard_violations_total", Help: "Replies that broke a rule of the guard.", Labels: []string{"rule"}}
	MetricTutor     = Metric{Name: "tack_tutor_failures_total", Help: "Replies that the tutor could not give."}
	MetricStale     = Metric{Name: "tack_commits_stale_total", Help: "Commits that lost the race for a thread and were decided anew."}
	MetricFailed    = Metric{Name: "tack_threads_failed_total", Help: "Threads given back with a failure, by kind: store, delivery, decision; given_up: events set aside.", Labels: []string{"kind"}}
	MetricOutage    = Metric{Name: "tack_store_outages_total", Help: "Times that the store became unavailable."}
)

// Metrics lists them all.
var Metrics = []Metric{
	MetricRecorded, MetricRecord, MetricDecisions, MetricFired, MetricDecide, MetricAnswer, MetricDelivered,
	MetricUnpinned, MetricGuard, MetricTutor, MetricStale, MetricFailed, MetricOutage,
}

// unmetered counts nothing.
type unmetered struct{}

func (unmetered) Count(Metric, float64, ...string)   {}
func (unmetered) Observe(Metric, float64, ...string) {}
