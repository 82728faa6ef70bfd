/** The models that an agent names: its own and its reserves. */
import type { Models } from '../../adapters/models/model.ts';
import { AppError } from '../../app-error.ts';

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

export const isKnown = ({ catalogue }: Models, id: string): boolean =>
  catalogue.some((entry) => entry.id === id);
