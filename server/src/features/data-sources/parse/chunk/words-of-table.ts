/** A word of the table: a value, a column or the rows, and which of them where it is more than one. */

import { isContentWord } from '../../../../language/stop-words.ts';
import { numberAt } from '../../../../language/values/numbers.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold } from '../../../../language/words.ts';
import { isFallingDue, isReasonOfSome, sharesEvent } from '../words/events.ts';
import { KEYWORDS } from '../words/keywords.ts';
import { type Lexicon, phrasesAt } from '../words/lexicon.ts';
import { onlyOne } from '../words/only-one.ts';
import { hasSameRoot, rootsMeet, sharesRoot } from '../words/roots.ts';
import { holdsWords, type TableColumn, type ValuePhrase } from '../words/table-column.ts';
import { isFiniteVerb } from '../words/verbs.ts';
import { isDailyNoun } from '../words/vocabulary/daily-nouns.ts';
import { columnsMeant, isKeywordFirst } from './column-words.ts';
import { isMarkOfAnother, isSortedThing, isToldApart } from './complement-words.ts';
import {
  columnIn,
  columnItem,
  type Item,
  isCounted,
  isNameInside,
  isNounOfDay,
  type Text,
  valueItem,
} from './items.ts';
import { isAskedFor, isMeant, isRank, isWhereItStays } from './value-meant.ts';

/** A noun or verb of the same root as one value: «faltas» of «Faltou», «cancelamentos» of «Cancelada». */
export function byRoot(text: Text, at: number): Item | null {
  const { forms, lexicon } = text;
  const form = forms[at] ?? '';
  if (!mayTellOutcome(text, at) || isOfAllRows(text, at)) return null;
  // «em que dia se abrem mais chamados»: the verb tells the day.
  if (lexicon.table.columns.some((column) => column.kind === 'date' && tellsDay(form, column))) return null;
  const found = lexicon.roots.filter(
    ({ word, phrase }) =>
      hasSameRoot(form, word) &&
      !(withoutEnding(form) !== withoutEnding(word) && isProperName(phrase, isFiniteVerb(form))),
  );
  const [first] = found;
  if (!first || found.some(({ phrase }) => phrase.column !== first.phrase.column)) return null;
  if (isWhereItStays(text, at, first.phrase.column)) return null;
  const values = [...new Set(found.flatMap(({ phrase }) => phrase.values))];
  return valueItem([{ ...first.phrase, values }], { from: at, to: at + 1 });
}

/** «estão sendo analisadas» of the value «Em análise». */
export function beingDone({ forms, lexicon }: Text, at: number): Item | null {
  const form = forms[at] ?? '';
  if (forms[at - 1] !== 'sendo' || lexicon.doing.length === 0) return null;
  const found = lexicon.doing.filter(({ word }) => hasSameRoot(form, word));
  const [first] = found;
  return first && found.length === 1 ? valueItem([first.phrase], { from: at, to: at + 1 }) : null;
}

/** Whether a word may be a noun or verb of what happened, and not one that any question has. */
const mayTellOutcome = (text: Text, at: number): boolean => {
  const form = text.forms[at] ?? '';
  return (
    form.length >= ROOT_LETTERS &&
    !KEYWORDS.has(form) &&
    isContentWord(form) &&
    !isNameInside(text, at) &&
    !isRank(text, at) &&
    !isAskedFor(text, at) &&
    !isDailyNoun(text.bases[at] ?? '') &&
    !DOER.test(form) &&
    // «por confirmar» is not confirmed.
    !(/[aei]r$/.test(form) && STILL.test(text.forms[at - 1] ?? '')) &&
    !/^fic(?:a|am|ou|aram|ava|avam)$/.test(form)
  );
};

/** «pescado», «pescou» of a table that is described as one of «pescado»: it holds for every row, and is no «Pescada amarela». */
const isOfAllRows = ({ forms, lexicon }: Text, at: number): boolean => {
  const form = forms[at] ?? '';
  return (lexicon.table.row_nouns ?? []).some(
    (noun) => noun === form || (isFiniteVerb(form) && noun.length >= ROOT_LETTERS && rootsMeet(form, noun)),
  );
};

const STILL = /^(?:por|falt(?:a|am|ando)|rest(?:a|am|ando))$/;

