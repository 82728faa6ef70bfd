/** A scripted model for tests: it answers from a script, waits where the script says so and records its calls. */

import { setImmediate } from 'node:timers/promises';
import type { ProblemCode } from '#contract/errors.ts';
import { type CatalogueModel, modelCatalogue, PROVIDERS } from '#contract/model-catalogue.ts';
import type {
  Model,
  ModelCall,
  ModelEnding,
  Models,
  OnText,
  ProviderInfo,
  Usage,
} from '../../src/adapters/models/model.ts';

/** A place in a script where the answer waits until the test lets it go on. */
export type Hold = {
  /** Settles once an answer waits here. */
  reached: Promise<void>;
  release(): void;
  /** Settles when the test lets the answer go on. */
  released: Promise<void>;
  arrive(): void;
};

/**
 * A text is one chunk. Without an `end` or `failed` step the answer ends with `SCRIPTED_USAGE`;
 * a `silence` ends it without an ending, as a broken model would.
 */
export type Step =
  | string
  | Hold
  | { end: Usage | null; reason?: 'stop' | 'length' | 'other' }
  | { failed: ProblemCode; usage?: Usage | null; cause?: unknown }
  | { throws: unknown }
  | { silence: true };

export type Script = Step[] | ((call: ModelCall) => Step[]);

export const SCRIPTED_USAGE: Usage = { input: 7, output: 3 };

export type Scripted = {
  model: Model;
  /** The calls, in order. */
  calls: ModelCall[];
  /** Answers that are being given now. */
  running: number;
  /** Answers that ended because their signal was aborted. */
  abandoned: number;
};

export function hold(): Hold {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    arrive: reached.resolve,
    released: released.promise,
    release: released.resolve,
  };
}

/** Each call takes the next script; the last one serves all that follow. */
export function scripted(...scripts: Script[]): Scripted {
  const record: Scripted = { model, calls: [], running: 0, abandoned: 0 };
  return record;

  async function model(call: ModelCall, onText: OnText): Promise<ModelEnding | undefined> {
    const script = scripts[Math.min(record.calls.length, scripts.length - 1)] ?? [];
    record.calls.push(call);
    const steps = typeof script === 'function' ? script(call) : script;
    record.running += 1;
    let ended = false;
    try {
      for (const step of steps) {
        if (call.signal.aborted) return undefined;
        if (typeof step === 'string') {
          onText(step);
          // Over a connection the next chunk would arrive in an event-loop turn of its own.
          await setImmediate();
          continue;
        }
        if ('reached' in step) {
          step.arrive();
          await Promise.race([step.released, aborted(call.signal)]);
          continue;
        }
        ended = true;
        if ('silence' in step) return undefined;
        if ('throws' in step) throw step.throws;
        return endingOf(step);
      }
      if (call.signal.aborted) return undefined;
      ended = true;
      return { type: 'end', usage: SCRIPTED_USAGE, reason: 'stop' };
    } finally {
      record.running -= 1;
      if (!ended) record.abandoned += 1;
    }
  }
}

export type ScriptedModels = Models & Pick<Scripted, 'calls'> & { answers: Scripted };

/** All of the catalogue on one script, as if no model had ever been retired. `without` lists ids whose provider has no key. */
export function scriptedModels(
  answers: Scripted,
  options: { local?: boolean; without?: string[]; catalogue?: readonly CatalogueModel[] } = {},
): ScriptedModels {
  const catalogue = options.catalogue ?? modelCatalogue;
  const local = options.local ?? false;
  const open: Models['open'] = (id) => {
    const entry = catalogue.find((model) => model.id === id);
    if (!entry || options.without?.includes(id)) return null;
    return { entry, model: answers.model, local, provider: providerOf(entry) };
  };
  return {
    answers,
    calls: answers.calls,
    local,
    version: 0,
    defaults: { default: null, steps: null, reserves: [], follow_successor: true },
    catalogue,
    open,
    openSteps: (id, residency_max) => [open(id, residency_max)].filter((one) => one !== null),
    refusal: () => 'model_not_configured',
    restOf: () => null,
    stateOf: ({ id }) => (options.without?.includes(id) ? 'no_key' : 'active'),
    providerOf,
    setup: null,
  };
}

const providerOf = ({ provider }: CatalogueModel): ProviderInfo => ({
  id: null,
  kind: provider,
  name: PROVIDERS[provider].name,
  residency: 'exterior',
});

function endingOf(step: Extract<Step, { end: unknown } | { failed: unknown }>): ModelEnding {
  if ('end' in step) return { type: 'end', usage: step.end, reason: step.reason ?? 'stop' };
  return { type: 'failed', code: step.failed, cause: step.cause ?? 'scripted', usage: step.usage ?? null };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
