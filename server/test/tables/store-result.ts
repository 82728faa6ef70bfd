/** Stores an answer with the result of a plan, as a question to a table leaves it. */
import type { Plan } from '#contract/table-plan.ts';
import type { TableResult } from '#contract/table-result.ts';
import { messages } from '../../src/db/tables/chat.ts';
import type { data_sources } from '../../src/db/tables/data-sources.ts';
import { askedSource, settingsOf } from '../../src/features/chat/results/asked-source.ts';
import { runTablePlan } from '../../src/features/data-sources/results/run-table-plan.ts';
import type { TestServer } from '../test-server.ts';

type Answered = {
  user_id: number;
  session_id: string;
  source: typeof data_sources.$inferSelect;
  plan: Plan;
};

export async function storeResult(
  { context }: TestServer,
  { user_id, session_id, source, plan }: Answered,
): Promise<{ id: number; result: TableResult }> {
  const { base_sql_query } = source.rag_config.document_search;
  const settings = await settingsOf(context.db, source.id);
  const { result: made } = await context.content.read(base_sql_query, async (session) =>
    runTablePlan(session, await askedSource(session, source, settings), plan, context.clock.now()),
  );
  const result = { ...made, index: 1 };
  const [message] = await context.db
    .insert(messages)
    .values({
      user_id,
      session_id,
      question: 'Quanto foi contratado por situação?',
      answer: 'Aqui está [1].',
      status: 'done',
      model: 'local',
      results: [result],
      sources: [
        {
          index: 1,
          kind: 'result',
          title: source.name,
          snippet: result.understood,
          data_source_id: source.id,
        },
      ],
      finished_at: context.clock.now(),
    })
    .returning({ id: messages.id });
  if (!message) throw new Error('no answer was stored');
  return { id: message.id, result };
}
