/** Replaces seals of older keys by seals of the first key, so that an older key can be taken out of SECRETS_KEYS. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/client.ts';
import { openSecret, sealPrefix, sealSecret } from './seal.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';
import type { SecretKeys } from './secret-keys.ts';

/** `outdated`: sealed by an older key that is still there. `unreadable`: no key opens them. */
export type SealingState = { sealed: number; outdated: number; unreadable: number };

const BATCH = 500;

type Row = Record<string, string | number | null>;

/** Rewrites what can be opened; a value that changes meanwhile is left to its writer. Returns how many were rewritten. */
export async function resealSecrets(
  db: Database,
  keys: SecretKeys,
  columns: readonly SealedColumn[] = sealedColumns,
): Promise<number> {
  let rewritten = 0;
  for (const column of columns)
    for await (const row of outdatedRows(db, keys, column)) {
      const text = String(row[column.column]);
      const secret = openSecret(keys, column, row as never, text);
      if (secret === null) continue;
      const { table, key } = identifiers(column);
      const { rowCount } = await db.execute(sql`
        update ${table} set ${sql.identifier(column.column)} = ${sealSecret(keys, column, row as never, secret)}
        where ${key} = ${row[column.key]} and ${sql.identifier(column.column)} = ${text}`);
      rewritten += rowCount ?? 0;
    }
  return rewritten;
}

export async function readSealingState(
  db: Queryable,
  keys: SecretKeys,
  columns: readonly SealedColumn[] = sealedColumns,
): Promise<SealingState> {
  const state: SealingState = { sealed: 0, outdated: 0, unreadable: 0 };
  for (const column of columns)
    for await (const row of sealedRows(db, column)) {
      const text = String(row[column.column]);
      state.sealed += 1;
      if (openSecret(keys, column, row as never, text) === null) state.unreadable += 1;
      else if (!text.startsWith(sealPrefix(keys))) state.outdated += 1;
    }
  return state;
}

async function* outdatedRows(db: Queryable, keys: SecretKeys, column: SealedColumn): AsyncGenerator<Row> {
  for await (const row of sealedRows(db, column))
    if (!String(row[column.column]).startsWith(sealPrefix(keys))) yield row;
}

/** Every sealed value of a column with what it is bound to, in batches by primary key. */
async function* sealedRows(db: Queryable, column: SealedColumn): AsyncGenerator<Row> {
  const { table, key } = identifiers(column);
  const fields: SQL[] = [column.key, column.column, ...column.bound].map((name) =>
    sql.identifier(name),
  ) as never;
  let after: number | null = null;
  while (true) {
    const { rows }: { rows: Row[] } = await db.execute<Row>(sql`
      select ${sql.join(fields, sql`, `)} from ${table}
      where ${sql.identifier(column.column)} is not null and (${after}::int is null or ${key} > ${after}::int)
      order by ${key} limit ${BATCH}`);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = Number(last[column.key]);
  }
}

const identifiers = ({ table, key }: SealedColumn) => ({
  table: sql.identifier(table),
  key: sql.identifier(key),
});
