/** The database dies while answers are written, and comes back. */
import { afterAll, expect, test } from 'vitest';
import { endAll } from '../server/test/process/started-process.ts';
import { databaseLoss } from '../trials/faults/surroundings/database-loss.ts';
import { frozenDatabase } from '../trials/faults/surroundings/frozen-database.ts';
import { openInstallation } from '../trials/support/installation.ts';
import { openRestartableDatabase } from '../trials/support/restartable-database.ts';

afterAll(endAll);

test('B5 B6 while it is away or stands still readers read on and others get a Portuguese sentence; when it is back all is stored', {
  timeout: 180_000,
}, async () => {
  const database = await openRestartableDatabase();
  const testServer = await openInstallation(database.address);
  const process = await testServer.start();
  const seen = await databaseLoss(testServer, process, database, { answers: 6, seconds: 2, seed: 1 });
  expect(seen).toMatchObject({ broken: [], answers: 6, whole: 6, stored: 6 });
  expect(seen.refusals).toBeGreaterThan(5);
  expect(seen.ms_to_refuse.max).toBeLessThan(5_000);
  expect(seen.ms_to_recover).toBeLessThan(3_000);

  // `npm run trials -- faults freeze` lets it stand for as long as it takes to see every time limit.
  const frozen = await frozenDatabase(testServer, process, database, {
    answers: 2,
    callers: 5,
    seconds: 3,
    seed: 1,
  });
  expect(frozen).toMatchObject({ broken: [], answers: 2 });
  expect(frozen.seconds_to_unready).toBeLessThan(4);
  expect(frozen.ms_to_heal).toBeLessThan(5_000);
  await endAll();
  await testServer.close();
  await database.close();
});
