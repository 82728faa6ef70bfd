/** The databases that data sources read: one reader for each connection, bound to the person for whom it reads. */
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { ContentProblem } from './content-problem.ts';
import type { ReadOptions, SqlReader } from './sql-reader.ts';

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
  close(): Promise<void>;
};

/** Opens the reader of a further connection; rejects with ContentProblem. */
export type OpenConnection = (connection_id: number) => Promise<SqlReader>;

export function openContentDatabases(
  first: SqlReader,
  open: OpenConnection = unknownConnection,
): ContentDatabases {
  return {
    of(connection_id) {
      const reader = async () => (connection_id === FIRST_CONNECTION ? first : open(connection_id));
      return {
        read: async (baseQuery, work, options?: ReadOptions) =>
          (await reader()).read(baseQuery, work, options),
        cached: async (_baseQuery, key, now, read) => (await reader()).cache.get(key, now, read),
        problem: async () => (await reader()).problem(),
      };
    },
    close: () => first.close(),
  };
}

/** The further connections of an installation that has none. */
const unknownConnection: OpenConnection = () =>
  Promise.reject(new ContentProblem('missing', 'Esta conexão não existe.'));
