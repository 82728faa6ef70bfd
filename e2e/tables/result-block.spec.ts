import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { intercept } from '../support/accounts.ts';
import { walkPast, walkPastOnPhone } from '../support/looks.ts';
import { ADMIN, API, admit, enter, expect, test } from '../support/test-server.ts';
import {
  AMBIGUOUS,
  answerOf,
  BY_MODALITY,
  BY_MONTH,
  block,
  COMPARED,
  chip,
  NOTHING,
  openResult,
  press,
  ROWS,
  STACKED,
} from './results.ts';

const figures = (page: Page) => block(page).locator('tbody tr > :last-child');

test('R-TBL-31 R-TBL-32 a result is drawn once, as a chart with its table, and the table is sorted by its headers', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await openResult(page, BY_MODALITY);
  const region = page.getByRole('region', { name: BY_MODALITY.understood });
  await expect(region.first()).toContainText('Licitações');
  await expect(page.locator('.answer-text table')).toHaveCount(0);
  await expect(page.getByText('A fonte foi lida agora.')).toBeVisible();
  await expect(block(page).locator('svg text').first()).toHaveText('R$ 2.091.926,94');
  // The table is there while the chart is shown: it is the chart's text.
  await expect(block(page).getByRole('table', { name: BY_MODALITY.understood })).toHaveCount(1);
  await expect(block(page).getByRole('row')).toHaveCount(7);

  await block(page).getByText('Tabela', { exact: true }).click();
  await expect(block(page).locator('svg text')).toHaveCount(0);
  await expect(block(page).getByRole('rowheader').last()).toHaveText('Total');
  await expect(block(page).getByRole('cell').last()).toHaveText('R$ 1.092.031,33');
  const header = block(page).getByRole('columnheader', { name: 'Média de valor estimado' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await header.getByRole('button').press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(figures(page).first()).toHaveText('R$ 99.000,50');
  await block(page).getByRole('columnheader', { name: 'Modalidade' }).getByRole('button').click();
  await expect(block(page).locator('tbody th').first()).toHaveText('Concorrência');
  await expect(block(page).locator('tbody th').last()).toHaveText('(vazio)');
});

test('R-TBL-32 a line has gaps where the source has no row, and is read with the arrow keys', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await openResult(page, BY_MONTH);
  const line = block(page).locator('path.stroke-brand');
  // One piece for each stretch of months that follow one another.
  await expect.poll(async () => (await line.getAttribute('d'))?.match(/M/g)?.length).toBe(3);
  const reader = block(page).getByRole('slider');
  await reader.focus();
  await expect(block(page).locator('figcaption')).toHaveText('out/2025: 25');
  await page.keyboard.press('ArrowLeft');
  await expect(reader).toHaveAttribute('aria-valuetext', 'set/2025: 22');
  await page.keyboard.press('ArrowLeft');
  await expect(block(page).locator('figcaption')).toHaveText('ago/2025: —');
});

test('two keys are stacked with a legend; two values are compared with their difference; nothing says what to do', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await openResult(page, STACKED);
  await expect(block(page).locator('li[data-tone]')).toHaveText(['Homologada', 'Aberta', 'Suspensa']);
  await expect(block(page).locator('rect.fill-tone')).toHaveCount(7);

  await openResult(page, COMPARED);
  await expect(block(page).getByRole('row').last()).toHaveText('Diferença−45 (−75,00 %)');

  await openResult(page, NOTHING);
  await expect(block(page).getByText('Nenhum registro atende a estes filtros.')).toBeVisible();
});

test('R-TBL-34 the CSV file is handed out under its name; a failure says why and is tried again', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await openResult(page, BY_MODALITY);
  await intercept(page, '/chat/messages/*/results/1/csv', 410, {
    code: 'result_gone',
    detail: 'Este resultado não pode mais ser refeito: a fonte ou a permissão mudou.',
  });
  await press(page, 'Baixar CSV');
  await expect(block(page).getByText('Falha ao baixar o CSV')).toBeVisible();
  await expect(block(page).getByText('Este resultado não pode mais ser refeito')).toBeVisible();

  await page.unrouteAll();
  await page.route(`**${API}/chat/messages/*/results/1/csv`, (route) =>
    route.fulfill({
      contentType: 'text/csv; charset=utf-8',
      headers: { 'content-disposition': "attachment; filename*=UTF-8''licita%C3%A7%C3%B5es.csv" },
      body: '\ufeffModalidade;Média\r\nDispensa;100250,00\r\n',
    }),
  );
  const download = page.waitForEvent('download');
  await press(page, 'Tentar novamente');
  const file = await download;
  expect(file.suggestedFilename()).toBe('licitações.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain('Dispensa;100250,00');
  await expect(block(page).getByText('Falha ao baixar o CSV')).toHaveCount(0);
});

/** Pages of the rows behind a result, of 70 in all. */
async function serveRows(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`**${API}/chat/messages/*/results/1/rows?*`, (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query.toString());
    const skip = Number(query.get('skip'));
    const data = ROWS.rows.concat(ROWS.rows, ROWS.rows).slice(skip, Math.min(skip + 50, 70));
    const metadata = { total: 70, has_more: skip + 50 < 70, columns: ROWS.columns };
    return route.fulfill({ json: { success: true, data, metadata, message: '' } });
  });
  return asked;
}

