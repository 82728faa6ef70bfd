/** How much more one period has than another: «quanto a mais se gastou em 2025 que em 2024?», «quanto subiu o gasto de 2024 para 2025?». */
import { yearPeriod } from '../../../../language/values/calendar.ts';
import type { Item } from '../chunk/items.ts';
import { CHANGED } from '../filters.ts';
import { formAt, formOf, isKeyword, type Reading } from '../reading.ts';

/** Before all rules: such a question compares the two, as «diferença entre 2025 e 2024» does. */
export function nameChange(reading: Reading): void {
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
