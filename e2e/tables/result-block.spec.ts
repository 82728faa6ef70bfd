import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { writeAnswersByHand } from '../conversation/streamed-answer.ts';
import { intercept } from '../support/accounts.ts';
import { walkPast, walkPastOnPhone } from '../support/looks.ts';
import { ADMIN, API, admit, enter, expect, test } from '../support/test-server.ts';
import {
  AMBIGUOUS,
  answerOf,
  BY_MODALITY,
  BY_MONTH,
  COMPARED,
  NOTHING,
  openResult,
  ROWS,
  STACKED,
} from './results.ts';

const block = (page: Page) => page.locator('[data-result="1"]');
const chip = (page: Page, words: string) =>
  block(page).getByRole('button', { name: `Mudar filtro ${words}` });
const press = (page: Page, name: string) => block(page).getByRole('button', { name, exact: true }).click();
const figures = (page: Page) => block(page).locator('tbody tr > :last-child');

const serveColumns = (page: Page) =>
  intercept(page, '/chat/messages/*/results/1/columns', 200, {
    success: true,
    data: [
      { name: 'situacao', label: 'Situação', kind: 'category', unit: null, values: ['Aberta', 'Suspensa'] },
      { name: 'objeto', label: 'Objeto', kind: 'text', unit: null, values: [] },
    ],
    metadata: { total: 2, has_more: false },
    message: '',
  });

/** The body of the newest question. */
const sent = async (hand: Awaited<ReturnType<typeof writeAnswersByHand>>) => {
  const asked = (await hand.wires()).filter(({ method }) => method === 'POST').at(-1);
  return JSON.parse(asked?.body ?? '{}');
};

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

test('R-TBL-33 a number is changed in its chip, and the edited plan is asked', async ({ page, person }) => {
  const hand = await writeAnswersByHand(page);
  await enter(page, person);
  const messageId = await openResult(page, BY_MODALITY);
  await chip(page, 'Valor estimado: a partir de R$ 100.000,00').click();
  await expect(page.getByRole('textbox', { name: 'De', exact: true })).toHaveValue('100.000');
  await page.getByLabel('Até').fill('50 mil');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByRole('alert')).toHaveText('O primeiro é maior que o segundo.');
  await page.getByLabel('Até').fill('banana');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByRole('alert')).toHaveText('Escreva um número, como 1.500,50.');
  await page.getByLabel('Até').fill('1,5 mi');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect
    .poll(async () => (await sent(hand)).question)
    .toBe('Valor estimado: a partir de R$ 100.000,00 → de R$ 100.000,00 a R$ 1.500.000,00');
  const { adjust } = await sent(hand);
  expect(adjust).toMatchObject({ message_id: messageId, index: 1 });
  expect(adjust.plan.filters).toEqual([
    ...BY_MODALITY.plan.filters.slice(0, 2),
    { column: 'valor_estimado', op: 'between', values: ['100000', '1500000'] },
  ]);
  expect(adjust.plan.measures).toEqual(BY_MODALITY.plan.measures);

  // The answer's result comes with the last event.
  const [first, ...others] = BY_MODALITY.rows;
  await hand.write(
    { content: answerOf(BY_MODALITY), message_id: messageId + 1, seq: 1 },
    {
      done: true,
      seq: 2,
      message_id: messageId + 1,
      status: 'done',
      results: [{ ...BY_MODALITY, rows: others, chart: null }],
      sources: [{ index: 1, kind: 'result', title: 'Licitações', snippet: 'Média' }],
    },
  );
  await expect(page.locator('[data-result]')).toHaveCount(2);
  await expect(page.locator('[data-result]').last().locator('tbody tr')).toHaveCount(4);
  expect(first).toBeDefined();
});

