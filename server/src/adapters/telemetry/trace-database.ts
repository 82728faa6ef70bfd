/** One span for each SQL statement of a traced operation: its first word, its duration and its error code. */
import type pg from 'pg';
import { databaseCode } from '../../db/client.ts';
import type { Tracer } from './tracer.ts';

type Query = (...args: unknown[]) => unknown;

export function traceDatabase(pool: pg.Pool, tracer: Tracer): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    (client as { query: Query }).query = (...args) => traced(query, args);
  });
  // Checks the connection out here, so that the span belongs to the caller and not to the previous user of the connection.
  (pool as { query: Query }).query = async (...args) => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      return await (client.query as unknown as Query)(...args);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  };

  function traced(query: Query, args: unknown[]): unknown {
    if (!tracer.isTracing() || typeof args.at(-1) === 'function') return query(...args);
    const operation = firstWord(args[0]);
    const span = tracer.start(`postgresql ${operation}`, 'client', {
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
    });
    const sent = query(...args);
    if (sent instanceof Promise)
      void sent.then(
        () => span.end(),
        (error: unknown) => span.end(databaseCode(error) ?? 'connection'),
      );
    else span.end();
    return sent;
  }
}

const WORDS =
  /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release|lock|set|copy|declare|fetch|close)\b/i;

/** The first word, where it is a known one; the text of a statement may quote anything. */
function firstWord(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  return (typeof text === 'string' && WORDS.exec(text)?.[1]?.toUpperCase()) || 'OTHER';
}
