/** A model that just failed in a way that lasts is not asked again for a while, in this process. */
import type { ProblemCode } from '#contract/errors.ts';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { Clock } from '../../clock.ts';
import type { Model, ModelEnding, Rest } from '../model.ts';

/** Failures that the next call would repeat. */
const LASTING: ReadonlySet<ProblemCode> = new Set([
  'model_gone',
  'model_refused_key',
  'model_without_credit',
]);
const LASTING_MS = 60_000;
/** A provider that fails this often within so short a time is given a pause. */
const PASSING: ReadonlySet<ProblemCode> = new Set(['model_busy', 'model_timeout']);
const PASSING_COUNT = 3;
const PASSING_WITHIN_MS = 30_000;
const PASSING_MS = 15_000;

export type Resting = {
  restOf(id: string): Rest | null;
  /** The same model, which fails as it did last without a call while it rests. */
  watch(entry: CatalogueModel, model: Model): Model;
  /** Another key or address: what was seen of the entry no longer holds. */
  forget(id: string): void;
};

type State = { until: number; code: ProblemCode; passing: number[] };

export function openResting(clock: Clock): Resting {
  const states = new Map<string, State>();
  const restOf = (id: string): Rest | null => {
    const state = states.get(id);
    const left_ms = (state?.until ?? 0) - clock.now().getTime();
    return state && left_ms > 0 ? { code: state.code, left_ms } : null;
  };
  return {
    restOf,
    watch: (entry, model) => async (call, onText) => {
      const rest = restOf(entry.id);
      if (rest)
        return {
          type: 'failed',
          code: rest.code,
          cause: 'resting',
          usage: null,
          retry_after_ms: rest.left_ms,
        };
      const ending = await model(call, onText);
      const next = ending && after(states.get(entry.id), ending, clock.now().getTime());
      if (next) states.set(entry.id, next);
      else if (ending) states.delete(entry.id);
      return ending;
    },
    forget: (id) => void states.delete(id),
  };
}

/** Null where nothing is held against the model. */
function after(state: State | undefined, ending: ModelEnding, now: number): State | null {
  if (ending.type === 'end') return null;
  const { code } = ending;
  if (LASTING.has(code)) return { until: now + LASTING_MS, code, passing: [] };
  const passing = (state?.passing ?? []).filter((at) => now - at < PASSING_WITHIN_MS);
  if (!PASSING.has(code)) return passing.length ? { until: 0, code, passing } : null;
  passing.push(now);
  if (passing.length < PASSING_COUNT) return { until: 0, code, passing };
  return { until: now + PASSING_MS, code, passing: [] };
}
