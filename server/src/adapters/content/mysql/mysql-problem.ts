/** Errors of MySQL and MariaDB as the problems of a query. */
import { isDatabaseAway } from '../../../db/client.ts';
import { ContentProblem, type ContentProblemKind } from '../content-problem.ts';

const TIMEOUT = ['timeout', 'A consulta excedeu o tempo limite.'] as const;
const MEMORY = ['memory', 'A consulta precisa de memória demais.'] as const;
const SPACE = ['space', 'A consulta precisa de espaço demais em disco.'] as const;
const BUSY = ['busy', 'O banco de dados de consulta está ocupado.'] as const;
const AWAY = ['away', 'O banco de dados de consulta não respondeu.'] as const;

/** Numbers of the servers' errors that have a sentence of their own. */
const KINDS: Record<number, readonly [ContentProblemKind, string]> = {
  // Query interrupted; MariaDB's and MySQL's limit of time; MySQL's limit of a pattern; lock wait
  1317: TIMEOUT,
  1969: TIMEOUT,
  3024: TIMEOUT,
  3699: TIMEOUT,
  1205: TIMEOUT,
  1037: MEMORY,
  1038: MEMORY,
  1021: SPACE,
  1114: SPACE,
  1040: BUSY,
  1203: BUSY,
  1226: BUSY,
  1436: ['complex', 'A consulta é complexa demais.'],
};

export function asMysqlProblem(error: unknown): unknown {
  if (error instanceof ContentProblem) return error;
  const {
    errno,
    code = '',
    message = '',
    sqlState,
  } = error as {
    errno?: number;
    code?: string;
    message?: string;
    sqlState?: string;
  };
  const known = errno === undefined ? undefined : KINDS[errno];
  if (known) return new ContentProblem(known[0], known[1], { cause: error });
  if (isDatabaseAway(error) || /^(?:PROTOCOL_|ECONN|ETIMEDOUT|EPIPE|HANDSHAKE_)/.test(code))
    return new ContentProblem(AWAY[0], AWAY[1], { cause: error });
  if (!sqlState && !code.startsWith('ER_')) return error;
  return new ContentProblem('query', message.split('\n')[0]?.slice(0, 500) ?? '', { cause: error });
}
