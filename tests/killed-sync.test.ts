/** The short form of `npm run trials -- syncs`. */
import { expect, test } from 'vitest';
import { withCopiedDatabase } from '../server/test/test-databases.ts';
import { syncThroughKills } from '../trials/syncs/run.ts';

test('R-DOC-54 runs whose processes were killed at random moments come to the same end, and an unchanged run fetches nothing', {
  timeout: 180_000,
}, async () => {
  const seen = await withCopiedDatabase((address) =>
    syncThroughKills(address, { items: 60, kills: 4, seed: 7 }),
  );
  expect(seen).toMatchObject({ broken: [], bodies_of_an_unchanged_run: 0 });
  expect(seen.runs).toMatchObject([{ failed: 0 }, { missing: 6 }, { withdrawn: 6 }, { unchanged: 60 }]);
  // Otherwise nothing was proved.
  expect(seen.kills).toBeGreaterThan(1);
});
