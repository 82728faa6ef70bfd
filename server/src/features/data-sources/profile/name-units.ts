/** Units in the names of columns: «peso_kg», «preco_kg», «alt_cm», «prazo_dias». */
import type { ColumnKind } from '#contract/table-plan.ts';
import { fold } from '../../../language/words.ts';
import { partsOfName } from '../parse/words/columns/shortened-names.ts';

/** The words of a name, folded, with spaces between: «dataAbertura» is «data abertura». */
export const spacedName = (name: string): string => fold(partsOfName(name).join(' '));

/** «duracao_h» is a duration in hours, and «preco_kg» the price of one kilo. */
export function unitAtEnd(parts: string[], kind: ColumnKind | undefined): string | undefined {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (last === 'min' && !/^(?:tempo|duracao|espera|atraso|demora)/.test(first)) return undefined;
  // «turma_m» is that of the morning.
  const isMeasured = kind ? kind === 'number' || kind === 'money' : isMeasure(first);
  return UNIT_ENDINGS.get(last) ?? (isMeasured ? STUFF_ENDINGS.get(last) : undefined);
}

const UNIT_ENDINGS = new Map([
  ['h', 'horas'],
  ['hrs', 'horas'],
  ['hs', 'horas'],
  ['min', 'minutos'],
  ['kwh', 'kWh'],
  ['kw', 'kW'],
]);

const STUFF_ENDINGS = new Map([
  ...['kg', 'km', 'cm', 'mm', 'm', 'g', 't', 'ha', 'ml'].map((unit) => [unit, unit] as const),
  ['ton', 't'],
  ['l', 'L'],
  ['lt', 'L'],
  ['m2', 'm²'],
  ['m3', 'm³'],
]);

/** «preco_kg», «vl_diaria_m2»: what one of them costs. */
export const isPriceFirst = (first: string): boolean => /^(?:preco|valor|custo|pr|vl|vlr)$/.test(first);

/** Where nobody knows yet what the column holds, as of a sheet that is being uploaded. */
const isMeasure = (first: string): boolean =>
  MEASURED.test(first) || SIZES[first] !== undefined || isPriceFirst(first);
const MEASURED = /^(?:peso|distancia|dist|altura|largura|comprimento|area|volume|profundidade)$/;

/** «alt_cm» is a height, and «dt_alt» the day of a change: a size has a unit of length. */
const SIZES: Record<string, string> = Object.assign(Object.create(null), {
  alt: 'altura',
  larg: 'largura',
  comp: 'comprimento',
  compr: 'comprimento',
  prof: 'profundidade',
  diam: 'diâmetro',
  esp: 'espessura',
  ext: 'extensão',
});

export const sizeOf = (part: string, unit: string): string | undefined =>
  /^(?:mm|cm|m|km)$/.test(unit) ? SIZES[part] : undefined;

const UNITS: [RegExp, string][] = [
  [/percent|porcent|\bpct\b|taxa|aliquota/, '%'],
  [/\bdias?\b|prazo/, 'dias'],
  [/\bhoras?\b|horaria|\bh\b|\bhrs?\b/, 'horas'],
  [/\bkwh\b/, 'kWh'],
  [/\bkw\b/, 'kW'],
  [/\banos?\b|idade/, 'anos'],
  [/\bkm\b|quilomet/, 'km'],
  [/\bkg\b|peso/, 'kg'],
  // «qtd_min» is a bound.
  [/^(?!(?:qtd|qtde|qt|est|estoque|saldo|nota|idade)\b).*\bmin(utos?)?\b/, 'min'],
  [/\bm2\b|metragem/, 'm²'],
];

/** Ends of names that are units and nothing else. */
const ENDING_UNITS = new Map([
  ['t', 't'],
  ['ton', 't'],
  ['kg', 'kg'],
  ['g', 'g'],
  ['km', 'km'],
  ['m', 'm'],
  ['cm', 'cm'],
  ['mm', 'mm'],
  ['l', 'litros'],
  ['lt', 'litros'],
  ['ml', 'ml'],
  ['ha', 'ha'],
  ['m2', 'm²'],
  ['m3', 'm³'],
]);

export function unitOf(name: string, kind: ColumnKind): string | null {
  if (kind === 'money') return 'R$';
  if (kind !== 'number') return null;
  const text = spacedName(name);
  const [last = '', another] = text.split(' ').reverse();
  // «peso_t» is in tonnes, although most weights are in kilos.
  const own = another === undefined ? undefined : ENDING_UNITS.get(last);
  if (own) return own;
  const unit = UNITS.find(([pattern]) => pattern.test(text))?.[1];
  // «Dias» needs no unit.
  return unit === undefined || unit === text ? null : unit;
}
