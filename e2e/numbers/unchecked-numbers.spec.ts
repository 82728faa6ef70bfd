/** The numbers of an answer that come from none of its sources. */
import type { Page } from '@playwright/test';
import { keepRecords } from '../conversation/records.ts';
import { writeAnswersByHand } from '../conversation/streamed-answer.ts';
import { walkPast } from '../support/looks.ts';
import { enter, expect, openConversation, test } from '../support/test-server.ts';

const ANSWER = `Foram **360** licitações em 2025, mais que as 412 de 2024.

- Salvador teve 130, **36,1 %** do total.
- Recife somou R$ 2,4 milhões.

| Município | Licitações |
|---|--:|
| Salvador | 130 |
| Recife | 77 |`;

const unchecked = (...words: string[]) =>
  words.map((text) => ({ start: ANSWER.indexOf(text), end: ANSWER.indexOf(text) + text.length, text }));
const WRONG = unchecked('412', '36,1 %', '77');
const LINE = 'Este número não vem da fonte.';
const marks = (page: Page) => page.locator('.answer-text .unchecked');

test('R-TBL-38: they are underlined, tell why to the keyboard, and the answer counts them', async ({
  page,
  person,
}) => {
  await enter(page, person);
  const id = await openConversation(page);
  await keepRecords(id, [{ question: 'Quantas foram?', answer: ANSWER, unchecked_numbers: WRONG }]);
  await page.goto(`/chat/${id}`);
  await expect(marks(page)).toHaveText(['412', '36,1 %', '77']);
  await expect(page.getByText('3 números não conferidos')).toBeVisible();
  await expect(page.locator('.answer-text p').first()).toHaveText(
    'Foram 360 licitações em 2025, mais que as 412 de 2024.',
  );
  await expect(marks(page).first()).toHaveAccessibleDescription(LINE);
  await marks(page).first().focus();
  await page.keyboard.press('Tab');
  await expect(marks(page).nth(1)).toBeFocused();
  const told = await marks(page)
    .nth(1)
    .evaluate((mark) => getComputedStyle(mark, '::after').content);
  expect(told).toBe(`"${LINE}"`);
  await walkPast(page, [['números não conferidos', () => marks(page).first().focus()]]);
});

test('they are marked when the answer ends, not while it is written', async ({ page, person }) => {
  const hand = await writeAnswersByHand(page);
  await enter(page, person);
  await page.goto(`/chat/${await openConversation(page)}`);
  await page.getByRole('textbox', { name: /pergunta/i }).fill('Quantas foram?');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await hand.wires()).length).toBeGreaterThan(0);
  await hand.write({ content: ANSWER, seq: 1 });
  await expect(page.getByText('R$ 2,4 milhões')).toBeVisible();
  await expect(marks(page)).toHaveCount(0);
  await hand.write({ done: true, seq: 1, status: 'done', sources: [], unchecked_numbers: unchecked('412') });
  await expect(marks(page)).toHaveText(['412']);
  await expect(page.getByText('1 número não conferido')).toBeVisible();
});
