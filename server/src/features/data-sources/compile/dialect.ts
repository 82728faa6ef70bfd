/** The notation of a database server: the statements of a plan, and the expressions of smaller statements. */
import type { ConnectionKind } from '#contract/connections.ts';
import { type ContentColumn, quoteIdentifier, selectList } from '../../../adapters/content/columns.ts';
import { mysqlSelectList, mysqlText, quoteMysqlName } from '../../../adapters/content/mysql/columns.ts';
import * as cells from './cells.ts';
import { type Bind, conditionsSql } from './conditions.ts';
import { figuresStatement } from './figures.ts';
import * as mysqlNotation from './mysql.ts';
import * as postgresStatements from './statement.ts';

export type Dialect = Pick<
  typeof postgresStatements,
  'rowsStatement' | 'recordsStatement' | 'misfitsStatement'
> & {
  figuresStatement: typeof figuresStatement;
} & Pick<typeof cells, 'plainText' | 'numberOf' | 'dayOf'> & {
    conditionsSql: typeof conditionsSql;
    /** Only for names that the database itself returned. */
    quote: (name: string) => string;
    selectList: (columns: ContentColumn[], alias: string) => string;
    /** An expression as text that is compared letter by letter. */
    text: (expression: string) => string;
    /** How many rows fulfil a condition. */
    countIf: (condition: string) => string;
    /** Of long texts too, within the memory of a connection. */
    countDistinct: (text: string) => string;
    /** Whether any row fulfils a condition: a boolean, or 1 and 0. */
    anyTrue: (condition: string) => string;
    /** Whether a cell matches a pattern of `prefix-patterns.ts`, whatever its case. */
    mentions: (cell: string, bind: Bind, pattern: string) => string;
    /** Whether a text matches a pattern without `\d`, `\s` and quotes. */
    matches: (text: string, pattern: string) => string;
  };

const postgres: Dialect = {
  ...postgresStatements,
  figuresStatement,
  plainText: cells.plainText,
  numberOf: cells.numberOf,
  dayOf: cells.dayOf,
  conditionsSql,
  quote: quoteIdentifier,
  selectList,
  text: (expression) => `${expression}::text`,
  countIf: (condition) => `count(*) FILTER (WHERE ${condition})`,
  // A hash instead of the text: two hundred thousand long texts would not fit into the memory of the sort.
  countDistinct: (text) => `count(DISTINCT hashtextextended(${text}, 0))`,
  anyTrue: (condition) => `bool_or(${condition})`,
  mentions: (cell, bind, pattern) => `${cell}::text ~* ${bind(pattern)}`,
  matches: (text, pattern) => `${text} ~ '${pattern}'`,
};

const mysql: Dialect = {
  ...mysqlNotation,
  quote: quoteMysqlName,
  selectList: mysqlSelectList,
  text: mysqlText,
  countIf: (condition) => `COUNT(CASE WHEN ${condition} THEN 1 END)`,
  countDistinct: (text) => `COUNT(DISTINCT MD5(${text}))`,
  anyTrue: (condition) => `MAX(${condition})`,
  mentions: (cell, bind, pattern) =>
    `LOWER(${mysqlText(cell)}) REGEXP ${bind(pattern.replaceAll('\\m', mysqlNotation.WORD_START))}`,
  matches: (text, pattern) => `${text} REGEXP '${pattern}'`,
};

const DIALECTS: Record<ConnectionKind, Dialect> = { postgres, mysql };

export const dialectOf = ({ server }: { server: ConnectionKind }): Dialect => DIALECTS[server];
