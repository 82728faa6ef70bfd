/** Verbs that only join what the question names, so that they narrow nothing: «que vieram de Ilhéus», «pagas em dinheiro». */

import { baseForm } from '../../../language/word-forms.ts';
import { namesWithin } from '../../../language/words.ts';
import type { Item } from './chunk/items.ts';
import { isOfMoney } from './measures/how-much.ts';
import { isNounOfCode } from './nouns-of-rows.ts';
import { isMeasureOfStuff } from './numbers/units.ts';
import { isNounAfterLink, isStateBefore } from './participles.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isTakenBy,
  isUsed,
  namesOf,
  nextIndex,
  type Reading,
  textOf,
} from './reading.ts';
import { EMPTY_WORDS } from './words/common-words.ts';
import { HANDLED } from './words/deeds.ts';
import { sharesRoot } from './words/roots.ts';
import { isFiniteVerb, isGerund, isOutcome, isParticiple, SPENDING } from './words/verbs.ts';

/** Before all rules: «que a gente compra do Atacado Sul» of a table with the «última compra»: a verb, and no column. */
export function nameVerbsOfUs(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    const [link, value] = reading.items.slice(index + 1, index + 3);
    const isVerb =
      item.kind === 'column' &&
      item.to === item.from + 1 &&
      /[ae]$/.test(formOf(reading, item)) &&
      formAt(reading, index - 1) === 'gente';
    const isOfValue =
      /^(?:d[aeo]s?|com|em|n[ao]s?|pel[ao]s?)$/.test(formOf(reading, link)) &&
      value?.kind === 'value' &&
      value.phrases.every(({ column }) => !candidates(item).includes(column));
    if (isVerb && isOfValue)
      reading.items[index] = { kind: 'word', isFunction: true, from: item.from, to: item.to };
  }
}

/** After all other rules: a verb whose subject or object a rule has taken says no more than that they belong together. */
export function readLinks(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'word' || item.isFunction || isUsed(reading, item) || reading.mentioned.includes(item))
      continue;
    if (isWrittenAsName(reading, item)) continue;
    const form = formOf(reading, item);
    // «o total de toneladas» is none of rows, where no column is in tonnes.
    if (isMeasureOfStuff(form)) continue;
    if (isOfListed(reading, index, form)) consume(reading, 'done to all listed', item);
    else if (isOutcome(form) ? isCopula(reading, index, form) : joins(reading, index, form))
      consume(reading, 'verb between', item);
    else if (APPOSITIONS.some((is) => is(reading, index))) consume(reading, 'apposition', item);
  }
}

/** «moradores do Centro» of a table with the district of somebody: it says where, as «do Centro» alone does. */
function isResident(reading: Reading, index: number): boolean {
  const place = reading.items[index + 2];
  return (
    /^(?:morador(?:a|es|as)?|habitantes?|residentes?)$/.test(formAt(reading, index)) &&
    /^(?:d[eoa]s?|em|n[oa]s?)$/.test(formAt(reading, index + 1)) &&
    place !== undefined &&
    reading.plan.filters.some(
      ({ column }, at) =>
        reading.filterItems[at]?.includes(place) &&
        /^(?:bairro|municipio|cidade|distrito|localidade|regiao|zona)\b/.test(namesOf(reading, column)),
    )
  );
}

/** «Instagram» ends as a verb does; within a sentence a capital letter tells that it is a name. */
function isWrittenAsName(reading: Reading, item: Item): boolean {
  const text = textOf(reading, item);
  // «QUANTAS VIAGENS VIERAM» is all in capital letters.
  return /^\p{Lu}\p{Ll}/u.test(text) && namesWithin(reading.question).includes(text);
}

/** «terminaram empatadas»: how it ended is the value right after the verb. */
const isCopula = (reading: Reading, index: number, form: string): boolean => {
  // «terminaram em acordo»
  const isLinked = /^(?:em|com|por|no|na|como)$/.test(formAt(reading, index + 1));
  // «que falharam em Campinas» failed there.
  if (isLinked && !ENDING.test(form)) return false;
  const next = reading.items[isLinked ? index + 2 : index + 1];
  return isFiniteVerb(form) && next?.kind === 'value' && isUsed(reading, next);
};

const ENDING = /^(?:termin|acab|encerr|conclu|finaliz|fech|par)/;

/** «o senador Júlio Medina», «da médica Ana Prado»: the noun only says what the name after it is. */
function isApposition(reading: Reading, index: number): boolean {
  const next = reading.items[index + 1];
  if (isNounOfCode(reading, index)) return true;
  const isName = next?.kind === 'value' && isUsed(reading, next) && next.to - next.from >= 2;
  const isNoun = /^\p{Ll}/u.test(textOf(reading, reading.items[index] as Item));
  const before = formAt(reading, index - 1);
  return (
    isName &&
    isNoun &&
    /^\p{Lu}/u.test(textOf(reading, next)) &&
    /^(?:o|a|os|as|do|da|dos|das|no|na|ao|pelo|pela|com|de)$/.test(before)
  );
}

