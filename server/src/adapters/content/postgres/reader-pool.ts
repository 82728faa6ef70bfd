/** The connections of a reader, each with a limit on its memory where the server runs on this machine. */
import pg from 'pg';
import type { DatabaseAddress } from '../../../db/client.ts';
import type { Log } from '../../log.ts';
import { asContentProblem, ContentProblem } from '../content-problem.ts';
import { limitBackendMemory } from './backend-memory.ts';

/** Values other than plain numbers and booleans stay text, so that nothing is lost in conversion. */
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

type PoolOptions = {
  max: number;
  connection_wait_ms: number;
  /** A server of somebody else's, whose processes cannot be limited. */
  is_foreign: boolean;
};

/** Connections of the reading role, without the driver's conversion of values. */
export function openReaderPool(
  address: DatabaseAddress | pg.PoolConfig,
  log: Log,
  { max, connection_wait_ms, is_foreign }: PoolOptions,
): pg.Pool {
  let isUnlimitedSaid = false;
  const limitMemory = async (client: pg.PoolClient) => {
    const { processID } = client as unknown as { processID: number };
    if (isUnlimitedSaid || is_foreign || (await limitBackendMemory(processID))) return;
    isUnlimitedSaid = true;
    log.warn('the memory of base queries is not limited: this needs Linux and prlimit (util-linux)');
  };
  const pool = new pg.Pool({
    ...address,
    max,
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

/** Throws ContentProblem: `busy` where all connections are taken, `away` where the server does not respond. */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0;
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
