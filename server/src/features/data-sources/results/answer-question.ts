/** Asks a table the settled plan of a question: its result, and the rows that a search finds. */
import { type Condition, FILTERS_MAX, type Plan } from '#contract/table-plan.ts';
import type { TableResult } from '#contract/table-result.ts';
import { findColumn } from '../../../adapters/content/columns.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { queryTable, recordsStatement } from '../compile/statement.ts';
import { nearestNames } from '../parse/words/spelling.ts';
import type { SettledPlan } from '../plan/settle-plan.ts';
import type { SourceTable } from '../profile/asked-table.ts';
import { dividedPhrase, findQuestionTexts, type QuestionTexts } from '../search/question-texts.ts';
import { type RankedRow, type Statement, searchRows } from '../search/ranked-rows.ts';
import { planOfNamesakes } from './namesakes.ts';
import { type AskedSource, rowColumns, runTablePlan } from './run-table-plan.ts';
import { dividedSentence, noRowsSentence, unknownSentences } from './sentence.ts';

export type AskedQuestion = SettledPlan & {
  question: string;
  /** The conditions of the plan that the question leans on. */
  inherited: Condition[];
  /** The question goes on from the one before, and words of it take the place of the words of that one. */
  replaces_texts: boolean;
  /** A model reads what is found; it ranks and chooses rows by itself. */
  reader: 'model' | 'local';
};

export type QuestionAnswer = {
  result: TableResult | null;
  /** Rows of the result, or rows that a search has ranked; complete, as many as an agent may be given. */
  rows: RankedRow[];
  /** No row fits the question: the rows are only related to it. */
  relaxed: boolean;
  /** Sentences to be said before everything else. */
  notes: string[];
  /** Sentences to be said unless another source answers. */
  doubts: string[];
  statements: Statement[];
};

type AskParams = {
  source: AskedSource;
  table: SourceTable;
  /** Rows of a search, and rows that are given to a model or cited. */
  max_documents: number;
  max_rows: number;
  now: Date;
};

const NOTHING: QuestionAnswer = {
  result: null,
  rows: [],
  relaxed: false,
  notes: [],
  doubts: [],
  statements: [],
};

export async function answerQuestion(
  session: ContentSession,
  params: AskParams,
  asked: AskedQuestion,
): Promise<QuestionAnswer> {
  const { table } = params;
  if (asked.refusals.length > 0) return { ...NOTHING, doubts: asked.refusals };
  const looked = (asked.text_columns.length > 0 ? asked.text_columns : [findMain(table)]).flatMap(
    (name) => table.cells.find((cell) => cell.name === name) ?? [],
  );
  const texts = await findQuestionTexts(session, {
    words: asked.texts,
    looked,
    is_either: asked.is_either_text,
    is_mentioned: asked.text_columns.length === 1,
    language: table.known.language,
  });
  const divided = dividedPhrase(asked.question, texts.held);
  if (divided)
    return { ...NOTHING, doubts: [dividedSentence(table.table, divided)], statements: texts.statements };
  const plan = withTexts(asked, texts.conditions, looked[0]?.name);
  const answer = await answerPlan(session, params, { asked, plan, texts });
  return { ...answer, statements: [...texts.statements, ...answer.statements] };
}

const findMain = ({ table, cells }: SourceTable): string | undefined =>
  findColumn(cells, table.main_column)?.name;

/** The plan narrowed by the words that the main column holds. */
function withTexts(
  { plan, replaces_texts, inherited }: AskedQuestion,
  conditions: Condition[],
  main: string | undefined,
): Plan {
  const before = new Set(inherited.map((condition) => JSON.stringify(condition)));
  const isInherited = (filter: Condition) => before.has(JSON.stringify(filter));
  const isReplaced = (filter: Condition): boolean =>
    replaces_texts &&
    conditions.length > 0 &&
    filter.column === main &&
    (filter.op === 'contains' || isInherited(filter));
  const narrowed = (filters: Condition[]): Condition[] =>
    [...filters.filter((filter) => !isReplaced(filter)), ...conditions].slice(0, FILTERS_MAX);
  // An offered reading is of the same question: it leaves out no word of it.
  const alternatives = plan.alternatives.map((other) => ({ ...other, filters: narrowed(other.filters) }));
  return { ...plan, search: '', filters: narrowed(plan.filters), alternatives };
}

type Prepared = { asked: AskedQuestion; plan: Plan; texts: QuestionTexts };

function answerPlan(session: ContentSession, params: AskParams, prepared: Prepared): Promise<QuestionAnswer> {
  const { asked, texts } = prepared;
  if (!asked.plan.rows) return answerFigures(session, params, prepared);
  if (asked.reader === 'model' && asked.plan.search)
    return rankRows(session, params, { ...prepared, search: asked.plan.search });
  const isExact = texts.loose.length === 0 && texts.missing.length === 0;
  return isExact ? answerRows(session, params, prepared) : answerNearest(session, params, prepared);
}

