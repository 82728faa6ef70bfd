/**
 * Cache of what a question needs to know of a source beforehand: the allowed values of its parameters, and the language of
 * its texts. An entry lives ten minutes; when the source cannot be read in time, the stored values serve.
 */
import type { RagConfig } from '#contract/data-sources.ts';
import { type ContentColumn, findColumn } from '../../../adapters/content/columns.ts';
import type { ContentReader } from '../../../adapters/content/content-databases.ts';
import { ContentProblem } from '../../../adapters/content/content-problem.ts';
import { aborted } from '../../../adapters/content/postgres/cancel-query.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { type Language, languageOf } from '../../../language/written-language.ts';
import { dialectOf } from '../compile/dialect-of.ts';
import { isFromColumn, VALUES_TIMEOUT_MS, valuesFromColumn } from './column-values.ts';
import type { Parameter } from './match-values.ts';
import { prepareVocabulary } from './vocabulary.ts';

export type KnownSource = {
  /** Parameters that are columns of the query and have values. */
  parameters: Parameter[];
  language: Language;
  /** The beginnings of the main content of some rows. */
  texts: string[];
  /** Those of the query; null where it exceeded the time limit. */
  columns: ContentColumn[] | null;
  /** In milliseconds. */
  read_at: number;
};

const FRESH_MS = 10 * 60_000;
const TRY_AGAIN_MS = 60_000;
const TEXTS = 200;
const TEXT_LENGTH = 2_000;

export type ValuesOf = { id: number; updated_at: Date; rag_config: RagConfig };

/** Questions that arrive while a source is read share the read, and with it one connection of two. */
export function knownSource(
  content: ContentReader,
  source: ValuesOf,
  now: number,
  signal: AbortSignal,
): Promise<KnownSource> {
  // A saved change makes another key and thus invalidates the entry.
  const key = `known source ${source.id} ${source.updated_at.getTime()}`;
  return untilAborted(
    content.cached(source.rag_config.document_search.base_sql_query, key, now, () =>
      readOrStored(content, source, now),
    ),
    signal,
  );
}

/** The read goes on for the others when one of the waiting clients disconnects. */
function untilAborted<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(aborted());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    reading.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

async function readOrStored(
  content: ContentReader,
  source: ValuesOf,
  now: number,
): Promise<{ value: KnownSource; fresh_ms: number }> {
  const { base_sql_query } = source.rag_config.document_search;
  const read = content.read(base_sql_query, (session) => readNow(session, source.rag_config), {
    timeout_ms: VALUES_TIMEOUT_MS,
  });
  const fresh = await read.catch((error: unknown) => {
    if (error instanceof ContentProblem && error.kind === 'timeout') return null;
    throw error;
  });
  const known = { ...(fresh ?? asKept(source)), read_at: now };
  for (const { values } of known.parameters) await prepareVocabulary(values);
  return { value: known, fresh_ms: fresh ? FRESH_MS : TRY_AGAIN_MS };
}

/** The values as they were stored, for a query that exceeds the time limit. */
function asKept({ rag_config }: ValuesOf): Omit<KnownSource, 'read_at'> {
  const entries = Object.entries(rag_config.profile_extraction.terminology_mapping);
  const parameters = entries.map(([name, { values }]) => ({ name, values }));
  return {
    parameters: parameters.filter(({ values }) => values.length),
    language: 'portuguese',
    texts: [],
    columns: null,
  };
}

async function readNow(session: ContentSession, config: RagConfig): Promise<Omit<KnownSource, 'read_at'>> {
  const texts = await textsOf(session, config.document_search.main_content_column);
  const parameters = await parametersOf(session, config);
  return { parameters, language: languageOf(texts), texts, columns: session.columns };
}

async function parametersOf(
  session: ContentSession,
  { profile_extraction }: RagConfig,
): Promise<Parameter[]> {
  const parameters: Parameter[] = [];
  for (const [name, entry] of Object.entries(profile_extraction.terminology_mapping)) {
    if (!findColumn(session.columns, name)) continue;
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

async function textsOf(session: ContentSession, content_column: string): Promise<string[]> {
  const column = findColumn(session.columns, content_column);
  if (!column) return [];
  const { quote, text } = dialectOf(session);
  const found = await session.rows(
    `SELECT left(${text(`b.${quote(column.name)}`)}, $1) AS text FROM ${session.base} LIMIT $2`,
    [TEXT_LENGTH, TEXTS],
  );
  return found.map(({ text }) => (typeof text === 'string' ? text : ''));
}
