/**
 * Conversations that are due, erased by two processes at once of which one is killed again and again:
 * `npm run trials -- retention [--people 1000] [--conversations 4] [--kills 20] [--seed N]`. Exits with 1 where one goes twice,
 * half or not at all.
 */
import { parseArgs } from 'node:util';
import { withDatabase } from '../../server/test/with-database.ts';
import { retentionThroughKills } from './run.ts';

const wishes = {
  people: { type: 'string', default: '1000' },
  conversations: { type: 'string', default: '4' },
  kills: { type: 'string', default: '20' },
  seed: { type: 'string', default: '20261129' },
} as const;

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({ args: options, options: wishes });
  const { people, conversations, kills, seed } = values;
  const trial = {
    people: Number(people),
    conversations: Number(conversations),
    kills: Number(kills),
    seed: Number(seed),
  };
  const figures = await withDatabase(({ address }) => retentionThroughKills(address, trial));
  if (figures.broken.length) process.exitCode = 1;
  return { trial: 'retention', ...figures };
}
