/** Writes a figure as models write it, with the unit of its last written place. Knows nothing of the reader that is tried. */
import type { Chance } from '../support/seeded-random.ts';

export type FigureKind = 'money' | 'count' | 'percent' | 'decimal';
/** `text` says `value`, rounded to whole units of `place`. */
export type WrittenFigure = { text: string; value: number; place: number };

type Notation = (value: number) => WrittenFigure;

const grouped = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark);

function decimal(value: number, places: number, [thousands, point]: [string, string]): WrittenFigure {
  const [whole = '0', fraction = ''] = value.toFixed(places).split('.');
  const text = grouped(whole, thousands) + (fraction && point + fraction);
  return { text, value: Number(value.toFixed(places)), place: 10 ** -places };
}
const BRAZIL: [string, string] = ['.', ','];
const ENGLISH: [string, string] = [',', '.'];
const BARE: [string, string] = ['', ','];

const around =
  (before: string, notation: Notation, after: string): Notation =>
  (value) => {
    const written = notation(value);
    return { ...written, text: `${before}${written.text}${after}` };
  };
const plain =
  (places: number, marks = BRAZIL): Notation =>
  (value) =>
    decimal(value, places, marks);
const scaled =
  (factor: number, places: number): Notation =>
  (value) => {
    const written = decimal(value / factor, places, BRAZIL);
    return { text: written.text, value: written.value * factor, place: written.place * factor };
  };

const UNITS =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  );
const TENS = 'zero dez vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const HUNDREDS =
  'zero cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
    ' ',
  );

export function inWords(value: number): string {
  if (value >= 1000) {
    const [high, low] = [Math.floor(value / 1000), value % 1000];
    const head = high === 1 ? 'mil' : `${inWords(high)} mil`;
    return low === 0 ? head : `${head}${low <= 100 || low % 100 === 0 ? ' e' : ''} ${inWords(low)}`;
  }
  if (value === 100) return 'cem';
  const parts: string[] = [];
  if (value >= 100) parts.push(HUNDREDS[Math.floor(value / 100)] ?? '');
  const rest = value % 100;
  if (rest >= 20) {
    parts.push(TENS[Math.floor(rest / 10)] ?? '');
    if (rest % 10) parts.push(UNITS[rest % 10] ?? '');
  } else if (rest > 0 || value === 0) parts.push(UNITS[rest] ?? '');
  return parts.join(' e ');
}
const words: Notation = (value) => ({ text: inWords(Math.round(value)), value: Math.round(value), place: 1 });

function notationsOf(kind: FigureKind, value: number): Notation[] {
  if (kind === 'percent')
    return [around('', plain(2), '%'), around('', plain(1), ' %'), around('', plain(0), ' por cento')];
  if (kind === 'decimal') return [plain(2), plain(1), plain(2, ENGLISH)];
  if (kind === 'count')
    return [
      plain(0),
      plain(0, BARE),
      plain(0, ENGLISH),
      around('**', plain(0), '**'),
      ...(value > 10 && value < 100_000 ? [words] : []),
    ];
  const money: Notation[] = [
    around('R$ ', plain(2), ''),
    around('R$\u00a0', plain(2), ''),
    around('**R$ ', plain(2), '**'),
    around('', plain(2), ' reais'),
    around('R$ ', plain(2, ENGLISH), ''),
    around('R$ ', plain(0), ''),
    plain(2),
  ];
  if (value >= 1e3) money.push(around('R$ ', scaled(1e3, 1), ' mil'), around('R$ ', scaled(1e3, 0), 'k'));
  if (value >= 1e6)
    money.push(
      around('R$ ', scaled(1e6, 2), ' milhões'),
      around('', scaled(1e6, 1), ' milhões de reais'),
      around('R$ ', scaled(1e6, 1), ' mi'),
    );
  return money;
}

export const writtenFigure = (kind: FigureKind, value: number, chance: Chance): WrittenFigure =>
  chance.pick(notationsOf(kind, value))(value);

/** Whether a true value says what is written. */
export const isSaidBy = ({ value, place }: WrittenFigure, truth: number): boolean =>
  Math.abs(Math.abs(truth) - value) <= place / 2 + Math.max(value, 1) * 1e-9;
