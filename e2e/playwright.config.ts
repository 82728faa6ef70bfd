import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const jsonFile = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: './results',
  globalSetup: './support/server-process.ts',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 3,
  forbidOnly: !!process.env.CI,
  retries: 0,
  reporter: jsonFile ? [['list'], ['json', { outputFile: jsonFile }]] : [['list']],
  use: {
    baseURL: process.env.PROSA_E2E_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1360, height: 850 },
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    // Animations took a tenth of the browser's time; some stories run with them, as people see the product.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        // A page would have two: one for the blank page that it begins as.
        '--renderer-process-limit=1',
        // The product's pages ask for a process of their own for their origin: each would get a new one, which reads and
        // compiles the whole app again.
        '--disable-site-isolation-trials',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