/** «leiturista» is somebody, and no «Leitura estimada». */
const DOER = /(?:[^a]ista|[aei]dor|[aei]dora)(?:s|es)?$/;

/** «engenheiras civis» of the value «Engenheiro Civil» differs in gender and number alone. */
const withoutEnding = (word: string): string => word.replace(/(?:[ao]s?|es?)$/, '');

/** «marca» is no «Márcio Teles»; «correram» is no «Corrida da Primavera», nor «queimou» «Queima de pasto»: a verb tells an outcome. */
const isProperName = ({ values: [value = ''] }: ValuePhrase, isVerb: boolean): boolean =>
  /^\p{Lu}\S* \p{Lu}/u.test(value) ||
  (isVerb && /^\S+ \p{Ll}{2,3} \p{L}{4}|^\p{Lu}\S*(?: \p{Ll}{1,3})? \p{Lu}/u.test(value));

/** «vencem até dezembro»: a verb in the present tells the day, although «Vencida» is a value. */
const tellsDay = (form: string, column: TableColumn): boolean =>
  sharesRoot(form, column) || (isFallingDue(form) && sharesEvent(form, column));

/** Shorter words share their first letters by chance. */
const ROOT_LETTERS = 5;

/** The columns that a word names, and the values that are named by the most words from it on. */
type Meant = { columns: string[]; phrases: ValuePhrase[] };

export function named(text: Text, at: number): Item | null {
  const meant = { columns: columnsMeant(text, at), phrases: longestMeant(text, at) };
  if (namesRows(text, at, meant)) return { kind: 'rows', from: at, to: at + 1 };
  if (isMuchMoney(text, at) || isOfColumnBefore(text, at, meant.phrases)) return null;
  return valueOrAsked(text, at, meant) ?? outcomeOrColumn(text, at, meant.columns);
}

/** «mais dinheiro», «quanto dinheiro»: the amount, and no way of paying. */
const isMuchMoney = ({ forms }: Text, at: number): boolean =>
  forms[at] === 'dinheiro' && /^(?:mais|menos|quanto)$/.test(forms[at - 1] ?? '');

/** The values that are named by the most words, where each is meant as one and not only spelled like one. */
function longestMeant(text: Text, at: number): ValuePhrase[] {
  const phrases = phrasesAt(text.lexicon, text.bases, at).filter(
    (phrase) => isMeant(text, at, phrase) && !(phrase.bases.length === 1 && isOneEvent(text, at)),
  );
  const length = Math.max(0, ...phrases.map(({ bases }) => bases.length));
  return length === 1 && isLittleWord(text, at) ? [] : phrases.filter(({ bases }) => bases.length === length);
}

/** «a baixa da MQ-014», «sem baixa» of the day of it: an event, although a priority is called «Baixa». */
const isOneEvent = (text: Text, at: number): boolean =>
  text.forms[at] === text.bases[at] &&
  /^(?:[oa]|d[oa]|n[oa]|pel[oa]|ao|sem|apos|uma)$/.test(text.forms[at - 1] ?? '') &&
  isNounOfDay(text, at);

/** «se» in small letters is no «SE», and «a pé» is no «PE». */
function isLittleWord({ words, forms }: Text, at: number): boolean {
  const word = words[at]?.text ?? '';
  const isAccented = word.length === 2 && /[^a-z]/i.test(word) && !/\d/.test(word);
  const isCapital = /^\p{Lu}/u.test(word) && (at > 0 || word.length > 1);
  return (FUNCTION_CODE.test(forms[at] ?? '') || isAccented) && !isCapital;
}

/** A word for the rows, unless the question tells its things apart, or a value or column of that name is meant sooner. */
function namesRows(text: Text, at: number, { columns, phrases }: Meant): boolean {
  const isFirm = phrases.some(({ strength }) => strength === 'whole' || strength === 'short');
  return (
    text.lexicon.rows.has(text.bases[at] ?? '') &&
    !(columns.length > 0 && isToldApart(text, at)) &&
    (!isFirm || isOwnRows(text, at)) &&
    (phrases[0]?.bases.length ?? 0) < 2 &&
    !isColumnSooner(text, at, columns)
  );
}

