/** Words that are looked for in a column of remarks: «quantas observações falam de chuva», «reclamaram de barulho». */

import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import {
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  type Reading,
  textOf,
} from '../reading.ts';
import { isHarmless } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import { isFiniteVerb } from '../words/verbs.ts';

const SAYS =
  /^(?:fala|falam|falando|falavam|falaram|menciona|mencionam|mencionando|mencionaram|mencionou|cita|citam|citando|citaram|citou|diz|dizem|dizendo|disse|disseram|consta|constam|constando|trata|tratam|tratando|relata|relatam|relatando|relatou|relataram|anotad[oa]s?|anotaram|anotou|escrit[oa]s?|escreveram|registraram|registrou|descreve|descrevem|descrito|reclamacao|reclamacoes|reclama|reclamam|reclamando|reclamou|reclamaram|queixa|queixas|contem|contenha|contenham|aparece|aparecem|apareceu|apareceram|palavra|termo|expressao)$/;
/** They are said of remarks too, where their object is no word of the table. */
const ASKS =
  /^(?:pediu|pediram|pedem|pedindo|colocou|colocaram|informou|informaram|avisou|avisaram|alegou|alegaram|comentou|comentaram|apontou|apontaram|sinalizou|sinalizaram)$/;
/** Nouns that only say that something is the matter: «problema com pneu», «algo de vazamento». */
const GENERAL =
  /^(?:problemas?|questao|questoes|assunto|algo|alguma|algum|alguns|algumas|coisas?|qualquer|tipo|caso|casos)$/;
const LINK = /^(?:de|do|da|dos|das|em|no|na|nos|nas|sobre|que|a|o|com|por|um|uma|se|tem|ha|foi|esta)$/;

/** Before the conditions: what a column of remarks is said to mention is no value of another column. */
export function readMentions(reading: Reading): void {
  const { items, lexicon } = reading;
  if (lexicon.remarks.length === 0) return;
  dropGeneral(reading);
  readQuoted(reading);
  const named = items.findIndex(
    (item) => item.kind === 'column' && item.columns.every((name) => lexicon.remarks.includes(name)),
  );
  const says = items.findIndex(
    (item, at) => item.kind !== 'value' && (SAYS.test(formOf(reading, item)) || asksForWord(reading, at)),
  );
  const column = columnOf(items[named]) ?? (says < 0 ? null : onlyRemarks(reading));
  const said = column === null ? [] : wordsSaid(reading, named, says);
  const telling = said.filter((item) => !GENERAL.test(formOf(reading, item)));
  // «em quantas o produtor reclamou de alguma coisa»: the verb itself is looked for.
  const isVerb = said.length > 0 && telling.length === 0 && isDeed(reading, items[says]);
  const object = isVerb ? items.slice(says, says + 1) : telling;
  if (object.length === 0 || isValueOfOther(reading, items[says], object)) return;
  for (const item of said) if (!object.includes(item)) consume(reading, 'text of a name', item);
  if (says < 0 && !isAskedOf(reading, named)) return;
  consume(reading, 'text of a name', items[named], isVerb ? undefined : items[says]);
  for (const item of object) items[items.indexOf(item)] = asWord(reading, item);
  reading.text_column = column;
}

/** The words after the verb or the column, else those before it. */
function wordsSaid(reading: Reading, named: number, says: number): Item[] {
  const behind = objectFrom(reading, afterLinks(reading, Math.max(named, says) + 1));
  return behind.length > 0 ? behind : objectBefore(reading, says >= 0 ? says : inRemarks(reading, named));
}

/** «observações de …», «na observação»; the name of the column alone may be empty, or be shown. */
const isAskedOf = (reading: Reading, named: number): boolean =>
  /^(?:de|sobre|com|que|d[oa]s?)$/.test(formAt(reading, named + 1)) || inRemarks(reading, named) >= 0;

