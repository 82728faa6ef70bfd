/** How much two numbers of a row differ: «diferença entre o bruto e o líquido», «quanto perdemos entre o orçado e o pago». */

import { numbersCompared } from '#contract/table-plan.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { columnsOfKind, formOf, isFiller, isKeyword, type Reading } from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import type { TableColumn } from '../words/table-column.ts';
import { isFiniteVerb } from '../words/verbs.ts';
import { addLessColumn } from './two-columns.ts';

type Said = { columns: TableColumn[]; to: number };

/** Before all rules: the words for such a difference become one of a number that is reckoned from two columns. */
export function nameDifference(reading: Reading): void {
  const forms = reading.words.map(({ form }) => form);
  for (const [at, item] of reading.items.entries()) {
    const lead = formOf(reading, item);
    const isOfDifference = [1, 2, 3].some((step) => isKeyword(reading.items[at - step], 'difference'));
    if (!/^(?:entre|de|do|da)$/.test(lead) || (lead !== 'entre' && !isOfDifference)) continue;
    const first = said(reading, forms, item.from + 1);
    const isLinked =
      first && (lead === 'entre' ? /^e$/ : /^(?:para|pra|e|ao?|pro)$/).test(forms[first.to] ?? '');
    const second = isLinked ? said(reading, forms, first.to + 1) : null;
    const pair = first && second && pairOf(first.columns, second.columns);
    const start = pair ? askedFrom(reading, at) : -1;
    if (!pair || !second || start < 0) continue;
    const name = addLessColumn(reading, pair.one, pair.other);
    const place = { from: reading.items[start]?.from ?? item.from, to: second.to };
    const mean = reading.items.slice(start, at).filter((each) => isKeyword(each, 'average', 'median'));
    reading.items = [
      ...reading.items
        .slice(0, start)
        // «somando a soja toda»
        .map((each): Item => (isKeyword(each, 'sum') ? { ...each, kind: 'word', isFunction: true } : each)),
      ...mean,
      { kind: 'column', columns: [name], ...place },
      ...reading.items.filter((each) => each.from >= second.to),
    ];
    return;
  }
}

const ARTICLE = /^(?:o|a|os|as)$/;
const LINK = /^(?:de|do|da)$/;

/** The columns of numbers that the words from a place on name, by as many of them as one column has. */
function said(reading: Reading, forms: string[], place: number): Said | null {
  const from = ARTICLE.test(forms[place] ?? '') ? place + 1 : place;
  const named = columnsOfKind(reading, 'number', 'money')
    .filter(({ name }) => !numbersCompared(name))
    .map((column) => {
      const own = new Set(
        wordsOf(fold(`${column.label} ${column.synonyms.join(' ')}`)).filter((word) => !LINK.test(word)),
      );
      let to = from;
      while (own.has(forms[to] ?? '') || (LINK.test(forms[to] ?? '') && own.has(forms[to + 1] ?? '')))
        to += 1;
      return { column, to };
    });
  const to = Math.max(from, ...named.map((one) => one.to));
  const columns = named.filter((one) => one.to === to).map(({ column }) => column);
  return to > from ? { columns, to } : null;
}

/** «o bruto» and «o líquido» of a table that has a net amount of money too: two of the same kind, which begin alike. */
function pairOf(ones: TableColumn[], others: TableColumn[]): { one: TableColumn; other: TableColumn } | null {
  const pairs = ones.flatMap((one) =>
    others
      .filter((other) => other !== one && other.kind === one.kind && other.unit === one.unit)
      .map((other) => ({ one, other })),
  );
  const head = ({ label }: TableColumn): string => wordsOf(fold(label))[0] ?? '';
  const alike = pairs.filter(({ one, other }) => head(one) === head(other));
  const only = onlyOne(alike.length > 0 ? alike : pairs);
  return only ?? null;
}

const ASKED =
  /^(?:quilos?|kg|toneladas?|litros?|reais|dinheiro|peso|valor|diferenca|perda|quebra|desconto|foi|deu|da|se|que|a|gente|nos|teve|tem|houve|e|de|em)$/;

/** «quantos quilos a gente descontou», «quanto perdemos», «a diferença de peso»: the place where it begins; -1 where nothing asks for it. */
function askedFrom(reading: Reading, at: number): number {
  for (let place = at - 1; place >= 0; place -= 1) {
    const item = reading.items[place] as Item;
    if (isKeyword(item, 'how_many', 'how_much')) return place;
    const isDifference =
      isKeyword(item, 'difference') || /^(?:perda|quebra|desconto)s?$/.test(formOf(reading, item));
    if (isDifference) return leadOf(reading, place);
    const form = formOf(reading, item);
    const isPassed = ASKED.test(form) || isFiniteVerb(form) || isKeyword(item, 'average', 'median');
    if (!isFiller(reading, item) && !isPassed) return -1;
  }
  return -1;
}

/** «quanto deu a diferença»: what asks for it stands right before. */
function leadOf(reading: Reading, at: number): number {
  for (let place = at - 1; place >= Math.max(0, at - LEAD_REACH); place -= 1) {
    const item = reading.items[place] as Item;
    if (isKeyword(item, 'how_many', 'how_much')) return place;
    if (!isFiller(reading, item) && !ASKED.test(formOf(reading, item))) break;
  }
  return at;
}

const LEAD_REACH = 5;
