/**
 * Reads a MySQL or MariaDB database: an account that can only read, a read-only transaction and prepared statements protect
 * it, as they protect PostgreSQL.
 */
import { createRequire } from 'node:module';
import type mysql2 from 'mysql2';
import type { Pool, PoolConnection, PoolOptions } from 'mysql2';
import type { Log } from '../../log.ts';
import { ContentProblem, tooSlow } from '../content-problem.ts';
import { examinedOnce, problemOf, requireReadsOnly } from '../examined-account.ts';
import { type Person, requireAsker } from '../placeholders.ts';
import { aborted } from '../postgres/cancel-query.ts';
import type { ContentSession } from '../read-only-session.ts';
import {
  CONNECTION_WAIT_MS,
  type Inspection,
  POOL_SIZE,
  PROFILE_POOL_SIZE,
  type ReaderOptions,
  type ReadOptions,
  requireReadable,
  type SqlReader,
  TIMEOUT_MS,
} from '../sql-reader.ts';
import { TimedCache } from '../timed-cache.ts';
import { asMysqlProblem } from './mysql-problem.ts';
import { beginReadOnly, mysqlSession, run, type ServerKind } from './mysql-session.ts';
import { cleanMysqlQuery, problemOfMysqlQuery } from './statement-text.ts';

const KILL_WAIT_MS = 1_000;

const require = createRequire(import.meta.url);
/** Loaded with the first database of this kind: eighty files that most installations never need. */
const driver = (): typeof mysql2 => require('mysql2');

export type MysqlAddress = Pick<
  PoolOptions,
  'host' | 'port' | 'database' | 'user' | 'password' | 'ssl' | 'stream'
>;

export function openMysqlReader(
  address: MysqlAddress,
  log: Log,
  { connection_wait_ms = CONNECTION_WAIT_MS }: Pick<ReaderOptions, 'connection_wait_ms'> = {},
): SqlReader {
  const options = { ...address, connectTimeout: connection_wait_ms };
  const pool = openPool(options, POOL_SIZE);
  const profilePool = openPool(options, PROFILE_POOL_SIZE);
  const requireTrust = examinedOnce(() => examine(pool, connection_wait_ms), asMysqlProblem);
  return {
    cache: new TimedCache(),
    problemOfQuery: (text) => Promise.resolve(problemOfMysqlQuery(text)),
    async read(baseQuery, work, asked = {}) {
      const query = readableQuery(baseQuery, asked.person ?? null);
      const server = await requireTrust();
      const connection = await connect(asked.for_profile ? profilePool : pool, connection_wait_ms);
      const kill = () => killQuery(options, connection, log);
      return readOn({ connection, server, kill }, query, work, asked);
    },
    inspect: () => inspect(pool, connection_wait_ms),
    problem: () => problemOf(requireTrust),
    close: async () => {
      await Promise.all([pool, profilePool].map((one) => new Promise((resolve) => one.end(resolve))));
    },
  };
}

/** The query as it is run; throws ContentProblem for one that may not be, or that needs a person who is missing. */
function readableQuery(baseQuery: string, person: Person | null): string {
  const query = cleanMysqlQuery(baseQuery);
  requireReadable(query);
  const refusal = problemOfMysqlQuery(query);
  if (refusal) throw new ContentProblem('query', refusal);
  requireAsker(query, person);
  return query;
}

type Opened = { connection: PoolConnection; server: ServerKind; kill: () => void };

/** Reads within the limits of the options and gives the connection back, or closes it where it may be in any state. */
async function readOn<T>(
  { connection, server, kill }: Opened,
  query: string,
  work: (session: ContentSession) => Promise<T>,
  { timeout_ms = TIMEOUT_MS, statement_timeout_ms = timeout_ms, signal, person = null }: ReadOptions,
): Promise<T> {
  const cut = cutOff(connection, { kill, timeout_ms, signal });
  try {
    const reading = async () => {
      await beginReadOnly(connection, server, statement_timeout_ms);
      const found = await work(await mysqlSession(connection, { query, person }));
      await run(connection, 'ROLLBACK');
      await reset(connection);
      return found;
    };
    const done = await Promise.race([reading(), cut.failed]);
    // The callback may have swallowed the cancellation, or it came after: the connection is closed in any case.
    if (cut.reason) throw cut.reason;
    connection.release();
    return done;
  } catch (error) {
    connection.destroy();
    throw cut.reason ?? asMysqlProblem(error);
  } finally {
    cut.release();
  }
}

/** Numbers that JavaScript cannot hold, days and JSON stay text; the server may ask for no file of this machine. */
const openPool = (options: PoolOptions, connectionLimit: number): Pool =>
  driver().createPool({
    ...options,
    connectionLimit,
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    multipleStatements: false,
    flags: ['-LOCAL_FILES'],
    idleTimeout: 30_000,
  });