/** «obras com problema de rachadura»: the noun only says that something is the matter. */
function dropGeneral(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    const isNoun = /^(?:problemas?|questao|questoes|assuntos?)$/.test(formOf(reading, item));
    const next = reading.items[afterLinks(reading, index + 1)];
    const isLinked = LINK.test(formAt(reading, index + 1));
    if (isNoun && item.kind === 'word' && isLinked && next?.kind === 'word' && !isFiller(reading, next))
      consume(reading, 'text of a name', item);
  }
}

/** «pediram berço»: nothing else of the table is called so. */
function asksForWord(reading: Reading, at: number): boolean {
  if (!ASKS.test(formAt(reading, at))) return false;
  const [first] = objectFrom(reading, afterLinks(reading, at + 1));
  return first?.kind === 'word' && !first.isFunction;
}

/** «constam com valor inestimável»: what is noted down is the value of a column. */
const isValueOfOther = (reading: Reading, says: Item | undefined, object: Item[]): boolean =>
  /^(?:consta|constam|constando|aparece|aparecem|registr|anotad)/.test(formOf(reading, says)) &&
  object.some(isWholeValue) &&
  object.every((item) => item.kind === 'value' || item.kind === 'column');

/** «reclamou», «relataram», and not «constam», «falam». */
const isDeed = (reading: Reading, item: Item | undefined): boolean =>
  /^(?:reclam|relat|queix|menciona|descrev|alert|avis)/.test(formOf(reading, item));

/** «deu pneu furado»: two words that no rule knows as a whole, and that stand so in the remarks. */
function readQuoted(reading: Reading): void {
  const column = onlyRemarks(reading);
  const remarks = (columnNamed(reading, column ?? '')?.values ?? []).map((value) => ` ${fold(value)}`);
  if (!column || remarks.length === 0) return;
  for (const [index, item] of reading.items.entries()) {
    const next = reading.items[index + 1];
    const isNew = next?.kind === 'word' && !isFiller(reading, next) && !isHarmless(formOf(reading, next));
    if (!isNew || isFiller(reading, item) || /^(?:keyword|period|number)$/.test(item.kind)) continue;
    const said = ` ${fold(textOf(reading, { ...item, to: next.to }))}`;
    if (!remarks.some((remark) => remark.includes(said)) || isOfMain(reading, said)) continue;
    reading.items[index] = asWord(reading, item);
    reading.items[index + 1] = asWord(reading, next);
    reading.text_column = column;
  }
}

