/** The table that a question asks: its columns with their values, and how phrases of a question name those. */
import type { ColumnKind } from '#contract/table-plan.ts';

export type TableColumn = {
  name: string;
  kind: ColumnKind;
  label: string;
  unit: string | null;
  synonyms: string[];
  hidden: boolean;
  /** Whether some cells of a number are empty, and whether some are zero. */
  lacks?: { empty: boolean; zero: boolean };
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
export const RANK: Record<Strength, number> = { whole: 4, short: 3, head: 2, part: 1, synonym: 1 };

export type ValuePhrase = { bases: string[]; column: string; values: string[]; strength: Strength };
