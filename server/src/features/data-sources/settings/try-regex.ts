/** Tries the patterns of an unsaved form; stores nothing. */

import { desc } from 'drizzle-orm';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import {
  DRAFT_QUERY_KEY,
  type RagConfig,
  type RegexConfig,
  type RegexStats,
} from '#contract/data-sources.ts';
import { findColumn } from '../../../adapters/content/columns.ts';
import { cleanQuery } from '../../../adapters/content/postgres/parse-check.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { data_sources } from '../../../db/tables/data-sources.ts';
import { VALUES_TIMEOUT_MS, valuesFromColumn } from '../values/column-values.ts';
import { sourceReader } from '../values/source-reader.ts';
import { asAppError } from './content-errors.ts';
import { columnsOf } from './execute.ts';
import { connectionOfSource, requireDataSource } from './store.ts';

/** Values returned at most; the screen shows ten. */
const SHOWN_VALUES = 1_000;

export type RegexTrial = {
  statistics: Record<string, RegexStats>;
  terminology_mapping: Record<string, { values: string[]; regex_config: RegexConfig }>;
};

export type TrialRequest = {
  /** The administrator who tries. */
  user_id: number;
  data_source_id?: number;
  /** The database of an unsaved form; without it that of the source. */
  connection_id?: number;
  body: Record<string, string | RegexConfig>;
};

type TriedQuery = { query: string; connection_id: number };

export async function tryRegex(
  context: Pick<AppContext, 'db' | 'content'>,
  asked: TrialRequest,
): Promise<RegexTrial> {
  const parameters = Object.entries(asked.body).filter(
    (entry): entry is [string, RegexConfig] => typeof entry[1] !== 'string',
  );
  const { query, connection_id } = await queryToTry(
    context,
    asked,
    parameters.map(([name]) => name),
  );
  const trial: RegexTrial = { statistics: {}, terminology_mapping: {} };
  try {
    const reader = await sourceReader(context, { connection_id, base_sql_query: query }, asked.user_id);
    await reader.read(
      query,
      async (session) => {
        for (const [parameter, regex_config] of parameters) {
          const { values, statistics } = await valuesFromColumn(session, parameter, regex_config);
          trial.statistics[parameter] = statistics;
          trial.terminology_mapping[parameter] = { values: values.slice(0, SHOWN_VALUES), regex_config };
        }
      },
      { timeout_ms: VALUES_TIMEOUT_MS },
    );
  } catch (error) {
    throw asAppError(error);
  }
  return trial;
}

/** The query to try: the draft in the body, else the stored query of the source, else the newest one with such columns. */
async function queryToTry(
  context: Pick<AppContext, 'db' | 'content'>,
  { user_id, data_source_id, connection_id, body }: TrialRequest,
  parameters: string[],
): Promise<TriedQuery> {
  const source = data_source_id === undefined ? null : await requireDataSource(context.db, data_source_id);
  const draft = body[DRAFT_QUERY_KEY];
  if (typeof draft === 'string' && cleanQuery(draft))
    return { query: draft, connection_id: connection_id ?? source?.connection_id ?? FIRST_CONNECTION };
  if (source) {
    const query = queryOf(source.rag_config);
    if (!cleanQuery(query)) throw new AppError('no_base_query');
    return { query, connection_id: source.connection_id };
  }
  for (const saved of await savedQueries(context.db)) {
    const { query: base_sql_query, connection_id: id } = saved;
    const reader = await sourceReader(context, { connection_id: id, base_sql_query }, user_id);
    const columns = await columnsOf(reader, base_sql_query).catch(() => []);
    if (columns.length && parameters.every((parameter) => findColumn(columns, parameter))) return saved;
  }
  throw new AppError('unknown_parameter', {
    detail: `Nenhuma fonte de dados tem a coluna "${parameters[0] ?? ''}".`,
  });
}

const queryOf = ({ document_search }: RagConfig) => document_search.base_sql_query;

const CONSIDERED = 20;

async function savedQueries(db: Queryable): Promise<TriedQuery[]> {
  const rows = await db
    .select({ rag_config: data_sources.rag_config, connection_id: connectionOfSource })
    .from(data_sources)
    .orderBy(desc(data_sources.updated_at))
    .limit(CONSIDERED);
  return rows
    .map(({ rag_config, connection_id }) => ({ query: queryOf(rag_config), connection_id }))
    .filter(({ query }) => cleanQuery(query));
}
