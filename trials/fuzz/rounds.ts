/**
 * Searches for faults with all their rounds: `npm run trials -- rounds [file…]`. `npm test` makes a sample of each, the
 * same one in every run (`tests/support/rounds.ts`).
 */
import { run as runStep } from '../../scripts/steps.ts';

/** The tests that take their number of rounds from there. */
const SEARCHES = [
  'server/src/features/data-sources/sheets/known-sheets.test.ts',
  'tests/envelopes.test.ts',
  'tests/literal-counter.test.ts',
];

export async function run(options: string[]): Promise<object> {
  const files = options.length > 0 ? options : SEARCHES;
  const { ok, seconds } = await runStep(
    {
      name: 'rounds',
      command: 'vitest',
      args: ['run', '--project', 'server', ...files],
      env: { PROSA_ROUNDS: 'all' },
    },
    { quiet: false },
  );
  if (!ok) process.exitCode = 1;
  return { trial: 'rounds', files, seconds: Math.round(seconds), ok };
}