/** «zona azul» of a table whose main column says it too: what the rows are tells more than a remark. */
const isOfMain = ({ lexicon: { table } }: Reading, said: string): boolean =>
  table.columns
    .find(({ name }) => name === table.main_column)
    ?.values.some((value) => ` ${fold(value).replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(said)) ?? false;

function asWord(reading: Reading, { from, to }: Item): Item {
  const word: Item = { kind: 'word', isFunction: false, from, to };
  reading.mentioned.push(word);
  return word;
}

const columnOf = (item: Item | undefined): string | null =>
  item?.kind === 'column' ? (item.columns[0] ?? null) : null;

/** The only column of remarks beside the main column. */
function onlyRemarks(reading: Reading): string | null {
  const { remarks, table } = reading.lexicon;
  const only = onlyOne(remarks, (name) => name !== table.main_column);
  return only ?? null;
}

/** «têm carta de oposição na observação»: the place of «na»; -1 where the column stands otherwise. */
const inRemarks = (reading: Reading, named: number): number =>
  /^(?:em|n[oa]s?)$/.test(formAt(reading, named - 1)) ? named - 1 : -1;

/** «tem alergia anotada»: the words between the verb and the participle. */
function objectBefore(reading: Reading, says: number): Item[] {
  if (says < 0 || !/[ao]s?$|^em$/.test(formAt(reading, says))) return [];
  const before = reading.items.slice(0, says);
  const verb = before.findLastIndex((item) =>
    /^(?:tem|ha|com|consta|constam|havia|tinha|tinham|teve|tiveram)$/.test(formOf(reading, item)),
  );
  return verb < 0
    ? []
    : before.slice(verb + 1).filter((item) => !isFiller(reading, item) && !NOTED.test(formOf(reading, item)));
}

/** «avaria anotada na ocorrência»: that it was written there, and no word of what was. */
const NOTED =
  /^(?:anotad|escrit|descrit|registrad|relatad|mencionad|citad|digitad|informad|lancad|apontad)[oa]s?$/;

function afterLinks(reading: Reading, from: number): number {
  let at = from;
  while (LINK.test(formAt(reading, at))) at += 1;
  return at;
}

/** The words up to the next period, number, group or break of the sentence, or to a value that «em» joins. */
function objectFrom(reading: Reading, from: number): Item[] {
  const object: Item[] = [];
  for (let at = from; at < reading.items.length; at += 1) {
    const item = reading.items[at];
    if (!item || (endsObject(reading, at, object.length > 0) && !goesOn(reading, at, object.length > 0)))
      break;
    if (isKeyword(item, 'or')) continue;
    if (!isFiller(reading, item)) object.push(item);
  }
  return object;
}

/** «golpe ou e-mail suspeito»: the next noun is mentioned too. */
function goesOn(reading: Reading, at: number, isBegun: boolean): boolean {
  const next = reading.items[at + 1];
  return (
    isBegun &&
    isKeyword(reading.items[at], 'or') &&
    next !== undefined &&
    !isFiller(reading, next) &&
    (next.kind === 'word' || next.kind === 'value' || next.kind === 'column') &&
    !isFiniteVerb(formOf(reading, next))
  );
}

function endsObject(reading: Reading, at: number, isBegun: boolean): boolean {
  const item = reading.items[at];
  if (!item || /^(?:period|number|comparison|weekday)$/.test(item.kind)) return true;
  if (isKeyword(item, 'by', 'each', 'and', 'or', 'order', 'how_many', 'list', 'which', 'versus')) return true;
  if (isBegun && /[,;:(]/.test(reading.words[item.from]?.before ?? '')) return true;
  const next = reading.items[at + 1];
  const isPlace = /^(?:em|n[oa]s?|d[oa]s?|pel[oa]s?)$/.test(formOf(reading, item));
  return isBegun && isPlace && (next?.kind === 'period' || isWholeValue(next));
}

const isWholeValue = (item: Item | undefined): boolean =>
  item?.kind === 'value' && item.phrases.some(({ strength }) => strength === 'whole' || strength === 'short');

/**
 * Where the words are looked for that no rule took: where they are said to be mentioned; else in the main column, and then in
 * the only column of remarks: «por causa de viagem», «deu pneu furado». What is counted is no remark.
 */
export function textColumns(reading: Reading): string[] {
  if (reading.text_column) return [reading.text_column];
  const remarks = onlyRemarks(reading);
  const isRemark = reading.texts.length > 0 && reading.texts.every(({ item }) => saysMore(reading, item));
  return remarks && isRemark ? [reading.lexicon.table.main_column, remarks] : [];
}

/** Something after the subject of the question, and not beside a value, which would be a part of it. */
function saysMore(reading: Reading, item: Item): boolean {
  const at = reading.items.indexOf(item);
  const lead = reading.items
    .slice(0, at)
    .findIndex((each) => each.kind === 'rows' || isVerb(reading, each) || isManyNamed(reading, each));
  return lead >= 0 && reading.items[at - 1]?.kind !== 'value' && reading.items[at - 1]?.kind !== 'column';
}

/** «quais hóspedes com alergia» of a table with the name of each. */
const isManyNamed = (reading: Reading, item: Item): boolean =>
  item.kind === 'column' &&
  formOf(reading, item) !== reading.words[item.from]?.base &&
  item.columns.includes(reading.lexicon.table.main_column);

const isVerb = (reading: Reading, item: Item): boolean => isFiniteVerb(formOf(reading, item));
