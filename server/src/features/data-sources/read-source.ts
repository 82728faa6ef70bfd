/** One data source asked one question: what it was understood to ask, the rows and figures found, and what to tell the reader. */

import type { DataSource } from '#contract/data-sources.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import { AGENT_FALLBACK } from '#contract/model-catalogue.ts';
import type { Trace } from '#contract/trace.ts';
import { ContentProblem } from '../../adapters/content/content-problem.ts';
import type { ContentRow, ContentSession } from '../../adapters/content/sql-reader.ts';
import type { Model, Usage } from '../../adapters/models/model.ts';
import type { World } from '../../world.ts';
import { type Counted, work } from './counting.ts';
import { chooseRows } from './document-filter.ts';
import { understand } from './extraction.ts';
import { type KnownSource, knownSource } from './known-source.ts';
import { notesOf } from './notes.ts';
import type { Profile } from './profile.ts';
import { type FoundRow, firstRows, type Statement, searchRows } from './relational-search.ts';
import { figureRow } from './row-words.ts';
import { asksForAll, isSmallTalk, subjectWords, wordsAbout } from './subject.ts';
import { columnOf } from './terminology.ts';
import { expectedIn, wordsNowhere } from './unmentioned.ts';

export type ReadableSource = Pick<DataSource, 'id' | 'name' | 'description' | 'rag_config'> & {
  updated_at: Date;
};

export type SourceQuestion = {
  question: string;
  history: { question: string; answer?: string }[];
  without: RefusedFilter[];
  signal: AbortSignal;
  /** Told of every model call as soon as it is over: whoever asked may not be there to read them all. */
  onStep?: (call: StepCall) => void;
};

export type StepCall = {
  purpose: 'profile_extraction' | 'filter' | 'embedding';
  model: string;
  usage: Usage;
  estimated: boolean;
};

export type SourceReading = {
  rows: FoundRow[];
  /** What was worked out, each as a row of its own, with the row that it is about where there is one. */
  figures: { row: ContentRow; about: ContentRow | null }[];
  filters: UnderstoodFilter[];
  /** Sentences for whoever writes the answer, about what was looked for and not found. They quote values. */
  notes: string[];
  calls: StepCall[];
  queries: Trace['queries'];
};

type ReadWorld = Pick<World, 'content' | 'models' | 'clock'>;

/** Whether it has a query and says which of its columns is read. */
export const isConfigured = ({ rag_config }: Pick<ReadableSource, 'rag_config'>): boolean =>
  rag_config.document_search.base_sql_query.trim() !== '' &&
  rag_config.document_search.main_content_column.trim() !== '';

const NOTHING: SourceReading = { rows: [], figures: [], filters: [], notes: [], calls: [], queries: [] };

/** Of a configured source. Throws ContentProblem when it cannot be read. */
export async function readSource(
  world: ReadWorld,
  source: ReadableSource,
  asked: SourceQuestion,
): Promise<SourceReading> {
  const { document_search: search, profile_extraction, document_filter } = source.rag_config;
  const { signal } = asked;
  // Nothing is asked of the table, not even what the question before asked.
  if (isSmallTalk(asked.question)) return NOTHING;
  const known = await knownSource(world.content, source, world.clock.now().getTime(), signal);
  const columns = await world.content.read(
    search.base_sql_query,
    (session) => Promise.resolve(session.columns),
    { signal },
  );
  if (!columnOf(columns, search.main_content_column))
    throw new ContentProblem('query', `A consulta não tem a coluna "${search.main_content_column}".`);

  const extractor = stepModel(world, profile_extraction.model_name);
  const understood = await understand(
    {
      ...asked,
      parameters: known.parameters.filter(({ name }) => columnOf(columns, name)),
      columns,
      without: asked.without.filter(({ data_source_id }) => data_source_id === source.id),
    },
    extractor && { model: extractor.model, system_prompt: profile_extraction.system_prompt, signal },
  );
  const calls: StepCall[] = [];
  const took = (purpose: StepCall['purpose'], by: { id: string } | null, { usage, estimated }: Took) => {
    if (!by || !usage) return;
    const step = { purpose, model: by.id, usage, estimated };
    calls.push(step);
    asked.onStep?.(step);
  };
  took('profile_extraction', extractor, understood);
  const { profile } = understood;
  const found = await world.content.read(
    search.base_sql_query,
    (session) => findIn(session, source, known, profile),
    { signal },
  );
  const chooser = stepModel(world, document_filter.model_name);
  const chosen = await chooseRows(
    found.rows,
    {
      question: asked.question,
      content_column: search.main_content_column,
      max: Math.min(document_filter.max_filtered_documents, search.max_documents),
    },
    chooser && { model: chooser.model, system_prompt: document_filter.system_prompt, signal },
  );
  took('filter', chooser, chosen);
  return {
    rows: chosen.rows,
    figures: found.counted.map((counted) => ({
      row: figureRow(counted, profile.filters),
      about: counted.row,
    })),
    filters: Object.entries(profile.filters).map(([parameter, values]) => ({
      data_source_id: source.id,
      data_source_name: source.name,
      parameter,
      values,
    })),
    notes: notesOf(asked.question, wordsAbout(source), profile, found),
    calls,
    queries: found.statements.map((statement) => ({ ...statement, data_source_id: source.id })),
  };
}

