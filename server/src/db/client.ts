/** The connection pool and the typed query builder over it. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { noteConnection, restorePriority } from './backend-priority.ts';

/** A read that several callers wait for, and the one that begins when it ends; see single-flight.ts. */
export type SharedRead = { result: Promise<unknown>; next: Promise<unknown> | null };

/** `sharedReads` by their key; a connection without a pool has none. */
export type Database = NodePgDatabase & { sharedReads?: Map<string, SharedRead> };
/** A transaction, or a Database. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Queryable = Database | Transaction;

/**
 * A connection that is only read. What takes one may be given a replica, which is older than the primary; what writes, or
 * must not be old, takes a `Queryable`, which no replica is.
 */
export type Readable = Pick<Database, 'select' | 'selectDistinct' | 'execute' | 'sharedReads' | '_'> & {
  /** The reads of one moment. */
  transaction<T>(
    read: (moment: Readable) => Promise<T>,
    config: { isolationLevel: 'repeatable read'; accessMode: 'read only' },
  ): Promise<T>;
};

export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

export type OpenDatabase = { db: Database; pool: pg.Pool; address: DatabaseAddress; close(): Promise<void> };

export type PoolOptions = {
  max?: number;
  patience_ms?: number;
  /** A pooler stands between, which refuses settings of a session: its own connections have a limit of statements. */
  isPooled?: boolean;
  onError?: (error: Error) => void;
};

/**
 * A query that takes longer than 10 s is a fault, not patience: it is cut here and on the server. Half of that is waited
 * for a connection.
 */
const PATIENCE_MS = 10_000;

export function openDatabase(address: DatabaseAddress, options: PoolOptions = {}): OpenDatabase {
  const patience = options.patience_ms ?? PATIENCE_MS;
  const pool = new pg.Pool({
    ...address,
    max: options.max ?? 10,
    connectionTimeoutMillis: patience / 2,
    idleTimeoutMillis: 30_000,
    query_timeout: patience,
    ...(options.isPooled ? {} : { statement_timeout: patience }),
    keepAlive: true,
    application_name: 'prosa',
  });
  // An idle connection that the server closed is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onError?.(error));
  // The pool listens to idle connections only: one that is lost between two statements would end the process too.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onError?.(error));
  });
  return { db: withSafeTransactions(drizzle(pool), pool), pool, address, close: () => pool.end() };
}

/** A connection of its own for `work`, without the limits of the pool. */
export async function withConnection<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({ ...address, ...options });
  // A connection that breaks fails the statement that waits for it; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    // A transaction without a commit is as if it had never been.
    await client.end();
  }
}

/** drizzle's own transaction keeps its connection for ever when BEGIN fails, and gives a broken one back as good. */
function withSafeTransactions(db: Database, pool: pg.Pool): Database {
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle(client).transaction((transaction) => {
        noteConnection(transaction, client);
        return work(transaction);
      }, config);
    } catch (error) {
      isBroken = isDatabaseAway(error);
      throw error;
    } finally {
      client.release(!restorePriority(client) || isBroken);
    }
  };
  db.sharedReads = new Map();
  return db;
}

/** The PostgreSQL code of a failed statement, `23505` for a broken uniqueness; undefined for anything else. */
export function databaseCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** PostgreSQL's `disk_full`. */
export const isDiskFull = (error: unknown): boolean => databaseCode(error) === '53100';

/**
 * Whether the database was out of reach, as against having refused a statement. One that only reads (25006) is away too:
 * it is a replica that becomes the primary in a moment, or a primary that no longer is.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (
      typeof code === 'string' &&
      /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P0[123]|08...|53300|25006)$/.test(code)
    )
      return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|Query read timeout/.test(cause.message)
    )
      return true;
  }
  return false;
}

/** The reason of a failure for the log: the text of a failed statement quotes values, which may be secrets; its cause does not. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return error.message.startsWith('Failed query') && cause instanceof Error ? cause.message : error.message;
}
