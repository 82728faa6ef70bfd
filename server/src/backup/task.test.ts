import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase, dropEmptyDatabases } from '../../test/test-databases.ts';
import type { DatabaseAddress } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { parseEnv } from '../env.ts';
import { keepOrRestore } from './task.ts';

afterAll(dropEmptyDatabases);

function urlOf(address: DatabaseAddress): string {
  const { host, port, user, database } = address as Exclude<DatabaseAddress, { connectionString: string }>;
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

test('B30 a copy is brought back on a new machine, where the key is a variable and nobody has made DATA_DIR yet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-new-machine-'));
  const BACKUP_KEY = randomBytes(48).toString('base64');
  const [from, to] = [await createEmptyDatabase(), await createEmptyDatabase()];
  const file = join(folder, 'copia.prosa');
  const on = (address: DatabaseAddress, name: string) =>
    parseEnv({ BACKUP_KEY, DATABASE_URL: urlOf(address), DATA_DIR: join(folder, name) });
  try {
    await migrate(from);
    await keepOrRestore(['backup', file], on(from, 'old'));
    expect(await keepOrRestore(['restore', file], on(to, 'new'))).toMatch(
      /^Restaurado de .*auditoria íntegra/,
    );
    expect((await stat(join(folder, 'new', 'audit-head.json'))).size).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
