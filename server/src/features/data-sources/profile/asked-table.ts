/** The table that a question to a data source asks: its columns in the words of the profile, and the words that name its values. */

import { needsPerson } from '#contract/data-sources.ts';
import type { ComputedProfile } from '#contract/table-profile.ts';
import { findColumn } from '../../../adapters/content/columns.ts';
import type { ContentReader } from '../../../adapters/content/content-databases.ts';
import type { AppContext } from '../../../app-context.ts';
import { type Day, today } from '../../../language/values/calendar.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import { isNumber, isWordsForNumber, type TableCell } from '../compile/cells.ts';
import { type Lexicon, lexiconOf } from '../parse/words/lexicon.ts';
import type { AskedTable, TableColumn } from '../parse/words/table-column.ts';
import { type KnownSource, knownSource } from '../values/known-source.ts';
import type { Parameter } from '../values/match-values.ts';
import { computeProfile, isTooMuch, knownColumns, profileFromTypes } from './compute-profile.ts';
import { describedColumns } from './described-columns.ts';
import {
  changedColumns,
  type EffectiveColumn,
  effectiveColumns,
  guessDateColumn,
  guessMoneyColumn,
  otherDays,
  rowColumns,
} from './effective-columns.ts';
import { rowNounsOf, rowsWordOf } from './row-words.ts';
import {
  basisOf,
  findProfile,
  newProfile,
  noteAsked,
  type ProfileBase,
  type StoredProfile,
  storeComputed,
} from './store.ts';

export type ProfiledSource = ProfileBase & {
  id: number;
  name: string;
  description: string | null;
  updated_at: Date;
};

/** `content` reads the source's connection, for the person who asks. */
export type AskedTableContext = Pick<AppContext, 'db' | 'clock'> & { content: ContentReader };

/** Hidden columns are in none of these. */
export type SourceTable = {
  table: AskedTable;
  lexicon: Lexicon;
  cells: TableCell[];
  /** The columns that are shown of a row, in this order: the identifier and the main content come first. */
  row_columns: string[];
  /** Columns that the query has gained, lost or given another type since its profile was computed. They are not asked. */
  changed_columns: string[];
  /** Columns that could be asked are among the changed ones. */
  is_reduced: boolean;
  /** In TIME_ZONE. */
  today: Day;
  /** Allowed values of parameters, and texts of some rows. */
  known: KnownSource;
};

/** A question waits no longer for a profile that nobody has computed yet. */
const QUESTION_TIMEOUT_MS = 8_000;
const FRESH_MS = 10 * 60_000;

/** Throws ContentProblem when the source cannot be read. */
export async function askedTable(
  context: AskedTableContext,
  source: ProfiledSource,
  signal: AbortSignal,
): Promise<SourceTable> {
  const { db, content, clock } = context;
  const now = clock.now();
  const known = await knownSource(content, source, now.getTime(), signal);
  const stored = await profileFor(context, source, known);
  await noteAsked(db, source.id, now);
  const key = `asked table ${source.id} ${source.updated_at.getTime()} ${stored.updated_at.getTime()} ${stored.computed_at?.getTime() ?? 0} ${known.read_at}`;
  const made = await content.cached(
    source.rag_config.document_search.base_sql_query,
    key,
    now.getTime(),
    () => Promise.resolve({ value: tableOf(source, stored, known), fresh_ms: FRESH_MS }),
  );
  return { ...made, today: today(now) };
}

/** Without the values of columns that are not asked. A parameter has the name of its column, however it was typed. */
function visibleKnown(known: KnownSource, columns: EffectiveColumn[], main_content_column: string) {
  const parameters = known.parameters.flatMap(({ name, values }) => {
    const column = findColumn(columns, name);
    return column ? [{ name: column.name, values }] : [];
  });
  const visible = new Set(columns.map(({ name }) => name));
  return {
    ...known,
    parameters,
    texts: findColumn(columns, main_content_column) ? known.texts : [],
    columns: known.columns?.filter(({ name }) => visible.has(name)) ?? null,
  };
}

