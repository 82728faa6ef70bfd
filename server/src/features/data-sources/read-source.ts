/** Answers one question from one data source: the result of its plan, the rows found, and the remarks for the reader. */

import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { DataSource } from '#contract/data-sources.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import type { Residency } from '#contract/model-sets.ts';
import type { Plan } from '#contract/table-plan.ts';
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import type { Trace } from '#contract/trace.ts';
import { type ContentColumn, findColumn } from '../../adapters/content/columns.ts';
import type { ContentReader } from '../../adapters/content/content-databases.ts';
import { ContentProblem } from '../../adapters/content/content-problem.ts';
import type { Person } from '../../adapters/content/placeholders.ts';
import type { JsonCall, JsonModel } from '../../adapters/models/ask-json.ts';
import type { Usage } from '../../adapters/models/model.ts';
import type { AppContext } from '../../app-context.ts';
import { wordsOf } from '../../language/words.ts';
import { type ParsedQuestion, parseQuestion } from './parse/parse-question.ts';
import { isSmallTalk } from './parse/small-talk.ts';
import { SaidLiterals } from './plan/grounded.ts';
import { type ProposedPlan, proposePlan, type StepGuard } from './plan/propose-plan.ts';
import { type SettledPlan, settlePlan } from './plan/settle-plan.ts';
import { askedTable, type SourceTable } from './profile/asked-table.ts';
import { answerQuestion, type QuestionAnswer } from './results/answer-question.ts';
import { chooseRows } from './results/choose-rows.ts';
import { type AskedSource, resultColumn, rowColumns } from './results/run-table-plan.ts';
import type { Table } from './results/understood.ts';
import type { RankedRow } from './search/ranked-rows.ts';

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
  /** The plan of this source's last result in the conversation, which a question may lean on. */
  before: Plan | null;
  /** The question before this one had no answer of a table, so that nothing may lean on the plan. */
  isBeforeUnanswered?: boolean;
  without: RefusedFilter[];
  /** A model reads what is found; without one it is put in words here. */
  reader: 'model' | 'local';
  guard?: StepGuard | undefined;
  /** The farthest place where steps may be processed. */
  residency_max?: Residency | undefined;
  signal: AbortSignal;
  /** Called after every model call, so that it is accounted for also when the asking process dies. */
  onStep?: (call: StepCall) => void;
};

export type StepCall = {
  /** `attempt`: a model that did not answer, for which nobody is charged. */
  purpose: 'profile_extraction' | 'filter' | 'embedding' | 'attempt';
  model: string;
  usage: Usage;
  estimated: boolean;
};

export type SourceResult = {
  result: TableResult | null;
  /** How the question was understood otherwise than it was said. */
  remarks: string[];
  rows: RankedRow[];
  /** No row fits the question: the rows are only related to it. */
  relaxed: boolean;
  filters: UnderstoodFilter[];
  /** Sentences to be said before everything else. They quote values. */
  notes: string[];
  /** Sentences to be said unless another source answers: what the table does not have or cannot do. */
  doubts: string[];
  calls: StepCall[];
  queries: Trace['queries'];
  /** Null when nothing was searched for. */
  search: NonNullable<Trace['searches']>[number] | null;
  /** In the order of the query, without those that are hidden. */
  columns: ContentColumn[];
  /** The words of the table, and the columns that are shown of a row. */
  table: Table;
  row_columns: ResultColumn[];
};

type ReadContext = Pick<AppContext, 'content' | 'db' | 'clock'> & {
  models: Pick<AppContext['models'], 'openSteps'>;
};

/** Whether it has a query and a main content column. */
export const isConfigured = ({ rag_config }: Pick<ReadableSource, 'rag_config'>): boolean =>
  rag_config.document_search.base_sql_query.trim() !== '' &&
  rag_config.document_search.main_content_column.trim() !== '';

const NO_RESULT: SourceResult = {
  result: null,
  remarks: [],
  rows: [],
  relaxed: false,
  filters: [],
  notes: [],
  doubts: [],
  calls: [],
  queries: [],
  search: null,
  columns: [],
  table: { columns: [], rows_word: { one: '', many: '' } },
  row_columns: [],
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
  const account: Account = (purpose, { id: model, is_failed, usage, estimated }) => {
    const step = { purpose: is_failed ? 'attempt' : purpose, model, usage, estimated };
    calls.push(step);
    asked.onStep?.(step);
  };
  const content = context.content.of(source.connection_id, asked.person);
  const table = await askedTable({ ...context, content }, source, asked.signal);
  const { before, isBeforeUnanswered = false } = asked;
  const parsed = parseQuestion(asked.question, table.lexicon, {
    today: table.today,
    before,
    isBeforeUnanswered,
  });
  const proposed = await planProposed(context, source, asked, { table, parsed, account });
  const without = asked.without.filter(({ data_source_id }) => data_source_id === source.id);
  const { question } = asked;
  const settled = settlePlan(parsed, proposed, { question, parameters: table.known.parameters, without });
  if (!proposed && !parsed.namesTable && settled.texts.length === 0) return { ...NO_RESULT, calls };
  const { answer, columns } = await answered({ ...context, content }, source, asked, {
    table,
    parsed,
    settled,
  });
  const rows = await chosen(context, source, asked, { answer, settled, account });
  return {
    ...resultOf(source, { table, settled, proposed, answer, rows }),
    calls,
    columns,
  };
}

type Account = (purpose: StepCall['purpose'], call: JsonCall) => void;

