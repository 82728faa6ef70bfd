/** Two numbers of a row that are compared: «abaixo do mínimo», «saldo menor que o estoque mínimo», «ultrapassaram a capacidade». */

import { columnsOfPlan, numberLess, numbersCompared, type Plan } from '#contract/table-plan.ts';
import type { NumberSpan } from '../../../../language/values/numbers.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { lessColumn } from '../../compile/days-column.ts';
import type { Item } from '../chunk/items.ts';
import { candidates, columnNamed, columnsOfKind, formOf, isFiller, type Reading } from '../reading.ts';
import type { Comparison } from '../words/keywords.ts';
import { onlyOne } from '../words/only-one.ts';
import { sharesRoot } from '../words/roots.ts';
import { contentOf, type TableColumn } from '../words/table-column.ts';
import { isParticiple } from '../words/verbs.ts';

const LINK = '(?: (?:de|do|da|dos|das|que|ao|a|o|os|as))+ ';
const HOWS: [RegExp, Comparison][] = [
  [new RegExp(`^(?:igual|iguais|identic[oa]s?)${LINK}`), '='],
  [new RegExp(`^(?:abaixo|menor(?:es)?|inferior(?:es)?|menos|aquem)${LINK}`), '<'],
  [new RegExp(`^(?:acima|maior(?:es)?|superior(?:es)?|mais|alem)${LINK}`), '>'],
  // «passou do previsto»
  [/^pass(?:a|am|ou|aram|ando)(?: (?:de|do|da|dos|das)) /, '>'],
  [
    /^(?:ultrapass|exced|super|estour)(?:a|am|e|em|ou|aram|eu|eram|ando|endo)(?: (?:de|do|da|a|o|os|as))* /,
    '>',
  ],
];

/** Before all rules: the words of such a comparison become one of a number that is reckoned from two columns, with nothing. */
export function nameComparedColumns(reading: Reading, before: Plan | null): void {
  for (const name of before ? columnsOfPlan(before) : []) {
    const numbers = numbersCompared(name);
    const [one, other] = [numbers?.from, numbers?.to].map((each) => columnNamed(reading, each ?? ''));
    if (one && other) addLessColumn(reading, one, other);
  }
  const forms = reading.words.map(({ form }) => form);
  for (const [at, item] of reading.items.entries()) {
    const said = forms.slice(item.from).join(' ');
    const found = HOWS.find(([how]) => how.test(said));
    if (!found || item.kind === 'value') continue;
    const [how, op] = found;
    const length = (how.exec(said)?.[0].trim().split(' ') ?? []).length;
    const other = numberSaid(reading, forms, item.from + length);
    const one = other && comparedWith(reading, at, other.column);
    if (!other || !one) continue;
    reading.items = withComparison(
      reading,
      { first: one.first ?? at, from: item.from, to: other.to },
      {
        name: addLessColumn(reading, one.column, other.column),
        op,
      },
    );
    return;
  }
}

const numbersOfTable = (reading: Reading): TableColumn[] =>
  columnsOfKind(reading, 'number', 'money').filter(({ name }) => !numbersCompared(name));

/** The only column of numbers that the words from a place on name, with the word after the last of them. */
function numberSaid(
  reading: Reading,
  forms: string[],
  from: number,
): { column: TableColumn; to: number } | null {
  const next = forms[from] ?? '';
  if (/^\d/.test(next)) return null;
  const named = numbersOfTable(reading).map((column) => {
    const own = new Set(wordsOf(`${column.label} ${column.synonyms.join(' ')}`).map(withoutEnding));
    const isOwn = (at: number) => at < forms.length && own.has(withoutEnding(forms[at] ?? ''));
    // «estoque mínimo» of the «quantidade mínima»
    const start = STOCK.test(next) && isOwn(from + 1) && BOUND.test(forms[from + 1] ?? '') ? from + 1 : from;
    let to = start;
    while (isOwn(to)) to += 1;
    return { column, to };
  });
  const longest = Math.max(from, ...named.map(({ to }) => to));
  const only = onlyOne(longest > from ? named.filter(({ to }) => to === longest) : []);
  const bare = only && forms.slice(from, only.to).filter((form) => !LITTLE.test(form));
  if (!only || !bare || bare.length === 0 || bare.every((form) => GENERAL.test(form))) return null;
  // «maior que o preço médio»: a figure of all rows is none of a row.
  return /^(?:medi[oa]|mediano|total)$/.test(forms[only.to] ?? '') ? null : only;
}

