import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ViteDevServer } from 'vite';
import { type Sight, walkPast } from '../support/looks.ts';
import { expect, test } from '../support/test-server.ts';

const ROOMS = ['controls', 'display', 'dialogs', 'page'];
const tsxIn = (folder: string) => readdirSync(folder).filter((name) => /(?<!\.test)\.tsx$/.test(name));
/** A frame that only a screen with data can fill; the stories of that screen look at it. */
const ELSEWHERE = ['display/page-picture.tsx'];

let vite: ViteDevServer;
test.beforeAll(async () => {
  vite = await createServer({ configFile: 'web/vite.config.ts', server: { port: 0, strictPort: false } });
  await vite.listen();
});
test.afterAll(() => vite.close());

test('the page of the UI kit shows every part of it, and fits every width without a serious accessibility fault', async ({
  page,
}) => {
  const source = tsxIn('web/kit')
    .map((name) => readFileSync(`web/kit/${name}`, 'utf8'))
    .join('\n');
  const parts = ROOMS.flatMap((room) => tsxIn(`web/src/ui/${room}`).map((name) => `${room}/${name}`));
  expect(parts.length).toBeGreaterThan(30);
  expect(parts.filter((part) => !source.includes(`/ui/${part}'`))).toEqual(ELSEWHERE);

  const address = vite.resolvedUrls?.local[0] ?? '';
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const dialog = (name: string): Sight => [
    name,
    async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name, exact: true }).click();
    },
  ];
  await page.goto(`${address}dev/kit`);
  await expect(page.getByRole('heading', { level: 1, name: 'UI kit' })).toBeVisible();
  await walkPast(page, [
    ['parts', async () => page.mouse.move(0, 0)],
    ...['Modal', 'Confirm', 'FormDialog', 'NameDialog', 'PickDialog', 'askForProof'].map(dialog),
  ]);
  expect(errors).toEqual([]);
});
