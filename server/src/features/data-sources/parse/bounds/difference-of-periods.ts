/** How much more one period has than another: «quanto a mais se gastou em 2025 que em 2024?», «quanto subiu o gasto de 2024 para 2025?». */
import {
  addDays,
  monthOf,
  monthsPeriod,
  type Period,
  yearOf,
  yearPeriod,
} from '../../../../language/values/calendar.ts';
import type { Item } from '../chunk/items.ts';
import { CHANGED } from '../filters.ts';
import { formAt, formOf, isKeyword, type Reading } from '../reading.ts';

/** Before all rules: such a question compares the two, as «diferença entre 2025 e 2024» does. */
export function nameChange(reading: Reading): void {
  writeOutPeriods(reading);
  nameUpOrDown(reading);
  const asked = reading.items.findIndex((item) => isKeyword(item, 'how_many', 'how_much'));
  if (asked < 0) return;
  nameYears(reading);
  const [first = -1, second = -1, third] = reading.items.flatMap(({ kind }, at) =>
    kind === 'period' ? [at] : [],
  );
  if (second < 0 || third !== undefined) return;
  if (CHANGED.test(formAt(reading, asked + 1)) && isKeyword(reading.items[asked], 'how_much'))
    putForVerb(reading, asked);
  else nameSides(reading, { asked, first, second });
}

/** «o primeiro semestre de 2025 e o de 2026»: the noun that is left out is that of the period before. */
function writeOutPeriods(reading: Reading): void {
  reading.items = reading.items.map((item, at) => {
    const year = item.kind === 'period' ? item.span.period : null;
    const before = reading.items.slice(0, at).findLast(({ kind }) => kind === 'period');
    const first = before?.kind === 'period' ? before.span.period : null;
    const isLeftOut =
      formAt(reading, at - 1) === 'de' && /^(?:[oa]|n[oa]|d[oa]|pel[oa]|ao)$/.test(formAt(reading, at - 2));
    if (item.kind !== 'period' || !year || !first || !isLeftOut || !isYear(year) || isYear(first))
      return item;
    if (yearOf(first.first) !== yearOf(first.last)) return item;
    const months = monthOf(first.last) - monthOf(first.first) + 1;
    const period = monthsPeriod(yearOf(year.first), monthOf(first.first), months);
    const isWhole = first.first.endsWith('-01') && addDays(first.last, 1).endsWith('-01');
    return isWhole ? { ...item, span: { ...item.span, period } } : item;
  });
}

const isYear = ({ first, last }: Period): boolean => first.endsWith('-01-01') && last.endsWith('-12-31');

/** «subiu ou caiu?» of two periods compares them. */
function nameUpOrDown(reading: Reading): void {
  const at = reading.items.findIndex(
    (item, place) =>
      CHANGED.test(formOf(reading, item)) &&
      isKeyword(reading.items[place + 1], 'or') &&
      CHANGED.test(formAt(reading, place + 2)),
  );
  const [one, , other] = reading.items.slice(at, at + 3);
  if (at < 0 || !one || !other || reading.items.filter(({ kind }) => kind === 'period').length !== 2) return;
  reading.items.splice(at, 3, { kind: 'keyword', keyword: 'compare', from: one.from, to: other.to });
}

/** «em relação a 2024», «comparado com 2024»: a year alone is a period nowhere else. */
function nameYears(reading: Reading): void {
  reading.items = reading.items.map((item, at) => {
    const year =
      item.kind === 'number' && item.number.isBare ? /^(?:19|20)\d\d$/.exec(formOf(reading, item)) : null;
    const said = reading.words
      .slice(Math.max(0, item.from - LINK_WORDS), item.from)
      .map(({ form }) => form)
      .join(' ');
    if (!year || !COMPARED.test(said) || at === 0) return item;
    const { from, to } = item;
    const span = { from, to, period: yearPeriod(Number(year[0])), isYearAssumed: false, other: null };
    return { kind: 'period', span, from, to };
  });
}

const LINK_WORDS = 3;
const COMPARED = /(?:relacao a|comparad[oa] (?:com|a|ao)|frente a|perante)$/;

/** «quanto a mais»: the word for it asks for the difference, and what stands between the periods sets one against the other. */
function nameSides(
  reading: Reading,
  { asked, first, second }: { asked: number; first: number; second: number },
): void {
  const more = reading.items.findIndex(
    (item, at) =>
      at > asked && at < first && isKeyword(item, 'more', 'fewer') && formAt(reading, at - 1) === 'a',
  );
  const between = reading.items.slice(first + 1, second);
  // «em relação a» is one item, and «em» alone joins nothing.
  const joint = between.find(
    (item) =>
      JOINT.test(formOf(reading, item)) && (formOf(reading, item) !== 'em' || item.to > item.from + 1),
  );
  const isJoined = between.every((item) => LITTLE.test(formOf(reading, item)));
  // «em 2025 que em 2024» says nothing without «a mais».
  if (!joint || !isJoined || (more < 0 && formOf(reading, joint) === 'que')) return;
  const { from, to } = reading.items[more] ?? joint;
  if (more >= 0) reading.items[more] = { kind: 'keyword', keyword: 'difference', from, to };
  reading.words = reading.words.map((word, at) =>
    at === joint.from ? { ...word, form: 'versus', base: 'versus' } : word,
  );
  const others = new Set(between.filter((item) => item !== joint));
  reading.items = reading.items
    .filter((item) => !others.has(item))
    .map((item) =>
      item === joint ? { kind: 'keyword', keyword: 'versus', from: joint.from, to: joint.to } : item,
    );
}

const JOINT = /^(?:que|comparad[oa]|em|frente)$/;
const LITTLE = /^(?:que|do|em|n[oa]|comparad[oa]|com|a|ao|frente)$/;

/** «quanto subiu o gasto»: the verb is a part of the word for the difference. */
function putForVerb(reading: Reading, asked: number): void {
  const [much, verb] = reading.items.slice(asked, asked + 2) as [Item, Item];
  reading.items.splice(asked, 2, { kind: 'keyword', keyword: 'difference', from: much.from, to: verb.to });
}
