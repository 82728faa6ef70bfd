/** Results that need more than the column of words, on wide and on narrow windows. */
import type { Page } from '@playwright/test';
import { enter, expect, test } from '../support/test-server.ts';
import { BY_MODALITY, block, openResult, ROWS } from './results.ts';

const boxOf = (page: Page, place: string) =>
  page
    .locator(place)
    .first()
    .evaluate((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return { left, right, width, height };
    });

const words = (page: Page) => boxOf(page, '[data-role="assistant"] .answer-text');
const frame = (page: Page) => boxOf(page, '[data-result="1"]');
const table = (page: Page) => boxOf(page, '[data-result="1"] table');

/** The width of the table that cannot be seen without scrolling to the side. */
const hidden = (page: Page) =>
  block(page)
    .locator('section')
    .first()
    .evaluate((element) => element.scrollWidth - element.clientWidth);

test('on a wide window a table of many columns takes the room on its right, and its left edge stays with the words', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await enter(page, person);
  await openResult(page, ROWS);
  await expect(block(page).locator('tbody tr')).toHaveCount(12);
  const [text, wide] = [await words(page), await frame(page)];
  expect(wide.left).toBeCloseTo(text.left, 0);
  expect(wide.width).toBeGreaterThan(text.width + 100);
  expect(wide.right).toBeLessThan(1920);
  expect(await hidden(page)).toBe(0);

  // Beside an opened passage the block is as narrow as the words, and no row breaks anew.
  const before = await table(page);
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('div'), { id: 'passage' }));
    document.querySelector('#passage')?.setAttribute('data-source-panel', '');
  });
  await expect.poll(async () => (await frame(page)).width).toBeCloseTo(text.width, 0);
  expect(await table(page)).toMatchObject({ width: before.width, height: before.height });
  expect(await hidden(page)).toBeGreaterThan(0);
});

test('a table that fits the column of words stays in it, as a chart does', async ({ page, person }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await enter(page, person);
  await openResult(page, BY_MODALITY);
  await expect(block(page).locator('svg text').first()).toBeVisible();
  const text = await words(page);
  expect((await frame(page)).width).toBeCloseTo(text.width, 0);
  await block(page).getByText('Tabela', { exact: true }).click();
  await expect(block(page).getByRole('row').first()).toBeVisible();
  expect((await frame(page)).width).toBeCloseTo(text.width, 0);
});

test('where the window has no room beside the words, a wide table scrolls within its block', async ({
  page,
  person,
}) => {
  await enter(page, person);
  for (const width of [1024, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await openResult(page, ROWS);
    await expect(block(page).locator('tbody tr')).toHaveCount(12);
    expect((await frame(page)).right, `${width} px`).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
  }
});
