/**
 * Numbers, dates, money and sizes as they are written on the screen: with `text/figures.ts` the only place that writes
 * them. Numbers, dates and amounts of money are Brazilian in every language.
 */
import type { Currency } from '#contract/prices.ts';

const LOCALE = 'pt-BR';

const TODAY = __LANGUAGE__ === 'en' ? 'Today' : 'Hoje';
const YESTERDAY = __LANGUAGE__ === 'en' ? 'Yesterday' : 'Ontem';
const LESS_THAN = __LANGUAGE__ === 'en' ? 'less than' : 'menos de';

const dateFormat = new Intl.DateTimeFormat(LOCALE, { day: '2-digit', month: '2-digit', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const numberFormat = new Intl.NumberFormat(LOCALE);
const compactFormat = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });

/** «09/03/2025» */
export function formatDate(time: string | Date): string {
  return dateFormat.format(new Date(time));
}

/** «09/03/2025 14:05» */
export function formatDateTime(time: string | Date): string {
  const date = new Date(time);
  return `${dateFormat.format(date)} ${timeFormat.format(date)}`;
}

/** «Hoje, 09:12», «Ontem», else the date: what a list of conversations needs. */
export function formatRecent(time: string | Date, now: Date = new Date()): string {
  const date = new Date(time);
  const days = calendarDay(now) - calendarDay(date);
  if (days === 0) return `${TODAY}, ${timeFormat.format(date)}`;
  if (days === 1) return YESTERDAY;
  return dateFormat.format(date);
}

/** «1.284» */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return (options ? new Intl.NumberFormat(LOCALE, options) : numberFormat).format(value);
}

/** «1 doc», «1.284 docs» */
export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** «100 mil», «3,1 mi»; in English «100k», «3,1M»: the figure is Brazilian there too, the word is not. */
export function formatCompact(value: number): string {
  const text = plainSpaces(compactFormat.format(value));
  return __LANGUAGE__ === 'en'
    ? text.replace(/ (mil|mi|bi|tri)$/, (_, word) => SHORT_EN[word] ?? word)
    : text;
}

const SHORT_EN: Record<string, string> = { mil: 'k', mi: 'M', bi: 'B', tri: 'T' };

export const CURRENCY_SYMBOLS: Record<Currency, string> = { USD: 'US$', BRL: 'R$' };

/** Cents as «R$ 6.000» or, when there are cents, «R$ 625,50». */
export function formatBRL(cents: number): string {
  const whole = cents % 100 === 0;
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency: 'BRL',
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: whole ? 0 : 2,
  });
  return plainSpaces(format.format(cents / 100));
}

const exactBRL = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'BRL' });

/** Cents as «R$ 625,00»: what is charged, always with its cents. */
export function formatExactBRL(cents: number): string {
  return plainSpaces(exactBRL.format(cents / 100));
}

/** Millionths of BRL as «R$ 625,00»; what is less than half a cent, but something, as «menos de R$ 0,01». */
export function formatCost(micro: number): string {
  return micro > 0 && micro < 5_000 ? `${LESS_THAN} R$ 0,01` : formatExactBRL(Math.round(micro / 10_000));
}

/** «(11) 98765-4321»; anything that is not 10 or 11 digits stays as it is. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 10 || digits.length === 11 ? maskPhone(digits) : phone;
}

/**
 * Formats the digits typed so far as a phone number: `(NN) NNNN-NNNN` while it could be a landline,
 * `(NN) NNNNN-NNNN` from the eleventh digit on.
 */
export function maskPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 11);
  if (digits.length <= 2) return digits && `(${digits}`;
  const split = digits.length === 11 ? 7 : 6;
  const head = `(${digits.slice(0, 2)}) ${digits.slice(2, split)}`;
  return digits.length <= split ? head : `${head}-${digits.slice(split)}`;
}

/** Days since the epoch in the reader's own zone. */
export function calendarDay(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** Intl writes no-break spaces, which a search on the page does not find. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ');
}
