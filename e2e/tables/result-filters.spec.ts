import type { Page } from '@playwright/test';
import { writeAnswersByHand } from '../conversation/streamed-answer.ts';
import { intercept } from '../support/accounts.ts';
import { enter, expect, test } from '../support/test-server.ts';
import { AMBIGUOUS, answerOf, BY_MODALITY, block, chip, openResult, press } from './results.ts';

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
