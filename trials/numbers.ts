/**
 * The check of a model's numbers over generated texts with a known number of wrong figures:
 * `npm run trials -- numbers [--texts 1000] [--seed N]`. Exits with 1 where a bar is not held.
 */
import { parseArgs } from 'node:util';
import { checkModelTexts } from './numbers/run.ts';

const BAR = { found: 0.99, false_marks: 0.01 };
const TEXTS = '1000';
const SEED = '20261123';

export async function run(options: string[]): Promise<object> {
  const wishes = {
    texts: { type: 'string', default: TEXTS },
    seed: { type: 'string', default: SEED },
  } as const;
  const { values } = parseArgs({ args: options, options: wishes });
  const figures = checkModelTexts(Number(values.texts), Number(values.seed));
  const found_share = figures.found / figures.wrong;
  const false_share = figures.false_marks / figures.right;
  if (found_share < BAR.found || false_share > BAR.false_marks) process.exitCode = 1;
  return { trial: 'numbers', ...figures, found_share, false_share, bar: BAR };
}
