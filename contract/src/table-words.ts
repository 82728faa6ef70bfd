/** Values of tables in Brazilian notation, for the server's sentences and the browser's cells alike. */
import type { Bucket } from './table-plan.ts';
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

/** «1234567.8» as «1.234.567,8»; the digits are those of the database, however many. */
export function numberWords(decimal: string, places?: number): string {
  const isNegative = decimal.startsWith('-');
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const kept = places === undefined ? fraction : fraction.slice(0, places).padEnd(places, '0');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '.');
  return `${isNegative ? '-' : ''}${grouped}${kept ? `,${kept}` : ''}`;
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

/** A cell as it is read; an empty one of a group is «(vazio)», any other «—». */
export function tableCellWords(
  value: string | null | undefined,
  { kind, unit, bucket }: Pick<ResultColumn, 'kind' | 'unit' | 'bucket'>,
): string {
  if (value === null || value === undefined || value === '') return '—';
  if (bucket) return bucketWords(value, bucket);
  if (kind === 'money')
    return `${value.startsWith('-') ? '-' : ''}R$ ${numberWords(value.replace('-', ''), 2)}`;
  if (kind === 'percent') return `${numberWords(value)} %`;
  if (kind === 'number') return unit === '%' ? `${numberWords(value)} %` : numberWords(value);
  if (kind === 'date') return dayWords(value);
  return kind === 'boolean' ? (BOOLEAN_WORDS.get(value) ?? value) : value;
}

/** As JSON and as PostgreSQL write them. */
const BOOLEAN_WORDS = new Map([
  ['true', 'Sim'],
  ['t', 'Sim'],
  ['false', 'Não'],
  ['f', 'Não'],
]);
