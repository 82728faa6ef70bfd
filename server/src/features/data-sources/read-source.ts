/** Answers one question from one data source: its plan, the rows and figures found, and the remarks for the reader. */
import type { DataSource } from '#contract/data-sources.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import { AGENT_FALLBACK, type Residency } from '#contract/model-catalogue.ts';
import type { Trace } from '#contract/trace.ts';
import { type ContentColumn, findColumn } from '../../adapters/content/columns.ts';
import type { ContentReader } from '../../adapters/content/content-databases.ts';
import { ContentProblem } from '../../adapters/content/content-problem.ts';
import type { Person } from '../../adapters/content/placeholders.ts';
import type { ContentRow } from '../../adapters/content/read-only-session.ts';
import type { Model, Usage } from '../../adapters/models/model.ts';
import type { AppContext } from '../../app-context.ts';
import { planQuestion, type StepGuard } from './plan/make-plan.ts';
import type { QueryPlan } from './plan/query-plan.ts';
import { isSmallTalk, wordsAbout } from './plan/subject.ts';
import { chooseRows } from './results/choose-rows.ts';
import { notesOf } from './results/notes.ts';
import { figureRow } from './results/row-text.ts';
import type { FigureResult } from './search/figures.ts';
import type { RankedRow } from './search/ranked-rows.ts';
import { type PlanResult, runPlan } from './search/run-plan.ts';
import { type KnownSource, knownSource } from './values/known-source.ts';

export type ReadableSource = Pick<
  DataSource,
  'id' | 'name' | 'description' | 'rag_config' | 'connection_id'
> & {
  updated_at: Date;
};

export type SourceQuestion = {
  /** The person for whom rows of their own are read; absent in checks and comparisons. */
  person?: Person | null;
  question: string;
  history: { question: string; answer?: string }[];
  without: RefusedFilter[];
  guard?: StepGuard | undefined;
  /** The farthest place where steps may be processed. */
  residency_max?: Residency | undefined;
  signal: AbortSignal;
  /** Called after every model call, so that it is accounted for also when the asking process dies. */
  onStep?: (call: StepCall) => void;
};

export type StepCall = {
  /** `attempt`: a model that failed, so that another one was asked. */
  purpose: 'profile_extraction' | 'filter' | 'embedding' | 'attempt';
  model: string;
  usage: Usage;
  estimated: boolean;
};

export type SourceResult = {
  rows: RankedRow[];
  /** Each computed figure as a row of its own, with the row that holds it where there is one. */
  figures: { row: ContentRow; about: ContentRow | null }[];
  filters: UnderstoodFilter[];
  /** Sentences for the answer about what was not found or not computed. They quote values. */
  notes: string[];
  calls: StepCall[];
  queries: Trace['queries'];
  /** Null when nothing was searched for. */
  search: NonNullable<Trace['searches']>[number] | null;
  /** In the order of the query. */
  columns: ContentColumn[];
};

type ReadContext = Pick<AppContext, 'content' | 'models' | 'clock'>;

/** Whether it has a query and a main content column. */
export const isConfigured = ({ rag_config }: Pick<ReadableSource, 'rag_config'>): boolean =>
  rag_config.document_search.base_sql_query.trim() !== '' &&
  rag_config.document_search.main_content_column.trim() !== '';

const NO_RESULT: SourceResult = {
  rows: [],
  figures: [],
  filters: [],
  notes: [],
  calls: [],
  queries: [],
  search: null,
  columns: [],
};

/** Reads a configured source. Throws ContentProblem when it cannot be read. */
export async function readSource(
  context: ReadContext,
  source: ReadableSource,
  asked: SourceQuestion,
): Promise<SourceResult> {
  // Small talk asks the table nothing, not even what the question before asked.
  if (isSmallTalk(asked.question)) return NO_RESULT;
  const calls: StepCall[] = [];
  const account: Account = (purpose, model, { usage, estimated }) => {
    if (!model || !usage) return;
    const step = { purpose, model: model.id, usage, estimated };
    calls.push(step);
    asked.onStep?.(step);
  };
  const { base_sql_query } = source.rag_config.document_search;
  const content = context.content.of(source.connection_id, asked.person);
  const { signal } = asked;
  const known = await knownSource(content, source, context.clock.now().getTime(), signal);
  const columns = await columnsOf(content, source, signal);
  const plan = await planned(context, source, asked, { known, columns, account });
  const found = await content.read(base_sql_query, (session) => runPlan(session, source, known, plan), {
    signal,
  });
  const rows = await chosen(context, source, asked, { found, account });
  return { ...resultOf(source, asked, { plan, found, rows }), calls, columns };
}

