/** The readers of stored connections: opened at their first use, and again after a change. */
import { type FurtherConnections, unknownConnection } from '../../adapters/content/content-databases.ts';
import { ContentProblem } from '../../adapters/content/content-problem.ts';
import { openConnection } from '../../adapters/content/open-connection.ts';
import type { SqlReader } from '../../adapters/content/sql-reader.ts';
import type { AppContext } from '../../app-context.ts';
import { type ConnectionRow, findConnection, storedPassword } from './records/stored-connections.ts';
import { addressOf, connectionPolicy } from './records/typed-database.ts';

type Opened = { version: number; reader: SqlReader };

const UNREADABLE = 'A senha guardada desta conexão não pode ser lida: digite-a de novo na conexão.';

/** The row is read at each use, so that a change that another process stored is followed here. */
export function openStoredConnections(
  context: Pick<AppContext, 'db' | 'env' | 'log' | 'secretKeys'>,
): FurtherConnections {
  const opened = new Map<number, Opened>();
  const close = async (id: number) => {
    const known = opened.get(id);
    opened.delete(id);
    // Statements under way end before their connections close.
    await known?.reader.close().catch((error: Error) => {
      context.log.warn({ err: { message: error.message } }, 'closing a content connection');
    });
  };
  return {
    async open(id) {
      const row = await findConnection(context.db, id);
      if (!row) {
        void close(id);
        throw unknownConnection();
      }
      const known = opened.get(id);
      // A newer one was opened by another question while this row was read.
      if (known && known.version >= row.version) return known.reader;
      void close(id);
      const reader = readerOf(context, row);
      opened.set(id, { version: row.version, reader });
      return reader;
    },
    forget: (id) => void close(id),
    async close() {
      await Promise.all([...opened.keys()].map(close));
    },
  };
}

function readerOf(
  { env, log, secretKeys }: Pick<AppContext, 'env' | 'log' | 'secretKeys'>,
  row: ConnectionRow,
): SqlReader {
  const { state, password } = storedPassword(secretKeys, row);
  if (state === 'unreadable') throw new ContentProblem('refused', UNREADABLE);
  return openConnection({ ...addressOf(row), password }, connectionPolicy(env), log);
}
