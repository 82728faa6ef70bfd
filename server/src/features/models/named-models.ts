/** Models by their ids, as agents and records name them. */

import type { ModelRules } from '#contract/agent-configuration.ts';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import { RESIDENCIES, type Residency } from '#contract/model-sets.ts';
import { isWrittenAlready, type Models } from '../../adapters/models/model.ts';
import { AppError, filledDetail, filledError } from '../../app-error.ts';

export const WITHOUT_MODEL = 'Sem modelo';

/** The name of a catalogue entry; of one that is no longer there, its id. */
export const modelNameIn = ({ catalogue }: Pick<Models, 'catalogue'>, id: string): string =>
  isWrittenAlready(id) ? WITHOUT_MODEL : (catalogue.find((entry) => entry.id === id)?.name ?? id);

/** The sentence of `model_gone`, with the name of the model. */
export const modelGone = (name: string): string => filledDetail('model_gone', { name });

export const isKnown = ({ catalogue }: Models, id: string): boolean =>
  catalogue.some((entry) => entry.id === id);

/** Throws `unknown_model` for an id outside the catalogue. Null runs on the fallback; an absent model is left as it is. */
export function requireKnownModels(
  models: Models,
  {
    model,
    fallback_models = [],
  }: { model?: string | null | undefined; fallback_models?: string[] | undefined },
): void {
  if (typeof model === 'string' && !isKnown(models, model)) throw new AppError('unknown_model');
  if (!fallback_models.every((id) => isKnown(models, id))) throw new AppError('unknown_model');
}

type Ruled = { model: string | null } & Pick<ModelRules, 'fallback_models' | 'residency_max'>;

/** Throws `residency_refused`, naming the first model of the agent that processes farther away than the agent allows. */
export function requireResidency(models: Models, { model, fallback_models, residency_max }: Ruled): void {
  for (const id of [model ?? AGENT_FALLBACK.model, ...fallback_models])
    if (!isWithin(models, id, residency_max)) throw residencyRefused(modelNameIn(models, id));
}

const residencyRefused = (name: string): AppError => filledError('residency_refused', { name });

/** A retired model counts by what runs in its place. Where nothing runs, what its own provider declares decides. */
export function isWithin(models: Models, id: string, residency_max: Residency): boolean {
  if (residency_max === 'exterior') return true;
  if (!models.local && models.open(id, residency_max)) return true;
  const entry = models.catalogue.find((one) => one.id === id);
  const declared = (entry && models.providerOf(entry)?.residency) ?? 'exterior';
  return RESIDENCIES.indexOf(declared) <= RESIDENCIES.indexOf(residency_max);
}
