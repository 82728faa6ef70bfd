/**
 * Reads the content database: the one that administrators' base queries run in. A low-privileged role, a read-only
 * transaction and the extended protocol (one statement, values bound) hold whatever a query says; nothing here trusts
 * its text.
 */
import pg from 'pg';
import Cursor from 'pg-cursor';
import type { DatabaseAddress } from '../../db/client.ts';
import type { Log } from '../log.ts';
import { limitBackendMemory } from './backend-memory.ts';
import { type ContentColumn, parsed, unusableNames } from './columns.ts';
import { asContentProblem, ContentProblem, tooSlow } from './content-problem.ts';
import { costlyCallIn } from './costly-calls.ts';
import { BASE_QUERY_MAX_LENGTH, cleanQuery } from './parse-check.ts';
import { excessRights, isPreparedByEarlierRelease } from './self-test.ts';

export type ContentRow = Record<string, unknown>;

/** One read-only transaction over one base query. */
export type ContentSession = {
  columns: ContentColumn[];
  /** The base query as a table expression, `( … ) AS b`. */
  base: string;
  /** One statement; `shown` columns of it come back as JSON holds them. Values are bound as $1, $2, … */
  rows: (statement: string, values?: unknown[]) => Promise<ContentRow[]>;
};

export type ReadOptions = {
  /** Of all statements together. */
  timeout_ms?: number;
  /** Aborted when whoever asked has left: the statement is cancelled on the server. */
  signal?: AbortSignal;
};

export type SqlReader = {
  /** Throws ContentProblem. */
  read<T>(
    baseQuery: string,
    work: (session: ContentSession) => Promise<T>,
    options?: ReadOptions,
  ): Promise<T>;
  /** Null when the database is there and safe to use; else why not. */
  problem(): Promise<ContentProblem | null>;
  close(): Promise<void>;
};

/** Each connection may take 128 MB of a server that may also hold the accounts. */
const POOL_SIZE = 2;
/** The longest statement is over by then. */
const CONNECTION_WAIT_MS = 10_000;
const TIMEOUT_MS = 10_000;
const RESULT_MAX_BYTES = 5 * 1024 * 1024;
const BATCH_ROWS = 20;

/** Everything that is not a plain number or boolean arrives as text: nothing is interpreted on the way. */
const AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSED.has(oid) ? pg.types.getTypeParser(oid, format as 'text') : (value: unknown) => value) as never,
};
const PARSED = new Set<number>([
  pg.types.builtins.BOOL,
  pg.types.builtins.INT2,
  pg.types.builtins.INT4,
  pg.types.builtins.FLOAT4,
  pg.types.builtins.FLOAT8,
]);

export function openSqlReader(
  address: DatabaseAddress,
  log: Log,
  { connection_wait_ms = CONNECTION_WAIT_MS } = {},
): SqlReader {
  const pool = openPool(address, log, connection_wait_ms);
  let trusted: Promise<void> | undefined;

  const requireTrust = async () => {
    trusted ??= examine(pool, log);
    try {
      await trusted;
    } catch (error) {
      // Asked again next time: the operator may have mended it meanwhile.
      trusted = undefined;
      throw asContentProblem(error);
    }
  };

  return {
    async read(baseQuery, work, { timeout_ms = TIMEOUT_MS, signal } = {}) {
      const query = cleanQuery(baseQuery);
      if (!query || query.length > BASE_QUERY_MAX_LENGTH)
        throw new ContentProblem('query', 'A consulta está vazia ou é longa demais.');
      const refusal = await costlyCallIn(query);
      if (refusal) throw new ContentProblem('query', refusal);
      await requireTrust();
      const client = await connect(pool);
      if (signal?.aborted) {
        client.release();
        throw aborted();
      }
      const cut = cutOff(client, timeout_ms, signal);
      try {
        const done = await inReadOnly(client, timeout_ms, () => withColumns(client, query, work));
        await client.query('DISCARD ALL');
        // The work may have swallowed it, or it came after: the connection is about to be ended all the same.
        if (cut.reason) throw cut.reason;
        cut.release();
        client.release();
        return done;
      } catch (error) {
        cut.release();
        // The connection may be in any state: it is closed, not reused.
        client.release(true);
        throw cut.reason ?? asContentProblem(error);
      }
    },
    async problem() {
      try {
        await requireTrust();
        return null;
      } catch (error) {
        return error as ContentProblem;
      }
    },
    close: () => pool.end(),
  };
}

