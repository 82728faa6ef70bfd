/** Cuts a question into what each stretch of it names: a number, a period, a value, a column, the rows, or a plain word. */

import { type QuestionWord, questionWords } from '../../../language/question-words.ts';
import { isContentWord, isFunctionWord } from '../../../language/stop-words.ts';
import type { Day } from '../../../language/values/calendar.ts';
import { type NumberSpan, numberAt } from '../../../language/values/numbers.ts';
import { type PeriodSpan, periodAt } from '../../../language/values/periods.ts';
import { baseForm } from '../../../language/word-forms.ts';
import { fold } from '../../../language/words.ts';
import { type ComparisonPhrase, comparisonAt, KEYWORDS, type Keyword } from './words/keywords.ts';
import { type Lexicon, phrasesAt, type ValuePhrase } from './words/lexicon.ts';
import { hasSameRoot, sharesRoot } from './words/roots.ts';
import { correctWords } from './words/spelling.ts';
import { columnsOfVerb } from './words/thesaurus.ts';
import { isFiniteVerb } from './words/verbs.ts';

type Place = { from: number; to: number };
export type Item = Place &
  (
    | { kind: 'number'; number: NumberSpan }
    | { kind: 'period'; span: PeriodSpan }
    | { kind: 'comparison'; phrase: ComparisonPhrase }
    | { kind: 'value'; phrases: ValuePhrase[]; columns: string[] }
    | { kind: 'column'; columns: string[] }
    | { kind: 'rows' }
    | { kind: 'keyword'; keyword: Keyword }
    | { kind: 'word'; isFunction: boolean }
  );

export type Chunked = { words: QuestionWord[]; items: Item[] };

export function chunk(question: string, lexicon: Lexicon, today: Day): Chunked {
  const words = correctWords(questionWords(question), lexicon);
  const forms = words.map(({ form }) => form);
  const bases = words.map(({ base }) => base);
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const item = itemAt({ words, forms, bases, lexicon, today }, at, items.at(-1));
    items.push(item);
    at = item.to;
  }
  return { words, items: items.map((item, at) => letterValue(items, at, { words, lexicon }) ?? item) };
}

/**
 * «classe D», «curva A ou B»: a value of one letter, or a number that is a code, after the name of its column. Elsewhere
 * a letter is a word of its own.
 */
function letterValue(
  items: Item[],
  at: number,
  { words, lexicon }: Pick<Text, 'words' | 'lexicon'>,
): Item | null {
  const item = items[at];
  const word = item && words[item.from];
  if (!word || item.to !== item.from + 1 || !/^\p{Lu}$/u.test(word.text)) return null;
  const columns = columnsBefore(items, at, words);
  const phrases = lexicon.table.columns
    .filter(({ name, hidden }) => !hidden && columns.includes(name))
    .flatMap(({ name, values }) =>
      values
        .filter((value) => fold(value.trim()) === word.form)
        .map(
          (value): ValuePhrase => ({ bases: [word.form], column: name, values: [value], strength: 'whole' }),
        ),
    );
  return phrases.length > 0 ? { kind: 'value', phrases, columns: [], from: item.from, to: item.to } : null;
}

/** The columns that are named before an item with nothing but links and other single letters between. */
function columnsBefore(items: Item[], at: number, words: QuestionWord[]): string[] {
  for (let before = at - 1; before >= 0 && before >= at - LETTERS_REACH; before -= 1) {
    const item = items[before];
    const word = item && words[item.from];
    if (item?.kind === 'column' || (item?.kind === 'value' && item.columns.length > 0)) return item.columns;
    if (!word || !(word.form.length === 1 || /^(?:de|do|da|ou|igual|sao|nem)$/.test(word.form))) return [];
  }
  return [];
}

/** «classes A, B, C e D». */
const LETTERS_REACH = 8;

type Text = { words: QuestionWord[]; forms: string[]; bases: string[]; lexicon: Lexicon; today: Day };

function itemAt(text: Text, at: number, last: Item | undefined): Item {
  return (
    longValue(text, at) ??
    longColumn(text, at) ??
    address(text, at) ??
    comparison(text, at) ??
    period(text, at, last) ??
    number(text, at) ??
    named(text, at) ??
    byRoot(text, at) ??
    plain(text, at)
  );
}

