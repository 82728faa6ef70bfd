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
  if (Math.abs(requests.ahead_seconds) > CLOCK_SECONDS_MAX) warn(clocksDiffer(requests.ahead_seconds));
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

/** Codes of an authenticator app are right for half a minute before and after. */
const CLOCK_SECONDS_MAX = 30;
const clocksDiffer = (ahead: number) =>
  `the clock of this machine is ${Math.abs(Math.round(ahead))} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the database's: ` +
  'codes of authenticator apps and the ends of sign-ins will be wrong; synchronise both machines (timedatectl set-ntp true)';

type Examined = {
  identity: string;
  statement_timeout: string;
  passes_pooler: boolean;
  /** By how much the clock of this machine is ahead of the database's. */
  ahead_seconds: number;
};

type Told = { version: number; statement_timeout: string; pid: number; seconds: number };

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
      const { rows } = await client.query<Told>(
        `select current_setting('server_version_num')::int as version,
          current_setting('statement_timeout') as statement_timeout, pg_backend_pid() as pid,
          extract(epoch from clock_timestamp())::float8 as seconds`,
      );
      const now = Date.now() / 1_000;
      const { version = 0, statement_timeout = '', pid = 0, seconds = now } = rows[0] ?? {};
      if (version < 150_000)
        throw new StartRefused(
          `${name} aponta para o PostgreSQL ${Math.floor(version / 10_000)}; é preciso 15 ou mais novo.`,
        );
      const identity = await identityOf(client);
      // A pooler names a process of its own invention.
      const told = (client as unknown as { processID: number | null }).processID;
      const passes_pooler = told !== null && told !== pid;
      return { identity, statement_timeout, passes_pooler, ahead_seconds: now - seconds };
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
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const reason = reasonOf(cause) || code;
  if (/unsupported startup parameter/.test(reason))
    return `${name} passa por um pooler de conexões. Aponte DATABASE_URL para o pooler e DATABASE_DIRECT_URL direto para o PostgreSQL (docs/scaling.md).`;
  const cure = CURES.find(([pattern]) => pattern.test(`${code} ${reason}`))?.[1];
  return `Não foi possível conectar ao banco de dados de ${name}: ${cure ? `${cure} (${reason})` : reason}.`;
}

/** By the code or the words of the failure, each with what to look at. */
const CURES: [RegExp, string][] = [
  [/ECONNREFUSED/, 'nada atende nesse endereço e porta; confira se o PostgreSQL está no ar e aceita a rede'],
  [/ENOTFOUND|EAI_AGAIN/, 'o nome do servidor não foi encontrado; confira o endereço e o DNS desta máquina'],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout/,
    'o servidor não respondeu; confira o endereço e se o firewall deixa esta máquina passar',
  ],
  [
    /28P01|28000/,
    'o servidor recusou o usuário ou a senha; confira os dois (@, :, / e # se escrevem %40, %3A, %2F e %23) e o pg_hba.conf',
  ],
  [/3D000/, 'esse banco não existe no servidor; crie-o antes (createdb) ou corrija o nome'],
  [/53300/, 'o servidor não aceita mais conexões; aumente max_connections ou use um pooler'],
  [
    /SELF_SIGNED|UNABLE_TO_|CERT_|ALTNAME/,
    'o certificado do servidor não confere; indique a autoridade da casa em NODE_EXTRA_CA_CERTS',
  ],
  [
    /ERR_INVALID_URL|URI malformed/,
    'o endereço não se lê; codifique os caracteres especiais da senha (# se escreve %23)',
  ],
];

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
