/** Sizes, decimals, amounts, spans and typed numbers. They stand apart from `format.ts`, because a conversation shows none of them. */
import { formatCompact, formatNumber } from '../format.ts';

/** The specification prescribes «1.5 KB» for screens of the administration, and `mixed` shows them as prescribed. */
const NUMBERS_IN_ADMINISTRATION = __LANGUAGE__ === 'mixed' ? 'en-US' : 'pt-BR';

/** For a number that always has one decimal place. */
export const ONE_PLACE = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** A typed whole number without the points between its thousands. */
export const withoutThousands = (typed: string): string => typed.replace(/[\s.]/g, '');

/** An amount of money without its currency: «1.250,50» in every language, as it is typed. */
export function formatAmount(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat('pt-BR', options).format(value);
}

/** A number without marks between thousands on a screen of the administration: «1,5», as prescribed «1.5». */
export function formatDecimal(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(NUMBERS_IN_ADMINISTRATION, { useGrouping: false, ...options }).format(value);
}

const BYTE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** «1,5 KB»: 1024 steps, at most two decimals. */
export const formatBytes = (bytes: number): string => bytesWith(formatNumber, bytes);

/** The size of a document, on a screen of the administration: «1,5 KB», as prescribed «1.5 KB». */
export const formatFileSize = (bytes: number): string => bytesWith(formatDecimal, bytes);

function bytesWith(format: typeof formatDecimal, bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = format(Math.max(0, bytes) / 1024 ** step, { maximumFractionDigits: 2, useGrouping: false });
  return `${size} ${BYTE_UNITS[step]}`;
}

/** «999 tokens», from a thousand on «1.2K tokens» as prescribed, in English «1,2K tokens», in Portuguese «1,2 mil tokens». */
export function formatTokens(count: number): string {
  if (__LANGUAGE__ === 'pt-BR') return `${formatCompact(count)} tokens`;
  return count < 1000 ? `${count} tokens` : `${formatDecimal(count / 1000, ONE_PLACE)}K tokens`;
}

const [MONTHS, YEAR, YEARS] =
  __LANGUAGE__ === 'en' ? (['months', '1 year', 'years'] as const) : (['meses', '1 ano', 'anos'] as const);

/** A number of months as people say it: whole years as years. */
export function formatMonths(months: number): string {
  if (months % 12) return `${months} ${MONTHS}`;
  return months === 12 ? YEAR : `${months / 12} ${YEARS}`;
}