/** «2024/2025», «s10»: more than a number. */
const CODE = /\d\D|\D\d/;

/** The whole of a value in several words is that value, also where it begins as a number does: «primeira consulta». */
function longValue({ bases, lexicon }: Text, at: number): Item | null {
  const phrases = phrasesAt(lexicon, bases, at).filter(
    ({ bases: own, strength }) =>
      (own.length > 1 || CODE.test(own[0] ?? '')) && (strength === 'whole' || strength === 'short'),
  );
  const length = Math.max(0, ...phrases.map(({ bases: own }) => own.length));
  const longest = phrases.filter(({ bases: own }) => own.length === length);
  return length > 0 ? { kind: 'value', phrases: longest, columns: [], from: at, to: at + length } : null;
}

/** The whole name of a column in several words, whatever else they are: «parcelas em aberto», «primeira visita». */
function longColumn({ forms, bases, lexicon }: Text, at: number): Item | null {
  let longest: Item | null = null;
  for (const { bases: name, column } of lexicon.column_names) {
    const to = endOfName({ forms, bases }, at, name);
    if (to === null || (longest && to < longest.to)) continue;
    const columns: string[] = longest?.kind === 'column' && longest.to === to ? longest.columns : [];
    longest = { kind: 'column', columns: [...new Set([...columns, column])], from: at, to };
  }
  return longest;
}

/** The place after a name whose words stand here, with little words between them or without. */
function endOfName(
  { forms, bases }: Pick<Text, 'forms' | 'bases'>,
  at: number,
  name: string[],
): number | null {
  let to = at;
  for (const [place, base] of name.entries()) {
    if (place > 0)
      while (to - at < LONG_NAME && /^(?:de|do|da|dos|das|em|no|na|por)$/.test(forms[to] ?? '')) to += 1;
    if (bases[to] !== base) return null;
    to += 1;
  }
  return to;
}

const LONG_NAME = 12;

const STREET = /^(?:rua|avenida|av|travessa|praca|alameda|rodovia|estrada|largo|ladeira|beco|viela)$/;

/** «rua Sete de Setembro»: a street is a name, and neither a number nor a month. */
function address(text: Text, at: number): Item | null {
  const { forms, words } = text;
  if (!STREET.test(forms[at] ?? '')) return null;
  const isName = (place: number): boolean => /^\p{Lu}/u.test(words[place]?.text ?? '');
  let to = at + 1;
  while (isName(to) || (/^(?:de|do|da|dos|das)$/.test(forms[to] ?? '') && isName(to + 1))) to += 1;
  return to > at + 1 ? { kind: 'word', isFunction: false, from: at, to } : null;
}

/** A noun or verb of the same root as one value: «faltas» of «Faltou», «cancelamentos» of «Cancelada». */
function byRoot(text: Text, at: number): Item | null {
  const { forms, lexicon } = text;
  const form = forms[at] ?? '';
  if (form.length < ROOT_LETTERS || KEYWORDS.has(form) || !isContentWord(form) || isNameInside(text, at))
    return null;
  // «em que dia se abrem mais chamados»: the verb tells the day.
  if (lexicon.table.columns.some((column) => column.kind === 'date' && sharesRoot(form, column))) return null;
  const found = lexicon.roots.filter(({ word }) => hasSameRoot(form, word));
  const [first] = found;
  if (!first || found.some(({ phrase }) => phrase.column !== first.phrase.column)) return null;
  const values = [...new Set(found.flatMap(({ phrase }) => phrase.values))];
  const phrases = [{ ...first.phrase, values }];
  return { kind: 'value', phrases, columns: [], from: at, to: at + 1 };
}

/** Shorter words share their first letters by chance. */
const ROOT_LETTERS = 5;

function comparison({ words, forms, bases, lexicon, today }: Text, at: number): Item | null {
  const found = comparisonAt(forms, at);
  if (!found) return null;
  const { to, phrase } = found;
  const next = skipFunctionWords(forms, to);
  const hasNumber = numberAt(words, next) !== null || numberAt(words, to) !== null;
  const hasPeriod = periodAt(words, next, today) !== null || periodAt(words, to, today) !== null;
  const fits = phrase.of === 'number' ? hasNumber : phrase.of === 'date' ? hasPeriod : hasNumber || hasPeriod;
  // «acima de banana»: the comparison was meant, and nothing can be compared.
  const isColumn =
    /^(que|do que)/.test(forms[to - 1] ?? '') &&
    [...(lexicon.columns.get(bases[next] ?? '') ?? [])].some((name) => isNumericColumn(lexicon, name));
  const isMeant =
    phrase.of === 'number' && (isColumn || /^(acima|abaixo|superior|inferior)/.test(forms[at] ?? ''));
  return fits || isMeant ? { kind: 'comparison', phrase, from: at, to } : null;
}

