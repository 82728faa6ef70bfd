/** One real PostgreSQL for the whole test run, with a migrated template that each test file copies. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openLocalContent } from '../src/adapters/content/sample/local-content.ts';
import { openLog } from '../src/adapters/log.ts';
import { openQueue } from '../src/adapters/queue.ts';
import { type DatabaseAddress, openDatabase } from '../src/db/client.ts';
import { ensureDatabase, startEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { seedPlans } from '../src/seed/seed-plans.ts';
import { seedProviders } from '../src/seed/seed-providers.ts';
import { temporaryFolder } from './process/temporary-folder.ts';

export const TEMPLATE = 'prosa_template';
/** The content database with its sample and its reader's role; copied by tests that change it. */
export const CONTENT_TEMPLATE = 'prosa_conteudo';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test server is reached; replace the database. */
    database: DatabaseAddress & { host: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder('prosa-test-');
  const embedded = await startEmbedded({ folder: join(folder, 'postgres'), durable: false });
  await ensureDatabase(embedded, TEMPLATE);
  const address = embedded.address(TEMPLATE);
  await migrate(address);
  const database = openDatabase(address, { max: 2 });
  await seedPlans(database.db);
  await seedProviders(database.db);
  const queue = await openQueue(address, openLog('silent'));
  await queue.prepare();
  await queue.stop();
  await database.close();
  await openLocalContent(embedded);
  project.provide('database', embedded.address('postgres') as DatabaseAddress & { host: string });
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
