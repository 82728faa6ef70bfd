/** Compares the compiled statement of a random plan with its plain evaluation over the same rows. */
import type { ConnectionKind } from '#contract/connections.ts';
import type { Plan } from '#contract/table-plan.ts';
import type { ContentRow } from '../../src/adapters/content/read-only-session.ts';
import { figuresStatement, GROUPS_MAX } from '../../src/features/data-sources/compile/figures.ts';
import { queryTable } from '../../src/features/data-sources/compile/statement.ts';
import { movePoint } from '../../src/language/values/decimal.ts';
import { fold } from '../../src/language/words.ts';
import { evaluatePlan, type Row } from './evaluate-plan.ts';
import { askedCells, CREATE_TABLE, cells } from './random-plans.ts';

/** A database that has the rows in the table `random_rows`. */
export type RowsDatabase = {
  server: ConnectionKind;
  base: string;
  query: (sql: string, params: unknown[]) => Promise<ContentRow[]>;
};

/** Creates and fills `random_rows`. */
export async function fillRandomRows(
  owner: { query: (sql: string, params?: unknown[]) => Promise<unknown> },
  rows: Row[],
): Promise<void> {
  await owner.query(CREATE_TABLE);
  await owner.query(
    'insert into random_rows select * from jsonb_populate_recordset(null::random_rows, $1::jsonb)',
    [JSON.stringify(rows)],
  );
}

type Groups = { keys: (string | null)[]; figures: (string | null)[] }[];

/** The groups of the database with their figures. */
export async function compiledGroups({ server, base, query }: RowsDatabase, plan: Plan): Promise<Groups> {
  const { sql, params } = figuresStatement(queryTable({ server, base }, cells), plan);
  const found = await query(sql, params);
  return found.map((row) => ({
    keys: plan.group_by.map(({ bucket }, place) => {
      const key = row[`k${place}`];
      if (typeof key !== 'string') return null;
      return bucket ? key : fold(key).trim();
    }),
    figures: plan.measures.map((_, place) => (row[`m${place}`] ?? null) as string | null),
  }));
}

/** Both sides in one order and notation; null where the plan has more groups than a result may have. */
export async function bothSides(
  database: RowsDatabase,
  rows: Row[],
  plan: Plan,
): Promise<{ compiled: string[]; evaluated: string[] } | null> {
  const evaluated = evaluatePlan(rows, new Map(askedCells.map((cell) => [cell.name, cell])), plan);
  if (evaluated.length >= GROUPS_MAX) return null;
  return { compiled: comparable(await compiledGroups(database, plan)), evaluated: comparable(evaluated) };
}

const comparable = (groups: Groups): string[] =>
  groups.map(({ keys, figures }) => JSON.stringify([...keys, ...figures.map(plain)])).toSorted();

/** «7.50» and «7.5» are one figure. */
function plain(figure: unknown): string | null {
  if (typeof figure !== 'string' && typeof figure !== 'number') return null;
  const moved = movePoint(String(figure), 0);
  return moved === '-0' ? '0' : moved;
}
