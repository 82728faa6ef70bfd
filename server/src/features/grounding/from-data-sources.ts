/** Results and rows of all data sources of an agent, read side by side within one time for all. */

import { needsPerson } from '#contract/data-sources.ts';
import { problems } from '#contract/errors.ts';
import type { UnderstoodFilter } from '#contract/filters.ts';
import type { RecordColumn } from '#contract/records.ts';
import type { Plan } from '#contract/table-plan.ts';
import type { TableResult } from '#contract/table-result.ts';
import type { Trace } from '#contract/trace.ts';
import { ContentProblem, type ContentProblemKind } from '../../adapters/content/content-problem.ts';
import type { Person } from '../../adapters/content/placeholders.ts';
import type { ContentRow } from '../../adapters/content/read-only-session.ts';
import { reasonOf } from '../../db/client.ts';
import { isSmallTalk } from '../data-sources/parse/small-talk.ts';
import {
  isConfigured,
  type ReadableSource,
  readSource,
  type SourceResult,
} from '../data-sources/read-source.ts';
import { answerText, resultJson } from '../data-sources/results/answer-text.ts';
import {
  cellsOf,
  recordColumns,
  rowSnippet,
  rowText,
  rowTitle,
  sectionWords,
} from '../data-sources/results/row-text.ts';
import { findPerson } from '../data-sources/values/source-reader.ts';
import type { Asked, Finding, Findings, GroundingContext, SourceKind } from './source-kind.ts';
import { findDataSources } from './store.ts';

const ALL_MAX_MS = 20_000;
const AT_ONCE = 3;

export const fromDataSources: SourceKind = async (context, asked) => {
  if (!asked.data_source_ids.length) return null;
  // A source that is not configured yet is as if it were not linked.
  const sources = (await findDataSources(context.db, asked.data_source_ids)).filter(isConfigured);
  if (!sources.length) return null;
  return (characters) => readSources(context, asked, sources, Math.floor(characters / sources.length));
};

async function readSources(
  context: GroundingContext,
  asked: Asked,
  sources: ReadableSource[],
  characters: number,
): Promise<Findings> {
  const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(ALL_MAX_MS)]);
  const person = await personOf(context, asked, sources);
  const readings: Read[] = [];
  for (let at = 0; at < sources.length; at += AT_ONCE) {
    const some = sources.slice(at, at + AT_ONCE);
    readings.push(
      ...(await Promise.all(some.map((source) => readOrPass(context, source, { ...asked, person, signal })))),
    );
  }
  return merged(readings, characters);
}

type AskedBy = Asked & { person: Person | null };

const isPersonal = ({ rag_config }: ReadableSource): boolean =>
  needsPerson(rag_config.document_search.base_sql_query);

/** Read from the session's account only where a source needs it. */
async function personOf(
  { db }: GroundingContext,
  { person_id }: Asked,
  sources: ReadableSource[],
): Promise<Person | null> {
  return person_id !== undefined && sources.some(isPersonal) ? findPerson(db, person_id) : null;
}

/** `person`: it needs one, and nobody asks. `away`: the source could not be read. `heavy`: the question exceeded a limit of the content database. */
type Read = { source: ReadableSource; reading: SourceResult | 'away' | 'heavy' | 'person' };

const LIMITS: ContentProblemKind[] = ['timeout', 'size', 'memory', 'space'];

/** One broken source must not take the answer along: it is passed over, and that is said. */
async function readOrPass(context: GroundingContext, source: ReadableSource, asked: AskedBy): Promise<Read> {
  try {
    return {
      source,
      reading: await readSource(context, source, {
        ...asked,
        before: planBefore(asked, source),
        isBeforeUnanswered: isUnanswered(asked),
      }),
    };
  } catch (error) {
    if (error instanceof ContentProblem && error.kind === 'person') return { source, reading: 'person' };
    context.log.warn(
      { data_source_id: source.id, err: { message: reasonOf(error) } },
      'a data source was not read',
    );
    return {
      source,
      reading: error instanceof ContentProblem && LIMITS.includes(error.kind) ? 'heavy' : 'away',
    };
  }
}

const NOT_READ: Record<Extract<Read['reading'], string>, (name: string, isOneOfMany: boolean) => string> = {
  away: (name) => `A fonte ${name} está indisponível no momento.`,
  heavy: (name, isOneOfMany) =>
    `A pergunta olha linhas demais ${isOneOfMany ? `na fonte ${name}` : 'para esta fonte'}. Acrescente um filtro.`,
  person: () => problems.person_needed.detail,
};

