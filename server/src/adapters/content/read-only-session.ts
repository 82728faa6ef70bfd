/** One read-only transaction over one base query, and what its statements may return. */
import pg from 'pg';
import Cursor from 'pg-cursor';
import type { ConnectionKind } from '#contract/connections.ts';
import { TIME_ZONE } from '../../env.ts';
import { type ContentColumn, parsed, unusableNames } from './columns.ts';
import { ContentProblem } from './content-problem.ts';
import { bindPerson, type Person } from './placeholders.ts';

export type ContentRow = Record<string, unknown>;

/** One read-only transaction over one base query. */
export type ContentSession = {
  /** Decides the notation of its statements. */
  server: ConnectionKind;
  columns: ContentColumn[];
  /** The base query as a table expression, `( … ) AS b`. */
  base: string;
  /** Runs one statement with values bound as $1, $2, …; columns of `selectList` come back as JSON values. */
  rows: (statement: string, values?: unknown[]) => Promise<ContentRow[]>;
};

export const RESULT_MAX_BYTES = 5 * 1024 * 1024;
const BATCH_ROWS = 20;

export async function inReadOnly<T>(
  client: pg.PoolClient,
  statement_timeout_ms: number,
  work: () => Promise<T>,
): Promise<T> {
  // The role has these settings too, where `prepare-role.sql` has made it. A parallel worker or compiled code would take
  // memory that no limit of this connection counts. An instant is of the day that it has where people ask, not at its server.
  await client.query(`BEGIN READ ONLY;
    SET LOCAL statement_timeout = ${Math.ceil(statement_timeout_ms)};
    SET LOCAL datestyle = 'ISO, YMD';
    SET LOCAL timezone = ${pg.escapeLiteral(TIME_ZONE)};
    SET LOCAL work_mem = '8MB';
    SET LOCAL hash_mem_multiplier = 1;
    SET LOCAL max_parallel_workers_per_gather = 0;
    SET LOCAL jit = off`);
  const done = await work();
  await client.query('ROLLBACK');
  return done;
}

export async function withColumns<T>(
  client: pg.PoolClient,
  { query, person }: { query: string; person: Person | null },
  work: (session: ContentSession) => Promise<T>,
): Promise<T> {
  // The line break keeps a final comment from swallowing the parenthesis.
  const base = `(\n${query}\n) AS b`;
  const columns = await columnsOf(client, base, person);
  requireUsableNames(unusableNames(columns));
  const known = new Map(columns.map((column) => [column.name, column]));
  return work({
    server: 'postgres',
    columns,
    base,
    rows: async (statement, values = []) => {
      const rows = await bounded(client, bindPerson(statement, values, person));
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => {
            const column = known.get(name);
            return [name, column ? parsed(column, value) : value];
          }),
        ),
      );
    },
  });
}

export function requireUsableNames(unusable: string[]): void {
  if (unusable.length)
    throw new ContentProblem(
      'query',
      `A consulta devolve colunas repetidas ou sem nome: ${unusable.map((name) => `"${name}"`).join(', ')}. Use AS para renomear.`,
    );
}

export const tooLarge = () =>
  new ContentProblem('size', 'O resultado é grande demais. Reduza as colunas ou o tamanho dos textos.');

async function columnsOf(
  client: pg.PoolClient,
  base: string,
  person: Person | null,
): Promise<ContentColumn[]> {
  const { fields } = await client.query({
    ...bindPerson(`SELECT * FROM ${base} LIMIT 0`, [], person),
    rowMode: 'array',
  });
  const { rows } = await client.query<{ type: string }>(
    'SELECT format_type(t, m) AS type FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS f(t, m, place) ORDER BY place',
    [fields.map(({ dataTypeID }) => dataTypeID), fields.map(({ dataTypeModifier }) => dataTypeModifier)],
  );
  return fields.map(({ name }, place) => ({ name, type: rows[place]?.type ?? 'text' }));
}

/** Reads through a cursor, in batches whose size follows the rows: a few of them may exceed the memory. */
async function bounded(
  client: pg.PoolClient,
  { text, values }: { text: string; values: unknown[] },
): Promise<ContentRow[]> {
  const cursor = client.query(new Cursor<ContentRow>(text, values as never[]));
  const rows: ContentRow[] = [];
  let bytes = 0;
  let largest = RESULT_MAX_BYTES;
  for (;;) {
    const fitting = Math.floor(RESULT_MAX_BYTES / largest);
    const batch = await cursor.read(Math.min(BATCH_ROWS, Math.max(1, fitting)));
    if (batch.length === 0) break;
    const sizes = batch.map(sizeOf);
    largest = Math.max(...sizes, 1);
    for (const size of sizes) bytes += size;
    if (bytes > RESULT_MAX_BYTES) throw tooLarge();
    rows.push(...batch);
  }
  await cursor.close();
  return rows;
}

export const sizeOf = (row: ContentRow) =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
