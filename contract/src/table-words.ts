/** Values of tables in Brazilian notation, for the server's sentences and the browser's cells alike. */
import { type Bucket, DURATION_UNIT } from './table-plan.ts';
import type { ResultColumn } from './table-result.ts';

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
const WEEKDAYS = [
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
  'domingo',
];

/** «1234567.8» as «1.234.567,8»; the digits are those of the database, however many, or rounded to so many places. */
export function numberWords(decimal: string, places?: number): string {
  const isNegative = decimal.startsWith('-');
  const plain = decimal.replace('-', '');
  const [whole = '0', fraction = ''] = (places === undefined ? plain : rounded(plain, places)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '.');
  return `${isNegative ? '-' : ''}${grouped}${fraction ? `,${fraction}` : ''}`;
}

/** A plain decimal without a sign, half away from zero: a price of 4.889 is never shown as 4,88. */
function rounded(decimal: string, places: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const kept = BigInt(`${whole}${fraction.slice(0, places).padEnd(places, '0')}`);
  const digits = String(kept + (Number(fraction[places] ?? 0) >= 5 ? 1n : 0n)).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Fuel and tariffs are priced in thousandths: what the database has beyond cents is shown, up to this many places. */
const MONEY_PLACES_MAX = 4;

/** «R$ 1.234,50», «R$ 4,889». */
export function moneyWords(decimal: string): string {
  const said = (decimal.split('.')[1] ?? '').replace(/0+$/, '').length;
  const places = said <= MONEY_PLACES_MAX ? Math.max(2, said) : 2;
  return `${decimal.startsWith('-') ? '-' : ''}R$ ${numberWords(decimal.replace('-', ''), places)}`;
}

const dayWords = (day: string): string => {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${date}/${month}/${year}`;
};

/** «2025-03» as «mar/2025», «2025-T1» as «1º tri/2025», «1» as «segunda-feira». */
export function bucketWords(key: string, bucket: Bucket): string {
  if (bucket === 'month') return `${MONTHS[Number(key.slice(5, 7)) - 1] ?? key}/${key.slice(0, 4)}`;
  if (bucket === 'quarter') return `${key.slice(6)}º tri/${key.slice(0, 4)}`;
  if (bucket === 'semester') return `${key.slice(6)}º sem/${key.slice(0, 4)}`;
  if (bucket === 'week') return `semana ${Number(key.slice(6))} de ${key.slice(0, 4)}`;
  if (bucket === 'weekday') return WEEKDAYS[Number(key) - 1] ?? key;
  return bucket === 'day' ? dayWords(key) : key;
}

const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** Minutes as «3 h 20 min», «45 min», «12,5 min»; beyond an hour without parts of a minute. */
export function durationWords(minutes: string): string {
  const size = Math.abs(Number(minutes));
  if (size < 60) return `${numberWords(minutes, size % 1 ? 1 : 0)} min`;
  const whole = Math.round(size);
  const rest = whole % 60;
  return `${minutes.startsWith('-') ? '-' : ''}${numberWords(String((whole - rest) / 60))} h${rest ? ` ${rest} min` : ''}`;
}

/** A cell as it is read; an empty one of a group is «(vazio)», any other «—». */
export function tableCellWords(
  value: string | null | undefined,
  { kind, unit, bucket }: Pick<ResultColumn, 'kind' | 'unit' | 'bucket'>,
): string {
  if (value === null || value === undefined || value === '') return '—';
  if (bucket === 'band') return bandWords(value, { kind, unit, bucket: null });
  if (bucket) return bucketWords(value, bucket);
  // A text that holds amounts is shown as it is written: «R$ 780,22».
  if (kind === 'money') return PLAIN.test(value) ? moneyWords(value) : value;
  if (kind === 'percent') return `${numberWords(value)} %`;
  if (unit === DURATION_UNIT && PLAIN.test(value)) return durationWords(value);
  if (kind === 'number') return unit === '%' ? `${numberWords(value)} %` : numberWords(value);
  if (kind === 'date') return dayWords(value);
  return kind === 'boolean' ? (BOOLEAN_WORDS.get(value) ?? value) : value;
}

/** «1000..2000» as «de R$ 1.000,00 a menos de R$ 2.000,00»: the upper end belongs to the next band. */
function bandWords(key: string, column: Pick<ResultColumn, 'kind' | 'unit' | 'bucket'>): string {
  const [from, to] = key.split('..').map((end) => tableCellWords(end, column));
  return to === undefined ? key : `de ${from} a menos de ${to}`;
}

/** As JSON and as PostgreSQL write them. */
const BOOLEAN_WORDS = new Map([
  ['true', 'Sim'],
  ['t', 'Sim'],
  ['false', 'Não'],
  ['f', 'Não'],
]);