const isNumericColumn = ({ table }: Lexicon, name: string): boolean =>
  table.columns.some(
    (column) => column.name === name && (column.kind === 'number' || column.kind === 'money'),
  );

const skipFunctionWords = (forms: string[], at: number): number => {
  let next = at;
  while (next < forms.length && isFunctionWord(forms[next] ?? '') && next - at < 2) next += 1;
  return next;
};

function period({ words, today }: Text, at: number, last: Item | undefined): Item | null {
  const isCompared = last?.kind === 'comparison' && last.phrase.of === 'number';
  if (isCompared) return null;
  const span = periodAt(words, at, today);
  return span && { kind: 'period', span, from: at, to: span.to };
}

/** «entre 1º e 15 de junho», «1º de maio». */
const isDayOfMonth = (words: Text['words'], at: number): boolean =>
  /^(de|a|ate)$/.test(words[at + 1]?.form ?? '') ||
  (words[at + 1]?.form === 'e' && /^\d+$/.test(words[at + 2]?.form ?? ''));

function number({ words, bases, lexicon }: Text, at: number): Item | null {
  const found = numberAt(words, at);
  if (!found) return null;
  // «e no 7º?» of the value «7º ano».
  if (
    found.isOrdinal &&
    /^\d/.test(bases[at] ?? '') &&
    lexicon.phrases.has(bases[at] ?? '') &&
    !isDayOfMonth(words, at)
  )
    return null;
  // «tipo de quarto», «segunda via»: an ordinal that the table has as a word of its own.
  if (
    found.isOrdinal &&
    found.to === at + 1 &&
    lexicon.columns.has(bases[at] ?? '') &&
    !/^\d/.test(bases[at] ?? '')
  )
    return null;
  // «segundo o edital», «quarta»: an ordinal in words alone is none.
  return { kind: 'number', number: found, from: at, to: found.to };
}

function named(text: Text, at: number): Item | null {
  const { bases, forms, lexicon } = text;
  const phrases = phrasesAt(lexicon, bases, at).filter(
    ({ bases: own, column }) => own.length > 1 || isMeantAsValue(text, at, column),
  );
  const columns = headedFirst(text, at, columnsOfWord(text, at));
  const length = Math.max(0, ...phrases.map(({ bases: own }) => own.length));
  const longest = phrases.filter(({ bases: own }) => own.length === length);
  const isFirm = longest.some(({ strength }) => strength === 'whole' || strength === 'short');
  // «qual livro»: the one of the column is asked for.
  const isOwn =
    isOwnColumn(columns, lexicon, at, text) ||
    (columns.length > 0 && /^(?:qual|quais)$/.test(forms[at - 1] ?? '') && asksForOnes(text, at)) ||
    (/^(?:por|cada)$/.test(forms[at - 1] ?? '') && columns.some((name) => isNameOf(text, at, name)));
  if (lexicon.rows.has(bases[at] ?? '') && !isFirm && length < 2 && !isOwn)
    return { kind: 'rows', from: at, to: at + 1 };
  const isWeak =
    columns.length > 0 &&
    longest.every(
      ({ strength, column }) =>
        strength === 'part' ||
        strength === 'synonym' ||
        (strength === 'head' && (columns.includes(column) || isAsked(text, at))),
    );
  if (longest.length > 0 && !isWeak)
    return { kind: 'value', phrases: longest, columns, from: at, to: at + length };
  if (columns.length > 0 && isCountedNoun(text, at, columns)) return { kind: 'rows', from: at, to: at + 1 };
  if (columns.length > 0 && !isKeywordFirst(text, at))
    return { kind: 'column', columns, from: at, to: endOfCompound(text, at) };
  return null;
}

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
function isCountedNoun({ words, forms, bases, lexicon }: Text, at: number, columns: string[]): boolean {
  const isCounted =
    /^(?:quantos|quantas|qtos|qtas)$/.test(forms[at - 1] ?? '') ||
    // «os três imóveis mais caros»
    (/^[oa]s$/.test(forms[at - 2] ?? '') && numberAt(words, at - 1) !== null);
  const goesOn = columns.some((column) =>
    [1, 2].some((step) => lexicon.columns.get(bases[at + step] ?? '')?.has(column)),
  );
  const isQuality = columns.every((column) => {
    const kind = lexicon.table.columns.find(({ name }) => name === column)?.kind;
    const isOwnDay = column === lexicon.table.date_column;
    return isOwnDay || (lexicon.heads.get(column) !== bases[at] && kind === 'category');
  });
  const isOwn = columns.some((column) =>
    lexicon.table.columns.some(
      ({ name, label }) =>
        name === column && contains(`${name.replaceAll('_', ' ')} ${label}`, bases[at] ?? ''),
    ),
  );
  return isCounted && isQuality && isOwn && !goesOn;
}