function valueOrAsked(text: Text, at: number, { columns, phrases }: Meant): Item | null {
  const [phrase] = phrases;
  if (!phrase) return null;
  const asked = columnAskedFor(text, at, columns);
  if (asked) return columnItem(asked, { from: at, to: at + 1 });
  return isOnlyAbout(text, at, columns) || !isWeakerThanColumns(text, at, columns, phrases)
    ? { kind: 'value', phrases, columns, from: at, to: at + phrase.bases.length }
    : null;
}

function outcomeOrColumn(text: Text, at: number, columns: string[]): Item | null {
  if (columns.length === 0) return null;
  const outcome = isOnlyAbout(text, at, columns) ? byRoot(text, at) : null;
  if (outcome) return outcome;
  if (isCountedNoun(text, at, columns)) return { kind: 'rows', from: at, to: at + 1 };
  return isKeywordFirst(text, at) ? null : { kind: 'column', columns, from: at, to: endOfCompound(text, at) };
}

/** «ausências» of the column «justificativa da ausência», which only says something of them. */
const isOnlyAbout = ({ bases, lexicon }: Text, at: number, columns: string[]): boolean =>
  columns.length > 0 &&
  columns.every((name) => {
    const column = columnIn(lexicon, name);
    return (
      column !== undefined &&
      holdsWords(column) &&
      /^(?:justificativa|motivo|causa|tipo|razao|observacao|descricao|detalhe|forma)(?: d[eoa]s?)? /.test(
        fold(column.label),
      ) &&
      lexicon.heads.get(name) !== bases[at]
    );
  });

/** «os municípios atendidos»: a participle that agrees with the column before it, and that no value has, is none of «Encerrada». */
const isOfColumnBefore = ({ forms, bases, lexicon }: Text, at: number, phrases: ValuePhrase[]): boolean =>
  phrases.length > 0 &&
  phrases.every(({ strength }) => strength === 'synonym') &&
  /(?:[ai]d[oa]s|ntes)$/.test(forms[at] ?? '') &&
  at === forms.length - 1 &&
  /s$/.test(forms[at - 1] ?? '') &&
  lexicon.columns.has(bases[at - 1] ?? '') &&
  !lexicon.rows.has(bases[at - 1] ?? '') &&
  /^[oa]s$/.test(forms[at - 2] ?? '');

/** «se» is a code of a state only in capitals. */
const FUNCTION_CODE = /^(?:a|o|e|se|es|to|ma|pa|me|no|na|do|da|em|de|ao|as|os|um|ou)$/;

/** «quantos boletos» counts the rows of a table of them, although one way of paying is called so; «pagos com boleto» is that way. */
const isOwnRows = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  baseForm(lexicon.table.rows_word.one) === bases[at] &&
  forms[at] !== bases[at] &&
  !/^(?:com|em|no|na|nos|nas|via|por|pelo|pela)$/.test(forms[at - 1] ?? '');

/** The column is meant although the rows are called so: «qual livro», «por exame». */
const isColumnSooner = (text: Text, at: number, columns: string[]): boolean => {
  const before = text.forms[at - 1] ?? '';
  return (
    isOwnColumn(columns, text.lexicon, at, text) ||
    (columns.length > 0 && /^(?:qual|quais)$/.test(before) && asksForOnes(text, at)) ||
    (/^(?:por|cada)$/.test(before) &&
      columns.some((name) => isNameOf(text, at, name) || isSortedThing(text, at, name)))
  );
};

/** «qual agente», «por agente» of the column «nome do agente»: the column is asked for, although a value of another is called so. */
function columnAskedFor({ forms, bases, lexicon }: Text, at: number, columns: string[]): string | null {
  if (!/^(?:qual|quais|por|cada)$/.test(forms[at - 1] ?? '')) return null;
  const own = new RegExp(`^(?:nome )?(?:d[eoa] )?${bases[at]}$`);
  const only = onlyOne(
    lexicon.table.columns,
    (column) => columns.includes(column.name) && holdsWords(column) && own.test(baseForm(column.label)),
  );
  return only?.name ?? null;
}

/** A part or a synonym of values says less than the name of a column. */
const isWeakerThanColumns = (text: Text, at: number, columns: string[], phrases: ValuePhrase[]): boolean =>
  columns.length > 0 &&
  phrases.every(
    ({ strength, column, values }) =>
      strength === 'part' ||
      strength === 'synonym' ||
      isMarkOfAnother(text, at, columns, column) ||
      (strength === 'head' &&
        (columns.includes(column) ||
          isAsked(text, at) ||
          columns.some((name) => text.lexicon.heads.get(name) === text.bases[at]) ||
          values.every((value) => isSentence(value)))),
  );

