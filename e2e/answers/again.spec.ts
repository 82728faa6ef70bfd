/** Asking a question again from under its answer: where the focus goes, and that nothing jumps meanwhile. */
import type { Page } from '@playwright/test';
import type { UnderstoodFilter } from '#contract/filters.ts';
import { keepRecords } from '../conversation/records.ts';
import { writeAnswersByHand } from '../conversation/streamed-answer.ts';
import { watchShifts } from '../support/looks.ts';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Sua pergunta' });
const PHONE = { width: 390, height: 844 };

const filters: UnderstoodFilter[] = [
  { data_source_id: 1, data_source_name: 'Licitações', parameter: 'Município', values: ['Recife', 'Olinda'] },
];

/** A stored answer with two filters, opened; the next answers are written by hand. */
async function answered(page: Page) {
  const answer = await writeAnswersByHand(page);
  const id = await openConversation(page);
  await keepRecords(id, [{ question: 'Quantas licitações há?', answer: 'Há três.', filters }]);
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('Há três.')).toBeVisible();
  return answer;
}

const again = (page: Page) => page.getByRole('button', { name: 'Perguntar de novo', exact: true });
const withoutRecife = (page: Page) =>
  page.getByRole('button', { name: 'Perguntar de novo sem Município: Recife' });

test('after «Perguntar de novo» by keyboard the focus is in the box, and the next Enter rates nothing', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const answer = await answered(page);
  const votes: string[] = [];
  await page.route(`**${API}/chat/messages/*/feedback`, (route) => {
    votes.push(route.request().url());
    return route.continue();
  });
  await again(page).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await answer.wires()).length).toBe(1);
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await answer.write({ content: 'Há três.', seq: 1 }, { done: true, message_id: 987_701, status: 'done' });
  await expect(page.locator('[data-message-id="987701"][aria-busy="false"]')).toBeVisible();
  await expect(box(page)).toBeFocused();
  expect(votes).toEqual([]);
  await expect(page.locator('[aria-pressed="true"]')).toHaveCount(0);
});

test('removing a filter by keyboard leaves the focus in the box', async ({ page, person }) => {
  await admit(page, person);
  const answer = await answered(page);
  await withoutRecife(page).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await answer.wires()).length).toBe(1);
  await expect(box(page)).toBeFocused();
});

test('on a phone, asking again does not open the keyboard, and the focus stays in the messages', async ({
  page,
  person,
}) => {
  await page.setViewportSize(PHONE);
  await admit(page, person);
  const answer = await answered(page);
  for (const [count, press] of [withoutRecife(page), again(page)].entries()) {
    await press.click();
    await expect.poll(async () => (await answer.wires()).length).toBe(count + 1);
    await answer.write(
      { content: 'Há três.', seq: 1 },
      { done: true, message_id: 987_801 + count, status: 'done' },
    );
    await expect(page.locator(`[data-message-id="${987_801 + count}"][aria-busy="false"]`)).toBeVisible();
    const isAmongMessages = () =>
      page.evaluate(
        () =>
          document.activeElement?.matches(':not(button, a, textarea)') &&
          document.activeElement.contains(document.querySelector('[data-role="assistant"]')) &&
          document.activeElement !== document.body,
      );
    await expect.poll(isAmongMessages).toBe(true);
  }
});

const PARAGRAPHS = Array.from(
  { length: 12 },
  (_, index) => `Parágrafo ${index + 1}: ${'há licitações abertas em vários municípios. '.repeat(4)}\n\n`,
);

for (const viewport of [{ width: 1360, height: 850 }, PHONE])
  test(`an answer asked without a filter grows without any layout shift, at ${viewport.width} px`, async ({
    page,
    person,
  }) => {
    await page.setViewportSize(viewport);
    const shifted = await watchShifts(page);
    await admit(page, person);
    const answer = await answered(page);
    const before = await shifted();
    // By no hand: what moves within half a second of one the browser does not count.
    await withoutRecife(page).evaluate((button: HTMLElement) => button.click());
    await expect.poll(async () => (await answer.wires()).length).toBe(1);
    for (const [index, content] of PARAGRAPHS.entries()) {
      await answer.write({ content, seq: index + 1 });
      await expect(page.getByText(`Parágrafo ${index + 1}:`)).toBeVisible();
    }
    const left: UnderstoodFilter[] = filters.map((filter) => ({ ...filter, values: ['Olinda'] }));
    await answer.write({ done: true, message_id: 987_901, status: 'done', filters: left });
    await expect(page.getByText('sem Município: Recife')).toBeVisible();
    await expect(again(page)).toBeVisible();
    expect((await shifted()) - before).toBeLessThanOrEqual(0.02);
  });
