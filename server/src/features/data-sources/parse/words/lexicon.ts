/** The words by which a question can name the rows, columns and values of one table. */
import type { ColumnKind } from '#contract/table-plan.ts';
import { portugueseName, portugueseValues } from '../../../../language/english-terms.ts';
import { questionWords } from '../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../language/stop-words.ts';
import { singular, withoutGender } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { isEnglishFunctionWord } from '../../../../language/written-language.ts';
import { type DescribedCode, describedCodes } from './described-codes.ts';
import {
  CITY_NAMES,
  columnSynonyms,
  GENERAL_ROWS,
  PLACE_COLUMN,
  REGIONS,
  rowSynonyms,
  STATES,
  valueSynonyms,
  wordsOfCode,
} from './thesaurus.ts';

export type TableColumn = {
  name: string;
  kind: ColumnKind;
  label: string;
  unit: string | null;
  synonyms: string[];
  hidden: boolean;
  /** The cells of a text repeat, so that it can tell groups apart. */
  repeats?: boolean;
  /** The values of a category and the two of a boolean, as they are written in the table. */
  values: string[];
};

export type AskedTable = {
  name: string;
  columns: TableColumn[];
  rows_word: { one: string; many: string };
  /** Nouns for the rows in the description of the table, the first of which names them. */
  row_nouns?: string[];
  /** The name and the description: what is said there holds for all rows. */
  described?: string;
  /** The column that «em 2025» means, and the one that «maiores» means. */
  date_column: string | null;
  money_column: string | null;
  /** No administrator has chosen it: it is the first of the amounts. */
  is_money_guessed?: boolean;
  /** The other columns of days that a period may mean as well, where no administrator has chosen one. */
  other_days?: string[];
  main_column: string;
};

/** How a phrase of the question names a value: by all of its words, without its common first word, by its first word, by another word, or by a synonym. */
export type Strength = 'whole' | 'short' | 'head' | 'part' | 'synonym';
const RANK: Record<Strength, number> = { whole: 4, short: 3, head: 2, part: 1, synonym: 1 };

export type ValuePhrase = { bases: string[]; column: string; values: string[]; strength: Strength };

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
  /** Bases of the words that hold for all rows. */
  described: Set<string>;
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
};

/** Cut as questions are, so that «2024/2025» and «S10» are one word in both. */
const basesOf = (text: string): string[] => questionWords(text).map(({ base }) => base);

export function lexiconOf(table: AskedTable): Lexicon {
  const visible = table.columns.filter(({ hidden }) => !hidden);
  const phrases = new Map<string, ValuePhrase[]>();
  for (const column of visible) for (const phrase of phrasesOf(column)) add(phrases, phrase);
  const codes = describedCodes(table.described ?? '', visible);
  for (const phrase of codes.flatMap(phrasesOfCode)) add(phrases, phrase);
  const states = visible.find(holdsStates)?.name ?? null;
  if (states)
    addPlaces(
      phrases,
      visible.find(({ name }) => name === states),
    );
  for (const found of phrases.values()) found.sort(byStrength);
  const columns = columnWords(visible);
  const rows = rowWords(table, columns);
  const spellings = spellingsOf(visible, [...columns.keys(), ...rows]);
  return {
    table,
    phrases,
    columns,
    column_names: visible.flatMap(longNames),
    heads: new Map(visible.map((column) => [column.name, headOf(column)])),
    rows,
    row_nouns: rowNouns(table, columns),
    // The words of a code ask for its rows; the other words of the description only mention the table.
    described: new Set(
      basesOf(codes.reduce((text, code) => text.replaceAll(code.text, ' '), table.described ?? '')),
    ),
    shortened: visible.flatMap(shortenedOf),
    spellings,
    spelled: Map.groupBy(spellings, ([word]) => spelledKey(word, word.length)),
    phrase_words: new Set([...phrases.keys()].flatMap((key) => key.split(' '))),
    states,
    roots: rootsOf(visible),
  };
}

