/**
 * Phrases by which people name the values of a table in other words than it: «na estrada» for «Em trânsito», «quitadas» for «Pago».
 *
 * The vocabulary is a closed list. A line reads `[columns] values = words | looser words`:
 * - values: as tables write them, or the label of a mark of yes and no; `!` before a label is its no;
 * - words: as people say them; `~aprovar` is its participle and its past; after `==` the values are words for each other too;
 * - looser words name the value only in a table where no other value has them among its words;
 * - columns: what the name of the column has to contain; `[S]` is any column of states.
 *
 * A word counts in a table only where one value of a column fits it, in one column, or in two, which then are two readings.
 */
import { basesOf } from '../../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../../language/stop-words.ts';
import { fold } from '../../../../../language/words.ts';
import { isYesNo, markOf, noOf, yesOf } from '../flags.ts';
import { KEYWORDS } from '../keywords.ts';
import type { TableColumn, ValuePhrase } from '../table-column.ts';
import { PLACE_COLUMN } from '../thesaurus.ts';
import { PEOPLE_SAID } from '../vocabulary/said-values/people.ts';
import { STATES_SAID } from '../vocabulary/said-values/states.ts';
import { THINGS_SAID } from '../vocabulary/said-values/things.ts';
import { otherSpellings } from './other-spellings.ts';

type Said = { bases: string[]; isLoose: boolean };
type Line = { columns: RegExp | null; said: Said[] };
type Meaning = { line: Line; isNo: boolean };

const STATE_COLUMN =
  'situac|status|estado|fase|etapa|andamento|posicao|condic|vigen|estagio|result|desfecho|decis|parecer|state|\\bsit\\b';

const keyOf = (bases: string[]): string => bases.map((base) => base.replace(/(?<=..)[oa]$/, '')).join(' ');
/** The label of a mark leaves little words out: «segredo justiça». */
const markKey = (bases: string[]): string => `mark ${keyOf(bases.filter((base) => !isFunctionWord(base)))}`;

/** «aprovado», «aprovou», «aprovaram» of «aprovar». */
function formsOf(infinitive: string): string[] {
  const root = infinitive.slice(0, -2);
  if (infinitive.endsWith('ar')) return [`${root}ado`, `${root}ou`, `${root}aram`];
  return infinitive.endsWith('er')
    ? [`${root}ido`, `${root}eu`, `${root}eram`]
    : [`${root}ido`, `${root}iu`, `${root}iram`];
}

/** «zerado» has lost its gender, «livre» has none, «pronto» has two. */
function inBothGenders(bases: string[]): string[][] {
  const [only = '', more] = bases;
  const isOfGender = more === undefined && /^\p{L}{3,}[oa]$/u.test(only) && !OF_ONE_GENDER.test(only);
  return isOfGender ? [bases, [only.replace(/[oa]$/, (end) => (end === 'o' ? 'a' : 'o'))]] : [bases];
}

const OF_ONE_GENDER = /^(?:menin|garot|moc|feminin|masculin|guria)[oa]?$/;

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const saidOf = (text: string, isLoose: boolean): Said[] =>
  listOf(text)
    .flatMap((one) => (one.startsWith('~') ? formsOf(one.slice(1)) : [one]))
    .flatMap((one) => inBothGenders(basesOf(one)).map((bases) => ({ bases, isLoose })));

function readLines(text: string, meanings: Map<string, Meaning[]>): void {
  for (const written of text.trim().split('\n')) {
    const [, gate, left = '', sign, words = '', looser = ''] =
      /^(?:\[([^\]]+)\] )?([^=]*) (==?) ([^|]*)(?: \| (.*))?$/.exec(written) ?? [];
    const values = listOf(left);
    const own = sign === '==' ? values.filter((value) => !value.startsWith('!')).join(', ') : '';
    const line: Line = {
      columns: gate ? new RegExp(gate === 'S' ? STATE_COLUMN : gate) : null,
      said: [...saidOf(`${own}, ${words}`, false), ...saidOf(looser, true)],
    };
    for (const value of values) {
      const isNo = value.startsWith('!');
      if (!isNo) note(meanings, keyOf(basesOf(value)), { line, isNo });
      // «em assinatura» is a state, and «assinatura» a mark of what is there.
      if (!isFunctionWord(basesOf(value)[0] ?? '')) note(meanings, markKey(basesOf(value)), { line, isNo });
    }
  }
}

function note(meanings: Map<string, Meaning[]>, key: string, meaning: Meaning): void {
  const there = meanings.get(key) ?? [];
  there.push(meaning);
  meanings.set(key, there);
}

