/** Asks the demo's data source a conversation, as an agent does: by rules alone, or with a model's best plan. */
import type { TableResult } from '../../contract/src/table-result.ts';
import { retrieve } from '../../server/src/features/grounding/retrieve.ts';
import type { Asked, GroundingContext } from '../../server/src/features/grounding/source-kind.ts';
import { scripted, scriptedModels } from '../../server/test/providers/scripted-model.ts';
import type { TableQuestion } from './questions.ts';

/** Within the last year of the sample. */
export const ASKED_AT = new Date('2025-11-14T12:00:00.000Z');

export type TableAnswer = { result: TableResult | null; text: string };

export type AskParams = { data_source_id: number; reader: Asked['reader'] };

/** The models are those of `reader`. */
export type AskContext = Pick<GroundingContext, 'db' | 'content' | 'log'>;

export async function askTable(
  context: AskContext,
  { turns, plan }: Pick<TableQuestion, 'turns' | 'plan'>,
  { data_source_id, reader }: AskParams,
): Promise<TableAnswer> {
  const history: Asked['history'] = [];
  let said: TableAnswer = { result: null, text: '' };
  for (const [place, question] of turns.entries()) {
    // The plan is that of the last question.
    const models = standIn(place === turns.length - 1 ? plan : '{}', reader);
    const found = await retrieve(
      { ...context, models, clock: { now: () => ASKED_AT } },
      {
        knowledge_base_ids: [],
        data_source_ids: [data_source_id],
        question,
        history,
        without: [],
        reader,
        context_window: 128_000,
        signal: new AbortController().signal,
      },
    );
    const answers = found?.passages.flatMap(({ answer }) => answer ?? []) ?? [];
    const [result = null] = found?.results ?? [];
    said = { result, text: [...(found?.notes ?? []), ...answers].join('\n\n') };
    const plans = result ? [{ data_source_id, plan: result.plan }] : [];
    history.push({ question, answer: said.text, plans });
  }
  return said;
}

const standIn = (plan: string, reader: Asked['reader']) =>
  scriptedModels(
    scripted(({ form }) => [form?.name === 'perfil' ? plan : '{"relevant":[]}']),
    {
      local: reader === 'local',
    },
  );
