/** Pages of a base query's rows for the Data Viewer, and its columns. */
import type { ExecuteResult } from '#contract/data-sources.ts';
import type { ContentColumn } from '../../../adapters/content/columns.ts';
import type { ContentReader } from '../../../adapters/content/content-databases.ts';
import { cleanQuery } from '../../../adapters/content/postgres/parse-check.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { AppError } from '../../../app-error.ts';
import { dialectOf } from '../compile/dialect-of.ts';
import { asAppError, queryFailed } from './content-errors.ts';

const RUNNING_PER_PERSON = 2;
const running = new Map<number, number>();

/** Runs queries that a person asked for outside of a question; rejects with `too_many_queries` beside two others. */
export async function limitQueries<T>(user_id: number, work: () => Promise<T>): Promise<T> {
  const count = running.get(user_id) ?? 0;
  if (count >= RUNNING_PER_PERSON) throw new AppError('too_many_queries');
  running.set(user_id, count + 1);
  try {
    return await work();
  } finally {
    const left = (running.get(user_id) ?? 1) - 1;
    if (left > 0) running.set(user_id, left);
    else running.delete(user_id);
  }
}

export async function execute(
  content: ContentReader,
  user_id: number,
  base_sql_query: string,
  page: { limit: number; offset: number },
): Promise<ExecuteResult> {
  if (!cleanQuery(base_sql_query)) throw new AppError('no_base_query');
  return limitQueries(user_id, async () => {
    try {
      await requireParsable(content, base_sql_query);
      return await content.read(base_sql_query, (session) => readPage(session, page));
    } catch (error) {
      throw asAppError(error);
    }
  });
}

async function readPage(
  session: ContentSession,
  { limit, offset }: { limit: number; offset: number },
): Promise<ExecuteResult> {
  const { base, columns, rows } = session;
  const { selectList } = dialectOf(session);
  const [counted] = await rows(`SELECT count(*) AS total FROM ${base}`);
  const results = await rows(`SELECT ${selectList(columns, 'b')} FROM ${base} LIMIT $1 OFFSET $2`, [
    limit,
    offset,
  ]);
  return { total: Number(counted?.total ?? 0), results, limit, offset, columns };
}

export async function columnsOf(content: ContentReader, base_sql_query: string): Promise<ContentColumn[]> {
  if (!cleanQuery(base_sql_query)) return [];
  try {
    await requireParsable(content, base_sql_query);
    return await content.read(base_sql_query, ({ columns }) => Promise.resolve(columns));
  } catch (error) {
    throw asAppError(error);
  }
}

async function requireParsable(content: ContentReader, query: string): Promise<void> {
  const problem = await content.problemOfQuery(query);
  if (problem) throw queryFailed(problem);
}
