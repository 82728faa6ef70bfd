import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'architecture', include: ['tests/architecture.test.ts', 'tests/plain-words.test.ts'] },
      },
      {
        test: {
          name: 'server',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'tests/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['tests/architecture.test.ts', 'tests/plain-words.test.ts'],
          globalSetup: ['server/test/database.ts'],
          setupFiles: ['server/test/quiet.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 120_000,
          pool: 'forks',
          // Each file has a house of its own; loading the modules anew for each took half of the time.
          isolate: false,
        },
      },
      {
        resolve: { alias: { '#contract': new URL('./contract/src', import.meta.url).pathname } },
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['server/test/quiet.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          isolate: false,
        },
      },
    ],
    // They wait for the database more than they compute: two even where there are two processors.
    maxWorkers: 2,
  },
});
