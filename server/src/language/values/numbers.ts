/** Numbers as people write them in Portuguese: «1.234,56», «R$ 200k», «1,5 milhão», «três», «meio milhão», «20%». */

import type { QuestionWord } from '../question-words.ts';
import { compareDecimals, decimalOf, movePoint } from './decimal.ts';

export type NumberSpan = {
  /** The words from `from` up to, but without, `to`. */
  from: number;
  to: number;
  /** A plain decimal. */
  value: string;
  unit: 'money' | 'percent' | null;
  /** «3º», «terceiro». */
  isOrdinal: boolean;
  /** Written in digits alone, without a sign or a multiplier: it may also be a year. */
  isBare: boolean;
};

const UNITS: Record<string, number> = {
  zero: 0,
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  onze: 11,
  doze: 12,
  treze: 13,
  catorze: 14,
  quatorze: 14,
  quinze: 15,
  dezesseis: 16,
  dezessete: 17,
  dezoito: 18,
  dezenove: 19,
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  cinquenta: 50,
  sessenta: 60,
  setenta: 70,
  oitenta: 80,
  noventa: 90,
  cem: 100,
  cento: 100,
  duzentos: 200,
  duzentas: 200,
  trezentos: 300,
  trezentas: 300,
  quatrocentos: 400,
  quatrocentas: 400,
  quinhentos: 500,
  quinhentas: 500,
  seiscentos: 600,
  seiscentas: 600,
  setecentos: 700,
  setecentas: 700,
  oitocentos: 800,
  oitocentas: 800,
  novecentos: 900,
  novecentas: 900,
};

/** Powers of ten. */
const MULTIPLIERS: Record<string, number> = {
  mil: 3,
  k: 3,
  milhao: 6,
  milhoes: 6,
  mi: 6,
  mm: 6,
  bilhao: 9,
  bilhoes: 9,
  bi: 9,
  trilhao: 12,
  trilhoes: 12,
};

const ORDINALS: Record<string, number> = {
  primeiro: 1,
  primeira: 1,
  segundo: 2,
  segunda: 2,
  terceiro: 3,
  terceira: 3,
  quarto: 4,
  quarta: 4,
  quinto: 5,
  quinta: 5,
  sexto: 6,
  sexta: 6,
};

const DOZEN = 12;
const HALF_WORDS = new Set(['meio', 'meia']);

/** The number that begins at a word, or null. `um` and `uma` alone are articles, and are no number here. */
export function numberAt(words: QuestionWord[], from: number): NumberSpan | null {
  const isMoney = words[from]?.text === 'R$';
  const start = isMoney ? from + 1 : from;
  const found = inDigits(words, start) ?? inWords(words, start);
  if (!found) return isMoney ? null : ordinalAt(words, from);
  const { to, unit } = unitAfter(words, found.to);
  const isPlain = !isMoney && unit === null && found.isBare;
  return {
    from,
    to,
    value: found.value,
    unit: isMoney ? 'money' : unit,
    isOrdinal: found.isOrdinal,
    isBare: isPlain,
  };
}

/** Empty beyond the last word. */
const formAt = (words: QuestionWord[], at: number): string => words[at]?.form ?? '';

type Read = { to: number; value: string; isBare: boolean; isOrdinal: boolean };

function inDigits(words: QuestionWord[], at: number): Read | null {
  const word = words[at];
  if (!word || !/^\d/.test(word.form)) return null;
  const isOrdinal = /[ºª°]$/.test(word.text);
  const decimal = decimalOf(word.form.replace(/[ºª°oa]$/, ''));
  if (decimal === null) return null;
  if (isOrdinal) return { to: at + 1, value: decimal, isBare: false, isOrdinal };
  const multiplied = multiply(words, at + 1, decimal);
  return { ...multiplied, isBare: multiplied.to === at + 1, isOrdinal };
}

/** The multipliers after a number, with what is added after them: «2 mil e 500», «1 milhão e meio». */
function multiply(words: QuestionWord[], at: number, decimal: string): { to: number; value: string } {
  const places = MULTIPLIERS[formAt(words, at)];
  // «R$ 5 MM» are millions, and «100 mm» are millimetres.
  const isLength = formAt(words, at) === 'mm' && words[at - 2]?.text !== 'R$';
  if (places === undefined || isLength) return { to: at, value: decimal };
  const value = movePoint(decimal, places);
  const more = MULTIPLIERS[formAt(words, at + 1)];
  if (more !== undefined) return { to: at + 2, value: movePoint(value, more) };
  if (formAt(words, at + 1) === 'e' && HALF_WORDS.has(formAt(words, at + 2)))
    return { to: at + 3, value: add(value, movePoint('5', places - 1)) };
  return { to: at + 1, value };
}

