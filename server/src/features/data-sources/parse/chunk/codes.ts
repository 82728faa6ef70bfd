/** Values that are codes of one letter or a number: «classe D», «linha 205», «prioridades 1 e 2». */

import type { QuestionWord } from '../../../../language/question-words.ts';
import { fold } from '../../../../language/words.ts';
import type { Lexicon } from '../words/lexicon.ts';
import { onlyOne } from '../words/only-one.ts';
import { holdsWords, type TableColumn, type ValuePhrase } from '../words/table-column.ts';
import { filler, type Item, isNumericColumn, type Text, valueItem } from './items.ts';

/**
 * «CTO-2024-0025», «01005/2024», «AIT200015»: letters with digits, or digits joined by a stroke, of the column that tells
 * one row from the next. Null for days, amounts and years, and where the table has no such column of texts or several.
 */
export function rowCode({ words, lexicon }: Text, at: number, items: Item[]): Item | null {
  const identifiers = lexicon.table.columns.filter(({ kind, hidden }) => kind === 'identifier' && !hidden);
  // A bare «id» is the database's own.
  const column = onlyOne(
    identifiers.length > 1 ? identifiers.filter(({ name }) => !/^id$/i.test(name)) : identifiers,
  );
  if (identifiers.length === 0 || !words[at]) return null;
  const place = { from: at, to: endOfCode(words, at) };
  const parts = words.slice(place.from, place.to);
  const alike = writtenAlike(identifiers, written(parts), columnsBefore(items, words, lexicon));
  const raw = alike?.raw ?? capitals(written(parts));
  if (!alike && !isRowCode(raw)) return null;
  const named = alike?.name ?? codedColumn(items, lexicon, raw) ?? column?.name;
  if (!named) return null;
  const phrase: ValuePhrase = {
    bases: parts.map(({ base }) => base),
    column: named,
    values: [raw],
    strength: 'whole',
  };
  return valueItem([phrase], place);
}

/**
 * «LO-2024-0154», «16194/2026»: the only column of codes whose cells are written so, letters and digits joined by the same
 * signs. What could be a month, a day or two years needs the name of its column before it.
 */
function writtenAlike(
  columns: TableColumn[],
  said: string,
  named: string[],
): { name: string; raw: string } | null {
  if (!/[\p{L}\d][-/][\p{L}\d]/u.test(said) || !/\d/.test(said)) return null;
  const alike = columns.filter(({ ends = [] }) => ends.some((end) => shapeOf(end) === shapeOf(said)));
  const isOfTime =
    isMonth(said) || /^(?:19|20)\d\d[-/]\d{1,4}$/.test(said) || /^\d{1,4}([-/])\d{1,2}\1\d{1,4}$/.test(said);
  const found =
    onlyOne(alike.filter(({ name }) => named.includes(name))) ?? (isOfTime ? undefined : onlyOne(alike));
  if (!found) return null;
  const isCapital = found.ends?.every((end) => end === end.toUpperCase()) === true;
  return { name: found.name, raw: isCapital ? said.toUpperCase() : said };
}

/** Runs of letters and of digits, with the signs between them. */
const shapeOf = (code: string): string =>
  code
    .trim()
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');

/** The place after the words that signs join to one code, and the letters that stand apart before it: «PE 077/2025». */
function endOfCode(words: QuestionWord[], at: number): number {
  const to = endOfJoined(words, at, /^[-/._]$/);
  const hasLetters = to === at + 1 && /^\p{Lu}{1,5}$/u.test(words[at]?.text ?? '');
  if (!hasLetters || !/^\s$/.test(words[to]?.before ?? '')) return to;
  const end = endOfJoined(words, to, /^[-/.]$/);
  const rest = written(words.slice(to, end));
  return /^\d+[-/.]\d+$/.test(rest) && !isMonth(rest) ? end : to;
}

function endOfJoined(words: QuestionWord[], from: number, sign: RegExp): number {
  let to = from + 1;
  while (sign.test(words[to]?.before ?? '') && to - from < CODE_PARTS) to += 1;
  return to;
}