function openPool(address: DatabaseAddress, log: Log, connection_wait_ms: number): pg.Pool {
  // Only the embedded server, which is a child of this process, is addressed by its parts.
  const isEmbedded = !('connectionString' in address);
  let isUnlimitedSaid = false;
  const limitMemory = async (client: pg.PoolClient) => {
    const { processID } = client as unknown as { processID: number };
    if (isUnlimitedSaid || !isEmbedded || (await limitBackendMemory(processID))) return;
    isUnlimitedSaid = true;
    log.warn('the memory of base queries is not limited: this needs Linux and prlimit (util-linux)');
  };
  const pool = new pg.Pool({
    ...address,
    max: POOL_SIZE,
    connectionTimeoutMillis: connection_wait_ms,
    idleTimeoutMillis: 30_000,
    application_name: 'prosa-content',
    types: AS_TEXT,
    // Called once for each new connection, before it is handed out.
    verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
      limitMemory(client).then(() => done(), done);
    },
  } as pg.PoolConfig);
  const warn = (error: Error) => log.warn({ err: { message: error.message } }, 'content database connection');
  pool.on('error', warn);
  pool.on('connect', (client) => client.on('error', warn));
  return pool;
}

/** For a server without a content database. */
export function noSqlReader(): SqlReader {
  const problem = () => new ContentProblem('missing', 'Banco de dados de consulta não configurado.');
  return {
    read: () => Promise.reject(problem()),
    problem: () => Promise.resolve(problem()),
    close: () => Promise.resolve(),
  };
}

