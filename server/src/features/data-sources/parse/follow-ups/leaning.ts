/** Questions that lean on the one before: «e na educação?», «só as abertas», «por mês», «e desses, quantos temporários?». */

import type { Plan } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { baseOf, columnNamed, formOf, isFiller, isKeyword, isNumeric, type Reading } from '../reading.ts';
import { EMPTY_WORDS } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';
import { countsRowsAgain } from './elliptical.ts';
import { dropInstead, namesNothing } from './follow-up-edits.ts';
import { pointsAtNoPlace } from './places-meant.ts';

const OPENERS =
  /^(e|mas|agora|so|somente|apenas|tambem|entao|desses|dessas|destes|destas|deles|delas|desse|dessa)$/;
export const ANAPHORA =
  /^(desses|dessas|destes|destas|deles|delas|nesses|nessas|nestes|nestas|esses|essas|eles|elas|isso|disso|nisso|nele|nela|neles|nelas)$/;

/** «me mostra só as da regional norte», «lista apenas os que venceram»: without a noun they are some of those before. */
const ONLY_THOSE = /\b(?:so|somente|apenas) [oa]s (?:d[eoa]s?|que|com|sem|em|n[oa]s?)\b/;

/** Whether the question names neither a figure nor rows, or points back at the answer before. */
export function followUpOf(reading: Reading): boolean {
  const forms = reading.words.map(({ form }) => form);
  if (forms.some((form) => ANAPHORA.test(form)) || namesNothing(reading) || pointsAtNoPlace(reading))
    return true;
  if (/\bem vez d[aeo]s?\b|^(?:sao|foram|eram|deu|deram|dao|da) quant[oa]s\b/.test(forms.join(' ')))
    return true;
  if (ONLY_THOSE.test(forms.join(' ')) || /^(?:isso )?em (?:reais|dinheiro)$/.test(forms.join(' ')))
    return true;
  // «tem alguma suspensa em Recife?» asks of the whole table whether there is one.
  if (/^(?:tem|ha|existe|existem|houve|teve) algu(?:m|ma|ns|mas)\b/.test(forms.join(' '))) return false;
  // «e aí, quantos …» is talk, and leans on nothing.
  const begins = OPENERS.test(formOf(reading, reading.items[0]));
  const namesRows = reading.items.some((item) => item.kind === 'rows');
  const asks = reading.items.some((item) => isKeyword(item, 'how_many', 'how_much', 'number_of', 'list'));
  if (begins) return !(namesRows && asks) || countsRowsAgain(reading);
  if (hasNoNoun(reading) || (asksForParts(reading) && !namesRows)) return true;
  // «me mostra por transportadora»: the figure before, in groups.
  const isRegrouped = reading.items.some((item) => isKeyword(item, 'by', 'each'));
  const namesFigure = reading.items.some((item) =>
    isKeyword(
      item,
      'how_many',
      'how_much',
      'number_of',
      'sum',
      'average',
      'median',
      'share',
      'total',
      ...(isRegrouped ? [] : (['list'] as const)),
      'which',
      'ranking',
      'top',
      'compare',
      'versus',
      'difference',
      'largest',
      'smallest',
    ),
  );
  const hasNoun = reading.items.some(
    (item) =>
      item.kind === 'word' &&
      !isFiller(reading, item) &&
      formOf(reading, item).length > 3 &&
      !(isRegrouped && SPLITS.test(formOf(reading, item))),
  );
  return !namesRows && !namesFigure && !hasNoun && !beginsWithFigure(reading);
}

/** «abre por cidade», «detalha por mês»: the answer before in parts. */
export const SPLITS =
  /^(?:abr|quebr|detalh|separ|divid|agrup|reagrup|desdobr|distribu|segment|desmembr)(?:a|e|i|ar|ir|ue|am|em)?$/;

/** «qual a média?», «top 3», «lista pra mim», «qual a que mais gastou?», «soma tudo»: without a noun of its own it is about what was asked before. */
const hasNoNoun = (reading: Reading): boolean =>
  reading.items.some((item) => item.kind === 'keyword') &&
  reading.items.every(
    (item) =>
      (item.kind === 'keyword' && !isKeyword(item, 'compare', 'versus', 'trend')) ||
      item.kind === 'number' ||
      (item.kind === 'word' && (isFiller(reading, item) || isOfAnyQuestion(formOf(reading, item)))),
  );

const isOfAnyQuestion = (form: string): boolean =>
  EMPTY_WORDS.has(form) ||
  isFiniteVerb(form) ||
  /^(?:pra|mim|ai|favor|primeir[oa]s?|ultim[oa]s?)$/.test(form);

