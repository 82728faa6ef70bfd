import { defineConfig } from 'vitest/config';
import { builtPrograms } from './scripts/server/built-programs.ts';

/** Tests that only read the sources and the documents: they need no database and belong to `npm run check`. */
const sourceTests = [
  'tests/architecture.test.ts',
  'tests/attacks/table.test.ts',
  'tests/documentation.test.ts',
  'tests/lockfile.test.ts',
  'tests/measurements.test.ts',
  'tests/plain-words.test.ts',
  'tests/requirements.test.ts',
  'tests/schema-stand-in.test.ts',
];

/** Tests know the screens as an unconfigured installation shows them. */
const define = { __LANGUAGE__: JSON.stringify('mixed') };

export default defineConfig({
  test: {
    projects: [
      {
        // They read every source beside the other checks, on two cores.
        test: { name: 'architecture', include: sourceTests, testTimeout: 120_000 },
      },
      {
        define,
        plugins: [builtPrograms()],
        test: {
          name: 'server',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'tests/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: sourceTests,
          globalSetup: ['server/test/database.ts'],
          setupFiles: ['server/test/quiet.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 120_000,
          pool: 'forks',
          // Each file has a test server of its own; loading the modules anew for each file took half of the time.
          isolate: false,
          // A test makes much that is soon gone: collecting it less often costs memory and saves time.
          execArgv: ['--max-semi-space-size=32'],
        },
      },
      {
        define,
        resolve: { alias: { '#contract': new URL('./contract/src', import.meta.url).pathname } },
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['server/test/quiet.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          isolate: false,
        },
      },
    ],
    // They wait for the database and for processes of their own a quarter of their time: three for two processors.
    maxWorkers: 3,
  },
});
