/** The allowed values of a source's parameters at the time of a question: read anew now and then, else as they were kept. */
import type { RagConfig } from '#contract/data-sources.ts';
import type { ContentSession, SqlReader } from '../../adapters/content/sql-reader.ts';
import type { Parameter } from './matcher.ts';
import { columnOf, isFromColumn, VALUES_TIMEOUT_MS, valuesFromColumn } from './terminology.ts';

const FRESH_MS = 10 * 60_000;
const SOURCES_MAX = 200;

type Kept = { at: number; parameters: Parameter[] };

/** One memory a reader: a process has one, a test may play several. */
const memories = new WeakMap<SqlReader, Map<string, Kept>>();

export type ValuesOf = { id: number; updated_at: Date; rag_config: RagConfig };

/** Only parameters that are columns of the query, and that have values. */
export async function allowedValues(
  content: SqlReader,
  source: ValuesOf,
  now: number,
  signal?: AbortSignal,
): Promise<Parameter[]> {
  const memory = memories.get(content) ?? new Map<string, Kept>();
  memories.set(content, memory);
  // A saved change is another key: what was read before it says nothing.
  const key = `${source.id} ${source.updated_at.getTime()}`;
  const kept = memory.get(key);
  if (kept && now - kept.at < FRESH_MS) return kept.parameters;
  const { base_sql_query } = source.rag_config.document_search;
  const parameters = await content.read(base_sql_query, (session) => readNow(session, source.rag_config), {
    timeout_ms: VALUES_TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  });
  if (memory.size >= SOURCES_MAX) memory.clear();
  memory.set(key, { at: now, parameters });
  return parameters;
}

async function readNow(session: ContentSession, { profile_extraction }: RagConfig): Promise<Parameter[]> {
  const parameters: Parameter[] = [];
  for (const [name, entry] of Object.entries(profile_extraction.terminology_mapping)) {
    if (!columnOf(session.columns, name)) continue;
    const { regex_config: regex } = entry;
    const values =
      regex && isFromColumn(entry)
        ? // What was kept when it was saved serves while the pattern or the column fails.
          await valuesFromColumn(session, name, regex).then(
            (tried) => tried.values,
            () => entry.values,
          )
        : entry.values;
    if (values.length) parameters.push({ name, values });
  }
  return parameters;
}