type Took = { usage: Usage | null; estimated: boolean };

/** Null in local mode and without a key: then rules do what they can. */
function stepModel({ models }: ReadWorld, name: string): { model: Model; id: string } | null {
  const open = models.open(name || AGENT_FALLBACK.model);
  return open && !open.local ? { model: open.model, id: open.entry.id } : null;
}

type Found = {
  rows: FoundRow[];
  counted: Counted[];
  /** No row passed the filters: what was found is only related. */
  relaxed: boolean;
  /** Rows were found, and none that passes the filters has these words. */
  unmentioned: string[];
  statements: Statement[];
};

async function findIn(
  session: ContentSession,
  source: ReadableSource,
  { language, texts }: KnownSource,
  profile: Profile,
): Promise<Found> {
  const { main_content_column: content_column, max_documents: limit } = source.rag_config.document_search;
  const { filters, search, figures } = profile;
  const hasFilters = Object.keys(filters).length > 0;
  const words = subjectWords(search, source, session.columns);
  const listed = { content_column, limit, language };
  if (!hasFilters && !figures.length && asksForAll(search, source, 'name')) return listing(session, listed);
  const { counted, statements } = figures.length
    ? await work(session, { figures, filters, words, content_column, language })
    : { counted: [], statements: [] };
  const wanted = { search, content_column, limit, language, texts };
  const first = await searchRows(session, { ...wanted, filters });
  const run = [...statements, ...first.statements];
  if (!first.rows.length && !hasFilters && !counted.length && asksForAll(search, source, 'description')) {
    const all = await listing(session, listed);
    return { ...all, statements: [...run, ...all.statements] };
  }
  if (first.rows.length || !hasFilters) {
    const expected = first.rows.length && !counted.length ? expectedIn(words, language) : [];
    const rows = first.rows.map(({ row }) => row);
    const unmentioned = await wordsNowhere(session, { words: expected, filters, language, rows });
    return { rows: first.rows, counted, relaxed: false, unmentioned, statements: run };
  }
  const related = await searchRows(session, { ...wanted, filters: {} });
  return {
    rows: related.rows.filter(({ rank }) => rank > 0),
    counted,
    relaxed: true,
    unmentioned: [],
    statements: [...run, ...related.statements],
  };
}

/** The first of all rows, and how many there are: the few that are shown must not pass for all. */
async function listing(
  session: ContentSession,
  wanted: { content_column: string; limit: number; language: KnownSource['language'] },
): Promise<Found> {
  const all = { ...wanted, filters: {}, words: [], figures: [{ kind: 'count' as const }] };
  const { counted, statements } = await work(session, all);
  const { rows, ...listed } = await firstRows(session, wanted);
  return {
    rows,
    counted,
    relaxed: false,
    unmentioned: [],
    statements: [...statements, ...listed.statements],
  };
}