test('R-TBL-33 chips by keyboard alone: a list, a period, a removal, a new filter', async ({
  page,
  person,
}) => {
  const hand = await writeAnswersByHand(page);
  await enter(page, person);
  await serveColumns(page);
  await openResult(page, BY_MODALITY);
  const answerAgain = async (question: string) => {
    await expect.poll(async () => (await sent(hand)).question).toBe(question);
    const { adjust } = await sent(hand);
    await hand.write({ done: true, error: 'Nada disso.', status: 'failed' });
    await expect(page.getByText('Nada disso.').last()).toBeVisible();
    return adjust.plan.filters;
  };

  await chip(page, 'Situação: Aberta').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Buscar valor').fill('susp');
  await page.getByRole('checkbox', { name: 'Suspensa' }).press('Space');
  await page.getByLabel('Buscar valor').fill('Em análise');
  await page.getByRole('button', { name: 'Usar «Em análise»' }).press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Em análise' })).toBeChecked();
  await page.getByRole('button', { name: 'Aplicar' }).press('Enter');
  expect((await answerAgain('Situação: Aberta → Aberta, Suspensa ou Em análise'))[0]).toEqual({
    column: 'situacao',
    op: 'in',
    values: ['Aberta', 'Suspensa', 'Em análise'],
  });

  await chip(page, 'Abertura: em 2025').press('Enter');
  await expect(page.getByLabel('De', { exact: true })).toHaveValue('2025-01-01');
  await page.getByLabel('Até').fill('');
  await page.getByLabel('De', { exact: true }).press('Enter');
  expect((await answerAgain('Abertura: em 2025 → desde 01/01/2025'))[1]).toEqual({
    column: 'data_abertura',
    op: '>=',
    values: ['2025-01-01'],
  });

  await block(page).getByRole('button', { name: 'Remover filtro Situação: Aberta' }).press('Enter');
  expect(await answerAgain('Situação: Aberta → sem filtro')).toEqual(BY_MODALITY.plan.filters.slice(1));

  await block(page).getByRole('button', { name: 'Novo filtro' }).press('Enter');
  await page.getByLabel('Coluna').selectOption({ label: 'Objeto' });
  await page.getByLabel('Texto').fill('saúde');
  await page.getByRole('button', { name: 'Aplicar' }).press('Enter');
  expect((await answerAgain('Objeto: sem filtro → menciona «saúde»')).at(-1)).toEqual({
    column: 'objeto',
    op: 'contains',
    values: ['saúde'],
  });

  // Closed without a change nothing is asked, and the focus is where it was.
  await chip(page, 'Situação: Aberta').press('Enter');
  await page.keyboard.press('Escape');
  await expect(chip(page, 'Situação: Aberta')).toBeFocused();
});

test('R-TBL-33 without the columns of the source a filter is written with those of the result, or tried again', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await openResult(page, AMBIGUOUS);
  await intercept(page, '/chat/messages/*/results/1/columns', 500, {});
  await press(page, 'Novo filtro');
  await expect(page.getByText('Falha ao carregar as colunas')).toBeVisible();
  await page.unrouteAll();
  await serveColumns(page);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('checkbox', { name: 'Suspensa' })).toBeVisible();

  await openResult(page, BY_MODALITY);
  await page.unrouteAll();
  await intercept(page, '/chat/messages/*/results/1/columns', 500, {});
  await press(page, 'Novo filtro');
  await expect(page.getByRole('checkbox', { name: 'Dispensa' })).toBeVisible();
});

test('R-TBL-22 the other reading of an ambiguous question is one press away', async ({ page, person }) => {
  const hand = await writeAnswersByHand(page);
  await enter(page, person);
  await openResult(page, AMBIGUOUS);
  await expect(block(page).getByRole('definition')).toHaveText('13');
  await press(page, 'ou: UF São Paulo (48)');
  await expect.poll(async () => (await sent(hand)).question).toBe('ou: UF São Paulo');
  expect((await sent(hand)).adjust.plan).toMatchObject({
    filters: [{ column: 'uf', op: 'in', values: ['SP'] }],
    measures: [{ fn: 'count', column: null }],
    alternatives: [],
  });
});

test('an edit that the server refuses says so, stays out of the question box, and is not offered again', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await openResult(page, BY_MODALITY);
  await intercept(page, '/chat/sessions/*/messages', 409, {
    code: 'adjust_not_possible',
    detail: 'Este resultado não pode mais ser ajustado.',
  });
  await block(page).getByRole('button', { name: 'Remover filtro Situação: Aberta' }).click();
  await expect(page.getByText('Falha ao enviar mensagem')).toBeVisible();
  await expect(page.getByText('Este resultado não pode mais ser ajustado.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /pergunta/i })).toHaveValue('');
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