/** «visita domiciliar» of the code V; its first word alone says less. */
function phrasesOfCode({ column, code, text }: DescribedCode): ValuePhrase[] {
  const bases = basesOf(text);
  const whole: ValuePhrase = { bases, column, values: [code], strength: 'whole' };
  return bases.length > 1 ? [whole, { ...whole, bases: bases.slice(0, 1), strength: 'head' }] : [whole];
}

/** No Portuguese word ends in these letters, so that such a part of a name is the beginning of a longer word. */
const SHORTENED = /^\p{L}{2,5}[bcdfgjkpqtvx]$/u;
/** Portuguese words may end in these, but in a name of several parts they are more often cut: «sal_base», «tp_afastam». */
const SHORTENED_PART = /^\p{L}{2,8}[lmnr]$/u;

function shortenedOf({ name }: TableColumn): Lexicon['shortened'] {
  const parts = fold(name).split('_');
  return parts
    .filter((part) => SHORTENED.test(part) || (parts.length > 1 && SHORTENED_PART.test(part)))
    .map((start) => ({ start, column: name }));
}

/** More values would be compared for each word of a question that nothing else has taken. */
const ROOT_VALUES_MAX = 200;

function rootsOf(columns: TableColumn[]): Lexicon['roots'] {
  return columns
    .filter(
      ({ kind, name, label, values }) =>
        kind === 'category' &&
        values.length <= ROOT_VALUES_MAX &&
        !PLACE_COLUMN.test(fold(`${name} ${label}`)) &&
        !values.every((value) => CODES.has(value.toUpperCase())),
    )
    .flatMap(({ name, values }) =>
      values.flatMap((value) => {
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
    );
}

const ROOT_LETTERS = 5;
/** «pago» has a feminine, «foram pagas», and a noun, «pagamentos». */
const IRREGULAR_PARTICIPLE = /^pag[oa]$/;

function spellingsOf(columns: TableColumn[], bases: string[]): Map<string, string> {
  const found = new Map(bases.map((base) => [base, base]));
  const texts = columns.flatMap(({ kind, values, label, name }) => [
    ...(kind === 'category' || kind === 'text' ? values : []),
    label,
    name.replaceAll('_', ' '),
  ]);
  for (const word of texts.flatMap(wordsOf)) {
    const one = singular(word);
    if (one.length >= SPELLED) found.set(one, withoutGender(one));
  }
  return found;
}

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

const byStrength = (one: ValuePhrase, other: ValuePhrase): number =>
  RANK[other.strength] - RANK[one.strength];

/** No value is named by more words. */
const PHRASE_WORDS_MAX = 12;

function add(phrases: Map<string, ValuePhrase[]>, phrase: ValuePhrase): void {
  if (phrase.bases.length === 0 || phrase.bases.length > PHRASE_WORDS_MAX) return;
  const key = phrase.bases.join(' ');
  const there = phrases.get(key) ?? [];
  phrases.set(key, there);
  const same = there.find((other) => other.column === phrase.column);
  if (!same) there.push(phrase);
  else if (RANK[same.strength] < RANK[phrase.strength]) Object.assign(same, phrase);
  else if (same.strength === phrase.strength)
    // Values come one after the other, so that only the last can be the same.
    for (const value of phrase.values) if (same.values.at(-1) !== value) same.values.push(value);
}

function phrasesOf(column: TableColumn): ValuePhrase[] {
  if (column.kind !== 'category' && column.kind !== 'boolean' && column.kind !== 'text') return [];
  if (column.kind === 'boolean' || isYesNo(column.values)) return yesNoPhrases(column);
  if (column.kind === 'text')
    return column.values.map((value) => ({
      bases: basesOf(value),
      column: column.name,
      values: [value],
      strength: 'whole',
    }));
  const common = commonFirstWord(column);
  const shared = sharedFirstWords(column);
  const own = wordsOfOne(column);
  const isPlace = PLACE_COLUMN.test(fold(`${column.name} ${column.label}`));
  const names = fold(`${column.name} ${column.label}`);
  // One word of a person's name is said more often than all of them.
  const isOfPeople = PERSON_NAMES.test(names);
  return column.values.flatMap((value) => [
    ...phrasesOfValue(column.name, value, { common, shared, isPlace, isOfPeople }),
    ...[...wordsOfCode(names, value, column.values), ...portugueseValues(value)].map(
      (text): ValuePhrase => ({
        bases: basesOf(text),
        column: column.name,
        values: [value],
        strength: 'short',
      }),
    ),
    ...otherGender(column.name, value, isPlace),
    ...partsInOrder(value, own).map(
      (bases): ValuePhrase => ({ bases, column: column.name, values: [value], strength: 'short' }),
    ),
  ]);
}

const PERSON_NAMES =
  /servidor|funcionari|tecnic|motorista|medic|professor|vendedor|responsavel|atendente|gerente|fiscal|autor|corretor|advogad|instrutor|treinador|relator|prefeit|vereador|arbitro|analista|operador|consultor|agente/;

/** The words that only one value of a column has, for names of several words. */
function wordsOfOne({ values }: TableColumn): Set<string> {
  const counts = new Map<string, number>();
  for (const value of values)
    for (const base of new Set(basesOf(value))) counts.set(base, (counts.get(base) ?? 0) + 1);
  return new Set(
    [...counts].filter(([base, count]) => count === 1 && base.length >= 4).map(([base]) => base),
  );
}

/** No value is named by more pairs of its words. */
const PAIRS_MAX = 30;

/**
 * Words of a long name, in its order and with those between left out: «Hospital São Lucas» of «Hospital Municipal
 * São Lucas»; or the two of «Fraude suspeita» the other way round, «suspeita de fraude». One of them belongs to it alone.
 */
function partsInOrder(value: string, own: Set<string>): string[][] {
  const bases = basesOf(value).filter((base) => !/^(?:de|do|da|dos|das|e)$/.test(base));
  if (bases.length === 2) {
    const [one = '', other = ''] = bases;
    return own.has(one) && own.has(other) ? ['de', 'da', 'do'].map((link) => [other, link, one]) : [];
  }
  const found: string[][] = [];
  for (const [at, one] of bases.entries())
    for (const [after, other] of bases.entries()) {
      if (after <= at + 1) continue;
      const rest = bases.slice(after);
      if (own.has(one) || own.has(other)) found.push([one, other]);
      if (rest.length > 1 && rest.some((base) => own.has(base))) found.push([one, ...rest]);
    }
  return found.slice(0, PAIRS_MAX);
}

/** «alta» names the value «Alto», and «paga» the value «Pago»; of a name of two words the gender is its own. */
function otherGender(column: string, value: string, isPlace: boolean): ValuePhrase[] {
  const [base = '', ...more] = basesOf(value);
  if (isPlace || more.length > 0 || base.length < 3 || !/[oa]$/.test(base)) return [];
  const bases = [base.replace(/[oa]$/, (end) => (end === 'o' ? 'a' : 'o'))];
  return [{ bases, column, values: [value], strength: 'part' }];
}

/** The bases of a city's name → its short names. */
const CITY_ALIASES = new Map(
  [...Map.groupBy(Object.entries(CITY_NAMES), ([, name]) => basesOf(name).join(' '))].map(
    ([name, aliases]) => [name, aliases.map(([alias]) => alias)] as const,
  ),
);

function phrasesOfValue(
  column: string,
  value: string,
  {
    common,
    shared,
    isPlace,
    isOfPeople,
  }: { common: string | null; shared: Set<string>; isPlace: boolean; isOfPeople: boolean },
): ValuePhrase[] {
  const bases = basesOf(value);
  if (bases.join('').length < 2) return [];
  const phrase = (named: string[], strength: Strength): ValuePhrase => ({
    bases: named,
    column,
    values: [value],
    strength,
  });
  const short = bases[0] === common ? withoutLead(bases.slice(1)) : bases;
  const content = short.filter((base) => !isFunctionWord(base) && !isEnglishFunctionWord(base));
  const isShorter = short.length > 0 && short.length < bases.length;
  const parts =
    isPlace && !isOfPeople
      ? (CITY_ALIASES.get(bases.join(' ')) ?? []).map((alias) => phrase([alias], 'short'))
      : partsOf(short, content).map(([base, strength]) => phrase([base], strength));
  const synonyms = short.length === 1 || content.length === 1 ? content.flatMap(valueSynonyms) : [];
  return [
    phrase(bases, 'whole'),
    ...(isShorter ? [phrase(short, 'short')] : []),
    ...(shared.has(bases[0] ?? '') && bases.length === 2 ? [phrase(bases.slice(1), 'part')] : []),
    ...[...tailsOf(short), ...leadsOf(short)].map((some) => phrase(some, 'part')),
    ...parts,
    ...synonyms.map((synonym) => phrase([synonym], 'synonym')),
  ];
}

/** The first word of a name of several, and its longer other words; of the name of a place one word says nothing. */
function partsOf(short: string[], [head, ...others]: string[]): [string, Strength][] {
  const isHead = short.length > 1 && head !== undefined && (head.length >= 3 || /^\d+[ºª]$/.test(head));
  return [
    ...(isHead ? [[head, 'head'] as [string, Strength]] : []),
    ...others.filter((base) => base.length >= 5).map((base): [string, Strength] => [base, 'part']),
  ];
}

/** The last words of a name of three or more: «Zona Leste» of «Ramal Zona Leste». */
const tailsOf = (bases: string[]): string[][] =>
  bases
    .map((_, from) => bases.slice(from))
    .filter((tail, from) => from > 0 && tail.length >= 2 && !isFunctionWord(tail[0] ?? ''));

/** The first words of a name of three or more: «Santa Casa» of «Santa Casa de Misericórdia». */
const leadsOf = (bases: string[]): string[][] =>
  bases
    .map((_, to) => bases.slice(0, to))
    .filter((lead) => lead.filter((base) => !isFunctionWord(base)).length >= 2)
    .filter((lead) => !isFunctionWord(lead.at(-1) ?? ''));

const withoutLead = (bases: string[]): string[] => (isFunctionWord(bases[0] ?? '') ? bases.slice(1) : bases);

/** The word with which most values of a column begin, such as «Secretaria». */
function commonFirstWord({ values }: TableColumn): string | null {
  const counts = new Map<string, number>();
  for (const value of values) {
    const [first, ...rest] = basesOf(value);
    if (first && rest.length) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  for (const [first, count] of counts) if (count >= 3 && count * 2 > values.length) return first;
  return null;
}

/** The words with which two values or more begin: «sul» is enough beside «norte» where both are «Depósito». */
const sharedFirstWords = ({ values }: TableColumn): Set<string> => {
  const firsts = Map.groupBy(values, (value) => basesOf(value)[0] ?? '');
  return new Set([...firsts].filter(([, begun]) => begun.length > 1).map(([first]) => first));
};

const YES = new Set(['sim', 's', 'true', 'verdadeiro', 't', 'ativo', 'yes', '1']);
const NO = new Set(['nao', 'n', 'false', 'falso', 'f', 'inativo', 'no', '0']);

export const isYesNo = (values: string[]): boolean =>
  values.length > 0 &&
  values.length <= 2 &&
  values.every((value) => YES.has(fold(value)) || NO.has(fold(value)));

export const yesOf = ({ values }: TableColumn): string =>
  values.find((value) => YES.has(fold(value))) ?? 'true';
export const noOf = ({ values }: TableColumn): string =>
  values.find((value) => NO.has(fold(value))) ?? 'false';

/** The verb before what a row has: «usa_transporte». */
const HAVING =
  /^(usa|usou|tem|teve|possui|recebe|recebeu|utiliza|utilizou|eh|foi|esta|paga|fez|faz|aceita|aceitou|participa|participou|precisa|mora|via|situacao|status|com)$/;

/** In the base form. */
const ADJECTIVE = /(ad|id|ert|ens|ost|cis|eit)$|([iu]v|us|os|ic)[oa]$|(al|el|il|nte|eg)$|entregue$|pag[oa]$/;

/** «alvará de bombeiros», «alvará dos bombeiros» for a column that leaves the preposition out. */
const linkedForms = (bases: string[]): string[][] =>
  bases.length === 2
    ? ['de', 'do', 'da', 'dos', 'das', 'em', 'no', 'na', 'para', 'por', 'pelo', 'pela'].map((link) => [
        bases[0] ?? '',
        link,
        bases[1] ?? '',
      ])
    : [];

/** «eletrônicas» names the yes of the column «eletronica»; «inativos», «desativados» name the no of «ativo». */
function yesNoPhrases(column: TableColumn): ValuePhrase[] {
  const whole = basesOf(column.label);
  const said = whole.filter((base) => !isFunctionWord(base));
  const bases = said.length > 1 && HAVING.test(said[0] ?? '') ? said.slice(1) : said;
  if (bases.length === 0) return [];
  const one = (found: string[], value: string): ValuePhrase => ({
    bases: found,
    column: column.name,
    values: [value],
    strength: 'short',
  });
  const [last = ''] = bases.slice(-1);
  const negated = ['in', 'des', 'nao '].flatMap((prefix) => (prefix === 'nao ' ? [] : [`${prefix}${last}`]));
  return [
    one(bases, yesOf(column)),
    // «em dia» is a name by its little word too.
    ...(whole.length > bases.length ? [one(whole, yesOf(column))] : []),
    ...linkedForms(bases).map((form) => one(form, yesOf(column))),
    // One noun of several is enough: «alvará» of «tem_alvara_bombeiros».
    ...(bases.length > 1
      ? bases
          .filter((base) => base.length >= 5 || base === last)
          .map((base) => ({
            ...one([base], yesOf(column)),
            // «conferidas» says all of «nota_conferida», and «nota» does not.
            strength:
              base !== bases[0] && base === last && ADJECTIVE.test(base)
                ? ('short' as const)
                : ('part' as const),
          }))
      : []),
    // «eletronica» is an adjective: its masculine names it too.
    ...(/[oa]$/.test(last)
      ? [
          one(
            [...bases.slice(0, -1), last.replace(/[oa]$/, (end) => (end === 'o' ? 'a' : 'o'))],
            yesOf(column),
          ),
        ]
      : []),
    ...negated.map((base) => one([base], noOf(column))),
    ...negated
      .filter((base) => /[oa]$/.test(base))
      .map((base) => one([base.replace(/[oa]$/, (end) => (end === 'o' ? 'a' : 'o'))], noOf(column))),
  ];
}

const CODES = new Set(STATES.map(({ code }) => code));

const holdsStates = ({ kind, values }: TableColumn): boolean =>
  kind === 'category' && values.length > 0 && values.every((value) => CODES.has(value.toUpperCase()));

/** Names, demonyms and regions of the states that the table holds. */
function addPlaces(phrases: Map<string, ValuePhrase[]>, column: TableColumn | undefined): void {
  if (!column) return;
  const held = new Map(column.values.map((value) => [value.toUpperCase(), value]));
  for (const { code, name, demonyms } of STATES) {
    const value = held.get(code) ?? code;
    // «para» is a preposition far more often than the state of Pará.
    const names = name === 'para' ? [] : [name];
    for (const text of [...names, ...demonyms])
      add(phrases, { bases: basesOf(text), column: column.name, values: [value], strength: 'whole' });
  }
  for (const [name, codes] of Object.entries(REGIONS)) {
    const values = codes.map((code) => held.get(code) ?? code);
    for (const bases of [basesOf(name), basesOf(`região ${name}`)])
      add(phrases, { bases, column: column.name, values, strength: 'whole' });
  }
}

function columnWords(columns: TableColumn[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const note = (base: string, column: string) => {
    if (base.length < 2 || isFunctionWord(base)) return;
    const there = found.get(base) ?? new Set();
    found.set(base, there.add(column));
  };
  for (const { name, label, synonyms, unit } of columns) {
    const own = new Set([name.replaceAll('_', ' '), label, ...synonyms].flatMap(basesOf));
    for (const base of own) note(base, name);
    if (unit && /^\p{L}{3,}$/u.test(unit)) for (const base of basesOf(unit)) note(base, name);
  }
  // «as fazendas» of a column whose names nearly all begin with that word.
  const said = new Set(found.keys());
  for (const column of columns)
    if (column.kind === 'text') {
      const first = commonFirstWord(column);
      if (first && !said.has(first)) note(first, column.name);
    }
  // A synonym names a column only where the table has no column of that very word.
  const named = new Set(found.keys());
  for (const { name, label } of columns)
    for (const base of new Set([...basesOf(name.replaceAll('_', ' ')), ...basesOf(label)]))
      for (const synonym of columnSynonyms(base)) if (!named.has(synonym)) note(synonym, name);
  return found;
}

const contentOf = (text: string): string[] => basesOf(text).filter((base) => !isFunctionWord(base));

const longNames = ({ name, label, synonyms }: TableColumn): Lexicon['column_names'] =>
  [name.replaceAll('_', ' '), label, ...synonyms]
    .map((text) => ({ bases: contentOf(text), column: name }))
    .filter(({ bases }) => bases.length > 1);

/** Words of names that say how a thing is noted down, and not which. */
const NOTED = new Set(
  'nome codigo numero sigla descricao tipo id identificador situacao status data'.split(' '),
);

function headOf({ label }: TableColumn): string {
  const words = contentOf(label);
  return words.find((word) => !NOTED.has(word)) ?? words[0] ?? '';
}

function rowWords(
  { rows_word, row_nouns = [], name, columns }: AskedTable,
  named: Map<string, Set<string>>,
): Set<string> {
  const amounts = new Set(
    columns.flatMap(({ name: column, kind }) => (kind === 'number' || kind === 'money' ? [column] : [])),
  );
  const holdsAmounts = (base: string) => [...(named.get(base) ?? [])].some((column) => amounts.has(column));
  // «Notas e faltas dos alunos» with a column of marks: what a column holds is no row.
  const described = row_nouns
    .slice(0, 1)
    .flatMap(basesOf)
    .filter((base) => !holdsAmounts(base));
  // The rows of «Library books» are asked for as «livros» too.
  const translated = portugueseName([rows_word.one]) ?? '';
  const usual = [...[rows_word.one, rows_word.many, translated].flatMap(basesOf), ...described];
  // «Empréstimos das bibliotecas» with a column of libraries: a library is no loan.
  const others = basesOf(name).filter((base) => !named.has(base));
  const own = [...usual, ...others].filter((base) => !isFunctionWord(base));
  const isOfPeople = columns.some((column) => PERSON_COLUMN.test(fold(`${column.name} ${column.label}`)));
  return new Set([...own, ...own.flatMap(rowSynonyms), ...GENERAL_ROWS, ...(isOfPeople ? PEOPLE : [])]);
}

function rowNouns({ row_nouns = [] }: AskedTable, named: Map<string, Set<string>>): Set<string> {
  const own = row_nouns.flatMap(basesOf).filter((base) => base.length >= 3 && !named.has(base));
  return new Set([...own, ...own.flatMap(rowSynonyms)]);
}

/** A table with such a column has a row for a person. */
const PERSON_COLUMN = /\b(idade|sexo|genero|nascimento)\b|_(idade|sexo)|idade_|sexo_/;
const PEOPLE = ['pessoa', 'gente', 'crianca', 'adulto', 'individuo', 'paciente'];

/** The longest phrases for values that begin at a word, at most one for each column. */
export function phrasesAt(lexicon: Lexicon, bases: string[], from: number): ValuePhrase[] {
  if (!lexicon.phrase_words.has(bases[from] ?? '')) return [];
  const found = new Map<string, ValuePhrase>();
  for (let length = Math.min(PHRASE_WORDS_MAX, bases.length - from); length > 0; length -= 1)
    for (const phrase of lexicon.phrases.get(bases.slice(from, from + length).join(' ')) ?? [])
      if (!found.has(phrase.column)) found.set(phrase.column, phrase);
  return [...found.values()];
}
