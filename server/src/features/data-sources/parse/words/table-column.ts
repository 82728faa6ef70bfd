/** The table that a question asks: its columns with their values, and how phrases of a question name those. */

import { type ColumnKind, DURATION_UNIT } from '#contract/table-plan.ts';
import { basesOf } from '../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../language/stop-words.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { onlyOne } from './only-one.ts';

export type TableColumn = {
  name: string;
  kind: ColumnKind;
  label: string;
  unit: string | null;
  synonyms: string[];
  hidden: boolean;
  /** Whether some cells of a number or a category are empty, and whether some are zero. */
  lacks?: { empty: boolean; zero: boolean };
  /** Its days have the time of the day. */
  has_times?: true;
  /** The cells of a text repeat, so that it can tell groups apart. */
  repeats?: boolean;
  /** A number with so few different values that it tells groups apart. */
  is_stepped?: boolean;
  /** The first and the last of its cells in order, which tell how the codes of an identifier are written. */
  ends?: string[];
  /** Some cells of a number hold words in its place, such as «a combinar». */
  words_for_number?: string[];
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
  /** Each person has rows of their own in it. */
  is_personal?: boolean;
};

/** How a phrase of the question names a value: by all of its words, without its common first word, by its first word, by another word, or by a synonym. */
export type Strength = 'whole' | 'short' | 'head' | 'part' | 'synonym';
export const RANK: Record<Strength, number> = { whole: 4, short: 3, head: 2, part: 1, synonym: 1 };

export type ValuePhrase = {
  bases: string[];
  column: string;
  values: string[];
  strength: Strength;
  /** «RH» of «Recursos Humanos». */
  isAcronym?: true;
  /** A word of people's, which names the value only where it is no event and no verb with an object. */
  isSaid?: true;
};

export const holdsWords = ({ kind }: Pick<TableColumn, 'kind'>): boolean =>
  kind === 'category' || kind === 'text';

export const contentOf = (text: string): string[] => basesOf(text).filter((base) => !isFunctionWord(base));

/** The words of its label, without the little ones. In the base form. */
export const wordsOfName = ({ label }: TableColumn): string[] => contentOf(label);

export const longNames = ({ name, label, synonyms }: TableColumn): { bases: string[]; column: string }[] =>
  [name.replaceAll('_', ' '), label, ...synonyms, ...pricesOf(label)]
    .map((text) => ({ bases: contentOf(text), column: name }))
    .filter(({ bases }) => bases.length > 1);

const PRICE_OF_ONE =
  /^(?:valor|preco|custo) (?:d[oae] |por )?(litro|kg|quilo|l|t|ha|hora|saca|m2|m²|metro|tonelada|unidade|diaria|km|caixa|arroba|kwh)$/;

const SPELLED_UNITS: Record<string, string> = {
  kg: 'quilo',
  l: 'litro',
  t: 'tonelada',
  ha: 'hectare',
  km: 'quilômetro',
  'm²': 'metro quadrado',
  m2: 'metro quadrado',
};

/** «preço por litro», «custo do litro» of the column «valor litro»: what one costs. */
function pricesOf(label: string): string[] {
  const one = PRICE_OF_ONE.exec(fold(label))?.[1];
  if (!one) return [];
  const units = [one, ...(SPELLED_UNITS[one] ? [SPELLED_UNITS[one]] : [])];
  return units.flatMap((unit) => [`valor ${unit}`, `preço ${unit}`, `custo ${unit}`]);
}

/** Words of names that say how a thing is noted down, and not which. */
const NOTED = new Set(
  'nome codigo numero sigla descricao tipo id identificador situacao status data'.split(' '),
);

export function headOf({ label }: TableColumn): string {
  const words = contentOf(label);
  return words.find((word) => !NOTED.has(word)) ?? words[0] ?? '';
}

/** No Portuguese word ends in these letters, so that such a part of a name is the beginning of a longer word. */
const SHORTENED = /^\p{L}{2,9}[bcdfgjkpqtvx]$/u;

/** Portuguese words may end in these, but in a name of several parts they are more often cut: «sal_base», «tp_afastam». */
const SHORTENED_PART = /^\p{L}{2,8}(?:[lmnr]|[^aeo\W]is)$/u;

export function shortenedOf({ name }: TableColumn): { start: string; column: string }[] {
  const parts = fold(name).split('_');
  return parts
    .filter((part) => !isFunctionWord(part))
    .filter((part) => SHORTENED.test(part) || (parts.length > 1 && SHORTENED_PART.test(part)))
    .map((start) => ({ start, column: name }));
}

/**
 * «medicamento» for «ds_med» of a table that is described as one of medicamentos: what the shortened name of a column with
 * words stands for. `mentioned`: the folded words of the description. In the base form.
 */
