// Package ops is what an operator looks at: metrics, and whether the process is alive and ready.
//
// Goals: Prometheus metrics of fixed names, /healthz and /readyz whose reasons are in words.
// Non-goals: knowing what is measured (internal/engine), dashboards, pushing anywhere.
//
//	meter := ops.NewMeter(engine.Metrics)
//	err := ops.Serve(ctx, listener, ops.Handler(meter, map[string]ops.Health{"engine": e.Health}, nil))
package ops

import (
	"net/http"

	"tack/internal/engine"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Meter counts in Prometheus. It is the engine's.
type Meter struct {
	registry *prometheus.Registry
	counters map[string]*prometheus.CounterVec
	timers   map[string]*prometheus.HistogramVec
}

// buckets of times, in seconds: from a turn without a model to a model that is slow.
var buckets = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}

// NewMeter returns a Meter for these metrics and those of the process and the Go runtime. A metric
// named twice is a programmer's error and panics.
func NewMeter(metrics []engine.Metric) *Meter {
	m := &Meter{prometheus.NewRegistry(), map[string]*prometheus.CounterVec{}, map[string]*prometheus.HistogramVec{}}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, metric := range metrics {
		if metric.Timed {
			h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: metric.Name, Help: metric.Help, Buckets: buckets}, metric.Labels)
			m.registry.MustRegister(h)
			m.timers[metric.Name] = h
			continue
		}
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: metric.Name, Help: metric.Help}, metric.Labels)
		m.registry.MustRegister(c)
		m.counters[metric.Name] = c
	}
	return m
}

// Count adds to a counter. One that NewMeter was not told of is a programmer's error and panics.
func (m *Meter) Count(metric engine.Metric, n float64, labels ...string) {
	m.counters[metric.Name].WithLabelValues(labels...).Add(n)
}

// Observe notes a time. A metric that NewMeter was not told of is a programmer's error and panics.
func (m *Meter) Observe(metric engine.Metric, seconds float64, labels ...string) {
	m.timers[metric.Name].WithLabelValues(labels...).Observe(seconds)
}

// handler serves the metrics in Prometheus' form.
func (m *Meter) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
