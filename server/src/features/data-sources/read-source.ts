/** One data source asked one question: what it was understood to ask, the rows and figures found, and what to tell the reader. */

import type { DataSource } from '#contract/data-sources.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import { AGENT_FALLBACK } from '#contract/model-catalogue.ts';
import type { Trace } from '#contract/trace.ts';
import { type ContentColumn, findColumn } from '../../adapters/content/columns.ts';
import { ContentProblem } from '../../adapters/content/content-problem.ts';
import type { ContentRow } from '../../adapters/content/sql-reader.ts';
import type { Model, Usage } from '../../adapters/models/model.ts';
import type { AppContext } from '../../app-context.ts';
import { planQuestion } from './plan/make-plan.ts';
import { isSmallTalk, wordsAbout } from './plan/subject.ts';
import { chooseRows } from './results/choose-rows.ts';
import { notesOf } from './results/notes.ts';
import { figureRow } from './results/row-text.ts';
import type { FigureResult } from './search/figures.ts';
import type { RankedRow } from './search/ranked-rows.ts';
import { runPlan } from './search/run-plan.ts';
import { knownSource } from './values/known-source.ts';

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

export type SourceResult = {
  rows: RankedRow[];
  /** What was worked out, each as a row of its own, with the row that it is about where there is one. */
  figures: { row: ContentRow; about: ContentRow | null }[];
  filters: UnderstoodFilter[];
  /** Sentences for whoever writes the answer, about what was looked for and not found. They quote values. */
  notes: string[];
  calls: StepCall[];
  queries: Trace['queries'];
  /** What became of the search; null where nothing was searched for. */
  search: NonNullable<Trace['searches']>[number] | null;
  /** Of the query, in its order. */
  columns: ContentColumn[];
};

type ReadContext = Pick<AppContext, 'content' | 'models' | 'clock'>;

/** Whether it has a query and says which of its columns is read. */
export const isConfigured = ({ rag_config }: Pick<ReadableSource, 'rag_config'>): boolean =>
  rag_config.document_search.base_sql_query.trim() !== '' &&
  rag_config.document_search.main_content_column.trim() !== '';

const NOTHING: SourceResult = {
  rows: [],
  figures: [],
  filters: [],
  notes: [],
  calls: [],
  queries: [],
  search: null,
  columns: [],
};

/** Of a configured source. Throws ContentProblem when it cannot be read. */
export async function readSource(
  context: ReadContext,
  source: ReadableSource,
  asked: SourceQuestion,
): Promise<SourceResult> {
  const { document_search: search, profile_extraction, document_filter } = source.rag_config;
  const { signal } = asked;
  // Nothing is asked of the table, not even what the question before asked.
  if (isSmallTalk(asked.question)) return NOTHING;
  const known = await knownSource(context.content, source, context.clock.now().getTime(), signal);
  const columns = await context.content.read(
    search.base_sql_query,
    (session) => Promise.resolve(session.columns),
    { signal },
  );
  if (!findColumn(columns, search.main_content_column))
    throw new ContentProblem('query', `A consulta não tem a coluna "${search.main_content_column}".`);

  const extractor = stepModel(context, profile_extraction.model_name);
  const understood = await planQuestion(
    {
      ...asked,
      parameters: known.parameters.filter(({ name }) => findColumn(columns, name)),
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
  const found = await context.content.read(
    search.base_sql_query,
    (session) => runPlan(session, source, known, profile),
    { signal },
  );
  const chooser = stepModel(context, document_filter.model_name);
  const max = Math.min(document_filter.max_filtered_documents, search.max_documents);
  const chosen = await chooseRows(
    found.rows,
    { question: asked.question, content_column: search.main_content_column, max },
    chooser && { model: chooser.model, system_prompt: document_filter.system_prompt, signal },
  );
  took('filter', chooser, chosen);
  const handed = eachOnce(found.counted, chosen.rows, max);
  return {
    rows: handed.rows,
    figures: found.counted.map((counted, place) => ({
      row: figureRow(counted, profile.filters),
      about: handed.about[place] ?? null,
    })),
    filters: Object.entries(profile.filters).map(([parameter, values]) => ({
      data_source_id: source.id,
      data_source_name: source.name,
      parameter,
      values,
    })),
    notes: notesOf(asked.question, wordsAbout(source), profile, { ...found, rows: handed.rows }),
    calls,
    queries: found.statements.map((statement) => ({ ...statement, data_source_id: source.id })),
    search: {
      data_source_id: source.id,
      data_source_name: source.name,
      rows_found: found.rows.length,
      rows_used: handed.rows.length + handed.about.filter(Boolean).length,
      dropped: profile.dropped,
      relaxed: found.relaxed,
    },
    columns,
  };
}

/** No row twice, and no more than the administrator allows, with those that a figure is about. */
function eachOnce(counted: FigureResult[], rows: RankedRow[], max: number) {
  const seen = new Set<string>();
  const isNew = (row: ContentRow) => {
    const cells = JSON.stringify(row);
    return seen.size < max && !seen.has(cells) && seen.add(cells);
  };
  const about = counted.map(({ row }) => (row && isNew(row) ? row : null));
  const told = new Set(seen);
  const others = rows.filter(({ row }) => !told.has(JSON.stringify(row)));
  return { about, rows: others.slice(0, max - told.size) };
}

type Took = { usage: Usage | null; estimated: boolean };

/** Null in local mode and without a key: then rules do what they can. */
function stepModel({ models }: ReadContext, name: string): { model: Model; id: string } | null {
  const open = models.openStep(name || AGENT_FALLBACK.model);
  return open && !open.local ? { model: open.model, id: open.entry.id } : null;
}
