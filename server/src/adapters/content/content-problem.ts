/** The reason why a query of the content database failed. `message` is for the administrator: one line, no secrets. */
import { databaseCode, isDatabaseAway } from '../../db/client.ts';

export type ContentProblemKind =
  /** No content database is configured. */
  | 'missing'
  /** The role that was configured may do more than read: it is not used. */
  | 'refused'
  /** The database is out of reach. */
  | 'away'
  /** All connections were in use for as long as a query may wait. */
  | 'busy'
  /** The database refused the statement. */
  | 'query'
  /** It took too long and was ended. */
  | 'timeout'
  /** It gave more than is read. */
  | 'size'
  /** It needed more memory than its connection may have. */
  | 'memory'
  /** It needed more temporary files than the role may have, or the disk is full. */
  | 'space'
  /** It is nested too deeply. */
  | 'complex'
  /** Its rows depend on the person who asks, and nobody does. */
  | 'person'
  /** The client has disconnected. */
  | 'aborted';

export class ContentProblem extends Error {
  readonly kind: ContentProblemKind;

  constructor(kind: ContentProblemKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export const tooSlow = () => new ContentProblem('timeout', 'A consulta excedeu o tempo limite.');

/** Codes of PostgreSQL (errcodes appendix) that have a sentence of their own. */
const KINDS: Record<string, readonly [ContentProblemKind, string]> = {
  // query_canceled, lock_not_available
  '57014': ['timeout', 'A consulta excedeu o tempo limite.'],
  '55P03': ['timeout', 'A consulta excedeu o tempo limite.'],
  // out_of_memory; program_limit_exceeded: a single value or array that no memory would hold
  '53200': ['memory', 'A consulta precisa de memória demais.'],
  '54000': ['memory', 'A consulta precisa de memória demais.'],
  // configuration_limit_exceeded is what `temp_file_limit` raises; disk_full
  '53400': ['space', 'A consulta precisa de espaço demais em disco.'],
  '53100': ['space', 'A consulta precisa de espaço demais em disco.'],
  // statement_too_complex: the stack is used up; too_many_columns and too_many_arguments read the same to a person
  '54001': ['complex', 'A consulta é complexa demais.'],
  '54011': ['complex', 'A consulta é complexa demais.'],
  '54023': ['complex', 'A consulta é complexa demais.'],
  // too_many_connections
  '53300': ['busy', 'O banco de dados de consulta está ocupado.'],
};

/** read_only_sql_transaction */
const READ_ONLY = '25006';

/** An error of the driver as a problem; whatever else was thrown stays as it is. */
export function asContentProblem(error: unknown): unknown {
  const code = databaseCode(error);
  const known = code ? KINDS[code] : undefined;
  if (known) return new ContentProblem(known[0], known[1], { cause: error });
  // Here everything is read-only: a query that would write is wrong, and no sign of a replica.
  if (code !== READ_ONLY && isDatabaseAway(error))
    return new ContentProblem('away', 'O banco de dados de consulta não respondeu.', { cause: error });
  if (!code) return error;
  const line = (error as Error).message.split('\n')[0]?.slice(0, 500) ?? '';
  // PostgreSQL has no code of its own for a single value of more than a gigabyte.
  if (line.startsWith('invalid memory alloc request size'))
    return new ContentProblem('memory', 'A consulta precisa de memória demais.', { cause: error });
  const denied = code === '42501' ? /^permission denied for function (\S+)$/.exec(line)?.[1] : undefined;
  return new ContentProblem('query', denied ? functionNotAllowed(denied) : line, { cause: error });
}

export const functionNotAllowed = (name: string) =>
  `a função ${name} não pode ser usada em uma consulta base.`;
