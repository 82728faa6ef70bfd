/** Rows and figures of all data sources of an agent, read side by side within one time for all. */

import { needsPerson } from '#contract/data-sources.ts';
import { problems } from '#contract/errors.ts';
import type { UnderstoodFilter } from '#contract/filters.ts';
import type { RecordColumn } from '#contract/records.ts';
import type { Trace } from '#contract/trace.ts';
import { ContentProblem, type ContentProblemKind } from '../../adapters/content/content-problem.ts';
import type { Person } from '../../adapters/content/placeholders.ts';
import type { ContentRow } from '../../adapters/content/read-only-session.ts';
import { reasonOf } from '../../db/client.ts';
import {
  isConfigured,
  type ReadableSource,
  readSource,
  type SourceResult,
} from '../data-sources/read-source.ts';
import {
  cellsOf,
  recordColumns,
  rowSnippet,
  rowText,
  rowTitle,
  sectionWords,
  wordColumns,
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
    return { source, reading: await readSource(context, source, asked) };
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

const NOT_READ: Record<Extract<Read['reading'], string>, (name: string) => string> = {
  away: (name) => `A fonte ${name} está indisponível no momento.`,
  heavy: (name) => `A pergunta olha linhas demais na fonte ${name}. Acrescente um filtro.`,
  person: () => problems.person_needed.detail,
};

function merged(readings: Read[], characters: number): Findings {
  const found: Finding[] = [];
  const filters: UnderstoodFilter[] = [];
  const queries: Trace['queries'] = [];
  const searches: NonNullable<Findings['searches']> = [];
  const notes: string[] = [];
  const steps: Findings['steps'] = [];
  for (const { source, reading } of readings) {
    if (typeof reading === 'string') {
      notes.push(NOT_READ[reading](source.name));
      continue;
    }
    found.push(...findingsOf(source, reading, characters));
    filters.push(...reading.filters);
    queries.push(...reading.queries);
    if (reading.search) searches.push(reading.search);
    notes.push(...reading.notes);
    steps.push(...reading.calls);
  }
  return { found, filters, queries, searches, notes, steps, ...flagsOf(readings) };
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

/** As many rows as there is room for, the figures first; the first row always. */
function findingsOf(source: ReadableSource, reading: SourceResult, characters: number): Finding[] {
  const content = source.rag_config.document_search.main_content_column;
  const { name } = source;
  // Rows that are only related did not pass the filters.
  const section = sectionWords(name, reading.search?.relaxed ? [] : reading.filters);
  const columns = recordColumns(reading.columns);
  const worked = reading.figures.flatMap(({ row, about }) => [
    rowFinding(source, {
      row,
      columns: wordColumns(row),
      content,
      section: name,
      title: String(row.calculo),
      score: null,
    }),
    ...(about ? [rowFinding(source, { row: about, columns, content, section, score: null })] : []),
  ]);
  const ranked = reading.rows.map(({ row, rank }) =>
    rowFinding(source, { row, columns, content, section, score: rank }),
  );
  let room = characters;
  return [...worked, ...ranked].filter(({ passage }, place) => {
    room -= passage.text.length;
    return place === 0 || room >= 0;
  });
}

type RowFound = {
  row: ContentRow;
  columns: RecordColumn[];
  content: string;
  section: string;
  score: number | null;
  title?: string;
};

function rowFinding(
  source: ReadableSource,
  { row, columns, content, section, score, title = rowTitle(row, columns) }: RowFound,
): Finding {
  return {
    passage: { title, section, text: rowText(row, columns), row: cellsOf(row, columns) },
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
