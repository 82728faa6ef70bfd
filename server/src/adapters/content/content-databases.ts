/** The databases that data sources read: one reader for each connection, bound to the person for whom it reads. */

import { FIRST_CONNECTION } from '#contract/connections.ts';
import { needsPerson } from '#contract/data-sources.ts';
import { ContentProblem } from './content-problem.ts';
import { type Person, requireAsker } from './placeholders.ts';
import type { ContentSession } from './read-only-session.ts';
import type { ReadOptions, SqlReader } from './sql-reader.ts';

/** The reader of one connection. A connection that does not exist fails at the first read with ContentProblem. */
export type ContentReader = Pick<SqlReader, 'problem' | 'problemOfQuery'> & {
  read<T>(
    baseQuery: string,
    work: (session: ContentSession) => Promise<T>,
    options?: Omit<ReadOptions, 'person'>,
  ): Promise<T>;
  /**
   * A value of `TimedCache` that was read with this base query, of the person alone where the query has placeholders for
   * one; `now` and `fresh_ms` are in milliseconds.
   */
  cached<T>(
    baseQuery: string,
    key: string,
    now: number,
    read: () => Promise<{ value: T; fresh_ms: number }>,
  ): Promise<T>;
};

export type ContentDatabases = {
  /** Without a person, queries with placeholders for one fail with ContentProblem. */
  of(connection_id: number, person?: Person | null): ContentReader;
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
    of(connection_id, person = null) {
      const reader = async () => (connection_id === FIRST_CONNECTION ? first : further.open(connection_id));
      return {
        read: async (baseQuery, work, options) =>
          (await reader()).read(baseQuery, work, { ...options, person }),
        async cached(baseQuery, key, now, read) {
          requireAsker(baseQuery, person);
          const whose = needsPerson(baseQuery) ? ` ${JSON.stringify(person)}` : '';
          return (await reader()).cache.get(key + whose, now, read);
        },
        problem: async () => (await reader()).problem(),
        problemOfQuery: async (query) => (await reader()).problemOfQuery(query),
      };
    },
    forget: (connection_id) => further.forget(connection_id),
    async close() {
      await Promise.all([first.close(), further.close()]);
    },
  };
}