/** Each source keeps its own last plan in a conversation. */
const planBefore = ({ history }: Asked, { id }: ReadableSource): Plan | null =>
  history
    .flatMap(({ plans = [] }) => plans)
    .filter(({ data_source_id }) => data_source_id === id)
    .at(-1)?.plan ?? null;

/** Whether the last question of the conversation, courtesies aside, has no result: then an older plan is not what the reader sees as the answer before. */
const isUnanswered = ({ history }: Asked): boolean => {
  const last = history.filter(({ question }) => !isSmallTalk(question)).at(-1);
  return last !== undefined && (last.plans ?? []).length === 0;
};

function merged(readings: Read[], characters: number): Findings {
  const found: Finding[] = [];
  const filters: UnderstoodFilter[] = [];
  const queries: Trace['queries'] = [];
  const searches: NonNullable<Findings['searches']> = [];
  const notes: string[] = [];
  const doubts: string[] = [];
  const steps: Findings['steps'] = [];
  for (const { source, reading } of readings) {
    if (typeof reading === 'string') {
      notes.push(NOT_READ[reading](source.name, readings.length > 1));
      continue;
    }
    found.push(...findingsOf(source, reading, characters));
    filters.push(...reading.filters);
    queries.push(...reading.queries);
    if (reading.search) searches.push(reading.search);
    notes.push(...reading.notes);
    doubts.push(...reading.doubts);
    steps.push(...reading.calls);
  }
  return { found, filters, queries, searches, notes, doubts, steps, ...flagsOf(readings) };
}

function flagsOf(readings: Read[]): Pick<Findings, 'away' | 'personal' | 'needs_person'> {
  const some = (holds: (read: Read) => boolean) => readings.some(holds);
  return {
    ...(some(({ reading }) => typeof reading === 'string') ? { away: true } : {}),
    ...(some(({ reading }) => reading === 'person') ? { needs_person: true } : {}),
    ...(some(({ source, reading }) => typeof reading !== 'string' && isPersonal(source))
      ? { personal: true }
      : {}),
  };
}

/** The result, then as many rows as there is room for; the first finding always. */
function findingsOf(source: ReadableSource, reading: SourceResult, characters: number): Finding[] {
  const { result, relaxed } = reading;
  const columns = recordColumns(reading.columns);
  // Rows that are only related did not pass the filters.
  const section = sectionWords(source.name, relaxed ? [] : reading.filters);
  const content = source.rag_config.document_search.main_content_column;
  let room = characters - (result ? resultJson(reading.table, result, reading.remarks).length : 0);
  const rows = reading.rows
    .map(({ row, rank }) => rowFinding(source, { row, columns, content, section, score: rank }))
    .filter(({ passage }, place) => {
      room -= passage.text.length;
      return (place === 0 && !result) || room >= 0;
    });
  const [first, ...others] = [...(result ? [resultFinding(source, result, reading)] : []), ...rows];
  if (!first) return [];
  const parts = { ...reading, rows: reading.rows.slice(0, rows.length).map(({ row }) => row) };
  return [{ ...first, answer: (index) => answerText(parts, index) }, ...others];
}

function resultFinding(
  source: ReadableSource,
  result: TableResult,
  { table, remarks }: Pick<SourceResult, 'table' | 'remarks'>,
): Finding {
  const { name, id } = source;
  return {
    passage: {
      title: name,
      section: result.understood,
      text: resultJson(table, result, remarks),
      answer: '',
    },
    source: { kind: 'result', title: name, snippet: result.understood, data_source_id: id },
    result,
    score: null,
  };
}

type RowFound = {
  row: ContentRow;
  columns: RecordColumn[];
  content: string;
  section: string;
  score: number | null;
};

function rowFinding(source: ReadableSource, { row, columns, content, section, score }: RowFound): Finding {
  const title = rowTitle(row, columns);
  return {
    passage: { title, section, text: rowText(row, columns), row: cellsOf(row, columns), answer: '' },
    source: {
      kind: 'row',
      title: title || source.name,
      section: source.name,
      snippet: rowSnippet(row, columns, content),
      data_source_id: source.id,
      row,
      columns,
    },
    score,
  };
}
