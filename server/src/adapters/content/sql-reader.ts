/**
 * Reads the content database, in which administrators' base queries run. A low-privileged role, a read-only transaction
 * and the extended protocol (one statement, bound values) protect it; the text of a query is never trusted.
 */
import type pg from 'pg';
import type { DatabaseAddress } from '../../db/client.ts';
import type { Log } from '../log.ts';
import { asContentProblem, ContentProblem } from './content-problem.ts';
import { examinedOnce, problemOf, requireReadsOnly } from './examined-account.ts';
import { type Person, requirePerson, withoutPlaceholders } from './placeholders.ts';
import { aborted, cutOff } from './postgres/cancel-query.ts';
import { costlyCallIn } from './postgres/costly-calls.ts';
import { BASE_QUERY_MAX_LENGTH, cleanQuery, problemOfQuery } from './postgres/parse-check.ts';
import { connect, openReaderPool } from './postgres/reader-pool.ts';
import { excessRights, isPreparedByEarlierRelease } from './postgres/self-test.ts';
import { type ContentSession, inReadOnly, withColumns } from './read-only-session.ts';
import { TimedCache } from './timed-cache.ts';

export type ReadOptions = {
  /** The person for whom it is read, where the query has placeholders for one. */
  person?: Person | null;
  /** Limit for all statements together; 10 s unless given. */
  timeout_ms?: number;
  /** Limit for each statement; that for all of them unless given. */
  statement_timeout_ms?: number;
  /** Takes the connection that is kept for profiles, so that no question waits for it. */
  for_profile?: boolean;
  /** Cancels the statement on the server when the client disconnects. */
  signal?: AbortSignal;
};

/** `excess`: rights of the role beyond reading, in Portuguese. */
export type Inspection = { version: string; excess: string[] };

export type SqlReader = {
  /** Throws ContentProblem. */
  read<T>(
    baseQuery: string,
    work: (session: ContentSession) => Promise<T>,
    options?: ReadOptions,
  ): Promise<T>;
  /** One sentence in Portuguese, or null when the text is one SELECT that only reads. */
  problemOfQuery(text: string): Promise<string | null>;
  /** Values that were read from this database. */
  cache: TimedCache;
  /** Connects and looks at the server and at what the role may do; rejects where the database is out of reach. */
  inspect(): Promise<Inspection>;
  /** Null when the database is reachable and its role is safe to use. */
  problem(): Promise<ContentProblem | null>;
  close(): Promise<void>;
};

/** Each connection may take 128 MB of a server that may also hold the accounts. */
export const POOL_SIZE = 2;
export const PROFILE_POOL_SIZE = 1;
/** As long as the longest statement may take. */
export const CONNECTION_WAIT_MS = 10_000;
export const TIMEOUT_MS = 10_000;

export type ReaderOptions = {
  connection_wait_ms?: number;
  /** A server of somebody else's, whose processes cannot be limited. Otherwise one that is addressed by its parts is the embedded one. */
  is_foreign?: boolean;
};

export function openSqlReader(
  address: DatabaseAddress | pg.PoolConfig,
  log: Log,
  { connection_wait_ms = CONNECTION_WAIT_MS, is_foreign = 'connectionString' in address }: ReaderOptions = {},
): SqlReader {
  const limits = { connection_wait_ms, is_foreign };
  const pool = openReaderPool(address, log, { max: POOL_SIZE, ...limits });
  const profilePool = openReaderPool(address, log, { max: PROFILE_POOL_SIZE, ...limits });
  const requireTrust = examinedOnce(() => examine(pool, log), asContentProblem);
  return {
    cache: new TimedCache(),
    problemOfQuery,
    async read(baseQuery, work, options = {}) {
      const query = await readableQuery(baseQuery, options.person ?? null);
      await requireTrust();
      const client = await connect(options.for_profile ? profilePool : pool);
      return readOn(client, query, work, options);
    },
    inspect: () => inspect(pool),
    problem: () => problemOf(requireTrust),
    close: async () => {
      await Promise.all([pool.end(), profilePool.end()]);
    },
  };
}

/** Throws ContentProblem. */
export function requireReadable(query: string): void {
  if (!query || query.length > BASE_QUERY_MAX_LENGTH)
    throw new ContentProblem('query', 'A consulta está vazia ou é longa demais.');
}

/** The query as it is run; throws ContentProblem for one that may not be, or that needs a person who is missing. */
async function readableQuery(baseQuery: string, person: Person | null): Promise<string> {
  const query = cleanQuery(baseQuery);
  requireReadable(query);
  const refusal = await costlyCallIn(withoutPlaceholders(query));
  if (refusal) throw new ContentProblem('query', refusal);
  requirePerson(query, person);
  return query;
}

/** Reads within the limits of `options` and gives the connection back, or closes it where it may be in any state. */
async function readOn<T>(
  client: pg.PoolClient,
  query: string,
  work: (session: ContentSession) => Promise<T>,
  { timeout_ms = TIMEOUT_MS, statement_timeout_ms = timeout_ms, signal, person = null }: ReadOptions,
): Promise<T> {
  if (signal?.aborted) {
    client.release();
    throw aborted();
  }
  const cut = cutOff(client, timeout_ms, signal);
  try {
    const done = await inReadOnly(client, statement_timeout_ms, () =>
      withColumns(client, { query, person }, work),
    );
    await client.query('DISCARD ALL');
    // The callback may have swallowed the cancellation, or it came after: the connection is closed in any case.
    if (cut.reason) throw cut.reason;
    cut.release();
    client.release();
    return done;
  } catch (error) {
    cut.release();
    client.release(true);
    throw cut.reason ?? asContentProblem(error);
  }
}

/** The reader of an installation without a content database. */
export function noSqlReader(): SqlReader {
  const problem = () => new ContentProblem('missing', 'Banco de dados de consulta não configurado.');
  return {
    cache: new TimedCache(),
    problemOfQuery,
    read: () => Promise.reject(problem()),
    inspect: () => Promise.reject(problem()),
    problem: () => Promise.resolve(problem()),
    close: () => Promise.resolve(),
  };
}

async function inspect(pool: pg.Pool): Promise<Inspection> {
  const client = await connect(pool);
  try {
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    return { version: `PostgreSQL ${rows[0]?.version ?? ''}`.trim(), excess: await excessRights(client) };
  } finally {
    client.release();
  }
}

async function examine(pool: pg.Pool, log: Log): Promise<void> {
  const client = await connect(pool);
  try {
    requireReadsOnly(await excessRights(client));
    if (await isPreparedByEarlierRelease(client))
      log.warn(
        'the role of the content database may call what fills the disk or the memory of its server: run prepare-role.sql again',
      );
  } finally {
    client.release();
  }
}
