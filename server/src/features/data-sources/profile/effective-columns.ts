/** The columns of a profile as they are in force: what was computed, under the words of an administrator. */
import { type ColumnKind, DURATION_UNIT } from '#contract/table-plan.ts';
import {
  type ColumnGuess,
  type ComputedColumn,
  type ComputedProfile,
  PROFILE_COLUMNS_MAX,
  type StoredColumnSettings,
} from '#contract/table-profile.ts';
import { type ContentColumn, isNumeric } from '../../../adapters/content/columns.ts';
import { fold } from '../../../language/words.ts';
import { cellOf } from './column-kinds.ts';
import { unitOf } from './name-units.ts';

export type EffectiveColumn = ComputedColumn & {
  synonyms: string[];
  hidden: boolean;
  guessed: ColumnGuess[];
};

export function effectiveColumns(
  computed: ComputedProfile,
  settings: StoredColumnSettings[],
): EffectiveColumn[] {
  const given = new Map(settings.map((column) => [column.name, column]));
  return computed.columns.map((column) => withSettings(column, given.get(column.name)));
}

function withSettings(column: ComputedColumn, given: StoredColumnSettings | undefined): EffectiveColumn {
  const { label, kind, unit, synonyms = [], hidden = false } = given ?? {};
  const isOther = kind !== undefined && kind !== column.kind;
  const guessed: ColumnGuess[] = [];
  if (label === undefined) guessed.push('label');
  if (kind === undefined) guessed.push('kind');
  if (unit === undefined) guessed.push('unit');
  // Its cells are minutes, whatever unit was written beside it.
  const isDuration = column.reads === 'duration' && !isOther;
  return {
    ...column,
    ...(isOther && { kind, reads: cellOf(column, kind).reads }),
    label: label ?? column.label,
    unit: isDuration ? DURATION_UNIT : unit === undefined ? guessedUnit(column, kind) : unit,
    synonyms,
    hidden,
    guessed,
  };
}

export const guessedUnit = (column: ComputedColumn, kind: ColumnKind | undefined): string | null =>
  kind === undefined || kind === column.kind ? column.unit : unitOf(column.name, kind);

/**
 * Names of columns that the query has lost, gained, or gives with another type than when the profile was computed. A view
 * may change after it was saved, and a column that is new might be a hidden one by another name.
 */
export function changedColumns({ columns }: ComputedProfile, actual: ContentColumn[]): string[] {
  const before = new Map(columns.map(({ name, type }) => [name, type]));
  const now = new Map(actual.map(({ name, type }) => [name, type]));
  const lost = columns.filter(({ name, type }) => now.get(name) !== type);
  const gained = actual.slice(0, PROFILE_COLUMNS_MAX).filter(({ name }) => !before.has(name));
  return [...lost, ...gained].map(({ name }) => name);
}

/** The label has the words of a shortened or an English name written out. */
const namesOf = ({ name, label }: EffectiveColumn): string => fold(`${name.replaceAll('_', ' ')} ${label}`);

/** Ends, plans, updates and births are rarely what «em 2025» means. */
const OTHER_DATES =
  /\b(fim|final|termino|encerramento|vencimento|validade|conclusao|programacao|execucao|fechamento|nascimento|demissao|desligamento|atualizacao|alteracao|exclusao|prazo|limite|ate|previst[oa]|previsao|prev|planejad[oa]|estimad[oa])\b/;

/** When a row was typed in or asked for is rarely when its event happened. */
const NOTED_DATES =
  /\b(cadastro|registro|inclusao|criacao|lancamento|solicitacao|requerimento|digitacao|importacao)\b/;

/** The column that «em 2025» means where nobody has chosen one: the day of what the rows are, else the first. */
export function guessDateColumn(columns: EffectiveColumn[], ...rows: string[]): string | null {
  const dates = columns.filter(
    (column) => column.kind === 'date' && !column.hidden && !/\bnasc|birth/.test(namesOf(column)),
  );
  const usual = dates.filter((column) => !OTHER_DATES.test(namesOf(column)));
  const own = usual.find((column) => isNamedAfter(column, rows));
  const happened = usual.find((column) => !NOTED_DATES.test(namesOf(column)));
  return (own ?? happened ?? usual[0] ?? dates[0])?.name ?? null;
}

