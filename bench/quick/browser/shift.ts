/** P19: what moves by itself while the main screens come and an answer is written. */
import type { Browser, Page } from '@playwright/test';
import { longAnswer, tokensOf } from '../../render/answer.ts';
import type { Figure, QuickTestServer } from '../figure.ts';
import type { Content } from './content.ts';
import { openPage } from './page.ts';

/** Until a screen has come to rest. */
const REST_MS = 300;
const TOKENS = 300;

export async function shiftFigures(
  browser: Browser,
  testServer: QuickTestServer,
  content: Content,
): Promise<Figure[]> {
  const moved = new Map<string, number>();
  const shift = (page: Page) => page.evaluate<number>('watched.shift');

  const outside = await openPage(browser, testServer, { signedIn: false });
  await outside.page.goto(`${testServer.url}/`);
  await outside.page.locator('form button[type=submit]').waitFor();
  await outside.page.waitForTimeout(REST_MS);
  moved.set('/', await shift(outside.page));
  await outside.context.close();

  const { page, context } = await openPage(browser, testServer);
  try {
    const screens = [
      '',
      '/users',
      '/agents',
      '/databases',
      '/datasources',
      '/settings',
      '/feedback',
      '/audit',
    ];
    const paths = [
      '/chat',
      `/chat/${content.long.id}`,
      '/profile',
      '/subscription',
      ...screens.map((path) => `/admin${path}`),
      `/admin/agents/${testServer.agent.id}`,
    ];
    for (const path of paths) {
      await page.goto(testServer.url + path);
      await page.locator('main').first().waitFor();
      // Half a second without a call: it has come to rest.
      await page.waitForLoadState('networkidle');
      moved.set(path, await shift(page));
    }
    moved.set('uma resposta que se escreve', await streamed(page, testServer, content, shift));
  } finally {
    await context.close();
  }
  const [worst, value] = [...moved].toSorted(([, a], [, b]) => b - a)[0] ?? ['', Number.NaN];
  return [
    {
      id: 'P19',
      what: `CLS em ${moved.size} telas, a pior: ${worst}`,
      value: Math.round(value * 10_000) / 10_000,
      unit: '',
      reference: { what: '«bom»', value: 0.1 },
      must: { text: '≤ 0,02', holds: value <= 0.02 },
      stretch: { text: '0', holds: value === 0 },
    },
  ];
}

async function streamed(
  page: Page,
  testServer: QuickTestServer,
  content: Content,
  shift: (page: Page) => Promise<number>,
): Promise<number> {
  testServer.stub.say(tokensOf(longAnswer(TOKENS, 1)));
  testServer.stub.always('pace=10');
  try {
    await page.goto(`${testServer.url}/chat/${content.short.id}`);
    await page.getByText(content.short.lastWords).waitFor();
    await page.getByRole('textbox', { name: 'Sua pergunta' }).fill('Como funciona?');
    await page.keyboard.press('Enter');
    const answer = page.locator('article[data-role="assistant"]').last();
    await page.locator('article[data-role="assistant"]:not([data-status="done"])').waitFor();
    await answer.and(page.locator('[data-status="done"]')).waitFor();
    await page.waitForTimeout(REST_MS);
    return await shift(page);
  } finally {
    testServer.stub.always('');
  }
}
