/** Prometheus metrics of model calls. Cardinality is small: four providers, and the error codes of the contract. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ModelFigures } from './observed-models.ts';

export function modelFigures(registry: Registry): ModelFigures {
  const registers = [registry];
  const calls = new Counter({
    name: 'prosa_model_calls_total',
    help: 'Calls of a model: answers, steps on the way to them, embeddings.',
    labelNames: ['provider', 'purpose'],
    registers,
  });
  const first = new Histogram({
    name: 'prosa_model_first_token_seconds',
    help: 'From a call of a model to its first word.',
    labelNames: ['provider'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30],
    registers,
  });
  const tokens = new Counter({
    name: 'prosa_model_tokens_total',
    help: 'Tokens as providers reported them.',
    labelNames: ['provider', 'direction'],
    registers,
  });
  const failures = new Counter({
    name: 'prosa_model_failures_total',
    help: 'Calls of a model that failed for good, by what the caller was told.',
    labelNames: ['provider', 'code'],
    registers,
  });
  return {
    called: (call) => calls.inc(call),
    firstWord: (provider, seconds) => first.observe({ provider }, seconds),
    used: (call, count) => tokens.inc(call, count),
    failed: (call) => failures.inc(call),
  };
}