/** «data da consulta», «valor da consulta» of a table of «consultas». */
const isNamedAfter = (column: EffectiveColumn, rows: string[]): boolean =>
  rows.map(fold).some((word) => word.length >= 4 && namesOf(column).split(' ').includes(word));

/** The other columns of days that may be meant as well as the guessed one. */
export const otherDays = (columns: EffectiveColumn[], ...rows: string[]): string[] =>
  columns
    .filter((column) => column.kind === 'date' && !column.hidden && !OTHER_DATES.test(namesOf(column)))
    .map(({ name }) => name)
    .filter((name) => name !== guessDateColumn(columns, ...rows));

/**
 * The price of one litre, hour or piece, a discount, a fine, what is paid back, what each of a family lives on, and what a thing
 * is worth or insured for, is rarely what «gasto» means beside an amount.
 */
const PARTIAL_AMOUNTS =
  /\b(per capita|familiar|unit|unitari[oa]|litro|hora|dia|diaria|kg|quilo|metro|m2|km|kwh|peca|saca|arroba|tonelada|ton|hectare|caixa|noite|pessoa|desconto|multa|juros|taxa|imposto|frete|devol\w*|estorn\w*|reembols\w*|ressarci\w*|glos\w*|abatiment\w*|acrescim\w*|comissao|gorjeta|caucao|franquia|sinal|entrada|seguro|segurad[oa]|limite|teto|garantia|avaliacao|avaliad[oa]|venal)\b/;

/** The column that «maiores» means where nobody has chosen one: the total, else the amount of what the rows are, else the largest or the first. */
export function guessMoneyColumn(columns: EffectiveColumn[], ...rows: string[]): string | null {
  const amounts = columns.filter(({ kind, hidden }) => kind === 'money' && !hidden);
  const whole = amounts.filter((column) => !PARTIAL_AMOUNTS.test(namesOf(column)));
  // Beside its parts, such as fares and meals, the total is what was spent.
  const total = whole.find((column) => /\b(total|geral)\b/.test(namesOf(column)));
  const own = whole.find((column) => isNamedAfter(column, rows) && !PRICES.test(fold(column.label)));
  // «faturamento» beside the prices of what is sold: nobody adds up what one piece costs.
  const added = whole.find((column) => !PRICES.test(fold(column.label)));
  return (total ?? own ?? largestOf(whole) ?? added ?? whole[0] ?? amounts[0])?.name ?? null;
}

/** A bill beside the taxes in it: where one amount has both the largest and the smallest cells, and more of them, the others are its parts. */
function largestOf(amounts: EffectiveColumn[]): EffectiveColumn | undefined {
  const [first, ...others] = amounts
    .filter(({ label }) => !PRICES.test(fold(label)))
    .toSorted((one, other) => Number(other.maximum ?? 0) - Number(one.maximum ?? 0));
  const isWhole = others.every(
    ({ minimum, maximum, filled }) =>
      minimum !== null &&
      maximum !== null &&
      Number(first?.minimum) >= Number(minimum) &&
      (first?.filled ?? 0) >= (filled ?? 0),
  );
  return isWhole && first?.maximum != null ? first : undefined;
}

const PRICES = /^preco\b(?! (?:total|final|global|pago|negociado|contratado|estimado))/;

const ROW_COLUMNS_MAX = 6;

/** The columns that are shown of a row: the identifier that people use, the main content, then the first ones. */
export function rowColumns(columns: EffectiveColumn[], main_column: string): string[] {
  const identifiers = columns.filter(({ kind }) => kind === 'identifier');
  // A numeric key is the database's more often than the people's.
  const identifier = identifiers.find((column) => !isNumeric(column)) ?? identifiers[0];
  const names = [...(identifier ? [identifier.name] : []), main_column, ...columns.map(({ name }) => name)];
  return [...new Set(names)]
    .filter((name) => columns.some((column) => column.name === name))
    .slice(0, ROW_COLUMNS_MAX);
}
