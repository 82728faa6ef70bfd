/** Asks a stored plan of its data source once more, with the columns that may be asked today. */
import type { Plan } from '#contract/table-plan.ts';
import type { TableResult } from '#contract/table-result.ts';
import { ContentProblem, type ContentProblemKind } from '../../../adapters/content/content-problem.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { planProblems } from '../../data-sources/compile/plan-problems.ts';
import {
  type AskedTableContext,
  askedTable,
  type ProfiledSource,
  type SourceTable,
} from '../../data-sources/profile/asked-table.ts';
import type { AskedSource } from '../../data-sources/results/run-table-plan.ts';
import { asAppError } from '../../data-sources/settings/content-errors.ts';
import { limitQueries } from '../../data-sources/settings/execute.ts';
import { findDataSources } from '../../data-sources/settings/store.ts';
import { sourceReader } from '../../data-sources/values/source-reader.ts';

const TABLE_TIMEOUT_MS = 10_000;

/** A source as it may be asked today. */
export type SourceToday = Omit<AskedSource, 'table'> & Pick<SourceTable, 'table'>;

export type AskContext = Pick<AppContext, 'db' | 'content' | 'clock'>;

/** Rejects with `result_gone` where the source or its columns are not there any more. */
export async function askAgain<T>(
  context: AskContext,
  user_id: number,
  { data_source_id, plan }: Pick<TableResult, 'data_source_id' | 'plan'>,
  work: (session: ContentSession, source: SourceToday, plan: Plan) => Promise<T>,
): Promise<T> {
  const [source] = await findDataSources(context.db, [data_source_id]);
  if (!source) throw new AppError('result_gone');
  const { connection_id } = source;
  const { base_sql_query } = source.rag_config.document_search;
  const content = await sourceReader(context, { connection_id, base_sql_query }, user_id);
  return limitQueries(user_id, async () => {
    try {
      const asked = await askedSource({ ...context, content }, source);
      const today = withoutOffers(plan);
      if (planProblems(asked.cells, today).length) throw new AppError('result_gone');
      return await content.read(base_sql_query, (session) => work(session, asked, today));
    } catch (error) {
      throw forPerson(error);
    }
  });
}

/** The table of a source as questions see it today. Throws ContentProblem. */
export async function askedSource(context: AskedTableContext, source: ProfiledSource): Promise<SourceToday> {
  const { id, name } = source;
  return { id, name, ...(await askedTable(context, source, AbortSignal.timeout(TABLE_TIMEOUT_MS))) };
}

/** The readings that were offered beside the answer are not asked again. */
const withoutOffers = (plan: Plan): Plan => ({ ...plan, alternatives: [] });

const LIMITS: ContentProblemKind[] = ['timeout', 'size', 'memory', 'space', 'complex'];

/** Whether the question asked too much of its source. */
export const isLimit = ({ kind }: ContentProblem): boolean => LIMITS.includes(kind);

const TOO_MANY_ROWS = 'A pergunta olha linhas demais para esta fonte. Acrescente um filtro.';

/** A person reads neither names of tables nor statements: a query that fails has changed since it gave the result. */
function forPerson(error: unknown): unknown {
  if (!(error instanceof ContentProblem)) return error;
  if (error.kind === 'query' || error.kind === 'refused')
    return new AppError('result_gone', { cause: error });
  const problem = asAppError(error);
  return isLimit(error) && problem instanceof AppError
    ? new AppError(problem.code, { detail: TOO_MANY_ROWS, cause: error })
    : problem;
}
