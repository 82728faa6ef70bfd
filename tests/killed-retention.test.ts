/** The short form of `npm run trials -- retention`. */
import { expect, test } from 'vitest';
import { withCopiedDatabase } from '../server/test/test-databases.ts';
import { retentionThroughKills } from '../trials/retention/run.ts';

test('R-ENG-14 conversations that are due go once and whole, though one of two processes that erase them is killed', {
  timeout: 120_000,
}, async () => {
  const trial = { people: 20, conversations: 3, kills: 1, seed: 20_261_129 };
  const { due, erased, broken } = await withCopiedDatabase((address) =>
    retentionThroughKills(address, trial),
  );
  expect({ due, erased, broken }).toEqual({ due: 40, erased: 40, broken: [] });
});
