/** The short form of `npm run trials -- faults ingest`. */
import { afterEach, expect, inject, test } from 'vitest';
import { TEMPLATE } from '../server/test/database.ts';
import { endAll } from '../server/test/process/started-process.ts';
import { ingestRounds } from '../trials/faults/processes/kill-ingestion.ts';
import { openInstallation } from '../trials/support/installation.ts';

afterEach(endAll);

test('documents whose readers were killed at random moments end up whole: none is lost, stuck, double or half searchable', {
  timeout: 120_000,
}, async () => {
  const testServer = await openInstallation(inject('database'), TEMPLATE);
  const seen = await ingestRounds(testServer, { rounds: 2, seed: 3, isHurried: true });
  expect(seen).toMatchObject({ broken: [], rounds: 2, sent: 8 });
  // Otherwise nothing was proved.
  expect(seen.kept).toBeGreaterThan(1);
  await endAll();
  await testServer.close();
});