const contains = (text: string, base: string): boolean => baseForm(text).split(' ').includes(base);

/** «check-ins» is one word: what follows a hyphen belongs to the column. */
function endOfCompound({ words, lexicon }: Text, at: number): number {
  const next = words[at + 1];
  const isJoined = next?.before === '-' && !lexicon.columns.has(next.base) && !/\d/.test(next.form);
  return isJoined ? at + 2 : at + 1;
}

/** «consumo» names the column of the consumption sooner than «classe de consumo», unless more of that name stands beside it. */
function headedFirst({ bases, lexicon }: Text, at: number, columns: string[]): string[] {
  const headed = columns.filter((name) => lexicon.heads.get(name) === bases[at]);
  const others = columns.filter((name) => !headed.includes(name));
  const isBeside = [-2, -1, 1, 2].some((step) =>
    others.some((name) => lexicon.columns.get(bases[at + step] ?? '')?.has(name)),
  );
  return headed.length > 0 && !isBeside ? headed : columns;
}

function columnsOfWord({ bases, forms, lexicon }: Text, at: number): string[] {
  const form = forms[at] ?? '';
  const own = [...(lexicon.columns.get(bases[at] ?? '') ?? columnsByVerb(lexicon, form))];
  if (own.length > 0 || form.length < WRITTEN_OUT || KEYWORDS.has(form) || lexicon.rows.has(bases[at] ?? ''))
    return own;
  const isValue = lexicon.phrases.has(bases[at] ?? '');
  const begun = lexicon.shortened.filter(({ start }) => !isValue && form.startsWith(start));
  return [...new Set(begun.map(({ column }) => column))];
}

/** Shorter words begin like a shortened one by chance. */
const WRITTEN_OUT = 6;

/** «Média» is a value only beside the name of its column: «prioridade média», «média prioridade». */
function isMeantAsValue(text: Text, at: number, column: string): boolean {
  const { bases, forms, lexicon } = text;
  const keyword = KEYWORDS.get(forms[at] ?? '');
  if (!keyword || keyword === 'empty' || isNameInside(text, at)) return true;
  if (isNoun(text, at)) return true;
  const near = [bases[at - 2], bases[at - 1], bases[at + 1], bases[at + 2]];
  return near.some((base) => base !== undefined && lexicon.columns.get(base)?.has(column));
}

/** «tiveram alta», «receberam alta»: right after a verb it is a noun, and no adjective. */
const isNoun = ({ forms, lexicon, bases }: Text, at: number): boolean =>
  isFiniteVerb(forms[at - 1] ?? '') &&
  /^(?:expensive|cheap)$/.test(KEYWORDS.get(forms[at] ?? '') ?? '') &&
  [...(lexicon.columns.get(bases[at] ?? '') ?? [])].some((name) => lexicon.heads.get(name) === bases[at]);

/** A capital letter inside a question that has small ones makes a name: «em Contagem», «bairro Alto Paraíso». */
const isNameInside = ({ words }: Text, at: number): boolean =>
  at > 0 &&
  /^\p{Lu}\p{Ll}/u.test(words[at]?.text ?? '') &&
  words.filter(({ text }) => /^\p{Ll}{3}/u.test(text)).length * 2 > words.length - 1;