/** «de quais especialidades?», «em qual mês?» */
const asksForParts = ({ words, items }: Reading): boolean =>
  /^(?:de|em|por|para|com|a|pra)$/.test(words[0]?.form ?? '') && isKeyword(items[1], 'which');

/** «valor estimado por modalidade» names its figure first and asks something whole; «valor estimado» alone only changes the figure. */
function beginsWithFigure(reading: Reading): boolean {
  const [first, ...rest] = reading.items.filter((item) => !isFiller(reading, item));
  if (first?.kind !== 'column' || rest.length === 0) return false;
  return first.columns.some((name) => isNumeric(columnNamed(reading, name)));
}

/** «e de laranja?» goes on from an answer; after a question without one there is nothing that it could go on from. */
export const leansOnNothing = (reading: Reading): boolean =>
  (reading.words[0]?.form === 'e' && reading.words.length > 1 && followUpOf(reading) && !isWhole(reading)) ||
  pointsAtNobody(reading) ||
  pointsAtNoPlace(reading);

/** «em que quarto ela está?», «quantas delas venceram?»: nothing that the pronoun could stand for is named before it. */
function pointsAtNobody(reading: Reading): boolean {
  const at = reading.items.findIndex((item) => /^(?:[dn]?el[ea]|[dn]el[ea]s)$/.test(formOf(reading, item)));
  if (at < 0) return false;
  const isFeminine = /as?$/.test(formOf(reading, reading.items[at]));
  return !reading.items.slice(0, at).some((item) => {
    const noun = formOf(reading, item);
    const isNamed = /^\p{Lu}/u.test(reading.words[item.from]?.text ?? '') && item.from > 0;
    const isOtherGender = isFeminine ? /[^ã]o$/.test(noun) : /a$/.test(noun);
    const mayBeMeant = item.kind === 'rows' || item.kind === 'column' || item.kind === 'word';
    return item.kind === 'value' || isNamed || (mayBeMeant && !isFiller(reading, item) && !isOtherGender);
  });
}

/** «E a Educação responde por quantos por cento do gasto?»: what is asked and of what are both said. */
const isWhole = (reading: Reading): boolean =>
  !reading.words.some(({ form }) => ANAPHORA.test(form)) &&
  reading.items.some((item) => isKeyword(item, 'how_many', 'how_much', 'share', 'number_of')) &&
  reading.items.some((item) => item.kind === 'value') &&
  reading.items.length >= WHOLE_ITEMS;

const WHOLE_ITEMS = 6;

/**
 * Words that only the question before makes names: «e do 102?» after one of line 101, and «e o planejado?» after one of
 * the real cost.
 */
export function nameFromBefore(reading: Reading, before: Plan): void {
  dropInstead(reading);
  const asked = before.filters.map(({ column }) => column);
  const measured = before.measures.flatMap(({ column }) => column ?? []);
  reading.items = reading.items.map(
    (item) => codeOf(reading, item, asked) ?? stageOf(reading, item, measured) ?? item,
  );
}

/** A number or a single letter that is a value of a column which the question before has filtered. */
function codeOf(reading: Reading, item: Item, asked: string[]): Item | null {
  const { from, to } = item;
  const word = reading.words[from];
  if (!word || to !== from + 1 || !/^(?:\p{Lu}|\d+)$/u.test(word.text)) return null;
  const phrases = reading.lexicon.table.columns
    .filter(({ name }) => asked.includes(name))
    .flatMap(({ name, values }) =>
      values
        .filter((value) => fold(value.trim()) === word.form)
        .map((value) => ({ bases: [word.form], column: name, values: [value], strength: 'whole' as const })),
    );
  return phrases.length > 0 ? { kind: 'value', phrases, columns: [], from, to } : null;
}

/** «o planejado» after the «custo real» is the «custo planejado», and neither a day nor a count. */
function stageOf(reading: Reading, item: Item, measured: string[]): Item | null {
  if (item.kind !== 'column' && item.kind !== 'word' && item.kind !== 'value') return null;
  if (!/^[oa]s?$/.test(reading.words[item.from - 1]?.form ?? '') || !isParticiple(formOf(reading, item)))
    return null;
  const heads = measured.map((name) => reading.lexicon.heads.get(name));
  const base = baseOf(reading, item);
  const only = onlyOne(
    reading.lexicon.table.columns,
    ({ name, label }) =>
      isNumeric(columnNamed(reading, name)) &&
      !measured.includes(name) &&
      heads.includes(reading.lexicon.heads.get(name)) &&
      baseForm(label).split(' ').includes(base),
  );
  return only ? { kind: 'column', columns: [only.name], from: item.from, to: item.to } : null;
}