export const writtenOut = (column: TableColumn, mentioned: ReadonlySet<string>): string[] =>
  column.kind !== 'text' && column.kind !== 'category'
    ? []
    : shortenedOf(column).flatMap(({ start }) =>
        [...mentioned].flatMap((word) =>
          start.length >= 3 && word.startsWith(start) && word.length >= start.length + 3 ? basesOf(word) : [],
        ),
      );

/**
 * «agência» for `ag_maritima` with the value «Oceanus Agência Marítima»: words that the name shortens, and that stand one
 * after the other in a value, are what the column is of. In the base form.
 */
export function writtenInValues({ name, kind, values }: TableColumn): string[] {
  if (kind !== 'text' && kind !== 'category') return [];
  const parts = fold(name).split('_');
  const isCut = (part: string, word: string | undefined): boolean =>
    word?.startsWith(part) === true && word.length >= part.length + 3;
  const isPart = (part: string | undefined, word: string | undefined): boolean =>
    part !== undefined && word !== undefined && (word === part || isCut(part, word));
  const written = values.map((value) => wordsOf(fold(value)).filter((word) => !isFunctionWord(word)));
  return parts.slice(0, -1).flatMap((part, at) => {
    const found = written.flatMap((words) =>
      words.filter((word, place) => isCut(part, word) && isPart(parts[at + 1], words[place + 1])),
    );
    return part.length >= 2 && !isFunctionWord(part) ? [...new Set(found)].flatMap(basesOf) : [];
  });
}

/** «obra» of the column «tipo de obra», and of no other: the things that it sorts. In the base form. */
export function sortedNouns(columns: TableColumn[]): Set<string> {
  const sorts = columns.map(({ label }) => ({ isSort: SORT.test(fold(label)), bases: contentOf(label) }));
  const others = new Set(sorts.flatMap(({ isSort, bases }) => (isSort ? [] : bases)));
  return new Set(
    sorts.flatMap(({ isSort, bases }) => (isSort ? bases.slice(1) : [])).filter((base) => !others.has(base)),
  );
}

const SORT = /^(?:tipo|categoria|classe|natureza|modelo|porte|faixa|grupo|situacao|status) d[eoa]s? /;

/**
 * The only «número da fatura», «id da viagem»: what is numbered one by one is what the rows are. Of several such numbers
 * the one whose noun the description has after «por»: «estoque por lote».
 */
export function identified(columns: TableColumn[], description = ''): string[] {
  const numbered = columns.filter(
    ({ kind, label }) =>
      kind === 'identifier' && /^(?:numero|n|codigo|id|identificador|protocolo) /.test(fold(label)),
  );
  const each = [...fold(description).matchAll(/\bpor (\p{L}{3,})/gu)].flatMap(([, noun = '']) =>
    basesOf(noun),
  );
  const only =
    onlyOne(numbered) ?? onlyOne(numbered, ({ label }) => each.includes(contentOf(label)[1] ?? ''));
  const bases = only ? contentOf(only.label).slice(1) : [];
  return bases.length === 1 ? bases.filter((base) => /^\p{L}{3,}$/u.test(base)) : [];
}

/** The unit of a column, written out: «toneladas» of «prod_t», «metros cúbicos» of a column in m³. */
const WRITTEN_OUT: Record<string, string> = {
  t: 'tonelada tonelagem',
  ton: 'tonelada tonelagem',
  l: 'litro',
  lt: 'litro',
  ml: 'mililitro',
  kg: 'quilo quilograma kilo',
  g: 'grama',
  ha: 'hectare',
  km: 'quilômetro quilometragem',
  m: 'metro metragem',
  m2: 'metro quadrado m2',
  m3: 'metro cúbico m3',
  kwh: 'quilowatt',
  mw: 'megawatt',
  min: 'minuto',
  h: 'hora',
  [DURATION_UNIT]: 'hora minuto',
  hrs: 'hora',
  db: 'decibel',
  mb: 'megabyte',
  gb: 'gigabyte',
};

/** The bases of its words: of the unit in the last part of the name, or of the one that is given or guessed. */
export function unitWords({ name, unit, kind }: TableColumn): string[] {
  if (kind !== 'number') return [];
  const given = fold(unit ?? '')
    .replace('²', '2')
    .replace('³', '3');
  const [last = ''] = fold(name).split('_').slice(-1);
  const unitOf = name.includes('_') && WRITTEN_OUT[last] ? last : WRITTEN_OUT[given] ? given : null;
  // «kg» as well as «quilos».
  return unitOf === null
    ? []
    : basesOf(`${WRITTEN_OUT[unitOf]} ${/^\p{L}{2,3}$/u.test(unitOf) ? unitOf : ''}`);
}
