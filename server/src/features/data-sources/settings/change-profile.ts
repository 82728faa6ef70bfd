/** Changes the words, kinds and visibility of the columns of a data source. */
import { eq } from 'drizzle-orm';
import {
  type ComputedColumn,
  type ComputedProfile,
  kindsOfType,
  type ProfileChange,
  type ProfileColumnSettings,
  type StoredColumnSettings,
} from '#contract/table-profile.ts';
import { findColumn } from '../../../adapters/content/columns.ts';
import { AppError, filledError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { data_source_profiles } from '../../../db/tables/data-sources.ts';
import { fold } from '../../../language/words.ts';
import { cleanStrings } from '../../../text/clean-text.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { difference, type Values } from '../../audit/values.ts';
import { effectiveColumns, guessedUnit } from '../profile/effective-columns.ts';
import { queueRefresh } from '../profile/refresh-profile.ts';
import type { StoredProfile } from '../profile/store.ts';
import { auditLabel } from './audited.ts';
import {
  fittingProfile,
  guessedWords,
  NO_COLUMNS,
  type ProfileContext,
  readProfile,
  type ShownProfile,
} from './source-profile.ts';
import { requireDataSource, type StoredSource } from './store.ts';

/** Throws `stale_change`, `unknown_column` or `validation`. */
export async function changeProfile(
  context: ProfileContext,
  by: Actor,
  { id }: { id: number },
  typed: ProfileChange,
): Promise<ShownProfile> {
  const change = cleanStrings(typed);
  const { db } = context;
  const source = await db.transaction(async (tx) => {
    const source = await requireDataSource(tx, id);
    const before = await lockProfile(tx, source);
    if (before.updated_at.toISOString() !== change.updated_at) throw new AppError('stale_change');
    const computed = fittingProfile(before, source) ?? NO_COLUMNS;
    requireValid(change, computed, source);
    const given = settingsOf(change, { computed, before, source });
    const now = context.clock.now();
    // Later than the version before, also where the clock of another replica is ahead.
    const updated_at = new Date(Math.max(now.getTime(), before.updated_at.getTime() + 1));
    await tx
      .update(data_source_profiles)
      .set({ ...given, updated_at })
      .where(eq(data_source_profiles.data_source_id, id));
    if (kindsOf(before.columns) !== kindsOf(given.columns)) await queueRefresh(context, tx, source);
    const changed = difference(auditValuesOf(before), auditValuesOf(given));
    const action = 'data_source.profile_changed';
    if (changed) await recordChange(tx, by, { action, ...auditLabel(source), ...changed }, now);
    return source;
  });
  return readProfile(context, source);
}

async function lockProfile(tx: Transaction, source: StoredSource): Promise<StoredProfile> {
  await tx
    .insert(data_source_profiles)
    .values({ data_source_id: source.id, state: 'ready', updated_at: source.created_at })
    .onConflictDoNothing();
  const [stored] = await tx
    .select()
    .from(data_source_profiles)
    .where(eq(data_source_profiles.data_source_id, source.id))
    .for('update');
  if (!stored) throw new AppError('data_source_not_found');
  return stored;
}

const MAIN_HIDDEN = 'A coluna de conteúdo principal não pode ser escondida das perguntas.';

function requireValid(change: ProfileChange, { columns }: ComputedProfile, source: StoredSource): void {
  const known = new Map(columns.map((column) => [column.name, column]));
  const chosen = [change.date_column, change.money_column].filter((name) => name !== null);
  for (const name of [...change.columns.map(({ name }) => name), ...chosen])
    if (!known.has(name)) throw unknownColumn(name);
  const { main_content_column } = source.rag_config.document_search;
  const main = findColumn(columns, main_content_column)?.name;
  for (const [place, { name, kind, label, hidden }] of change.columns.entries()) {
    const field = `columns.${place}`;
    if (hidden && name === main) throw invalid(`${field}.hidden`, MAIN_HIDDEN);
    const isPossible = kindsOfType(known.get(name)?.type ?? '', name === main).includes(kind);
    if (!isPossible) throw invalid(`${field}.kind`, `A coluna «${label}» não pode ser lida assim.`);
  }
  requireFittingWords(change, known);
}

function requireFittingWords(change: ProfileChange, known: Map<string, ComputedColumn>): void {
  const kinds = new Map(change.columns.map(({ name, kind }) => [name, kind]));
  const kindOf = (name: string | null) => name && (kinds.get(name) ?? known.get(name)?.kind);
  if (change.date_column && kindOf(change.date_column) !== 'date')
    throw invalid('date_column', 'Escolha uma coluna que seja data.');
  if (change.money_column && !['money', 'number'].includes(kindOf(change.money_column) ?? ''))
    throw invalid('money_column', 'Escolha uma coluna que seja dinheiro ou número.');
}

const invalid = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });

const unknownColumn = (name: string) => filledError('unknown_column', { name });

type Settings = Pick<StoredProfile, 'columns' | 'rows_word' | 'date_column' | 'money_column'>;

/** A value that equals the guess is not stored, so that it follows the guess. */
function settingsOf(
  change: ProfileChange,
  { computed, before, source }: { computed: ComputedProfile; before: StoredProfile; source: StoredSource },
): Settings {
  const known = new Map(computed.columns.map((column) => [column.name, column]));
  const changed = change.columns.flatMap((given) => {
    const column = known.get(given.name);
    return column ? (storedSettings(given, column) ?? []) : [];
  });
  // Columns that the query has not now keep what is known of them, above all that they are hidden.
  const columns = [...before.columns.filter(({ name }) => !known.has(name)), ...changed];
  const guess = guessedWords(source, effectiveColumns(computed, columns));
  const isSameWord =
    change.rows_word.one === guess.rows_word.one && change.rows_word.many === guess.rows_word.many;
  return {
    columns,
    rows_word: isSameWord || !change.rows_word.one || !change.rows_word.many ? null : change.rows_word,
    date_column: change.date_column === guess.date_column ? null : change.date_column,
    money_column: change.money_column === guess.money_column ? null : change.money_column,
  };
}

function storedSettings(given: ProfileColumnSettings, column: ComputedColumn): StoredColumnSettings | null {
  const { name, label, kind, unit, hidden } = given;
  const synonyms = [...new Map(given.synonyms.filter(Boolean).map((word) => [fold(word), word])).values()];
  const differing = {
    ...(label && label !== column.label && { label }),
    ...(kind !== column.kind && { kind }),
    ...(unit !== guessedUnit(column, kind) && { unit }),
  };
  const isGuessed = Object.keys(differing).length === 0 && synonyms.length === 0 && !hidden;
  return isGuessed ? null : { name, synonyms, hidden, ...differing };
}

const kindsOf = (columns: StoredColumnSettings[]): string =>
  JSON.stringify(columns.flatMap(({ name, kind }) => (kind ? [`${name} ${kind}`] : [])).toSorted());

function auditValuesOf({ columns, rows_word, date_column, money_column }: Settings): Values {
  const words = columns.map(({ name, ...settings }) => [`columns.${name}`, settings]);
  return { rows_word, date_column, money_column, ...Object.fromEntries(words) };
}
