/** Reads the profile of a data source for administrators. */
import { needsPerson } from '#contract/data-sources.ts';
import {
  COMMON_VALUES_MAX,
  type ComputedProfile,
  type RowsWord,
  type SourceProfile,
} from '#contract/table-profile.ts';
import { findColumn } from '../../../adapters/content/columns.ts';
import type { ContentReader } from '../../../adapters/content/content-databases.ts';
import { ContentProblem } from '../../../adapters/content/content-problem.ts';
import type { AppContext } from '../../../app-context.ts';
import { knownColumns, profileFromTypes } from '../profile/compute-profile.ts';
import {
  changedColumns,
  type EffectiveColumn,
  effectiveColumns,
  guessDateColumn,
  guessMoneyColumn,
} from '../profile/effective-columns.ts';
import { queueRefresh } from '../profile/refresh-profile.ts';
import { rowNounsOf, rowsWordOf } from '../profile/row-words.ts';
import { basisOf, findProfile, newProfile, type StoredProfile, storeComputed } from '../profile/store.ts';
import { asAppError } from './content-errors.ts';
import { requireDataSource, type StoredSource } from './store.ts';

export type ProfileContext = Pick<AppContext, 'db' | 'clock' | 'queue'> & { content: ContentReader };

export type ShownProfile = Omit<SourceProfile, 'computed_at' | 'updated_at'> & {
  computed_at: Date | null;
  updated_at: Date;
};

export const NO_COLUMNS: ComputedProfile = { columns: [], rows: null, sampled: false, basis: 'rows' };

/** Begins to compute a profile that is missing or belongs to another query. */
export async function readProfile(context: ProfileContext, source: StoredSource): Promise<ShownProfile> {
  const { base_sql_query } = source.rag_config.document_search;
  const found = await findStored(context, source);
  if (!base_sql_query.trim()) return shown(source, { ...found, state: 'ready' }, []);
  if (!fittingProfile(found, source)) await beginComputing(context, source, found);
  const stored = await findStored(context, source);
  return shown(source, stored, await columnsChangedSince(context, source, fittingProfile(stored, source)));
}

const findStored = async ({ db }: ProfileContext, { id, created_at }: StoredSource): Promise<StoredProfile> =>
  (await findProfile(db, id)) ?? newProfile(id, created_at);

async function beginComputing(
  context: ProfileContext,
  source: StoredSource,
  stored: StoredProfile,
): Promise<void> {
  if (needsPerson(source.rag_config.document_search.base_sql_query))
    await computeFromTypes(context, source, stored);
  else if (stored.state === 'ready') await context.db.transaction((tx) => queueRefresh(context, tx, source));
}

/** The stored facts, where they were computed from the present query. */
export const fittingProfile = (stored: StoredProfile | null, source: StoredSource): ComputedProfile | null =>
  stored?.computed_from === basisOf(source) ? stored.computed : null;

async function computeFromTypes(
  { db, content, clock }: ProfileContext,
  source: StoredSource,
  stored: StoredProfile,
): Promise<void> {
  const { rag_config } = source;
  const columns = await columnsNow(content, source).catch((error: unknown) => {
    throw asAppError(error);
  });
  const computed = profileFromTypes(columns, knownColumns(rag_config, stored.columns), 'personal');
  await storeComputed(db, source.id, { computed, computed_from: basisOf(source), now: clock.now() });
}

const columnsNow = (content: ContentReader, { rag_config }: StoredSource) =>
  content.read(rag_config.document_search.base_sql_query, ({ columns }) => Promise.resolve(columns));

/** None where the query cannot be read now. */
async function columnsChangedSince(
  { content }: ProfileContext,
  source: StoredSource,
  computed: ComputedProfile | null,
): Promise<string[]> {
  if (!computed) return [];
  try {
    return changedColumns(computed, await columnsNow(content, source));
  } catch (error) {
    if (error instanceof ContentProblem) return [];
    throw error;
  }
}

type Words = { rows_word: RowsWord; date_column: string | null; money_column: string | null };

export function guessedWords(source: StoredSource, columns: EffectiveColumn[]): Words {
  const rows_word = rowsWordOf(source.name, source.rag_config.document_search.base_sql_query);
  const rows = [rows_word.one, ...rowNounsOf(source.description).slice(0, 1)];
  return {
    rows_word,
    date_column: guessDateColumn(columns, ...rows),
    money_column: guessMoneyColumn(columns, ...rows),
  };
}

const WORDS = ['rows_word', 'date_column', 'money_column'] as const;

function shown(source: StoredSource, stored: StoredProfile, changed_columns: string[]): ShownProfile {
  const fitting = fittingProfile(stored, source);
  const computed = fitting ?? NO_COLUMNS;
  const columns = effectiveColumns(computed, stored.columns);
  const chosen = chosenWords(stored, columns);
  const { main_content_column } = source.rag_config.document_search;
  return {
    computed_at: fitting && stored.computed_at,
    state: stored.state,
    failure: stored.state === 'failed' ? stored.failure : null,
    basis: computed.basis,
    sampled: computed.sampled,
    ...guessedWords(source, columns),
    ...chosen,
    guessed: WORDS.filter((name) => !(name in chosen)),
    main_content_column: findColumn(columns, main_content_column)?.name ?? main_content_column,
    changed_columns,
    updated_at: stored.updated_at,
    columns: columns.map((column) => columnDto(column, computed.rows)),
  };
}

/** A chosen column that the query has no longer is chosen no longer. */
function chosenWords(
  { rows_word, date_column, money_column }: StoredProfile,
  columns: EffectiveColumn[],
): Partial<Words> {
  const isThere = (wanted: string | null) => columns.some(({ name }) => name === wanted);
  return {
    ...(rows_word && { rows_word }),
    ...(isThere(date_column) && { date_column }),
    ...(isThere(money_column) && { money_column }),
  };
}

function columnDto(
  { reads: _, filled, values, ...column }: EffectiveColumn,
  rows: number | null,
): SourceProfile['columns'][number] {
  return {
    ...column,
    rows,
    nulls: rows === null || filled === null ? null : rows - filled,
    common: values.slice(0, COMMON_VALUES_MAX),
  };
}

export async function refreshNow(context: Pick<AppContext, 'db' | 'queue'>, id: number): Promise<null> {
  await context.db.transaction(async (tx) => queueRefresh(context, tx, await requireDataSource(tx, id)));
  return null;
}