/** «por desconto em folha», «débito em conta»: the noun says no more than that the value after it is the way of paying. */
function isWay(reading: Reading, index: number): boolean {
  const [link, value] = reading.items.slice(index + 1, index + 3);
  return (
    WAY.test(formAt(reading, index)) &&
    /^(?:em|no|na|de|do|da|por|pelo|pela|via|com)$/.test(formOf(reading, link)) &&
    value?.kind === 'value' &&
    isUsed(reading, value) &&
    value.phrases.some(({ column }) => /forma|meio|modo|canal|tipo|via/.test(namesOf(reading, column)))
  );
}

const WAY =
  /^(?:descontos?|debitos?|pagamentos?|depositos?|transferencias?|cobrancas?|quitacao|repasses?|meio|intermedio)$/;

/** «o pessoal da base Norte», «quanto o povo paga»: all of them. */
function isEverybody(reading: Reading, index: number): boolean {
  const [article, next] = [reading.items[index - 1], reading.items[index + 1]];
  if (!/^(?:pessoal|povo|galera|turma|gente|moçada|mocada)$/.test(formAt(reading, index))) return false;
  const after = reading.items[index + 2];
  const isOfTaken =
    /^d[eoa]s?$/.test(formOf(reading, next)) &&
    after !== undefined &&
    (isUsed(reading, after) || after.kind === 'column');
  const verb = formOf(reading, next);
  return (
    /^(?:o|a|do|da|pelo|pela|ao)$/.test(formOf(reading, article)) &&
    (isOfTaken || isFiniteVerb(verb) || SPENDING.test(verb) || isWholeVerb(reading, next))
  );
}

/** «o pessoal leva», «o povo reserva»: a verb that a rule has taken, with nothing of whom it is. */
const isWholeVerb = (reading: Reading, next: Item | undefined): boolean =>
  next !== undefined &&
  (isUsed(reading, next) || next.kind === 'column' || next.kind === 'rows') &&
  /(?:[ae]|[ae]m)$/.test(formOf(reading, next));

const APPOSITIONS = [isApposition, isWay, isEverybody, isResident];

function joins(reading: Reading, index: number, form: string): boolean {
  if (isLastVerb(reading, index, form)) return true;
  const before = neighbour(reading, index, -1);
  const after = neighbour(reading, index, 1);
  const hasObject = after !== undefined && isTaken(reading, after);
  if (isFiniteVerb(form)) return hasObject || joinsAsVerb(reading, index, form, before);
  if (isParticiple(form) && isNounAfterLink(reading, index)) return false;
  if (isParticiple(form) || isGerund(form))
    return (
      isParticipleOfTaken(reading, index, form) ||
      (hasObject && !isVerbBetween(reading, index) && !isStateBefore(reading, index, form)) ||
      // «de valor mais zunido» is no «mais vendido»: how large an amount is, a word says that is known.
      (isMost(reading, before) && !isAmount(reading, reading.items[index - 2]))
    );
  if (isMost(reading, reading.items[index - 1]) && /(?:[ae]|[ae]m)$/.test(form))
    return isRowsNoun(reading, reading.items[index + 1]);
  return isPresent(reading, index, form) && (hasObject || isMost(reading, after));
}

/** A verb without an object that has been taken: what we did, what is compared, or what its subject does. */
const joinsAsVerb = (reading: Reading, index: number, form: string, before: Item | undefined): boolean =>
  isWe(form) ||
  isComparedBy(reading, index) ||
  isVerbOfCondition(reading, form) ||
  (isSubject(reading, before) && !isRelative(reading, index));

/** «pagaram sem ser no pix» of a «forma de pagamento»: the verb of what the condition is about. */
const isVerbOfCondition = (reading: Reading, form: string): boolean =>
  reading.plan.filters.some(({ column: name, op }) => {
    const column = columnNamed(reading, name);
    return column?.kind === 'category' && /^(?:in|not_in)$/.test(op) && sharesRoot(form, column);
  });

/** «qual médico mais pede exame»: by how many rows. */
const isRowsNoun = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'rows' ||
  (item?.kind === 'column' && baseForm(reading.lexicon.table.rows_word.one) === baseOf(reading, item));

/** «quais são os municípios atendidos?»: what all that are listed have in common. */
const isOfListed = (reading: Reading, index: number, form: string): boolean => {
  const isCopulaBefore = /^(?:sao|foram|estao)$/.test(formAt(reading, index - 1));
  const before = reading.items[isCopulaBefore ? index - 2 : index - 1];
  return (
    /^(?:atendid|envolvid|participante|cadastrad|registrad|contemplad|visitad|beneficiad|abrangid|existente|presente|disponiv|possiv)/.test(
      form,
    ) &&
    before?.kind === 'column' &&
    reading.items.some((item) => isKeyword(item, 'which', 'list')) &&
    (index === reading.items.length - 1 || form.startsWith('possiv'))
  );
};

