/**
 * Thirty nights of checks through processes that are killed at random:
 * `npm run trials -- nights [--agents 34] [--nights 30] [--kills 60] [--seed N]`. Exits with 1 where a run is missing,
 * double or not whole.
 */
import { parseArgs } from 'node:util';
import { withDatabase } from '../server/test/with-database.ts';
import { nightsThroughKills } from './nights/run.ts';

const wishes = {
  agents: { type: 'string', default: '34' },
  nights: { type: 'string', default: '30' },
  kills: { type: 'string', default: '60' },
  seed: { type: 'string', default: '20261128' },
} as const;

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({ args: options, options: wishes });
  const { agents, nights, kills, seed } = values;
  const trial = { agents: Number(agents), nights: Number(nights), kills: Number(kills), seed: Number(seed) };
  const figures = await withDatabase(({ address }) => nightsThroughKills(address, trial));
  if (figures.broken.length) process.exitCode = 1;
  return { trial: 'nights', ...figures };
}
