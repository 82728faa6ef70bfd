/**
 * A base that follows a bucket through processes that are killed at random:
 * `npm run trials -- syncs [--items 1000] [--kills 50] [--seed N]`. Exits with 1 where the end is another one than
 * without kills.
 */
import { parseArgs } from 'node:util';
import { withDatabase } from '../server/test/with-database.ts';
import { syncThroughKills } from './syncs/run.ts';

const wishes = {
  items: { type: 'string', default: '1000' },
  kills: { type: 'string', default: '50' },
  seed: { type: 'string', default: '20261128' },
} as const;

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({ args: options, options: wishes });
  const trial = { items: Number(values.items), kills: Number(values.kills), seed: Number(values.seed) };
  const figures = await withDatabase(({ address }) => syncThroughKills(address, trial));
  if (figures.broken.length) process.exitCode = 1;
  return { trial: 'syncs', ...figures };
}
