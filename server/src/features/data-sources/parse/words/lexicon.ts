import { portugueseValues } from '../../../../language/english-terms.ts';
import { basesOf } from '../../../../language/question-words.ts';
import { singular, withoutGender } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { columnWords } from './columns/column-names.ts';
import { isYesNo, yesOf } from './flags.ts';
import { rowNouns, rowWords, subjectWords } from './rows/row-names.ts';
import { themeVerbs } from './rows/themes.ts';
import {
  type AskedTable,
  headOf,
  longNames,
  shortenedOf,
  type TableColumn,
  type ValuePhrase,
} from './table-column.ts';
import { GENERAL_ROWS, PLACE_COLUMN } from './thesaurus.ts';
import { beingDoneOf } from './values/being-done.ts';
import { describedCodes, firstClause } from './values/described-codes.ts';
import { hoursOf } from './values/hours.ts';
import { withOneSpelling } from './values/one-spelling.ts';
import {
  addCountries,
  addNamedPlaces,
  addPlaces,
  holdsStates,
  keepPrepositionApart,
} from './values/place-phrases.ts';
import { holdsRemarks } from './values/remarks.ts';
import { saidPhrases } from './values/said-values.ts';
import {
  addPhrase,
  byStrength,
  CODES,
  PHRASE_WORDS_MAX,
  phrasesOf,
  phrasesOfCode,
} from './values/value-phrases.ts';

export type Lexicon = {
  table: AskedTable;
  /** The bases of a phrase with a space between → the values that it names, the clearest first. */
  phrases: Map<string, ValuePhrase[]>;
  /** Base of a word → the columns that it may name. */
  columns: Map<string, Set<string>>;
  /** Names of columns in several words, without their little words. */
  column_names: { bases: string[]; column: string }[];
  /** Column → the word that says what it holds, in front of all words that only say of what: «uso» of «uso do imóvel». */
  heads: Map<string, string>;
  rows: Set<string>;
  /** Words for the rows where the question leaves nothing else that they could be. */
  row_nouns: Set<string>;
  /** The beginnings of verbs that tell what happens in every row. */
  row_verbs: string[];
  /** Bases of the words that hold for all rows. */
  described: Set<string>;
  /** The months that all such columns are over, «12» of «faturamento 12 meses»; null where there are none, or several. */
  months: string | null;
  /** All words of the name and the description. Folded. */
  mentioned: Set<string>;
  /** Shortened words in the names of columns, each with its column: «mat» of «nota_mat». */
  shortened: { start: string; column: string }[];
  /** Words of the table in the singular → their base. */
  spellings: Map<string, string>;
  /** The same words by their first letter and length, for words that are misspelt. */
  spelled: Map<string, [word: string, base: string][]>;
  /** The bases of all words of the phrases. */
  phrase_words: Set<string>;
  /** The column of state codes, if the table has one. */
  states: string | null;
  /** The first words of values, for words of the same root. Folded. */
  roots: { word: string; phrase: ValuePhrase }[];
  /** The nouns of values of what is being done: «análise» of «Em análise». Folded. */
  doing: { word: string; phrase: ValuePhrase }[];
  /** Minutes of the day → the values that are that time: «08h00». */
  hours: Map<number, ValuePhrase[]>;
  /** Columns of sentences that somebody typed. */
  remarks: string[];
};

export function lexiconOf(asked: AskedTable): Lexicon {
  const table = { ...asked, columns: asked.columns.map(withOneSpelling) };
  const visible = table.columns.filter(({ hidden }) => !hidden);
  const phrases = new Map<string, ValuePhrase[]>();
  for (const column of visible) for (const phrase of phrasesOf(column)) addPhrase(phrases, phrase);
  const codes = describedCodes(table.described ?? '', visible);
  for (const phrase of codes.flatMap(phrasesOfCode)) addPhrase(phrases, phrase);
  const ofStates = visible.filter(holdsStates);
  const states = ofStates[0]?.name ?? null;
  addPlaces(phrases, ofStates);
  for (const column of visible) addNamedPlaces(phrases, column);
  for (const column of visible) addCountries(phrases, column);
  keepPrepositionApart(phrases);
  const clause = new Set(basesOf(firstClause(table.described ?? '')));
  const isOfClause = (name: string) => {
    const column = visible.find((each) => each.name === name);
    return column !== undefined && clause.has(headOf(column)) ? 1 : 0;
  };
  for (const found of phrases.values())
    found.sort((one, other) => byStrength(one, other) || isOfClause(other.column) - isOfClause(one.column));
  const mentioned = new Set(wordsOf(table.described ?? ''));
  const columns = columnWords(visible, table.money_column, mentioned);
  // «pago em dinheiro» is a way of paying where the table has it.
  if (phrases.has('dinheiro')) columns.delete('dinheiro');
  const rows = rowWords(table, columns);
  for (const phrase of saidPhrases(visible, { phrases, columns, rows })) addSaid(phrases, phrase);
  const nouns = rowNouns(table, columns, rows);
  const remarks = visible.filter(holdsRemarks).map(({ name }) => name);
  const spellings = spellingsOf(visible, remarks, [
    ...columns.keys(),
    ...[...rows].filter((word) => !GENERAL_ROWS.has(word)),
    ...longOf(new Set([...GENERAL_ROWS, ...nouns])),
  ]);
  return {
    table,
    phrases,
    columns,
    column_names: visible.flatMap(longNames),
    heads: new Map(visible.map((column) => [column.name, headOf(column)])),
    rows,
    row_nouns: nouns,
    row_verbs: themeVerbs(subjectWords(table, columns, rows)),
    // The words of a code ask for its rows; the other words of the description only mention the table.
    described: new Set(
      basesOf(
        codes.reduce((text, code) => text.replaceAll(code.text, ' '), firstClause(table.described ?? '')),
      ),
    ),
    mentioned,
    shortened: visible.flatMap(shortenedOf),
    spellings,
    spelled: Map.groupBy(spellings, ([word]) => spelledKey(word, word.length)),
    phrase_words: new Set([...phrases.keys()].flatMap((key) => key.split(' '))),
    states,
    roots: rootsOf(visible, remarks),
    doing: beingDoneOf(visible),
    hours: hoursOf(visible),
    remarks,
    months: only(visible.flatMap(({ label }) => monthsIn(label) ?? [])),
  };
}