test('R-TBL-35 the rows open in pages of fifty, those of one group from its name', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await openResult(page, BY_MODALITY);
  const asked = await serveRows(page);
  await press(page, 'Ver linhas');
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('tbody tr')).toHaveCount(50);
  await expect(dialog.getByText('mostrando 50 de 70')).toBeVisible();
  await dialog.getByRole('button', { name: 'Carregar mais' }).click();
  await expect(dialog.locator('tbody tr')).toHaveCount(70);
  await expect(dialog.getByRole('button', { name: 'Carregar mais' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(block(page).getByRole('button', { name: 'Ver linhas' })).toBeFocused();

  await block(page).getByText('Tabela', { exact: true }).click();
  await press(page, 'Dispensa');
  await expect(page.getByRole('dialog', { name: 'Linhas de Dispensa' }).locator('tbody tr')).toHaveCount(50);
  expect(asked).toEqual(['skip=0&limit=50', 'skip=50&limit=50', 'skip=0&limit=50&group=3']);
});

test('R-TBL-35 rows that cannot be read again say why, and are tried again', async ({ page, person }) => {
  await enter(page, person);
  await openResult(page, BY_MODALITY);
  await intercept(page, '/chat/messages/*/results/1/rows?*', 410, {
    code: 'result_gone',
    detail: 'Este resultado não pode mais ser refeito: a fonte ou a permissão mudou.',
  });
  await press(page, 'Ver linhas');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Falha ao carregar as linhas')).toBeVisible();
  await expect(dialog.getByText('a fonte ou a permissão mudou')).toBeVisible();
  await page.unrouteAll();
  await serveRows(page);
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(dialog.locator('tbody tr')).toHaveCount(50);
});

test('R-TBL-36 how it was calculated: figures for everybody, the statement where the server sends it', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await openResult(page, BY_MODALITY);
  const how = { rows_considered: 360, skipped_nulls: 4, misfits: 2, ms: 12.4 };
  const address = '/chat/messages/*/results/1/how';
  await intercept(page, address, 500, {});
  await press(page, 'Como foi calculado');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Falha ao refazer o cálculo')).toBeVisible();
  await page.unrouteAll();
  await intercept(page, address, 200, { success: true, data: how });
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(dialog.getByRole('definition')).toHaveText(['360', '4', '2', '12 ms']);
  await expect(dialog.getByText('SQL')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.unrouteAll();
  await intercept(page, address, 200, {
    success: true,
    data: { ...how, sql: 'SELECT avg(valor) FROM q WHERE uf = $1', parameters: ['PE'] },
  });
  await press(page, 'Como foi calculado');
  await expect(dialog.getByText('SELECT avg(valor) FROM q WHERE uf = $1')).toBeVisible();
  await expect(dialog.getByText('$1 = PE')).toBeVisible();
});

test('the marker and the source card lead to the block; copying gives the text as it was written', async ({
  page,
  person,
  context,
  expectComplaints,
}) => {
  // The lines of a copied table are for mail programs; this page does not draw them.
  expectComplaints(/Applying inline style/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, person);
  await openResult(page, ROWS);
  await expect(page.getByText('1 resultado lido em 1 fonte de dados')).toHaveCount(1);
  await page.locator('[data-source-card="1"]').click();
  await expect(block(page)).toBeFocused();
  await expect(page.locator('[data-source-panel]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Fonte 1: Licitações' }).click();
  await expect(block(page)).toBeFocused();

  await page.getByRole('button', { name: 'Copiar resposta' }).click();
  await expect(page.getByRole('status').getByText('Copiado')).toBeVisible();
  const [text, html] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const kinds = ['text/plain', 'text/html'];
    return Promise.all(kinds.map(async (kind) => (await item?.getType(kind))?.text() ?? ''));
  });
  expect(text).toBe(answerOf(ROWS));
  expect(html).toContain('Valor estimado');
  expect(html).not.toContain('<button');
});

test('results fit every width and theme, and have no serious fault of accessibility', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await serveRows(page);
  const shown = { BY_MODALITY, BY_MONTH, STACKED, COMPARED, ROWS, AMBIGUOUS, NOTHING };
  await walkPast(page, [
    ...Object.entries(shown).map(
      ([name, result]) =>
        [
          name,
          async () => {
            await openResult(page, result);
            await expect(block(page)).toBeVisible();
          },
        ] as [string, () => Promise<unknown>],
    ),
    [
      'as linhas',
      async () => {
        await press(page, 'Ver linhas');
        await expect(page.getByRole('dialog').locator('tbody tr')).toHaveCount(50);
      },
    ],
  ]);
});

test('on a phone the table scrolls in its block with its first column in sight, and a filter opens as a sheet', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await page.setViewportSize({ width: 390, height: 844 });
  await openResult(page, ROWS);
  const frame = block(page).getByRole('region', { name: ROWS.understood });
  const number = block(page).locator('tbody th').first();
  const before = await number.boundingBox();
  await frame.evaluate((element) => element.scrollTo({ left: 300 }));
  await expect(block(page).locator('[data-left]')).toHaveCount(1);
  expect((await number.boundingBox())?.x).toBe(before?.x);
  await walkPastOnPhone(page, [
    [
      'o filtro',
      async () => {
        await chip(page, 'Município: Recife').click();
        await expect(page.getByRole('dialog', { name: 'Município' })).toBeVisible();
      },
    ],
  ]);
});

test('an administrator sees the same block in the test chat’s conversation', async ({ page }) => {
  await enter(page, ADMIN);
  await openResult(page, COMPARED);
  await expect(block(page).getByRole('row').last()).toContainText('Diferença');
});
