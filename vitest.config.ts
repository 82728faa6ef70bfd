import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'plan', include: ['tests/architecture.test.ts'] } },
      {
        test: {
          name: 'house',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'tests/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['tests/architecture.test.ts'],
          globalSetup: ['server/test/database.ts'],
          setupFiles: ['server/test/quiet.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          pool: 'forks',
        },
      },
      {
        resolve: { alias: { '#contract': new URL('./contract/src', import.meta.url).pathname } },
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['server/test/quiet.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
