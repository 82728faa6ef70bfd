/** The databases that data sources read: one reader for each connection. */
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { ContentProblem } from './content-problem.ts';
import type { SqlReader } from './sql-reader.ts';

/** The reader of one connection. A connection that does not exist fails at the first read with ContentProblem. */
export type ContentReader = Pick<SqlReader, 'read' | 'problem'> & {
  /** A value of `TimedCache` that was read with this base query; `now` and `fresh_ms` are in milliseconds. */
  cached<T>(
    baseQuery: string,
    key: string,
    now: number,
    read: () => Promise<{ value: T; fresh_ms: number }>,
  ): Promise<T>;
};

export type ContentDatabases = {
  of(connection_id: number): ContentReader;
  /** Closes what this process holds of a connection that was changed or removed. */
  forget(connection_id: number): void;
  close(): Promise<void>;
};

/** The connections beside the first one. */
export type FurtherConnections = {
  /** Rejects with ContentProblem. */
  open(connection_id: number): Promise<SqlReader>;
  forget(connection_id: number): void;
  close(): Promise<void>;
};

export const unknownConnection = () => new ContentProblem('missing', 'Esta conexão não existe.');

const NO_CONNECTIONS: FurtherConnections = {
  open: () => Promise.reject(unknownConnection()),
  forget: () => {},
  close: async () => {},
};

export function openContentDatabases(
  first: SqlReader,
  further: FurtherConnections = NO_CONNECTIONS,
): ContentDatabases {
  return {
    of(connection_id) {
      const reader = async () => (connection_id === FIRST_CONNECTION ? first : further.open(connection_id));
      return {
        read: async (baseQuery, work, options) => (await reader()).read(baseQuery, work, options),
        cached: async (_baseQuery, key, now, read) => (await reader()).cache.get(key, now, read),
        problem: async () => (await reader()).problem(),
      };
    },
    forget: further.forget,
    async close() {
      await Promise.all([first.close(), further.close()]);
    },
  };
}
