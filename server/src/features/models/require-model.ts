/** The model that an agent is asked on. */
import { setTimeout as pause } from 'node:timers/promises';
import { AGENT_FALLBACK, modelName } from '#contract/model-catalogue.ts';
import type { Models, OpenModel } from '../../adapters/models/model.ts';
import { AppError } from '../../app-error.ts';
import { modelGone } from './model-gone.ts';

/** A question in the first seconds of an installation waits this long for the choice of its default model. */
const CHOICE_PATIENCE_MS = 5_000;

/** Rejects with `model_not_configured` or `model_gone`. */
export async function requireModel(models: Models, stored: string | null): Promise<OpenModel> {
  const id = stored ?? AGENT_FALLBACK.model;
  const opened = models.open(id);
  if (opened) return opened;
  if (models.setup?.choosing) {
    await Promise.race([models.setup.choosing, pause(CHOICE_PATIENCE_MS, undefined, { ref: false })]);
    const chosen = models.open(id);
    if (chosen) return chosen;
  }
  const code = models.setup?.choosing ? 'model_not_configured' : models.refusal(id);
  if (code === 'model_gone') throw new AppError(code, { detail: modelGone(modelName(id)) });
  throw new AppError(code);
}