async function examine(pool: pg.Pool, log: Log): Promise<void> {
  const client = await connect(pool);
  try {
    const excess = await excessRights(client);
    if (excess.length)
      throw new ContentProblem(
        'refused',
        `O usuário do banco de consulta foi recusado, porque ${excess.join('; ')}. Prepare um usuário só de leitura.`,
      );
    if (await isPreparedByEarlierRelease(client))
      log.warn(
        'the role of the content database may call what fills the disk or the memory of its server: run prepare-role.sql again',
      );
  } finally {
    client.release();
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const isFull = pool.totalCount >= POOL_SIZE && pool.idleCount === 0;
  try {
    return await pool.connect();
  } catch (error) {
    const hasWaited = (error as Error).message.startsWith('timeout exceeded');
    if (isFull && hasWaited)
      throw new ContentProblem('busy', 'O banco de dados de consulta está ocupado.', { cause: error });
    const problem = asContentProblem(error);
    if (problem instanceof ContentProblem && problem.kind === 'busy') throw problem;
    throw new ContentProblem('away', 'O banco de dados de consulta não respondeu.', { cause: error });
  }
}

async function inReadOnly<T>(client: pg.PoolClient, timeout_ms: number, work: () => Promise<T>): Promise<T> {
  // The role has these settings too, where `prepare-role.sql` has made it. A parallel worker or compiled code would take
  // memory that no limit of this connection counts.
  await client.query(`BEGIN READ ONLY;
    SET LOCAL statement_timeout = ${Math.ceil(timeout_ms)};
    SET LOCAL datestyle = 'ISO, YMD';
    SET LOCAL work_mem = '8MB';
    SET LOCAL hash_mem_multiplier = 1;
    SET LOCAL max_parallel_workers_per_gather = 0;
    SET LOCAL jit = off`);
  const done = await work();
  await client.query('ROLLBACK');
  return done;
}

async function withColumns<T>(
  client: pg.PoolClient,
  query: string,
  work: (session: ContentSession) => Promise<T>,
): Promise<T> {
  // The line end keeps a final comment from swallowing the parenthesis.
  const base = `(\n${query}\n) AS b`;
  const columns = await columnsOf(client, base);
  const unusable = unusableNames(columns);
  if (unusable.length)
    throw new ContentProblem(
      'query',
      `A consulta devolve colunas repetidas ou sem nome: ${unusable.map((name) => `"${name}"`).join(', ')}. Use AS para renomear.`,
    );
  const known = new Map(columns.map((column) => [column.name, column]));
  return work({
    columns,
    base,
    rows: async (statement, values = []) => {
      const rows = await bounded(client, statement, values);
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

async function columnsOf(client: pg.PoolClient, base: string): Promise<ContentColumn[]> {
  const { fields } = await client.query({
    text: `SELECT * FROM ${base} LIMIT 0`,
    values: [],
    rowMode: 'array',
  });
  const { rows } = await client.query<{ type: string }>(
    'SELECT format_type(t, m) AS type FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS f(t, m, place) ORDER BY place',
    [fields.map(({ dataTypeID }) => dataTypeID), fields.map(({ dataTypeModifier }) => dataTypeModifier)],
  );
  return fields.map(({ name }, place) => ({ name, type: rows[place]?.type ?? 'text' }));
}

/** In small batches: a few rows may be as large as the memory. */
async function bounded(client: pg.PoolClient, statement: string, values: unknown[]): Promise<ContentRow[]> {
  const cursor = client.query(new Cursor<ContentRow>(statement, values as never[]));
  const rows: ContentRow[] = [];
  let bytes = 0;
  for (;;) {
    const batch = await cursor.read(BATCH_ROWS);
    if (batch.length === 0) break;
    for (const row of batch) bytes += sizeOf(row);
    if (bytes > RESULT_MAX_BYTES)
      throw new ContentProblem(
        'size',
        'O resultado é grande demais. Reduza as colunas ou o tamanho dos textos.',
      );
    rows.push(...batch);
  }
  await cursor.close();
  return rows;
}

const sizeOf = (row: ContentRow) =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

const aborted = () => new ContentProblem('aborted', 'A consulta foi cancelada.');

/** Ends the running statement on the server, when its time is over or whoever asked has left. */
function cutOff(client: pg.PoolClient, timeout_ms: number, signal?: AbortSignal) {
  const state: { reason: ContentProblem | null; release(): void } = { reason: null, release };
  const cut = (reason: ContentProblem) => {
    state.reason ??= reason;
    cancel(client);
  };
  // The server has the same limit for each statement; this one is for all of them together, and for a silent server.
  const timer = setTimeout(() => cut(tooSlow()), timeout_ms + 500);
  const onAbort = () => cut(aborted());
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  return state;

  function release() {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** The protocol's own cancel request, over a connection of its own; and in case that is not heard, the connection ends. */
function cancel(client: pg.PoolClient): void {
  const { processID, secretKey, host, port, connection } = client as unknown as {
    processID: number;
    secretKey: number;
    host: string;
    port: number;
    connection: { stream: { destroy(): void } };
  };
  const helper = new (pg as unknown as { Connection: new (options: object) => CancelConnection }).Connection(
    {},
  );
  helper.on('error', () => {});
  helper.on('connect', () => helper.cancel(processID, secretKey));
  if (host.startsWith('/')) helper.connect(`${host}/.s.PGSQL.${port}`);
  else helper.connect(port, host);
  setTimeout(() => connection.stream.destroy(), 1_000).unref();
}

type CancelConnection = {
  on(event: string, listener: () => void): void;
  connect(portOrPath: number | string, host?: string): void;
  cancel(processID: number, secretKey: number): void;
};
