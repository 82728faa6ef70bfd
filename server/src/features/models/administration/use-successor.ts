/** Gives agents of a model the one that answers in its place, each as a change of its own. */

import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import { problems } from '#contract/errors.ts';
import { AppError } from '../../../app-error.ts';
import { updateAgent } from '../../agents/changes.ts';
import { requireAgent } from '../../agents/store.ts';
import type { Actor } from '../../audit/record.ts';
import type { ModelsContext } from '../installation-models.ts';
import { requireEntry } from './change-models.ts';

const OTHER_MODEL = 'Este agente já usa outro modelo.';

type Outcome = { changed: number[]; refused: { agent_id: number; reason: string }[] };

export async function useSuccessor(
  context: ModelsContext,
  by: Actor,
  { model_id, agent_ids }: { model_id: string; agent_ids: number[] },
): Promise<Outcome> {
  const { models } = context;
  const entry = requireEntry(context, model_id);
  const runs_on = models.open(model_id)?.entry.id;
  const model = runs_on === undefined || runs_on === model_id ? entry.successor : runs_on;
  if (!model) throw new AppError('unknown_model');
  const outcome: Outcome = { changed: [], refused: [] };
  for (const agent_id of new Set(agent_ids)) {
    try {
      const agent = await requireAgent(context.db, agent_id);
      if ((agent.model ?? AGENT_FALLBACK.model) !== model_id)
        throw new AppError('unknown_model', { detail: OTHER_MODEL });
      await updateAgent(context, by, agent_id, { model });
      outcome.changed.push(agent_id);
    } catch (error) {
      if (!(error instanceof AppError) || error.status === problems.internal.status) throw error;
      outcome.refused.push({ agent_id, reason: error.detail });
    }
  }
  return outcome;
}