/** «foi faturado em contas», «valor arrecadado». */
const isParticipleOfTaken = (reading: Reading, index: number, form: string): boolean =>
  isParticiple(form) &&
  (isRowsAfter(reading, index) ||
    ((isOfMoney(form) || HANDLED.test(form)) && isAmount(reading, neighbour(reading, index, -1))));

/** The next item that is more than a little word, on the same side of a sentence's end. */
function neighbour(reading: Reading, index: number, step: 1 | -1): Item | undefined {
  for (let at = index + step; at >= 0 && at < reading.items.length; at += step) {
    const item = reading.items[at];
    const isLittle = item && (isFiller(reading, item) || isKeyword(item, 'by', 'distinct'));
    if (item && (!isLittle || isUsed(reading, item))) return item;
  }
  return undefined;
}

/** «foi faturado em contas»: what was done is done by the rows. */
const isRowsAfter = (reading: Reading, index: number): boolean =>
  /^(?:em|por|com|nas|nos|pelas|pelos)$/.test(formAt(reading, index + 1)) &&
  reading.items[index + 2]?.kind === 'rows';

/** «dos julgados houve acordo»: the verb has another object, and the participle has none. */
const isVerbBetween = (reading: Reading, index: number): boolean =>
  /^(?:houve|ha|tem|teve|tiveram|foi|foram|sao|e|esta|estao)$/.test(formAt(reading, index + 1));

const isTaken = (reading: Reading, item: Item): boolean =>
  isUsed(reading, item) && item.kind !== 'rows' && (item.kind !== 'keyword' || isMost(reading, item));

const isMost = (reading: Reading, item: Item | undefined): boolean =>
  item !== undefined && isUsed(reading, item) && isKeyword(item, 'more', 'fewer', 'largest', 'smallest');

/** «valor arrecadado», «total gasto» of a table with no other such amount. */
const isAmount = (reading: Reading, item: Item | undefined): boolean =>
  item !== undefined &&
  isUsed(reading, item) &&
  (isKeyword(item, 'total') || candidates(item).some((name) => isNumeric(columnNamed(reading, name))));

/** «quem mais emprestou», «que menos vendeu». */
const isComparedBy = (reading: Reading, index: number): boolean =>
  isMost(reading, reading.items[index - 1]) || isMost(reading, reading.items[index + 1]);

/** «os jogos que o Corinthians disputou», «cada locutor gravou»: a value or a group is the subject, and what it did is what the rows are. */
const isSubject = (reading: Reading, item: Item | undefined): boolean =>
  (item?.kind === 'value' || item?.kind === 'column') && isUsed(reading, item);

/** «motivos que cresceram»: what only some of them did. */
const isRelative = (reading: Reading, index: number): boolean => formAt(reading, index - 1) === 'que';

/** «lançamos», «vendemos»: what we did is what the rows are. */
const isWe = (form: string): boolean => /[aei]mos$/.test(form);

/** «quais modalidades a academia oferece»: the verb that the question ends with, after what all rows have in common. */
function isLastVerb(reading: Reading, index: number, form: string): boolean {
  // «que a prefeitura já contratou»
  const subject = isKeyword(reading.items[index - 1], 'already') ? index - 2 : index - 1;
  const before = reading.items[subject];
  const isOwner =
    before !== undefined &&
    !isUsed(reading, before) &&
    (before.kind === 'rows' ||
      /^(?:gente|empresa|clinica|loja|escola|equipe)$/.test(formOf(reading, before)) ||
      (!isFiller(reading, before) && reading.lexicon.described.has(baseOf(reading, before))));
  const isLast = reading.items
    .slice(index + 1)
    .every(
      (item) => item.kind === 'period' || isFiller(reading, item) || EMPTY_WORDS.has(formOf(reading, item)),
    );
  return (
    isOwner && isLast && /[aeu]$|[ae]m$/.test(form) && /^(?:a|o|as|os)$/.test(formAt(reading, subject - 1))
  );
}

/** «quem vende mais», «que mora em Ilhéus»: in the present a verb ends as nouns do, and only its place shows it. */
const isPresent = (reading: Reading, index: number, form: string): boolean =>
  /(?:[aei]|em)$/.test(form) &&
  (/^(?:que|quem)$/.test(formAt(reading, index - 1)) || isBeforeMost(reading, index));

/** «qual exposição atrai mais turistas»: between the groups and what is compared stands the verb. */
function isBeforeMost(reading: Reading, index: number): boolean {
  const before = reading.items[index - 1];
  const at = nextIndex(reading, index);
  const next = reading.items[at];
  // «chega mais carta por avião ou por navio?», «Santos envia mais cartas que Ilhéus?»: what stands before «mais» and the rows is what they do.
  const isFirst = before === undefined || (before.kind === 'value' && isUsed(reading, before));
  if (isFirst && isMost(reading, next) && isRowsNoun(reading, reading.items[at + 1])) return true;
  const isGroup = before !== undefined && isTakenBy(reading, before, 'group');
  return (
    (before?.kind === 'column' || isGroup) &&
    before !== undefined &&
    isUsed(reading, before) &&
    isMost(reading, next)
  );
}