/** The nearest value takes the place of several that have a wider word: «solucionados» are «Resolvido», and not also «Fechado». */
function addSaid(phrases: Lexicon['phrases'], phrase: ValuePhrase): void {
  const key = phrase.bases.join(' ');
  const there = phrases.get(key) ?? [];
  const same = there.find(({ column }) => column === phrase.column);
  if (same?.values.length !== 1) phrases.set(key, [...there.filter((one) => one !== same), phrase]);
}

/** «12» of «faturamento 12 meses». */
export const monthsIn = (label: string): string | undefined => /\b(\d+) meses$/.exec(label)?.[1];

const only = (found: string[]): string | null => (new Set(found).size === 1 ? (found[0] ?? null) : null);

/** More values would be compared for each word of a question that nothing else has taken. */
const ROOT_VALUES_MAX = 200;

function rootsOf(columns: TableColumn[], remarks: string[]): Lexicon['roots'] {
  const flags = columns
    .filter((column) => column.kind === 'boolean' || isYesNo(column.values))
    .flatMap((column) => {
      const phrase: ValuePhrase = {
        bases: basesOf(column.label),
        column: column.name,
        values: [yesOf(column)],
        strength: 'head',
      };
      const words = wordsOf(column.label).filter((word) => word.length > ROOT_LETTERS);
      return words.length === 1 ? words.map((word) => ({ word, phrase })) : [];
    });
  return flags.concat(
    columns
      .filter(
        ({ kind, name, label, values }) =>
          (kind === 'category' || kind === 'text') &&
          !remarks.includes(name) &&
          !isYesNo(values) &&
          values.length <= ROOT_VALUES_MAX &&
          !PLACE_COLUMN.test(fold(`${name} ${label}`)) &&
          !values.every((value) => CODES.has(value.toUpperCase())),
      )
      .flatMap(({ name, kind, values }) =>
        values.flatMap((value) => {
          // «transportados» is no «Transporte de pacientes» among texts.
          if (kind === 'text' && wordsOf(value).length > 1) return [];
          const phrase: ValuePhrase = {
            bases: basesOf(value),
            column: name,
            values: [value],
            strength: 'head',
          };
          return [value, ...portugueseValues(value)]
            .map((text) => wordsOf(text)[0] ?? '')
            .filter((word) => word.length >= ROOT_LETTERS || IRREGULAR_PARTICIPLE.test(word))
            .map((word) => ({ word, phrase }));
        }),
      ),
  );
}

const ROOT_LETTERS = 5;
/** «pago» has a feminine, «foram pagas», and a noun, «pagamentos». */
const IRREGULAR_PARTICIPLE = /^pag[oa]$/;

function spellingsOf(columns: TableColumn[], remarks: string[], bases: string[]): Map<string, string> {
  const found = new Map(bases.map((base) => [base, base]));
  const texts = columns.flatMap(({ kind, values, label, name }) => [
    ...((kind === 'category' || kind === 'text') && !remarks.includes(name) ? values : []),
    label,
    name.replaceAll('_', ' '),
  ]);
  for (const word of texts.flatMap(wordsOf)) {
    const one = singular(word);
    if (one.length >= SPELLED) found.set(one, withoutGender(one));
  }
  return found;
}

/** Short nouns that people have for the rows are near too many other words. */
const longOf = (nouns: Set<string>): string[] => [...nouns].filter((noun) => noun.length >= NOUN_SPELLED);
const NOUN_SPELLED = 7;

/** Shorter words differ from each other by a slip too often. */
const SPELLED = 4;

export const spelledKey = (word: string, length: number): string =>
  `${firstSound(word.startsWith('h') ? word.slice(1) : word)}${length}`;

/** «centrífuga» and «sentrífuga», «girassol» and «jirassol», «zíper» and «síper» sound alike at their beginning. */
function firstSound(word: string): string {
  if (/^(?:c[ei]|z)/.test(word)) return 's';
  if (/^g[ei]/.test(word)) return 'j';
  return word.startsWith('k') ? 'c' : (word[0] ?? '');
}

/** The longest phrases for values that begin at a word, at most one for each column. */
export function phrasesAt(lexicon: Lexicon, bases: string[], from: number): ValuePhrase[] {
  if (!lexicon.phrase_words.has(bases[from] ?? '')) return [];
  const found = new Map<string, ValuePhrase>();
  for (let length = Math.min(PHRASE_WORDS_MAX, bases.length - from); length > 0; length -= 1)
    for (const phrase of lexicon.phrases.get(bases.slice(from, from + length).join(' ')) ?? [])
      if (!found.has(phrase.column)) found.set(phrase.column, phrase);
  return [...found.values()];
}
