/** The answer to an adjusted result: the edited plan is asked of its source and put in words here. No model is called. */
import { needsPerson } from '#contract/data-sources.ts';
import type { TableResult } from '#contract/table-result.ts';
import type { Trace } from '#contract/trace.ts';
import { ContentProblem } from '../../../adapters/content/content-problem.ts';
import { recordedModel } from '../../../adapters/models/model.ts';
import { reasonOf } from '../../../db/client.ts';
import { answerText } from '../../data-sources/results/answer-text.ts';
import { runTablePlan } from '../../data-sources/results/run-table-plan.ts';
import { findDataSources } from '../../data-sources/settings/store.ts';
import { sourceReader } from '../../data-sources/values/source-reader.ts';
import { endingOf } from '../compose/answer-ending.ts';
import { type AnswerSink, type Composed, firstAnswering } from '../compose/compose.ts';
import type { PrepareContext } from '../compose/prepare-prompt.ts';
import { cutBy, NOTHING_REPORTED } from '../compose/stream-model-answer.ts';
import type { Task } from '../compose/task.ts';
import { askedSource, isLimit } from '../results/ask-again.ts';

/** The only source of such an answer. */
const INDEX = 1;

type Found = { text: string; results: TableResult[]; queries: Trace['queries']; personal_sources: boolean };

/** As `compose`, for a task with `adjusted`. Never throws. */
export async function composeAdjusted(
  context: PrepareContext,
  task: Task,
  { live, signal }: Pick<AnswerSink, 'live' | 'signal'>,
): Promise<Composed> {
  const began = performance.now();
  const { text, results, queries, personal_sources } = await findAgain(context, task, signal);
  // The text comes as a whole: a continuation finds all of it.
  if (live.length === 0) live.append(text);
  const answer = live.after(0).text;
  const outcome = text ? ({ type: 'end', reason: 'stop', usage: null } as const) : cutBy(signal);
  const ending = endingOf({ ...outcome, reported: NOTHING_REPORTED }, answer !== '', false);
  const sources = results.map((result) => ({
    index: INDEX,
    kind: 'result' as const,
    title: result.data_source_name,
    snippet: result.understood,
    data_source_id: result.data_source_id,
  }));
  const ms = performance.now() - began;
  return {
    ...ending,
    ...firstAnswering(task.chain),
    answer,
    seq: live.seq,
    sources,
    filters: [],
    results,
    personal_sources,
    needs_person: false,
    found_nothing: false,
    charge: ending.status === 'failed' ? null : { input: 0, output: 0, estimated: false },
    masked: 0,
    steps: [],
    found: sources,
    at_length: false,
    retry_after_ms: null,
    trace: () => traceOf(task, queries, ms),
  };
}

/** A source that cannot be read is said, as in every other answer. Without a text the answer was cut short. */
async function findAgain(
  context: PrepareContext,
  { adjusted, person_id }: Task,
  signal: AbortSignal,
): Promise<Found> {
  const [source] = adjusted ? await findDataSources(context.db, [adjusted.data_source_id]) : [];
  const nothing = { results: [], queries: [], personal_sources: false };
  if (!adjusted || !source) return { text: 'A fonte deste resultado não existe mais.', ...nothing };
  try {
    const { base_sql_query } = source.rag_config.document_search;
    const { connection_id } = source;
    const content = await sourceReader(context, { connection_id, base_sql_query }, person_id ?? null);
    const asked = await askedSource({ ...context, content }, source);
    const { result, statements } = await content.read(
      base_sql_query,
      (session) => runTablePlan(session, asked, adjusted.plan, context.clock.now()),
      { signal },
    );
    const queries = statements.map(({ sql, params, rows }) => ({
      data_source_id: source.id,
      sql,
      params: params.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
      rows,
    }));
    const parts = { table: asked.table, result, remarks: [], rows: [], row_columns: [], relaxed: false };
    const personal_sources = needsPerson(base_sql_query);
    const text = answerText(parts, INDEX);
    return { text, results: [{ ...result, index: INDEX }], queries, personal_sources };
  } catch (error) {
    if (signal.aborted) return { text: '', ...nothing };
    context.log.warn(
      { data_source_id: source.id, err: { message: reasonOf(error) } },
      'an adjusted plan was not asked',
    );
    const isHeavy = error instanceof ContentProblem && isLimit(error);
    const text = isHeavy
      ? `A pergunta olha linhas demais na fonte ${source.name}. Acrescente um filtro.`
      : `A fonte ${source.name} está indisponível no momento.`;
    return { text, ...nothing };
  }
}

const traceOf = (
  { agent_version_id, question, temperature, chain }: Task,
  queries: Trace['queries'],
  ms: number,
): Trace => ({
  agent_version_id,
  model: recordedModel(chain.links[0]),
  temperature,
  prompt: { instructions: '', turns: [{ role: 'user', text: question }] },
  passages: [],
  filters: [],
  queries,
  calls: [],
  effort: null,
  retrieval_ms: ms,
  first_token_ms: ms,
  total_ms: ms,
});