/** The first word of «cliente irritado, quer falar com gerente» names no such remark. */
const isSentence = (value: string): boolean => baseForm(value).split(' ').length >= SENTENCE_WORDS;
const SENTENCE_WORDS = 5;

/** «por exame» of a table of exams with the column «nome do exame». */
const isNameOf = ({ bases, lexicon }: Text, at: number, column: string): boolean =>
  lexicon.heads.get(column) === bases[at] &&
  lexicon.table.columns.some(
    ({ name, kind, values }) =>
      name === column && (kind === 'category' || (kind === 'text' && values.length > 0)),
  );

/**
 * «quantos imóveis» of a table with the column «uso do imóvel» counts rows: the columns only say something of what is
 * counted, and no column holds it.
 */
function isCountedNoun(text: Text, at: number, columns: string[]): boolean {
  const { bases, lexicon } = text;
  const base = bases[at] ?? '';
  if (!isCountedAt(text, at) || columns.some((name) => isReasonOfSome(columnIn(lexicon, name)))) return false;
  const found = columns.flatMap((name) => columnIn(lexicon, name) ?? []);
  const isNumberOfThem = found.some(({ kind, label }) => kind === 'number' && baseForm(label) === base);
  const isOwn = found.some(({ name, label }) => contains(`${name.replaceAll('_', ' ')} ${label}`, base));
  const goesOn = columns.some((column) =>
    [1, 2].some((step) => lexicon.columns.get(bases[at + step] ?? '')?.has(column)),
  );
  return !isNumberOfThem && isOwn && !goesOn && columns.every((name) => isQualityOf(lexicon, name, base));
}

/** «quantos imóveis», «os três imóveis mais caros». */
const isCountedAt = ({ words, forms }: Text, at: number): boolean =>
  /^(?:quantos|quantas|qtos|qtas)$/.test(forms[at - 1] ?? '') ||
  (/^[oa]s$/.test(forms[at - 2] ?? '') && numberAt(words, at - 1) !== null);

/** The day of a thing, or a category that is named after something else. */
const isQualityOf = (lexicon: Lexicon, name: string, base: string): boolean =>
  name === lexicon.table.date_column ||
  (lexicon.heads.get(name) !== base && columnIn(lexicon, name)?.kind === 'category');

const contains = (text: string, base: string): boolean => baseForm(text).split(' ').includes(base);

/** «check-ins» is one word: what follows a hyphen belongs to the column. */
function endOfCompound({ words, lexicon }: Text, at: number): number {
  const next = words[at + 1];
  const isJoined = next?.before === '-' && !lexicon.columns.has(next.base) && !/\d/.test(next.form);
  return isJoined ? at + 2 : at + 1;
}

/** «doses» are the rows that a description calls so; «por dose» is the column of that name. */
const isRowsInPlural = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  forms[at] !== bases[at] && baseForm(lexicon.table.row_nouns?.[0] ?? '') === bases[at];

function isOwnColumn(columns: string[], lexicon: Lexicon, at: number, text: Text): boolean {
  const { bases, forms } = text;
  const isOwnCount = isCounted(lexicon, bases[at] ?? '') && forms[at] !== bases[at];
  if (isOwnCount) return true;
  if (isRowsInPlural(text, at)) return false;
  return (
    columns.some(
      (name) =>
        baseForm(name) === bases[at] ||
        lexicon.table.columns.some((one) => one.name === name && baseForm(one.label) === bases[at]),
    ) || isCounted(lexicon, bases[at] ?? '')
  );
}

/** «quantos animais», «qual agente»: what a column is named after, and not the first word of a longer value. */
const isAsked = ({ forms }: Text, at: number): boolean =>
  /^(?:quant[oa]s|qual|quais|que|cada|por)$/.test(forms[at - 1] ?? '');

/** «quais livros têm mais empréstimos» compares books; «quais livros falam de rios» asks for rows, where books are the rows. */
const asksForOnes = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  !lexicon.rows.has(bases[at] ?? '') || forms.some((form) => COMPARES.test(form));

const COMPARES = /^(?:mais|menos|mai(?:or|ores)|men(?:or|ores)|melhor|melhores|pior|piores|top|cada|por)$/;
