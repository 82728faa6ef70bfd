/** Prometheus metrics of how people come in. Cardinality is small: the ways, their outcomes, and the providers that are set up. */
import { Counter, Histogram, type Registry } from 'prom-client';

export type EntryMethod = 'password' | 'passkey' | 'oidc' | 'ldap' | 'second_step';

/** `failed`: not by the person, but because a provider or this server was away. */
export type EntryOutcome = 'entered' | 'second_step' | 'proof' | 'waiting' | 'refused' | 'failed';

export type ProviderStep = 'discovery' | 'token' | 'userinfo' | 'refresh' | 'directory';

export type AccessFigures = {
  came: (entry: { method: EntryMethod; outcome: EntryOutcome }) => void;
  called: (call: { slug: string; step: ProviderStep }, seconds: number) => void;
  failed: (call: { slug: string; code: string }) => void;
};

export function accessFigures(registry: Registry): AccessFigures {
  const registers = [registry];
  const entries = new Counter({
    name: 'prosa_sign_ins_total',
    help: 'Attempts to sign in, by their way and their outcome.',
    labelNames: ['method', 'outcome'],
    registers,
  });
  const calls = new Histogram({
    name: 'prosa_provider_calls_seconds',
    help: 'Calls of providers of sign-on, by the address name of the provider and by step.',
    labelNames: ['slug', 'step'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
  });
  const failures = new Counter({
    name: 'prosa_provider_failures_total',
    help: 'Calls of providers of sign-on that failed, by what the caller was told.',
    labelNames: ['slug', 'code'],
    registers,
  });
  return {
    came: (entry) => entries.inc(entry),
    called: (call, seconds) => calls.observe(call, seconds),
    failed: (call) => failures.inc(call),
  };
}
