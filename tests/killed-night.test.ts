/** The short form of `npm run trials -- nights`. */
import { expect, test } from 'vitest';
import { withCopiedDatabase } from '../server/test/test-databases.ts';
import { nightsThroughKills } from '../trials/nights/run.ts';

test('R-CHK-07 a night of checks through a kill of both its processes: one whole run an agent, each check counted once', {
  timeout: 120_000,
}, async () => {
  const trial = { agents: 3, nights: 1, kills: 1, seed: 20_261_128 };
  const { runs, killed, broken } = await withCopiedDatabase((address) => nightsThroughKills(address, trial));
  expect({ runs, killed, broken }).toEqual({ runs: 3, killed: 1, broken: [] });
});
