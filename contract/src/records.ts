/** A row of a data source as people read it: its columns in the order of the query, its values as Brazil writes them. */
import { z } from 'zod';

export const RecordColumn = z
  .object({ name: z.string(), kind: z.enum(['text', 'number', 'money', 'time']) })
  .meta({ id: 'RecordColumn' });
export type RecordColumn = z.infer<typeof RecordColumn>;

const FRACTION = /^(-?)(\d+)\.(\d+)$/;
/** As databases write it that know no country: "$1,234.50". */
const MONEY = /^(-?[^\d-]{0,5})(\d{1,3}(?:,\d{3})*)\.(\d{2})$/;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)(:\d\d)(Z?)$/;

/** The value in words; a list or an object as JSON, nothing as nothing. */
export function cellWords(value: unknown, kind: RecordColumn['kind'] = 'text'): string {
  if (value === null || value === undefined) return '';
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
  if (kind === 'number') return numberWords(text);
  if (kind === 'money') return moneyWords(text);
  return timeWords(text);
}

/** With the decimals that it has. What has none may be a year or a number on a badge: it gains no points. */
function numberWords(text: string): string {
  const [, sign = '', whole, decimals] = FRACTION.exec(text) ?? [];
  return whole === undefined ? text : `${sign}${grouped(whole)},${decimals}`;
}

function moneyWords(text: string): string {
  const [, sign = '', whole, cents] = MONEY.exec(text) ?? [];
  return whole === undefined ? text : `${sign}${whole.replaceAll(',', '.')},${cents}`;
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '.');

/** The hour of a moment as the database gave it: in which country it is read is not known there. */
function timeWords(text: string): string {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year) return `${day}/${month}/${year}`;
  const moment = MOMENT.exec(text);
  if (!moment) return text;
  const [, years, months, days, minutes, seconds, zone] = moment;
  const hour = `${minutes}${seconds === ':00' ? '' : seconds}`;
  const isMidnight = hour === '00:00' && !zone;
  return `${days}/${months}/${years}${isMidnight ? '' : ` ${hour}`}${zone ? ' UTC' : ''}`;
}