/** «a placa JIG0445», «o lote DN2590955»: the column that is named right before its code. */
function codedColumn(items: Item[], { table }: Lexicon, code: string): string | null {
  const before = items.at(-1);
  if (before?.kind !== 'column') return null;
  const only = onlyOne(
    table.columns,
    ({ name, kind, hidden, values }) =>
      !hidden &&
      before.columns.includes(name) &&
      (/^(?:text|identifier)$/.test(kind) || values.includes(code)),
  );
  return only?.name ?? null;
}

const written = (parts: QuestionWord[]): string =>
  parts.map((word, place) => (place === 0 ? '' : word.before) + word.text).join('');

/** «ar-10015» is written as people type. */
const capitals = (raw: string): string => (/^\p{Ll}{2,5}-\d{4,}$/u.test(raw) ? raw.toUpperCase() : raw);

/** «SP 10/2025» is a month of a state. */
const isMonth = (text: string): boolean => /^(?:0?[1-9]|1[0-2])[-/.]\d{2,4}$/.test(text);

/** «1005131-45.2026.8.16.0014» has the most. */
const CODE_PARTS = 8;

/** «15/10/2026», «1.234,56», «2024/2025», «s10» and «7h30» are none. */
const isRowCode = (raw: string): boolean =>
  raw.length >= 6 &&
  (/^\p{Lu}{1,5}\s\d+[-/]\d{2,}$/u.test(raw) ||
    /^\p{Lu}{2,}[-/._]?\d[\p{L}\d./_-]*\d$/u.test(raw) ||
    // «Z3-02417»
    /^\p{Lu}{1,3}\d{1,2}[-/]\d{4,}$/u.test(raw) ||
    // «E71494», «25.128-2»
    /^\p{L}\d{4,}$/u.test(raw) ||
    /^\d{1,6}(?:\.\d{2,6})+-\d{1,2}$/.test(raw) ||
    /^\d{4,}[-/]\d{2,}[\d./-]*$/.test(raw)) &&
  !/^\d{4}[-/]\d{1,4}$/.test(raw) &&
  !/^\d{4}-\d\d-\d\d$/.test(raw);

/** «o número é BE-2025-0147», «protocolo nº 2025/0147»: the code says all that the noun before it does. */
export function withoutNounOfCode(
  items: Item[],
  { words, lexicon }: Pick<Text, 'words' | 'lexicon'>,
): Item[] {
  const formAt = (at: number) => words[items[at]?.from ?? -1]?.form ?? '';
  const isIdentifier = (name: string) =>
    lexicon.table.columns.some((column) => column.name === name && column.kind === 'identifier');
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'value' || !item.phrases.some(({ column }) => isIdentifier(column))) continue;
    let noun = at - 1;
    while (/^(?:e|[oa]|d[eoa]|seguinte)$/.test(formAt(noun))) noun -= 1;
    if (NOUN_OF_CODE.test(formAt(noun)))
      for (let place = noun; place < at; place += 1) items[place] = filler(items[place] ?? item);
  }
  return items;
}
const NOUN_OF_CODE = /^(?:numero|nro|num|nº|codigo|cod|identificador)$/;

/** A capital letter or digits, which elsewhere are a word or a number of their own. */
const CODE_WORD = /^(?:\p{Lu}|\d+)$/u;

/** A code after the name of the column that has it as a value, or after another code of that column. */
export function codeValue(text: Text, at: number, items: Item[]): Item | null {
  const { words, lexicon } = text;
  const word = words[at];
  if (!word || !CODE_WORD.test(word.text)) return null;
  const place = { from: at, to: at + 1 };
  const columns = columnsBefore(items, words, lexicon);
  const begun = codeOfNoun(text, at, columns) ?? numberedName(text, at, columns);
  if (begun) return valueItem([begun], place);
  const phrases = lexicon.table.columns
    .filter(({ name, hidden }) => !hidden && columns.includes(name))
    .flatMap(({ name, values }) =>
      values
        .filter((value) => fold(value.trim()) === word.form)
        .map(
          (value): ValuePhrase => ({ bases: [word.form], column: name, values: [value], strength: 'whole' }),
        ),
    );
  return phrases.length > 0 ? valueItem(phrases, place) : null;
}

