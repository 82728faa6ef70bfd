import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { watchShifts } from '../support/looks.ts';
import { enter, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const blocks = (page: Page) => page.locator('[data-result]');
const newest = (page: Page) => blocks(page).last();

/** Asks the sample tenders; the answer is there once its actions are. */
async function ask(page: Page, question: string): Promise<void> {
  const answers = await page.getByRole('button', { name: 'Copiar resposta' }).count();
  await box(page).fill(question);
  await box(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Copiar resposta' })).toHaveCount(answers + 1, {
    timeout: 30_000,
  });
}

test('R-TBL-30 R-TBL-31 R-TBL-32 R-TBL-34 R-TBL-35 R-TBL-36 a question to a table: figure, chart, table, file, rows', async ({
  page,
  person,
}) => {
  const shifted = await watchShifts(page);
  await enter(page, person);
  await page.goto(`/chat/${await openConversation(page, 'Licita')}`);
  const before = await shifted();
  await ask(page, 'Quantas licitações há por modalidade?');
  await expect(newest(page).locator('svg text').first()).toBeVisible();
  expect((await shifted()) - before, 'layout shift').toBeLessThan(0.02);
  await newest(page).getByText('Tabela', { exact: true }).click();
  const rows = newest(page).locator('tbody tr');
  const groups = await rows.count();
  expect(groups).toBeGreaterThan(1);
  await expect(page.locator('.answer-text table')).toHaveCount(0);

  const download = page.waitForEvent('download');
  await newest(page).getByRole('button', { name: 'Baixar CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const lines = text.replace('\ufeff', '').trim().split('\r\n');
  expect(lines).toHaveLength(groups + 1);
  const [name = '', count = ''] = (await rows.first().locator('th, td').allTextContents()) ?? [];
  expect(lines[1]).toBe(`${name};${count}`);

  await newest(page).getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Linhas de ${name}` });
  await expect(dialog.getByText(`de ${count}`)).toBeVisible();
  await page.keyboard.press('Escape');

  await newest(page).getByRole('button', { name: 'Como foi calculado' }).click();
  const facts = page.getByRole('dialog').getByRole('definition');
  await expect(facts).toHaveCount(4);
  await expect(page.getByRole('dialog').getByText('SELECT')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // The record holds it as the stream did.
  await page.reload();
  await expect(newest(page).locator('svg text').first()).toBeVisible();
});

test('the button to the end covers no cell of a wide table', async ({ page, person }) => {
  await page.setViewportSize({ width: 1920, height: 800 });
  await enter(page, person);
  await page.goto(`/chat/${await openConversation(page, 'Licita')}`);
  await ask(page, 'Quais são as 5 licitações de maior valor?');
  await ask(page, 'Quais são as 5 licitações de maior valor?');
  const column = await box(page).boundingBox();
  const table = await newest(page).locator('table').boundingBox();
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeGreaterThan((column?.x ?? 0) + (column?.width ?? 0) + 40);
  await newest(page).hover();
  await page.mouse.wheel(0, -500);
  const button = await page.getByRole('button', { name: 'Ir para o fim' }).boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan(table?.x ?? 0);
});

test('an answer that comes at once is read from its question on, and not from its end', async ({
  page,
  person,
}) => {
  // The machine may be slow: the two seconds that count as «at once» are longer.
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window);
    window.setTimeout = ((run: TimerHandler, ms?: number) =>
      set(run, ms === 2_000 ? 60_000 : ms)) as typeof window.setTimeout;
  });
  await enter(page, person);
  await page.goto(`/chat/${await openConversation(page, 'Licita')}`);
  await ask(page, 'Quantas licitações há por modalidade?');
  await ask(page, 'Quais são as 5 licitações de maior valor?');
  const question = page.locator('[data-role="user"]').last();
  await expect(question).toBeInViewport();
  await expect(newest(page).locator('tbody tr').first()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Ir para o fim' })).toBeVisible();
  // A short one below it is seen whole, with its question.
  await ask(page, 'Quantas licitações há?');
  await expect(newest(page).getByRole('button', { name: 'Como foi calculado' })).toBeInViewport();
  await expect(page.locator('[data-role="user"]').last()).toBeInViewport();
  // The focus and the next question are where they were.
  await expect(box(page)).toBeFocused();
});

test('R-TBL-22 R-TBL-23 R-TBL-33 a filter is changed in place, a question leans on it, and another reading is taken', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await page.goto(`/chat/${await openConversation(page, 'Licita')}`);
  await ask(page, 'Quantas licitações abertas há por modalidade?');
  const total = async () => {
    await newest(page).getByText('Tabela', { exact: true }).click();
    return Number(await newest(page).locator('tfoot td').first().textContent());
  };
  const open = await total();
  await newest(page).getByRole('button', { name: 'Mudar filtro Situação: Aberta' }).click();
  await page.getByRole('checkbox', { name: 'Suspensa' }).check();
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(blocks(page)).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByText('Situação: Aberta → Aberta ou Suspensa', { exact: true })).toBeVisible();
  await expect(
    newest(page).getByRole('button', { name: /Mudar filtro Situação: Aberta ou Suspensa/ }),
  ).toBeVisible();
  const both = await total();
  expect(both).toBeGreaterThan(open);
  // Asked again it is the plan that travels, also from the stored record.
  await page.reload();
  await page.getByRole('button', { name: 'Perguntar de novo' }).click();
  await expect(blocks(page)).toHaveCount(3, { timeout: 30_000 });
  expect(await total()).toBe(both);

  await ask(page, 'e só as suspensas?');
  await expect(blocks(page)).toHaveCount(4);
  expect(await total()).toBe(both - open);

  await ask(page, 'Quantas licitações em São Paulo?');
  await expect(blocks(page)).toHaveCount(5);
  const other = newest(page).getByRole('button', { name: /^ou: UF/ });
  const [, figure] = /\((\d+)\)/.exec((await other.textContent()) ?? '') ?? [];
  await other.click();
  await expect(blocks(page)).toHaveCount(6, { timeout: 30_000 });
  await expect(newest(page).getByRole('definition')).toHaveText(figure ?? '');
});