/** The pool has no limit of its own for how long one waits: a connection that comes too late goes back. */
function connect(pool: Pool, wait_ms: number): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new ContentProblem('busy', 'O banco de dados de consulta está ocupado.'));
    }, wait_ms + 100);
    pool.getConnection((error, connection) => {
      clearTimeout(timer);
      if (error)
        reject(new ContentProblem('away', 'O banco de dados de consulta não respondeu.', { cause: error }));
      else if (isLate) connection.release();
      else resolve(connection);
    });
  });
}

const reset = (connection: PoolConnection): Promise<void> =>
  new Promise((resolve, reject) => {
    (connection as unknown as { reset(done: (error: Error | null) => void): void }).reset((error) =>
      error ? reject(error) : resolve(),
    );
  });

async function inspect(pool: Pool, wait_ms: number): Promise<Inspection> {
  const connection = await connect(pool, wait_ms);
  const cut = cutOff(connection, { kill: () => {}, timeout_ms: wait_ms, signal: undefined });
  try {
    const looking = async () => {
      const { version, is_mariadb } = await serverOf(connection);
      const grants = await run(connection, 'SHOW GRANTS');
      const lines = grants.flatMap((row) => Object.values(row).map(String));
      return { version: `${is_mariadb ? 'MariaDB' : 'MySQL'} ${version}`, excess: excessGrants(lines) };
    };
    const found = await Promise.race([looking(), cut.failed]);
    connection.release();
    return found;
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    cut.release();
  }
}

async function serverOf(connection: PoolConnection): Promise<ServerKind> {
  const [row] = await run(connection, 'SELECT VERSION() AS version');
  const version = typeof row?.version === 'string' ? row.version : '';
  return { version: /^[\d.]+/.exec(version)?.[0] ?? '', is_mariadb: /mariadb/i.test(version) };
}

async function examine(pool: Pool, wait_ms: number): Promise<ServerKind> {
  const { version, excess } = await inspect(pool, wait_ms);
  requireReadsOnly(excess);
  return { version, is_mariadb: version.startsWith('MariaDB') };
}

type Cut = { kill: () => void; timeout_ms: number; signal: AbortSignal | undefined };

/** The server limits each statement; the timer limits all of them together and covers a server that does not respond. */
function cutOff(connection: PoolConnection, { kill, timeout_ms, signal }: Cut) {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => {});
  const state: { reason: ContentProblem | null; failed: Promise<never>; release(): void } = {
    reason: null,
    failed,
    release,
  };
  const cut = (reason: ContentProblem) => {
    if (state.reason) return;
    state.reason = reason;
    kill();
    setTimeout(() => {
      // The driver leaves the statements of a destroyed connection without an answer.
      connection.destroy();
      fail(reason);
    }, KILL_WAIT_MS).unref();
  };
  const timer = setTimeout(() => cut(tooSlow()), timeout_ms + 500);
  // Neither does it answer those of a connection that was lost.
  connection.once('error', fail);
  const onAbort = () => cut(aborted());
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  return state;

  function release() {
    clearTimeout(timer);
    connection.off('error', fail);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** An account may end its own statements, over a second connection. */
function killQuery(options: PoolOptions, { threadId }: PoolConnection, log: Log): void {
  const helper = driver().createConnection(options);
  helper.on('error', () => {});
  helper.query(`KILL QUERY ${Number(threadId)}`, (error) => {
    if (error) log.warn({ err: { message: error.message } }, 'ending a statement of a content connection');
    helper.destroy();
  });
}

/** Reads the lines of SHOW GRANTS: an account of MySQL or MariaDB that may do more than read is refused. */
const READING = new Set(['SELECT', 'USAGE', 'SHOW VIEW']);
const NAMES = /`(?:[^`]|``)*`|'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"\\]|""|\\[\s\S])*"/g;

/** Sentences without a subject, in Portuguese; empty where the account can only read. */
export const excessGrants = (lines: string[]): string[] => [...new Set(lines.flatMap(excessOf))];

function excessOf(line: string): string[] {
  const names: string[] = [];
  // Names may hold any words, so they are taken out before the line is read.
  const bare = line.replace(NAMES, (name) => `{${names.push(name) - 1}}`);
  const named = (text: string) => text.replace(/\{(\d+)\}/g, (_, place) => names[Number(place)] ?? '');
  if (/^SET DEFAULT ROLE /i.test(bare)) return [];
  const [, granted, scope, rest = ''] = /^GRANT (.+?) ON (.+?) TO (.*)$/is.exec(bare) ?? [];
  if (granted === undefined || scope === undefined)
    return [`recebe permissões de um papel (${named(bare).slice(0, 200)})`];
  const rights = granted
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((right) => right.trim().toUpperCase());
  const excess = rights.filter((right) => !READING.has(right));
  if (/WITH GRANT OPTION/i.test(rest)) excess.push('GRANT OPTION');
  return excess.map((right) => `tem a permissão ${right} em ${named(scope)}`);
}