const columnsByVerb = (lexicon: Lexicon, form: string): string[] => [
  ...new Set(columnsOfVerb(form).flatMap((base) => [...(lexicon.columns.get(base) ?? [])])),
];

/**
 * A keyword such as «total» or «percentual» is a column only where the table has one of that very name, or where the next
 * words go on with its name.
 */
function isKeywordFirst(text: Text, at: number): boolean {
  const { forms, bases, lexicon } = text;
  const form = forms[at] ?? '';
  if (!KEYWORDS.has(form) || isNoun(text, at)) return false;
  const own = lexicon.columns.get(bases[at] ?? '');
  const isWhole =
    lexicon.table.columns.some(({ name }) => name.toLowerCase() === form) ||
    (COLUMNS_BEFORE_SHARES.test(form) && own !== undefined) ||
    (form.endsWith('s') &&
      isCounted(lexicon, bases[at] ?? '') &&
      !/^\d|^(ultim|proxim)/.test(forms[at - 1] ?? '')) ||
    (form === 'quantidade' &&
      (isAmount(lexicon, own) || isMeasured({ forms, lexicon }, at, own)) &&
      !countsRows({ bases, lexicon }, at));
  const goesOn = [-2, -1, 1, 2].some((step) =>
    [...(lexicon.columns.get(bases[at + step] ?? '') ?? [])].some((name) => own?.has(name)),
  );
  return !isWhole && !goesOn;
}

/** They ask for a share only where no column is called so. */
const COLUMNS_BEFORE_SHARES = /^(taxas?|parcelas?|participacao)$/;

/** «a maior quantidade», «com quantidade acima de 100»: an amount of a row, and no count of rows. */
const isMeasured = (
  { forms, lexicon }: Pick<Text, 'forms' | 'lexicon'>,
  at: number,
  own: Set<string> | undefined,
): boolean =>
  [...(own ?? [])].some((name) => isNumericColumn(lexicon, name)) &&
  (/^(maior|menor|com|media|mediana)$/.test(forms[at - 1] ?? '') ||
    /^(acima|abaixo|maior|menor|superior|inferior|entre|media)$/.test(forms[at + 1] ?? ''));

/** «quantidade» is a column where a table has one that is called so and no more. */
const isAmount = ({ table }: Lexicon, own: Set<string> | undefined): boolean =>
  table.columns.some(
    ({ name, kind, label }) => own?.has(name) && kind === 'number' && !/[\s_]/.test(label.trim()),
  );

/** «quantidade de itens» counts the rows all the same. */
const countsRows = ({ bases, lexicon }: Pick<Text, 'bases' | 'lexicon'>, at: number): boolean =>
  [1, 2].some((step) => lexicon.rows.has(bases[at + step] ?? '') && bases[at + 1] !== 'em');

/** «dias», «turistas» where a column is their number: «qtd_dias», «nr_turistas». */
const isCounted = ({ table }: Lexicon, base: string): boolean =>
  table.columns.some(
    ({ kind, label }) =>
      kind === 'number' && new RegExp(`^(numero|quantidade) (de )?${base}$`).test(baseForm(label)),
  );

/** «doses» are the rows that a description calls so; «por dose» is the column of that name. */
const isRowsInPlural = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  forms[at] !== bases[at] && baseForm(lexicon.table.row_nouns?.[0] ?? '') === bases[at];

function isOwnColumn(columns: string[], lexicon: Lexicon, at: number, text: Text): boolean {
  const { bases } = text;
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

function plain(text: Text, at: number): Item {
  const { forms, words } = text;
  const form = forms[at] ?? '';
  const isPartOfName = isNameInside(text, at) && (isNameInside(text, at + 1) || isNameInside(text, at - 1));
  if (/^quantos?$/.test(form) && forms[at + 1] === 'por' && forms[at + 2] === 'cento')
    return { kind: 'keyword', keyword: 'share', from: at, to: at + 3 };
  const keyword = words[at]?.text === '%' ? 'share' : isPartOfName ? undefined : KEYWORDS.get(form);
  const place = { from: at, to: at + 1 };
  if (keyword) return { kind: 'keyword', keyword, ...place };
  if (!isPartOfName && text.lexicon.row_nouns.has(text.bases[at] ?? '')) return { kind: 'rows', ...place };
  return { kind: 'word', isFunction: isFunctionWord(form), ...place };
}
