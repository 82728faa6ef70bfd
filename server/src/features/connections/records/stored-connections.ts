/** The connections of the table: what is stored of each, and whether one exists. */
import { asc, count, eq } from 'drizzle-orm';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { openSecret } from '../../../adapters/sealing/seal.ts';
import { SEALED } from '../../../adapters/sealing/sealed-columns.ts';
import type { SecretKeys } from '../../../adapters/sealing/secret-keys.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { connections, data_sources } from '../../../db/tables/data-sources.ts';

export type ConnectionRow = typeof connections.$inferSelect;

export const listConnectionRows = (db: Queryable): Promise<ConnectionRow[]> =>
  db.select().from(connections).orderBy(asc(connections.id));

export async function findConnection(db: Queryable, id: number): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(connections).where(eq(connections.id, id));
  return row;
}

/** The value of the column for a connection that was chosen. Throws `connection_not_found`. */
export async function connectionToStore(db: Queryable, id: number): Promise<number | null> {
  if (id === FIRST_CONNECTION) return null;
  // A lock, so that the connection is not removed before the source is stored.
  const [row] = await db
    .select({ id: connections.id })
    .from(connections)
    .where(eq(connections.id, id))
    .for('key share');
  if (!row) throw new AppError('connection_not_found');
  return row.id;
}

/** How many data sources read each connection. */
export async function sourcesByConnection(db: Queryable): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: data_sources.connection_id, sources: count() })
    .from(data_sources)
    .groupBy(data_sources.connection_id);
  return new Map(rows.map(({ id, sources }) => [id ?? FIRST_CONNECTION, sources]));
}

export type StoredPassword = { state: 'stored' | 'none' | 'unreadable'; password: string | null };

/** `unreadable`: no key of this installation opens it. */
export function storedPassword(keys: SecretKeys, row: ConnectionRow): StoredPassword {
  if (row.password_sealed === null) return { state: 'none', password: null };
  const password = openSecret(keys, SEALED.connection_password, row, row.password_sealed);
  return { state: password === null ? 'unreadable' : 'stored', password };
}