async function planProposed(
  context: ReadContext,
  source: ReadableSource,
  asked: SourceQuestion,
  { table, parsed, account }: { table: SourceTable; parsed: ParsedQuestion; account: Account },
): Promise<ProposedPlan | null> {
  const { model_name, system_prompt } = source.rag_config.profile_extraction;
  const chain = stepModels(context, model_name, asked.residency_max);
  if (!chain.length) return null;
  const before = parsed.isFollowUp ? asked.before : null;
  const visible = new Set(table.cells.map(({ name }) => name));
  const input = {
    ...asked,
    parameters: table.known.parameters.filter(({ name }) => visible.has(name)),
    columns: table.cells,
    before,
    said: new SaidLiterals(asked.question, before ? [parsed.plan, before] : [parsed.plan], table.today),
    today: table.today,
  };
  const { guard, signal } = asked;
  const onCall = (call: JsonCall) => account('profile_extraction', call);
  return proposePlan(input, { chain, system_prompt, guard, onCall, signal });
}

async function answered(
  { content, clock }: Pick<ReadContext, 'clock'> & { content: ContentReader },
  source: ReadableSource,
  { question, reader, before, signal }: SourceQuestion,
  { table, parsed, settled }: { table: SourceTable; parsed: ParsedQuestion; settled: SettledPlan },
): Promise<{ answer: QuestionAnswer; columns: ContentColumn[] }> {
  const { base_sql_query, main_content_column, max_documents } = source.rag_config.document_search;
  const visible = new Set(table.cells.map(({ name }) => name));
  const read = content.read(
    base_sql_query,
    async (session) => {
      if (!findColumn(session.columns, main_content_column))
        throw new ContentProblem('query', `A consulta não tem a coluna "${main_content_column}".`);
      const columns = session.columns.filter(({ name }) => visible.has(name));
      const answer = await answerQuestion(
        { ...session, columns },
        {
          source: askedSource(source, table),
          table,
          max_documents,
          max_rows: maxRows(source),
          now: clock.now(),
        },
        {
          ...settled,
          question,
          reader,
          inherited: parsed.isFollowUp ? (before?.filters ?? []) : [],
          replaces_texts: parsed.isFollowUp && wordsOf(question)[0] === 'e',
        },
      );
      return { answer, columns };
    },
    { signal },
  );
  return await read;
}

const askedSource = (
  { id, name }: ReadableSource,
  { table, cells, row_columns }: SourceTable,
): AskedSource => ({
  id,
  name,
  table,
  cells,
  row_columns,
});

/** The most rows that the administrator allows an agent to be given. */
const maxRows = ({ rag_config: { document_filter, document_search } }: ReadableSource) =>
  Math.min(document_filter.max_filtered_documents, document_search.max_documents);

/** The rows that are given on; a model chooses among those of a search. */
async function chosen(
  context: ReadContext,
  source: ReadableSource,
  { question, guard, residency_max, signal }: SourceQuestion,
  { answer, settled, account }: { answer: QuestionAnswer; settled: SettledPlan; account: Account },
): Promise<RankedRow[]> {
  const { document_filter, document_search } = source.rag_config;
  const { model_name, system_prompt } = document_filter;
  const isSearch = answer.result === null && settled.plan.search !== '';
  const chain = isSearch ? stepModels(context, model_name, residency_max) : [];
  const onCall = (call: JsonCall) => account('filter', call);
  return chooseRows(
    answer.rows,
    { question, content_column: document_search.main_content_column, max: maxRows(source) },
    chain.length ? { chain, system_prompt, guard, onCall, signal } : null,
  );
}

const COLUMNS_CHANGED = 'As colunas desta fonte mudaram: algumas não podem ser perguntadas agora.';

type Outcome = {
  table: SourceTable;
  settled: SettledPlan;
  proposed: ProposedPlan | null;
  answer: QuestionAnswer;
  rows: RankedRow[];
};

function resultOf(
  source: ReadableSource,
  { table, settled, proposed, answer, rows }: Outcome,
): Omit<SourceResult, 'calls' | 'columns'> {
  const named = { data_source_id: source.id, data_source_name: source.name };
  const { result, relaxed, notes, doubts, statements } = answer;
  const asked = askedSource(source, table);
  return {
    result,
    remarks: table.is_reduced ? [...settled.remarks, COLUMNS_CHANGED] : settled.remarks,
    rows,
    relaxed,
    notes,
    doubts,
    // In the order of the mapping.
    filters: table.known.parameters.flatMap(({ name }) =>
      settled.plan.filters.flatMap(({ column, op, values }) =>
        op === 'in' && column === name ? [{ ...named, parameter: name, values }] : [],
      ),
    ),
    queries: statements.map(({ sql, params, rows: found }) => ({
      sql,
      params: params.map(String),
      rows: found,
      data_source_id: source.id,
    })),
    search: {
      ...named,
      rows_found: result?.rows_considered ?? answer.rows.length,
      rows_used: rows.length,
      dropped: proposed?.dropped ?? [],
      ...(settled.changes.length ? { plan_changes: settled.changes } : {}),
      relaxed,
    },
    table: table.table,
    row_columns: rowColumns(asked, settled.plan).map((name) => resultColumn(asked, name)),
  };
}

/** Empty in local mode and without a key: rules do the work then. */
const stepModels = (
  { models }: ReadContext,
  name: string,
  residency_max: Residency = 'exterior',
): JsonModel[] =>
  models
    .openSteps(name || AGENT_FALLBACK.model, residency_max)
    .flatMap(({ entry, model, local }) => (local ? [] : [{ id: entry.id, model }]));
