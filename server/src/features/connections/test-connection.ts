/** Tries a connection: whether the server answers, and whether its account can only read. */
import type { ConnectionTest } from '#contract/connections.ts';
import { openConnection, type TypedDatabase } from '../../adapters/content/open-connection.ts';
import { AddressRefused } from '../../adapters/guarded-fetch/address-policy.ts';
import type { AppContext } from '../../app-context.ts';
import type { Caller } from '../../http/routes.ts';
import { consumeRateLimit } from '../../request-guards/rate-limit.ts';
import { connectionPolicy } from './records/typed-database.ts';

const CONNECT_MS = 5_000;
const TESTS_PER_MINUTE = 20;

type TestContext = Pick<AppContext, 'db' | 'clock' | 'env' | 'log'>;

/** Tests open connections to addresses that somebody typed, so they are limited. */
export const consumeTest = (
  { db, clock }: TestContext,
  { user_id }: Pick<Caller, 'user_id'>,
): Promise<void> =>
  consumeRateLimit(
    db,
    { key: `connection-test:${user_id}`, max: TESTS_PER_MINUTE, seconds: 60 },
    clock.now(),
  );

export async function testConnection(
  { env, log }: Pick<TestContext, 'env' | 'log'>,
  database: TypedDatabase,
): Promise<ConnectionTest> {
  const reader = openConnection(database, connectionPolicy(env), log, { connection_wait_ms: CONNECT_MS });
  try {
    const { version, excess } = await reader.inspect();
    const problems = excess.map((right) => `A conta ${right}.`);
    return { reachable: true, reads_only: excess.length === 0, version, problems };
  } catch (error) {
    return { reachable: false, reads_only: false, version: null, problems: [sentenceOf(error)] };
  } finally {
    await reader.close();
  }
}

const ADDRESS = 'Este endereço não é permitido: ';

const NO_TLS = 'O servidor não aceita TLS.';

/** By codes of PostgreSQL, of MySQL and of Node; no text of the server is passed on. */
const SENTENCES: Record<string, string> = {
  '28P01': 'O servidor recusou o usuário ou a senha.',
  '28000': 'O servidor recusou este usuário, ou não aceita a conexão deste endereço.',
  '3D000': 'Este banco de dados não existe no servidor.',
  '42501': 'Este usuário não pode se conectar a este banco de dados.',
  ER_ACCESS_DENIED_ERROR: 'O servidor recusou o usuário ou a senha.',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'O servidor recusou o usuário ou a senha.',
  ER_HOST_NOT_PRIVILEGED: 'O servidor recusou este usuário, ou não aceita a conexão deste endereço.',
  ER_BAD_DB_ERROR: 'Este banco de dados não existe no servidor.',
  ER_DBACCESS_DENIED_ERROR: 'Este usuário não pode se conectar a este banco de dados.',
  HANDSHAKE_NO_SSL_SUPPORT: NO_TLS,
  ENOTFOUND: 'O nome do servidor não foi encontrado.',
  EAI_AGAIN: 'O nome do servidor não foi encontrado.',
  ECONNREFUSED: 'Nada respondeu neste servidor e porta.',
  EHOSTUNREACH: 'Não há caminho até este servidor.',
  ENETUNREACH: 'Não há caminho até este servidor.',
};

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;
/** The code that the driver of MySQL gives to every failure of TLS. */
const MYSQL_TLS = 'HANDSHAKE_SSL_ERROR';

function sentenceOf(error: unknown): string {
  const causes = causesOf(error);
  for (const cause of causes) {
    if (cause instanceof AddressRefused) return `${ADDRESS}${cause.reason}`;
    const { code = '', message = '' } = cause as { code?: string; message?: string };
    const known = SENTENCES[code];
    if (known) return known;
    if (CERTIFICATE.test(code) || (code === MYSQL_TLS && message.includes('certificate')))
      return 'O certificado do servidor não pôde ser conferido.';
    if (message.includes('does not support SSL')) return NO_TLS;
  }
  return 'O servidor não respondeu a tempo, ou não como um banco de dados.';
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause && causes.length < 8; cause = (cause as Error).cause) {
    causes.push(cause);
    if (cause instanceof AggregateError) causes.push(...cause.errors);
  }
  return causes;
}