/** «mínimo» of the «quantidade mínima». */
const withoutEnding = (word: string): string => fold(word).replace(/[oa]s?$/, '');

const STOCK = /^(?:estoque|saldo|nivel|quantidade)$/;
const LITTLE = /^(?:de|do|da|dos|das|em|o|a)$/;
const GENERAL = /^(?:valor(?:es)?|total|quantidade|numero|media|medio|dias?|anos?)$/;

/** How much there should be, at most or at least. Folded. */
const BOUND =
  /\b(?:minim|maxim|\bmin\b|\bmax\b|meta|limite|previst|orcad|capacidade|estimad|planejad|contratad|ideal|referencia)/;
const HELD =
  /^(?:saldo|estoque|quantidade|qtde?|atual|disponivel|realizado|executado|medido|ocupacao|ocupad[oa]s?|lotacao|existente|consumo|gasto)\b/;

/** The column that is named before the comparison, or the only one that there is so much of. */
function comparedWith(
  reading: Reading,
  at: number,
  other: TableColumn,
): { column: TableColumn; first: number | null } | null {
  // Money is compared with money.
  const numeric = numbersOfTable(reading).filter(
    ({ name, kind }) => name !== other.name && (kind === 'money') === (other.kind === 'money'),
  );
  for (let place = at - 1, steps = 0; place >= 0 && steps < 3; place -= 1) {
    const item = reading.items[place] as Item;
    if (isFiller(reading, item)) continue;
    steps += 1;
    const only = onlyOne(
      numeric,
      (column) =>
        candidates(item).includes(column.name) ||
        // «vendido abaixo do preço de custo»: of the «preço de venda».
        (column.kind === 'money' &&
          isParticiple(formOf(reading, item)) &&
          sharesRoot(formOf(reading, item), column)),
    );
    const isName = item.kind === 'column' || item.kind === 'word';
    if (isName && only) return { column: only, first: place };
  }
  if (!BOUND.test(fold(other.label))) return null;
  const words = contentOf(other.label);
  const sameWord = numeric.filter(
    ({ name, label }) =>
      other.name.startsWith(`${name}_`) || contentOf(label).every((word) => words.includes(word)),
  );
  const held = numeric.filter(({ label }) => HELD.test(fold(label)) && !BOUND.test(fold(label)));
  const found = sameWord.length > 0 ? sameWord : held;
  // «estoque mínimo» is a bound of the «estoque atual», and not of the «quantidade vendida».
  const sameNoun = found.filter(({ label }) => contentOf(label)[0] === words[0]);
  const only = onlyOne(sameNoun.length > 0 ? sameNoun : found);
  return only ? { column: only, first: null } : null;
}

export function addLessColumn(reading: Reading, one: TableColumn, other: TableColumn): string {
  const { table } = reading.lexicon;
  const name = numberLess(one.name, other.name);
  const { kind: _kind, ...less } = lessColumn(one, other);
  const made: TableColumn = { ...one, ...less, kind: 'number', synonyms: [], values: [] };
  if (!columnNamed(reading, name))
    reading.lexicon = { ...reading.lexicon, table: { ...table, columns: [...table.columns, made] } };
  return name;
}

/** «name < 0» in the place of the words. */
function withComparison(
  { items }: Reading,
  { first, from, to }: { first: number; from: number; to: number },
  { name, op }: { name: string; op: Comparison },
): Item[] {
  const start = items[first]?.from ?? from;
  const place = { from: start, to };
  const number: NumberSpan = { from, to, value: '0', unit: null, isBare: true, isOrdinal: false };
  const bound: Item[] = [
    { kind: 'column', columns: [name], ...place },
    { kind: 'comparison', phrase: { op, of: 'number' }, ...place },
    { kind: 'number', number, ...place },
  ];
  return [...items.slice(0, first), ...bound, ...items.filter((item) => item.from >= to)];
}
