/** Reading an answer: its code, its characters, and a page that stands still meanwhile. */
import type { Page } from '@playwright/test';
import { watchShifts } from '../support/looks.ts';
import { API, admit, expect, expectCopied, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });

async function answered(page: Page, answer: string): Promise<void> {
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  const events = [
    ...(answer.match(/[\s\S]{1,9}/g) ?? []).map((content) => ({ content, done: false })),
    { content: '', done: true, message_id: 987_001, status: 'done', sources: [] },
  ];
  await page.route(`**${API}/chat/sessions/${id}/messages`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 200,
          contentType: 'text/event-stream',
          body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
        })
      : route.continue(),
  );
  await box(page).fill('Como?');
  await box(page).press('Enter');
  await expect(page.locator('[data-message-id="987001"][aria-busy="false"]')).toBeVisible();
}

const CODE = "select nome, 42 as n\nfrom municipios -- todos\nwhere uf = 'PE';";

test('finished code is coloured, names its language and is copied; «Copiado» stays for two seconds', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await answered(page, `Assim:\n\n\`\`\`sql\n${CODE}\n\`\`\`\n\nE pronto.`);
  const block = page.locator('.code-block');
  await expect(block).toContainText('sql');
  await expect(block.locator('[data-code="keyword"]').first()).toHaveText('select');
  await expect(block.locator('[data-code="string"]')).toHaveText("'PE'");
  await expect(block.locator('[data-code="comment"]')).toHaveText('-- todos');
  await expect(block.locator('code')).toHaveText(CODE);

  await block.getByRole('button', { name: 'Copiar código' }).click();
  await expect(block.getByText('Copiado')).toBeVisible();
  await expectCopied(page, CODE);
  const shown = Date.now();
  await expect(block.getByText('Copiado')).toBeHidden();
  expect(Date.now() - shown).toBeLessThan(12_000);
});

test('code without a known language stays as it is, and the highlighter is not even fetched', async ({
  page,
  person,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/code-colours/.test(request.url())) fetched.push(request.url());
  });
  await admit(page, person);
  await answered(page, '```brainrot\nselect 1\n```\n\n```\nselect 2\n```');
  await expect(page.locator('.code-block')).toHaveCount(2);
  await expect(page.locator('.code-block').first()).toContainText('brainrot');
  await expect(page.locator('[data-code]')).toHaveCount(0);
  expect(fetched).toEqual([]);
});

test('characters written as references are characters, also under the content security policy', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await answered(page, 'Art.&nbsp;5&ordm; **&mdash;** &copy; 2026 &lt;b&gt;');
  await expect(page.locator('.answer-text p')).toHaveText('Art.\u00a05º — © 2026 <b>');
  await expect(page.locator('.answer-text strong')).toHaveText('—');
});

test('R-SHELL-51 nothing shifts while the answer is written and when it ends', async ({ page, person }) => {
  const shifted = await watchShifts(page);
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  // How the page itself settles while it opens is not the answer's doing.
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveCount(1);
  const before = await shifted();
  await box(page).fill('Como recupero minha senha?');
  await box(page).press('Enter');
  await expect(page.locator('[data-role="assistant"][aria-busy="true"]')).toBeVisible();
  await expect(page.locator('[data-role="assistant"][aria-busy="false"] .answer-text')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copiar resposta' })).toBeVisible();
  expect((await shifted()) - before).toBeLessThanOrEqual(0.02);
});
