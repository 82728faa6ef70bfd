import { getPriority } from 'node:os';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestHouse } from '../../test/house.ts';
import type { Queryable } from './client.ts';
import { giveWay } from './giving-way.ts';

const house = await openTestHouse();

async function backendOf(db: Queryable): Promise<{ pid: number; isBesideUs: boolean }> {
  const { rows } = await db.execute<{ pid: number; isBesideUs: boolean }>(
    sql`select pg_backend_pid() pid, inet_server_addr() is null "isBesideUs"`,
  );
  return rows[0] as { pid: number; isBesideUs: boolean };
}

test('long work is less urgent than everybody else until its transaction ends, and nobody inherits that', async () => {
  const { db } = house.world;
  const { usual, meanwhile } = await db.transaction(async (transaction) => {
    const { pid, isBesideUs } = await backendOf(transaction);
    const usual = isBesideUs ? getPriority(pid) : 0;
    await giveWay(transaction);
    return { usual, meanwhile: isBesideUs ? getPriority(pid) : null };
  });
  // PostgreSQL on another machine has its own processors.
  if (meanwhile !== null) expect(meanwhile).toBeGreaterThan(usual);
  // The connection that comes next: the same, as urgent as before, or another one in its place.
  const { pid, isBesideUs } = await db.transaction(backendOf);
  if (isBesideUs) expect(getPriority(pid)).toBe(usual);
});
