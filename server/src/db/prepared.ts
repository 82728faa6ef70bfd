/**
 * Statements that stand before every answer: built once, and planned once a connection instead of each time. Their names
 * are made of their text, so no two processes that share a connection can take one for another.
 */
import { createHash } from 'node:crypto';
import { is, type SQL } from 'drizzle-orm';
import { PgDialect, PgTransaction } from 'drizzle-orm/pg-core';
import { databaseCode, type Readable } from './client.ts';

type Values = Record<string, unknown>;

/** The methods of a drizzle select that are used here. */
type Statement<R> = { toSQL(): { sql: string }; prepare(name: string): Ready<R> };
type Ready<R> = { execute(values?: Values): Promise<R> };

/** `build` writes `sql.placeholder` for each of the values. */
export function prepared<V extends Values, R>(build: (db: Readable) => Statement<R>) {
  const ready = new WeakMap<Readable, Both<R>>();
  return (db: Readable, values: V): Promise<R> => {
    // After a failure the transaction is aborted: the statement cannot be tried again in it.
    if (is(db, PgTransaction)) return build(db).prepare(NAMELESS).execute(values);
    const both = ready.get(db) ?? bothOf(build(db));
    ready.set(db, both);
    return byName(db, both, values);
  };
}

/** For a statement that is put together of parts, some of which may be left out. */
export async function executePrepared<T>(db: Readable, statement: SQL): Promise<T[]> {
  const query = dialect.sqlToQuery(statement);
  const prepare = (name: string): Ready<{ rows: T[] }> =>
    db._.session.prepareQuery<Kind<{ rows: T[] }>>(query, undefined, name, false);
  const { rows } = is(db, PgTransaction)
    ? await prepare(NAMELESS).execute()
    : await byName(db, bothOf({ toSQL: () => query, prepare }), {});
  return rows;
}

const dialect = new PgDialect();
type Kind<R> = { execute: R; all: never; values: never };

type Both<R> = { named: Ready<R>; nameless: Ready<R> };
const NAMELESS = '';

const bothOf = <R>(statement: Statement<R>): Both<R> => ({
  named: statement.prepare(nameOf(statement.toSQL().sql)),
  nameless: statement.prepare(NAMELESS),
});

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A pooler that knows no names gave us a connection that has not heard this one, or a table was changed meanwhile. */
const STRANGE = new Set(['26000', '42P05', '0A000']);
/** Where names do not hold they are not tried again. */
const withoutNames = new WeakSet<Readable>();

async function byName<R>(db: Readable, { named, nameless }: Both<R>, values: Values): Promise<R> {
  if (withoutNames.has(db)) return nameless.execute(values);
  try {
    return await named.execute(values);
  } catch (error) {
    // Such a statement was refused before anything of it was done.
    if (!STRANGE.has(databaseCode(error) ?? '')) throw error;
    withoutNames.add(db);
    return nameless.execute(values);
  }
}
