/**
 * Where the application's own database is reached. A pooler that lends its connections for one transaction each serves
 * requests; what keeps state in its session (LISTEN, the queue's workers, the lock of migrations, copies) goes around it.
 */
import type pg from 'pg';
import { type Env, StartRefused } from '../env.ts';
import { type DatabaseAddress, openDatabase, reasonOf } from './client.ts';

export type DatabaseAddresses = {
  /** For the pool of requests. */
  requests: DatabaseAddress;
  /** For sessions that keep state. */
  direct: DatabaseAddress;
  /** The pool of requests may not set anything for its session. */
  isPooled: boolean;
};

type Configured = Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;

/** `embedded`: the address on the embedded server, where that is used. */
export function databaseAddresses(env: Configured, embedded?: DatabaseAddress): DatabaseAddresses {
  const requests = embedded ?? { connectionString: env.DATABASE_URL ?? '' };
  const isPooled = !embedded && env.DATABASE_DIRECT_URL !== undefined;
  const direct = isPooled ? { connectionString: env.DATABASE_DIRECT_URL ?? '' } : requests;
  return { requests, direct, isPooled };
}

/** Throws a sentence for the operator; `warn` receives what may be wrong but works. */
export async function requireReachable(
  addresses: DatabaseAddresses,
  env: Configured,
  warn: (text: string) => void,
): Promise<void> {
  const requests = await examine(addresses.requests, addresses.isPooled, 'DATABASE_URL', env);
  if (!addresses.isPooled) {
    if (requests.passes_pooler) warn(POOLER_WITHOUT_DIRECT);
    return;
  }
  const direct = await examine(addresses.direct, false, 'DATABASE_DIRECT_URL', env);
  if (direct.identity !== requests.identity)
    throw new StartRefused(
      'DATABASE_URL e DATABASE_DIRECT_URL apontam para bancos diferentes. Aponte as duas para o mesmo banco: uma pelo pooler, a outra direto.',
    );
  if (direct.passes_pooler) warn(DIRECT_THROUGH_POOLER);
  if (requests.statement_timeout === '0') warn(WITHOUT_TIMEOUT);
}

const POOLER_WITHOUT_DIRECT =
  'DATABASE_URL goes through a pooler: where it lends connections by transaction, set DATABASE_DIRECT_URL';
const DIRECT_THROUGH_POOLER =
  'DATABASE_DIRECT_URL goes through a pooler: signals and jobs get lost unless it lends whole sessions';
const WITHOUT_TIMEOUT =
  "the pooler's connections cut no statement: set statement_timeout in its connect_query, or for the role";

type Examined = { identity: string; statement_timeout: string; passes_pooler: boolean };

async function examine(
  address: DatabaseAddress,
  isPooled: boolean,
  name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
  env: Configured,
): Promise<Examined> {
  const database = openDatabase(address, { max: 1, isPooled });
  try {
    const client = await database.pool.connect();
    try {
      const { rows } = await client.query<{ version: number; statement_timeout: string; pid: number }>(
        `select current_setting('server_version_num')::int as version,
          current_setting('statement_timeout') as statement_timeout, pg_backend_pid() as pid`,
      );
      const { version = 0, statement_timeout = '', pid = 0 } = rows[0] ?? {};
      if (version < 150_000)
        throw new StartRefused(
          `${name} aponta para o PostgreSQL ${Math.floor(version / 10_000)}; é preciso 15 ou mais novo.`,
        );
      const identity = await identityOf(client);
      // A pooler names a process of its own invention.
      const told = (client as unknown as { processID: number | null }).processID;
      return { identity, statement_timeout, passes_pooler: told !== null && told !== pid };
    } finally {
      client.release();
    }
  } catch (cause) {
    if (cause instanceof StartRefused || !env.DATABASE_URL) throw cause;
    throw new StartRefused(refusalOf(cause, name), { cause });
  } finally {
    await database.close();
  }
}

function refusalOf(cause: unknown, name: string): string {
  const reason = reasonOf(cause) || (cause as NodeJS.ErrnoException).code;
  return /unsupported startup parameter/.test(reason ?? '')
    ? `${name} passa por um pooler de conexões. Aponte DATABASE_URL para o pooler e DATABASE_DIRECT_URL direto para o PostgreSQL (docs/scaling.md).`
    : `Não foi possível conectar ao banco de dados de ${name}: ${reason}.`;
}

type Asked = Pick<pg.Client, 'query'>;

/**
 * Names a database, whatever the host by which it is reached: by its number and that of its server, which a replica has
 * too. Where the role may not ask for the server's number, the name of the database stands for it.
 */
export async function identityOf(client: Asked): Promise<string> {
  const ask = async (server: string) => {
    const { rows } = await client.query<{ identity: string }>(
      `select oid || ' of ' || ${server} as identity from pg_database where datname = current_database()`,
    );
    return rows[0]?.identity ?? '';
  };
  try {
    return await ask('(select system_identifier from pg_control_system())');
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    return ask('datname');
  }
}