/** «o carro 1009» of a table with the plate and the number of each: the code of another column of the same things. */
function codeOfNoun({ words, lexicon }: Text, at: number, named: string[]): ValuePhrase | null {
  const word = words[at];
  const [article, noun] = [words[at - 2], words[at - 1]];
  const isSingular = noun !== undefined && noun.base === noun.form && !/s$/.test(noun.form);
  const isDefinite = /^(?:[oa]|d[oa]|n[oa]|pel[oa]|ao)$/.test(article?.form ?? '');
  if (!word || !/^\d{3,}$/.test(word.form) || /^(?:19|20)\d\d$/.test(word.form) || !isSingular || !isDefinite)
    return null;
  // «o valor 1000» is an amount.
  if (named.some((name) => isNumericColumn(lexicon, name))) return null;
  const only = onlyOne(
    lexicon.table.columns,
    ({ kind, hidden, values }) =>
      !hidden &&
      (kind === 'category' || kind === 'text') &&
      values.some((value) => value.trim() === word.form),
  );
  return only && !named.includes(only.name)
    ? { bases: [word.form], column: only.name, values: [word.form], strength: 'whole' }
    : null;
}

/** «linha 205», «na 205» of the only value that begins with that number: «205 Aeroporto». */
function numberedName({ words, lexicon }: Text, at: number, named: string[]): ValuePhrase | null {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (!word || !/^\d{2,}$/.test(word.form) || next?.text === '%') return null;
  const isYear = /^(?:19|20)\d\d$/.test(word.form);
  const isCount = next !== undefined && (lexicon.rows.has(next.base) || lexicon.columns.has(next.base));
  // Without the name of its column only a number that an article makes a name, and that is no year.
  const isName = /^[nd][ao]$|^pel[ao]$|^(?:e|ou)$/.test(before?.form ?? '') && !isYear && !isCount;
  const found =
    onlyOne(numbered(lexicon, named, word.form)) ??
    (isName ? onlyOne(begunWith(lexicon, word.form)) : undefined);
  return found ? { bases: [word.form], column: found.name, values: [found.value], strength: 'whole' } : null;
}

/** All values that begin with a number. */
const begunWith = ({ table }: Lexicon, number: string): { name: string; value: string }[] =>
  table.columns
    .filter((column) => !column.hidden && holdsWords(column))
    .flatMap(({ name, values }) =>
      values.filter((value) => fold(value).startsWith(`${number} `)).map((value) => ({ name, value })),
    );

/** The values of named columns that hold a number as one of their words: «205 Aeroporto», «AG 1123». */
const numbered = ({ table }: Lexicon, named: string[], number: string): { name: string; value: string }[] =>
  table.columns
    .filter((column) => !column.hidden && named.includes(column.name) && holdsWords(column))
    .flatMap(({ name, values }) =>
      values
        .filter((value) =>
          fold(value)
            .split(/[\s-]+/)
            .includes(number),
        )
        .map((value) => ({ name, value })),
    );

const LITTLE = /^(?:de|do|da|dos|das|e|ou|nem|a|o|igual|sao|numero|codigo|n)$/;
/** «classes A, B, C e D». */
const REACH = 8;

/** The columns that the last items name, with nothing but links and other codes of theirs after. */
function columnsBefore(items: Item[], words: QuestionWord[], lexicon: Lexicon): string[] {
  for (const item of items.slice(-REACH).toReversed()) {
    const word = words[item.from];
    const columns = columnsOf(item, word, lexicon);
    if (columns.length > 0) return columns;
    if (!word || !(CODE_WORD.test(word.text) || LITTLE.test(word.form))) return [];
  }
  return [];
}

function columnsOf(item: Item, word: QuestionWord | undefined, { columns }: Lexicon): string[] {
  if (item.kind === 'column') return item.columns;
  // «linha» is a word for any row, and of a table of buses the name of a column.
  if (item.kind === 'rows') return [...(columns.get(word?.base ?? '') ?? [])];
  if (item.kind !== 'value') return [];
  const isCode = word !== undefined && CODE_WORD.test(word.text);
  return isCode ? item.phrases.map(({ column }) => column) : item.columns;
}
