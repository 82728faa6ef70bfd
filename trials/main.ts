/**
 * `npm run trials -- <name> [options]`: runs that take too long for `npm test` and look for broken promises instead of
 * speed. Each prints its figures and exits with 1 when something broke; a short pass of each stands in `tests/`.
 */
import { runNamed } from '../scripts/run-named.ts';

await runNamed(
  'trials',
  {
    failover: () => import('./failover.ts'),
    faults: () => import('./faults.ts'),
    fuzz: () => import('./fuzz.ts'),
    ledger: () => import('./ledger.ts'),
    manipulation: () => import('./manipulation.ts'),
    nights: () => import('./nights.ts'),
    numbers: () => import('./numbers.ts'),
    pooler: () => import('./pooler.ts'),
    'read-replica': () => import('./read-replica.ts'),
    retention: () => import('./retention/command.ts'),
    rounds: () => import('./fuzz/rounds.ts'),
    syncs: () => import('./syncs.ts'),
    tables: () => import('./tables.ts'),
  },
  process.argv.slice(2),
);