type Account = (purpose: StepCall['purpose'], model: { id: string } | null, call: ModelCall) => void;
type ModelCall = { usage: Usage | null; estimated: boolean };

async function columnsOf(
  content: ContentReader,
  { rag_config }: ReadableSource,
  signal: AbortSignal,
): Promise<ContentColumn[]> {
  const { base_sql_query, main_content_column } = rag_config.document_search;
  const columns = await content.read(base_sql_query, (session) => Promise.resolve(session.columns), {
    signal,
  });
  if (!findColumn(columns, main_content_column))
    throw new ContentProblem('query', `A consulta não tem a coluna "${main_content_column}".`);
  return columns;
}

async function planned(
  context: ReadContext,
  source: ReadableSource,
  asked: SourceQuestion,
  { known, columns, account }: { known: KnownSource; columns: ContentColumn[]; account: Account },
): Promise<QueryPlan> {
  const { model_name, system_prompt } = source.rag_config.profile_extraction;
  const model = stepModel(context, model_name, asked.residency_max);
  const input = {
    ...asked,
    parameters: known.parameters.filter(({ name }) => findColumn(columns, name)),
    columns,
    without: asked.without.filter(({ data_source_id }) => data_source_id === source.id),
  };
  const { plan, ...call } = await planQuestion(
    input,
    model && { model: model.model, system_prompt, guard: asked.guard, signal: asked.signal },
  );
  account('profile_extraction', model, call);
  return plan;
}

/** The most rows that the administrator allows an agent to be given. */
const maxRows = ({ rag_config: { document_filter, document_search } }: ReadableSource) =>
  Math.min(document_filter.max_filtered_documents, document_search.max_documents);

async function chosen(
  context: ReadContext,
  source: ReadableSource,
  { question, guard, residency_max, signal }: SourceQuestion,
  { found, account }: { found: PlanResult; account: Account },
): Promise<RankedRow[]> {
  const { document_filter, document_search } = source.rag_config;
  const model = stepModel(context, document_filter.model_name, residency_max);
  const { rows, ...call } = await chooseRows(
    found.rows,
    { question, content_column: document_search.main_content_column, max: maxRows(source) },
    model && { model: model.model, system_prompt: document_filter.system_prompt, guard, signal },
  );
  account('filter', model, call);
  return rows;
}

function resultOf(
  source: ReadableSource,
  { question }: SourceQuestion,
  { plan, found, rows }: { plan: QueryPlan; found: PlanResult; rows: RankedRow[] },
): Omit<SourceResult, 'calls' | 'columns'> {
  const given = eachOnce(found.counted, rows, maxRows(source));
  const named = { data_source_id: source.id, data_source_name: source.name };
  return {
    rows: given.rows,
    figures: found.counted.map((figure, place) => ({
      row: figureRow(figure, plan.filters),
      about: given.about[place] ?? null,
    })),
    filters: Object.entries(plan.filters).map(([parameter, values]) => ({ ...named, parameter, values })),
    notes: notesOf(question, wordsAbout(source), plan, { ...found, rows: given.rows }),
    queries: found.statements.map((statement) => ({ ...statement, data_source_id: source.id })),
    search: {
      ...named,
      rows_found: found.rows.length,
      rows_used: given.rows.length + given.about.filter(Boolean).length,
      dropped: plan.dropped,
      relaxed: found.relaxed,
    },
  };
}

/** Drops repeated rows and those beyond the limit; rows that hold a figure count first. */
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

/** Null in local mode and without a key: rules do the work then. */
function stepModel(
  { models }: ReadContext,
  name: string,
  residency_max: Residency = 'exterior',
): { model: Model; id: string } | null {
  const open = models.openStep(name || AGENT_FALLBACK.model, residency_max);
  return open && !open.local ? { model: open.model, id: open.entry.id } : null;
}