function inWords(words: QuestionWord[], at: number): Read | null {
  const first = formAt(words, at);
  if (HALF_WORDS.has(first)) return halfAt(words, at);
  if ((first === 'uma' || first === 'um') && formAt(words, at + 1) === 'duzia') return read(at + 2, DOZEN);
  if (first === 'mil') return withRest(words, at + 1, '1000');
  const small = belowThousand(words, at);
  if (!small) return null;
  const places = MULTIPLIERS[formAt(words, small.to)];
  const isArticle = (first === 'um' || first === 'uma') && small.to === at + 1;
  if (places === undefined) {
    if (formAt(words, small.to) === 'duzia' || formAt(words, small.to) === 'duzias')
      return read(small.to + 1, small.value * DOZEN);
    return isArticle ? null : read(small.to, small.value);
  }
  const { to, value } = multiply(words, small.to, String(small.value));
  return withRest(words, to, value);
}

/** «dois mil e quinhentos», «mil duzentos e quatro», «dois milhões e trezentos mil». */
function withRest(words: QuestionWord[], at: number, value: string): Read {
  const from = formAt(words, at) === 'e' ? at + 1 : at;
  const rest = words[from]?.before.trim() === '' ? belowThousand(words, from) : null;
  if (!rest) return { to: at, value, isBare: false, isOrdinal: false };
  const hasThousands = formAt(words, rest.to) === 'mil';
  if (hasThousands && compareDecimals(value, '1000000') < 0)
    return { to: at, value, isBare: false, isOrdinal: false };
  const more = movePoint(String(rest.value), hasThousands ? 3 : 0);
  return { to: rest.to + (hasThousands ? 1 : 0), value: add(value, more), isBare: false, isOrdinal: false };
}

const read = (to: number, value: number): Read => ({
  to,
  value: String(value),
  isBare: false,
  isOrdinal: false,
});

function halfAt(words: QuestionWord[], at: number): Read | null {
  const next = formAt(words, at + 1);
  if (next === 'duzia') return read(at + 2, DOZEN / 2);
  // «meia hora», «meio quilo»: half of the unit that follows.
  if (/^(?:hora|tonelada|quilo|kilo|litro|metro|hectare)$/.test(next))
    return { to: at + 1, value: '0.5', isBare: false, isOrdinal: false };
  const places = MULTIPLIERS[next];
  return places === undefined
    ? null
    : { to: at + 2, value: movePoint('5', places - 1), isBare: false, isOrdinal: false };
}

/** «cento e vinte e cinco»: hundreds, tens and units joined by «e». */
function belowThousand(words: QuestionWord[], at: number): { to: number; value: number } | null {
  const first = UNITS[formAt(words, at)];
  if (first === undefined) return null;
  let value = first;
  let last = first;
  let to = at + 1;
  while (formAt(words, to) === 'e') {
    const next = UNITS[formAt(words, to + 1)];
    if (next === undefined || next === 0 || !joins(last, next)) break;
    value += next;
    last = next;
    to += 2;
  }
  return { to, value };
}

const joins = (last: number, next: number): boolean =>
  (last >= 100 && next < 100) || (last >= 20 && last < 100 && next < 10);

function unitAfter(words: QuestionWord[], at: number): { to: number; unit: 'money' | 'percent' | null } {
  const form = formAt(words, at);
  if (form === '%') return { to: at + 1, unit: 'percent' };
  if (form === 'por' && formAt(words, at + 1) === 'cento') return { to: at + 2, unit: 'percent' };
  if (/^(reais|real)$/.test(form)) return { to: at + 1, unit: 'money' };
  if (form === 'de' && /^(reais|real)$/.test(formAt(words, at + 1))) return { to: at + 2, unit: 'money' };
  return { to: at, unit: null };
}

function ordinalAt(words: QuestionWord[], at: number): NumberSpan | null {
  const value = ORDINALS[formAt(words, at)];
  return value === undefined
    ? null
    : { from: at, to: at + 1, value: String(value), unit: null, isOrdinal: true, isBare: false };
}

/** The sum of two plain decimals that are not negative. */
function add(one: string, other: string): string {
  const places = Math.max(one.split('.')[1]?.length ?? 0, other.split('.')[1]?.length ?? 0);
  return movePoint(String(BigInt(movePoint(one, places)) + BigInt(movePoint(other, places))), -places);
}
