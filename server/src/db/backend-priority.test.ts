import { getPriority } from 'node:os';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../test/test-server.ts';
import { sessionPriority } from '../tuning/process-priority.ts';
import { lowerPriority } from './backend-priority.ts';
import type { Queryable } from './client.ts';

const testServer = await startTestServer();

async function backendOf(db: Queryable): Promise<{ pid: number; isBesideUs: boolean }> {
  const { rows } = await db.execute<{ pid: number; isBesideUs: boolean }>(
    sql`select pg_backend_pid() pid, inet_server_addr() is null "isBesideUs"`,
  );
  return rows[0] as { pid: number; isBesideUs: boolean };
}

const urgencyOf = (pid: number) => ({ own: getPriority(pid), session: sessionPriority(pid) });

test('long work is less urgent than everybody else until its transaction ends, and nobody inherits that', async () => {
  const { db } = testServer.context;
  const { usual, meanwhile } = await db.transaction(async (transaction) => {
    const { pid, isBesideUs } = await backendOf(transaction);
    const usual = isBesideUs ? urgencyOf(pid) : null;
    await lowerPriority(transaction);
    return { usual, meanwhile: isBesideUs ? urgencyOf(pid) : null };
  });
  // PostgreSQL on another machine has its own processors.
  if (meanwhile !== null && usual !== null) {
    expect(meanwhile.own).toBeGreaterThan(usual.own);
    // Where Linux shares its processors between sessions first, a process's own priority tells nobody anything.
    if (usual.session !== null) expect(meanwhile.session).toBeGreaterThan(usual.session);
  }
  // The connection that comes next: the same, as urgent as before, or another one in its place.
  const { pid, isBesideUs } = await db.transaction(backendOf);
  if (isBesideUs) expect(urgencyOf(pid)).toEqual(usual);
});
