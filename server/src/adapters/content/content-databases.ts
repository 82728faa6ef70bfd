/** The databases that data sources read: one reader for each connection, bound to the person for whom it reads. */

import { FIRST_CONNECTION } from '#contract/connections.ts';
import { needsPerson } from '#contract/data-sources.ts';
import type { DatabaseAddress } from '../../db/client.ts';
import type { EmbeddedDatabase } from '../../db/embedded.ts';
import type { Env } from '../../env.ts';
import type { Log } from '../log.ts';
import { ContentProblem } from './content-problem.ts';
import { type Person, requireAsker } from './placeholders.ts';
import type { ContentSession } from './read-only-session.ts';
import { openLocalContent } from './sample/local-content.ts';
import { noSheetWriter, openSheetWriter, type SheetWriter } from './sheet-writer.ts';
import { noSqlReader, openSqlReader, type ReadOptions, type SqlReader } from './sql-reader.ts';

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

type Content = { reader: SqlReader; sheets: SheetWriter };

/** The configured content database, else the sample beside the embedded one, else none. */
export async function openContent(env: Env, embedded: EmbeddedDatabase | null, log: Log): Promise<Content> {
  const addresses = await contentAddresses(env, embedded);
  if (!addresses) return { reader: noSqlReader(), sheets: noSheetWriter() };
  const reader = openSqlReader(addresses.reader, log);
  // Not awaited: a content database that is away must not hold up the start.
  void reader.problem().then((problem) => {
    if (problem) log.error({ kind: problem.kind, err: { message: problem.message } }, 'content database');
  });
  const sheets = addresses.sheets && openSheetWriter(addresses.sheets, log, { reader: addresses.reader });
  void sheets?.problem().then((problem) => {
    if (problem) log.error({ err: { message: problem } }, 'sheets');
  });
  return { reader, sheets: sheets ?? noSheetWriter() };
}

async function contentAddresses(
  { DATASOURCE_DATABASE_URL, SHEETS_DATABASE_URL }: Env,
  embedded: EmbeddedDatabase | null,
): Promise<{ reader: DatabaseAddress; sheets: DatabaseAddress | null } | null> {
  if (!DATASOURCE_DATABASE_URL) return embedded && openLocalContent(embedded);
  return {
    reader: { connectionString: DATASOURCE_DATABASE_URL },
    sheets: SHEETS_DATABASE_URL ? { connectionString: SHEETS_DATABASE_URL } : null,
  };
}
