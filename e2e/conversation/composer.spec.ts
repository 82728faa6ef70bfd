import type { Page } from '@playwright/test';
import { admit, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });

test('R-CHAT-23 R-CHAT-24 R-CHAT-26 R-CHAT-28 R-CHAT-21 the box: a blank question does not leave, ten lines, Enter sends, Shift+Enter breaks the line', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await page.goto(`/chat/${await openConversation(page)}`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) asked.push(request.url());
  });
  await box(page).fill('   ');
  await box(page).press('Enter');
  await box(page).fill('uma');
  await box(page).press('Shift+Enter');
  await box(page).pressSequentially('duas');
  await expect(box(page)).toHaveValue('uma\nduas');
  expect(asked).toEqual([]);
  await box(page).fill('');
  await page.evaluate(() =>
    navigator.clipboard.writeText(Array.from({ length: 12 }, (_, line) => `linha ${line + 1}`).join('\n')),
  );
  await box(page).focus();
  await page.keyboard.press('Control+v');
  await expect(box(page)).toHaveValue(
    Array.from({ length: 10 }, (_, line) => `linha ${line + 3}`).join('\n'),
  );
  await expect(page.getByText('Limite de 10 linhas: as anteriores foram removidas.')).toBeVisible();
});

test('R-CHAT-26 R-CHAT-27 R-CONST-01 at 768 px Enter only breaks the line, at 769 px it sends', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await admit(page, person);
  await page.goto(`/chat/${await openConversation(page)}`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) asked.push(request.url());
  });
  await box(page).fill('oi');
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue('oi\n');
  expect(asked).toEqual([]);
  await page.setViewportSize({ width: 769, height: 900 });
  await box(page).fill('oi de novo');
  await box(page).press('Enter');
  await expect(page.locator('[data-role="user"]')).toContainText('oi de novo');
  await expect(box(page)).toHaveValue('');
  expect(asked).toHaveLength(1);
});