/** The stored profile where it was computed from this query; otherwise it is computed at once. */
async function profileFor(
  context: AskedTableContext,
  source: ProfiledSource,
  known: KnownSource,
): Promise<StoredProfile & { computed: ComputedProfile }> {
  const { db, content, clock } = context;
  const computed_from = basisOf(source);
  const stored = await findProfile(db, source.id);
  if (stored?.computed && stored.computed_from === computed_from)
    return { ...stored, computed: stored.computed };
  const now = clock.now();
  const key = `profile ${source.id} ${computed_from}`;
  // Shared by the questions that wait for it; from then on it is read from the database.
  return content.cached(source.rag_config.document_search.base_sql_query, key, now.getTime(), async () => {
    const computed = await computeInTime(context, source, { known, settings: stored?.columns ?? [] });
    await storeComputed(db, source.id, { computed, computed_from, now });
    const value = { ...(stored ?? newProfile(source.id, now)), computed, computed_from, computed_at: now };
    return { value, fresh_ms: 0 };
  });
}

async function computeInTime(
  { content }: AskedTableContext,
  { rag_config }: ProfiledSource,
  { known, settings }: { known: KnownSource; settings: StoredProfile['columns'] },
): Promise<ComputedProfile> {
  const { base_sql_query } = rag_config.document_search;
  const beforehand = knownColumns(rag_config, settings);
  const fromTypes = async (basis: 'too_slow' | 'personal') => {
    const columns =
      known.columns ?? (await content.read(base_sql_query, (session) => Promise.resolve(session.columns)));
    return profileFromTypes(columns, beforehand, basis);
  };
  if (needsPerson(base_sql_query)) return fromTypes('personal');
  const read = content.read(base_sql_query, (session) => computeProfile(session, beforehand), {
    timeout_ms: QUESTION_TIMEOUT_MS,
    for_profile: true,
  });
  return read.catch((error: unknown) => {
    if (isTooMuch(error)) return fromTypes('too_slow');
    throw error;
  });
}

function tableOf(
  source: ProfiledSource,
  stored: StoredProfile & { computed: ComputedProfile },
  known: KnownSource,
): Omit<SourceTable, 'today'> {
  const changed_columns = known.columns ? changedColumns(stored.computed, known.columns) : [];
  const { document_search } = source.rag_config;
  const shown = effectiveColumns(stored.computed, stored.columns).filter(({ hidden }) => !hidden);
  const asked = shown.filter(({ name }) => !changed_columns.includes(name));
  const main_column = mainColumnOf(asked, document_search.main_content_column);
  const columns = asked.map((column) =>
    column.name === main_column && column.kind === 'category' ? { ...column, kind: 'text' as const } : column,
  );
  const isDate = ({ name, kind }: EffectiveColumn) => kind === 'date' && name === stored.date_column;
  const isMoney = ({ name }: EffectiveColumn) => name === stored.money_column;
  const rows_word = stored.rows_word ?? rowsWordOf(source.name, document_search.base_sql_query);
  const row_nouns = rowNounsOf(source.description);
  const rows = [rows_word.one, ...row_nouns.slice(0, 1), ...numberedThings(columns)];
  const described = describedColumns(
    source.description,
    columns.map(({ name }) => name),
  );
  const table: AskedTable = {
    name: source.name,
    columns: columns.map((column) => ({
      name: column.name,
      kind: column.kind,
      label: column.label,
      unit: column.unit,
      synonyms: [...column.synonyms, ...(described.get(column.name) ?? [])],
      hidden: false,
      values: valuesOf(column, known.parameters),
      ...lacksOf(column, stored.computed.rows),
      ...(hasTimes(column) && { has_times: true as const }),
      ...(column.kind === 'identifier' && {
        ends: [column.minimum, column.maximum].filter((end) => end !== null),
      }),
      words_for_number: isNumber(column)
        ? column.misfits.map(({ value }) => value).filter(isWordsForNumber)
        : [],
      is_stepped: isStepped(column),
      repeats: column.distinct !== null && column.filled !== null && column.distinct * 2 <= column.filled,
    })),
    row_nouns,
    described: `${source.name} ${source.description ?? ''}`,
    rows_word,
    date_column: columns.find(isDate)?.name ?? guessDateColumn(columns, ...rows),
    other_days: columns.some(isDate) ? [] : otherDays(columns, ...rows),
    money_column: columns.find(isMoney)?.name ?? guessMoneyColumn(columns, ...rows),
    is_money_guessed: !columns.some(isMoney),
    main_column,
    is_personal: /:usuario_/.test(document_search.base_sql_query),
  };
  return {
    table,
    lexicon: lexiconOf(table),
    cells: columns.map(({ name, type, kind, reads }) => ({ name, type, kind, reads })),
    row_columns: rowColumns(columns, main_column),
    changed_columns,
    is_reduced: asked.length < shown.length,
    known: visibleKnown(known, columns, document_search.main_content_column),
  };
}

