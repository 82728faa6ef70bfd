/** Stores an answer with the result of a plan, as a question to a table leaves it. */
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { EMPTY_PLAN, type Plan } from '#contract/table-plan.ts';
import type { TableResult } from '#contract/table-result.ts';
import { messages } from '../../src/db/tables/chat.ts';
import type { data_sources } from '../../src/db/tables/data-sources.ts';
import { type Ending, settle } from '../../src/features/chat/ledger/settle.ts';
import { askedSource } from '../../src/features/chat/results/ask-again.ts';
import { runTablePlan } from '../../src/features/data-sources/results/run-table-plan.ts';
import { sourceReader } from '../../src/features/data-sources/values/source-reader.ts';
import type { TestServer } from '../test-server.ts';

type Answered = {
  user_id: number;
  session_id: string;
  source: typeof data_sources.$inferSelect;
  plan: Plan;
};

/** A count of thirteen rows of a source that nobody reads, unless wished otherwise. */
export const tableResult = (wishes: Partial<TableResult> = {}): TableResult => ({
  index: 1,
  data_source_id: 1,
  data_source_name: 'Contratos',
  read_at: '2026-11-14T12:00:00.000Z',
  understood: 'Número de contratos',
  plan: { ...EMPTY_PLAN, measures: [{ fn: 'count', column: null }] },
  columns: [
    { name: 'figure_0', label: 'Número de contratos', kind: 'number', unit: 'contratos', bucket: null },
  ],
  rows: [['13']],
  total: null,
  rows_considered: 13,
  skipped_nulls: 0,
  others: 0,
  others_row: null,
  comparison: null,
  chart: null,
  chips: [],
  alternatives: [],
  ...wishes,
});

/** The result of a plan today, as the first source of an answer. */
export async function resultOf(
  { context }: TestServer,
  { source, plan, user_id }: Pick<Answered, 'source' | 'plan'> & { user_id?: number },
): Promise<TableResult> {
  const { base_sql_query } = source.rag_config.document_search;
  const read = { connection_id: FIRST_CONNECTION, base_sql_query };
  const content = await sourceReader(context, read, user_id ?? null);
  const asked = await askedSource({ ...context, content }, { ...source, connection_id: FIRST_CONNECTION });
  const { result } = await content.read(base_sql_query, (session) =>
    runTablePlan(session, asked, plan, context.clock.now()),
  );
  return { ...result, index: 1 };
}

export async function storeResult(
  testServer: TestServer,
  { user_id, session_id, source, plan }: Answered,
): Promise<{ id: number; result: TableResult }> {
  const { context } = testServer;
  const result = await resultOf(testServer, { source, plan, user_id });
  const { db, clock } = context;
  const now = clock.now();
  const asked = {
    question: 'Quanto foi contratado por situação?',
    status: 'streaming',
    model: 'local',
  } as const;
  const [message] = await db
    .insert(messages)
    .values({ user_id, session_id, ...asked })
    .returning({ id: messages.id });
  if (!message) throw new Error('no answer was stored');
  const { id } = message;
  const cited = { index: 1, kind: 'result', title: source.name, snippet: result.understood } as const;
  const ending = {
    status: 'done',
    error_code: null,
    answer: 'Aqui está [1].',
    seq: 1,
    sources: [{ ...cited, data_source_id: source.id }],
    filters: [],
    results: [result],
    charge: { input: 0, output: 0, estimated: false },
  } satisfies Ending;
  await db.transaction((tx) => settle(tx, { user_id, id }, ending, { ...context, now }));
  return { id, result };
}