const MEANINGS = new Map<string, Meaning[]>();
for (const text of [STATES_SAID, PEOPLE_SAID, THINGS_SAID]) readLines(text, MEANINGS);

/** All words and phrases of the vocabulary, in the base form. */
export const SAID_PHRASES: ReadonlySet<string> = new Set(
  [...MEANINGS.values()].flatMap((found) =>
    found.flatMap(({ line }) => line.said.map(({ bases }) => bases.join(' '))),
  ),
);

type Hit = { bases: string[]; column: string; value: string; isLoose: boolean };

/** A list that is longer holds names. */
const VALUES_MAX = 120;

function hitsOf(column: TableColumn): Hit[] {
  const { kind, name, label, values } = column;
  const names = fold(`${name.replaceAll('_', ' ')} ${label}`);
  if (kind === 'boolean' || (kind === 'category' && isYesNo(values))) {
    const found = MEANINGS.get(markKey(markOf(column))) ?? [];
    return found.flatMap(({ line, isNo }) =>
      line.said.map((said) => ({ ...said, column: name, value: isNo ? noOf(column) : yesOf(column) })),
    );
  }
  if (kind !== 'category' || values.length > VALUES_MAX || PLACE_COLUMN.test(names)) return [];
  return values.flatMap((value) => [
    ...[...new Set([value, ...otherSpellings(value)].map((text) => keyOf(basesOf(text))))]
      .flatMap((key) => MEANINGS.get(key) ?? [])
      .filter(({ line }) => line.columns?.test(names) ?? true)
      .flatMap(({ line }) => line.said.map((said) => ({ ...said, column: name, value }))),
    ...waitedFor(value).map((bases) => ({ bases, column: name, value, isLoose: false })),
  ]);
}

/** «esperando a peça», «à espera de peça» of the value «Aguardando peça». */
function waitedFor(value: string): string[][] {
  const [first = '', ...rest] = basesOf(value);
  if (rest.length === 0 || !/^(?:aguardando|esperando)$/.test(first)) return [];
  return [
    ...['aguardando', 'esperando', 'aguardam', 'esperam'].flatMap((verb) =>
      [[], ['o'], ['a'], ['os'], ['as']].map((article) => [verb, ...article, ...rest]),
    ),
    ...['a', 'na'].flatMap((before) => ['de', 'do', 'da'].map((link) => [before, 'espera', link, ...rest])),
  ];
}

/** The only value of each of at most two columns; none where a word may mean several. */
function meant(hits: Hit[]): Hit[] {
  const tight = hits.filter(({ isLoose }) => !isLoose);
  const found = Map.groupBy(tight.length > 0 ? tight : hits, ({ column }) => column);
  if (found.size > 2) return [];
  const each = [...found.values()].map((own) => Map.groupBy(own, ({ value }) => fold(value).trim()));
  return each.every((values) => values.size === 1) ? [...found.values()].flatMap(([hit]) => hit ?? []) : [];
}

/** The words of a table have these meanings already. */
type Known = {
  phrases: Map<string, ValuePhrase[]>;
  columns: Map<string, Set<string>>;
  rows: ReadonlySet<string>;
};

/** A word that names rows, columns or figures, or that is a value of its own, says nothing else. */
function isTaken({ bases, column }: Hit, { phrases, columns, rows }: Known): boolean {
  const content = bases.filter((base) => !isFunctionWord(base));
  // «com urgência» of the column «prioridade», and «urgência» alone is its name.
  const isOfOther = (base: string) => bases.length === 1 || !columns.get(base)?.has(column);
  const isOwn = (words: string[]) =>
    phrases.get(words.join(' '))?.some(({ strength }) => strength !== 'synonym') ?? false;
  // «em acordo» of «Acordo»: the little word joins it to the verb before.
  const named = bases.slice(bases.findIndex((base) => !isFunctionWord(base)));
  return (
    isOwn(bases) ||
    isOwn(named) ||
    (bases.length === 1 && KEYWORDS.has(bases[0] ?? '')) ||
    content.length === 0 ||
    (content.length === 1 &&
      content.every((base) => (columns.has(base) && isOfOther(base)) || rows.has(base)))
  );
}

/** The phrases for the values of a table that are not its own words. */
export function saidPhrases(columns: TableColumn[], known: Known): ValuePhrase[] {
  const hits = Map.groupBy(columns.flatMap(hitsOf), ({ bases }) => bases.join(' '));
  return [...hits.values()].flatMap((found) => {
    const [first] = found;
    if (!first || isTaken(first, known)) return [];
    return meant(found).map(
      ({ bases, column, value }): ValuePhrase => ({
        bases,
        column,
        values: [value],
        strength: 'synonym',
        isSaid: true,
      }),
    );
  });
}
