/** Prepares a configuration for saving: refreshes the values of its patterns and collects what does not work. */
import {
  needsPerson,
  type RagConfig,
  type Terminology,
  type TerminologyEntry,
} from '#contract/data-sources.ts';
import { type ContentColumn, findColumn } from '../../../adapters/content/columns.ts';
import type { ContentReader } from '../../../adapters/content/content-databases.ts';
import { cleanQuery } from '../../../adapters/content/postgres/parse-check.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { AppError } from '../../../app-error.ts';
import {
  isFromColumn,
  readColumn,
  requirePatterns,
  unknownParameter,
  VALUES_TIMEOUT_MS,
  valuesKept,
} from '../values/column-values.ts';
import { asAppError } from './content-errors.ts';
import { columnsOf } from './execute.ts';

/** `warning` has one sentence a line. Problems do not prevent saving, so that work in progress is kept. */
export async function prepareConfig(
  content: ContentReader,
  given: RagConfig,
  stored: RagConfig,
): Promise<{ rag_config: RagConfig; warning: string | null }> {
  const { profile_extraction, document_search } = given;
  const query = await examineQuery(content, document_search);
  const terms = await refreshValues(
    withStoredValues(profile_extraction.terminology_mapping, stored.profile_extraction.terminology_mapping),
    query.columns,
    sequentialReads(content, document_search.base_sql_query),
  );
  const problems = [...query.problems, ...terms.problems];
  return {
    rag_config: {
      ...given,
      profile_extraction: {
        ...profile_extraction,
        terminology_mapping: keptValues(terms.mapping, document_search.base_sql_query),
      },
    },
    warning: problems.length ? problems.join('\n') : null,
  };
}

/** `columns` is null when there is no query or it does not run. */
async function examineQuery(
  content: ContentReader,
  { base_sql_query, main_content_column }: RagConfig['document_search'],
): Promise<{ columns: ContentColumn[] | null; problems: string[] }> {
  if (!cleanQuery(base_sql_query)) return { columns: null, problems: [] };
  try {
    const columns = await columnsOf(content, base_sql_query);
    const isMissing = main_content_column && !findColumn(columns, main_content_column);
    const problem = `A consulta não tem a coluna "${main_content_column}", escolhida como conteúdo principal.`;
    return { columns, problems: isMissing ? [problem] : [] };
  } catch (error) {
    if (error instanceof AppError) return { columns: null, problems: [error.detail] };
    throw error;
  }
}

/** Values that were read as one person are those of that person: each other one reads their own. */
function keptValues(mapping: Terminology, query: string): Terminology {
  if (!needsPerson(query)) return mapping;
  const entries = Object.entries(mapping).map(([parameter, entry]): [string, TerminologyEntry] => [
    parameter,
    isFromColumn(entry) ? { ...entry, values: [] } : entry,
  ]);
  return Object.fromEntries(entries);
}

/** Values read from a column belong to the server: a client that leaves them out does not remove them. */
function withStoredValues(given: Terminology, stored: Terminology): Terminology {
  const known = new Map(Object.entries(stored));
  const entries = Object.entries(given).map(([parameter, entry]): [string, TerminologyEntry] => {
    const isLeftOut = isFromColumn(entry) && entry.values.length === 0;
    return [parameter, isLeftOut ? { ...entry, values: known.get(parameter)?.values ?? [] } : entry];
  });
  return Object.fromEntries(entries);
}

type Read = <T>(work: (session: ContentSession) => Promise<T>) => Promise<T>;

/** Reads one after the other within one time limit; a failed read does not end the others. */
function sequentialReads(content: ContentReader, query: string): Read {
  let left_ms = VALUES_TIMEOUT_MS;
  return async (work) => {
    if (left_ms <= 0) throw new AppError('query_timeout');
    const began = performance.now();
    try {
      return await content.read(query, work, { timeout_ms: left_ms });
    } catch (error) {
      throw asAppError(error);
    } finally {
      left_ms -= performance.now() - began;
    }
  };
}

/** Refreshes each parameter by itself; one that fails keeps its values. */
async function refreshValues(
  mapping: Terminology,
  columns: ContentColumn[] | null,
  read: Read,
): Promise<{ mapping: Terminology; problems: string[] }> {
  const entries: [string, TerminologyEntry][] = [];
  const problems: string[] = [];
  const unread = new Map<string, string[]>();
  for (const [parameter, entry] of Object.entries(mapping)) {
    try {
      entries.push([parameter, await refreshedEntry(parameter, entry, columns, read)]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      entries.push([parameter, entry]);
      if (error.code === 'regex_invalid' || error.code === 'unknown_parameter') problems.push(error.detail);
      else unread.set(error.detail, [...(unread.get(error.detail) ?? []), `"${parameter}"`]);
    }
  }
  for (const [reason, parameters] of unread)
    problems.push(`Os valores de ${inWords.format(parameters)} não puderam ser lidos da coluna. ${reason}`);
  return { mapping: Object.fromEntries(entries), problems };
}

const inWords = new Intl.ListFormat('pt-BR');

async function refreshedEntry(
  parameter: string,
  entry: TerminologyEntry,
  columns: ContentColumn[] | null,
  read: Read,
): Promise<TerminologyEntry> {
  const regex = isFromColumn(entry) ? entry.regex_config : null;
  const column = columns && findColumn(columns, parameter);
  if (regex && !column) await requirePatterns(parameter, regex);
  if (columns && !column) throw unknownParameter(parameter);
  if (!regex || !column) return entry;
  const { distinct } = await read((session) => readColumn(session, column));
  const { final } = await valuesKept(parameter, distinct, regex);
  return { ...entry, values: final };
}