/** A figure over rows that lack a word of the question would answer another question. */
async function answerFigures(
  session: ContentSession,
  params: AskParams,
  prepared: Prepared,
): Promise<QuestionAnswer> {
  const { source, table, now } = params;
  const { plan, texts } = prepared;
  const unknown = [...texts.missing, ...texts.loose];
  if (unknown.length > 0) return { ...NOTHING, doubts: unknownOf(table, unknown) };
  const { result, statements } = await runTablePlan(session, source, plan, now);
  const each = planOfNamesakes(table.table, plan, result.rows_considered);
  if (each) return answerRows(session, params, { ...prepared, plan: each });
  return { ...NOTHING, result, statements };
}

/** The rows that pass all conditions; where there are none, what is only related to the words of the question. */
async function answerRows(
  session: ContentSession,
  params: AskParams,
  prepared: Prepared,
): Promise<QuestionAnswer> {
  const { source, table, max_rows, now } = params;
  const { plan } = prepared;
  const { result, statements } = await runTablePlan(session, source, plan, now);
  if (result.rows.length > 0) {
    const { sql, params: bound } = recordsStatement(queryTable(session, table.cells), plan, {
      shown: rowColumns(source, plan),
      columns: session.columns,
      limit: Math.min(max_rows, result.rows.length),
    });
    const rows = (await session.rows(sql, bound)).map((row) => ({ row, rank: 0 }));
    return { ...NOTHING, result, rows, statements };
  }
  const related = await relatedRows(session, params, prepared);
  return {
    ...NOTHING,
    result,
    rows: related.rows,
    relaxed: related.rows.length > 0,
    statements: [...statements, ...related.statements],
  };
}

/** Rows with a word of the question: first those that pass what it says itself, beyond the question before. */
async function relatedRows(session: ContentSession, params: AskParams, { asked, plan }: Prepared) {
  const main = findMain(params.table);
  const search = textWords(plan, main);
  if (!search) return { rows: [], statements: [] };
  const inherited = new Set(asked.inherited.map((condition) => JSON.stringify(condition)));
  const own = plan.filters.filter(
    (filter) => !isText(filter, main) && !inherited.has(JSON.stringify(filter)),
  );
  const near = inherited.size && own.length ? await rank(session, params, { filters: own, search }) : null;
  if (near?.rows.length) return near;
  return rank(session, params, { filters: [], search });
}

const isText = ({ column, op }: Condition, main: string | undefined): boolean =>
  column === main && op === 'contains';

/** No row has all the words as they are: those that have some of them, in any form, the best first. */
async function answerNearest(
  session: ContentSession,
  params: AskParams,
  { asked, plan, texts }: Prepared,
): Promise<QuestionAnswer> {
  const { table } = params;
  const isFound = asked.texts.some((word) => !texts.missing.includes(word));
  const words = asked.plan.search.split(' ').filter((word) => !texts.missing.includes(word));
  const filters = plan.filters.filter((filter) => !isText(filter, findMain(table)));
  const unknown = unknownOf(table, texts.missing);
  if (!isFound) return { ...NOTHING, doubts: unknown };
  const { rows, statements } = await rank(session, params, { filters, search: words.join(' ') });
  if (rows.length === 0) return { ...NOTHING, doubts: unknownOf(table, asked.texts), statements };
  return { ...NOTHING, rows, relaxed: unknown.length > 0, notes: unknown, statements };
}

/** The rows that a model chooses from: ranked by its words among those that pass the filters, else only related. */
async function rankRows(
  session: ContentSession,
  params: AskParams,
  { asked, plan, texts, search }: Prepared & { search: string },
): Promise<QuestionAnswer> {
  const { table } = params;
  const filters = plan.filters.filter((filter) => !isText(filter, findMain(table)));
  const unknown = unknownSentences(table.table, plan.unknown);
  const first = await searchRows(session, searchParams(params, { filters, search }));
  if (first.rows.length > 0 || filters.length === 0) {
    const missing = first.rows.length > 0 ? unknownOf(table, texts.missing) : [];
    return { ...NOTHING, rows: first.rows, notes: [...missing, ...unknown], statements: first.statements };
  }
  const related = await rank(session, params, { filters: [], search });
  return {
    ...NOTHING,
    rows: related.rows,
    relaxed: true,
    notes: [noRowsSentence(table.table, { ...asked.plan, filters }, related.rows.length > 0), ...unknown],
    statements: [...first.statements, ...related.statements],
  };
}

/** Only rows that have a word of the search. */
async function rank(session: ContentSession, params: AskParams, wanted: Pick<Plan, 'filters' | 'search'>) {
  const { rows, statements } = await searchRows(session, searchParams(params, wanted));
  return { rows: rows.filter((one) => one.rank > 0), statements };
}

const searchParams = (
  { table, max_documents }: AskParams,
  { filters, search }: Pick<Plan, 'filters' | 'search'>,
) => ({
  filters,
  search,
  cells: table.cells,
  content_column: table.table.main_column,
  limit: max_documents,
  language: table.known.language,
  texts: table.known.texts,
});

const textWords = ({ filters }: Plan, main: string | undefined): string =>
  filters.flatMap((filter) => (isText(filter, main) ? filter.values.slice(0, 1) : [])).join(' ');

/** Sentences for words that no row has, with the values most like them. */
const unknownOf = ({ table, lexicon }: SourceTable, words: string[]): string[] =>
  unknownSentences(
    table,
    words.map((text) => {
      const { column, values } = nearestNames(lexicon, text);
      return { text, column, nearest: values };
    }),
  );