/** A distance, an age, a mark, and no number of things: «passageiros», «quantidade de itens». */
/** «fatura» of `nr_fatura`: what the number of each row is the number of. */
const numberedThings = (columns: EffectiveColumn[]): string[] =>
  columns
    .filter(({ kind }) => kind === 'identifier')
    .slice(0, 1)
    .flatMap(({ label }) =>
      wordsOf(label).filter((word) => !/^(?:numero|codigo|id|de|d[aeo]|identificador)$/.test(fold(word))),
    );

const isStepped = ({ kind, label, distinct, filled }: EffectiveColumn): boolean =>
  kind === 'number' &&
  distinct !== null &&
  filled !== null &&
  distinct <= STEPS_MAX &&
  distinct * 2 <= filled &&
  !/^(?:quantidade|numero|total|valor|soma)\b|s$/.test(fold(label.split(' ')[0] ?? ''));
const STEPS_MAX = 60;

/** As the compiled statement decides it. */
const hasTimes = ({ kind, type, reads }: EffectiveColumn): boolean =>
  kind === 'date' && reads === null && /^timestamp/.test(type);

/** Numbers, amounts and categories of a table whose rows were all counted. */
function lacksOf(
  { kind, filled, minimum }: EffectiveColumn,
  rows: number | null,
): Pick<TableColumn, 'lacks'> {
  if (filled === null || rows === null) return {};
  if (kind === 'category') return { lacks: { empty: filled < rows, zero: false } };
  if (!(kind === 'number' || kind === 'money') || minimum === null) return {};
  return { lacks: { empty: filled < rows, zero: Number(minimum) === 0 } };
}

/** A main content column that is hidden stays hidden: the first text of the others takes its place. */
function mainColumnOf(columns: EffectiveColumn[], wanted: string): string {
  const named = findColumn(columns, wanted);
  return (named ?? columns.find(({ kind }) => kind === 'text') ?? columns[0])?.name ?? '';
}

function valuesOf(
  { name, type, kind, values, distinct, filled }: EffectiveColumn,
  parameters: Parameter[],
): string[] {
  if (type === 'boolean') return ['true', 'false'];
  const mapped = parameters.find((parameter) => parameter.name.toLowerCase() === name.toLowerCase());
  if (mapped) return mapped.values;
  // A text column, such as the main one, whose few values come again and again can be asked for by them.
  const isRepeated =
    distinct !== null && filled !== null && distinct === values.length && distinct * 2 <= filled;
  const isListed = kind === 'category' || kind === 'boolean' || (kind === 'text' && isRepeated);
  return isListed ? values.map(({ value }) => value) : [];
}
