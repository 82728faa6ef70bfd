/** The models of a draft that process farther away than the draft allows. */
import { RESIDENCIES, type Residency } from '#contract/model-sets.ts';
import type { ModelInfo } from '#contract/models.ts';
import { type Draft, effective } from '../draft.ts';

type Ruled = Pick<Draft, 'model' | 'fallback_models' | 'residency_max'>;
export type ModelBeyond = { name: string; residency: Exclude<Residency, 'local'> };

/**
 * The first model or reserve that the draft forbids. In the place of a retired one the server may find another model
 * that is allowed, so it counts only once the server has refused the draft.
 */
export function modelBeyond(
  draft: Ruled,
  models: readonly Pick<ModelInfo, 'id' | 'name' | 'state' | 'residency'>[],
  wasRefused: boolean,
): ModelBeyond | null {
  const limit = RESIDENCIES.indexOf(draft.residency_max);
  const { model } = effective({ model: draft.model, temperature: null });
  for (const id of [model, ...draft.fallback_models]) {
    const named = models.find((one) => one.id === id);
    const residency = named?.residency ?? 'exterior';
    if (!named || residency === 'local' || RESIDENCIES.indexOf(residency) <= limit) continue;
    if (wasRefused || named.state !== 'retired') return { name: named.name, residency };
  }
  return null;
}

/** The server decides about the models only where one of these fields changes. */
export const hasSameModels = (one: Ruled, other: Ruled): boolean =>
  one.model === other.model &&
  one.residency_max === other.residency_max &&
  one.fallback_models.join() === other.fallback_models.join();
