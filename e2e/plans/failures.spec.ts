/** Calls about plans, packs and purchases that fail: each says so where it was made, and what was typed stays. */
import type { Page } from '@playwright/test';
import type { Purchase } from '../../contract/src/subscriptions.ts';
import { intercept } from '../support/accounts.ts';
import { asAdmin, breakCall, expectFailure, uniqueName } from '../support/agents.ts';
import { makePerson } from '../support/groups.ts';
import { plan } from '../support/plans.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');
const again = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' });
const removed = { user_group_id: null, prices: [], tokens: 1_000 };

test('plans, packs and sales that are not read, saved or deleted say so, and the forms keep what was typed', async ({
  page,
}) => {
  const name = uniqueName('Falha');
  const made = await asAdmin<{ id: number }>(page, 'POST', '/plans', {
    ...removed,
    key: `f-${Date.now()}`,
    name,
    visible: false,
  });
  const pack = await asAdmin<{ id: number }>(page, 'POST', '/packs', { name, tokens: 1_000, amount: 9_900 });
  for (const path of ['/plans', '/packs', '/admin/purchases*']) await breakCall(page, path, 'GET');
  await enter(page, ADMIN, '/admin/plans');
  await expectFailure(page, 'Falha ao carregar os planos');
  await page.getByRole('tab', { name: 'Pacotes' }).click();
  await expectFailure(page, 'Falha ao carregar os pacotes');
  await page.getByRole('tab', { name: 'Vendas' }).click();
  await expectFailure(page, 'Falha ao carregar as vendas');
  await page.unrouteAll();

  for (const path of ['/plans', '/packs']) await breakCall(page, path, 'POST');
  for (const path of [`/plans/${made.id}`, `/packs/${pack.id}`]) await breakCall(page, path, 'DELETE');
  await page.getByRole('tab', { name: 'Planos' }).click();
  await page.getByRole('button', { name: 'Novo plano' }).click();
  await dialog(page).getByLabel('Nome', { exact: true }).fill('Digitado');
  await dialog(page).getByLabel('Chave').fill('digitado');
  await dialog(page).getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(dialog(page), 'Falha ao salvar o plano');
  await expect(dialog(page).getByLabel('Nome', { exact: true })).toHaveValue('Digitado');
  await expect(dialog(page).getByLabel('Chave')).toHaveValue('digitado');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(question(page).getByText('Falha ao excluir o plano')).toBeVisible();
  await question(page).getByRole('button', { name: 'Cancelar' }).click();

  await page.getByRole('tab', { name: 'Pacotes' }).click();
  await page.getByRole('button', { name: 'Novo pacote' }).click();
  await dialog(page).getByLabel('Nome', { exact: true }).fill('Digitado');
  await dialog(page).getByLabel('Tokens', { exact: true }).fill('2.000');
  await dialog(page).getByLabel('Valor (R$)').fill('12,50');
  await dialog(page).getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(dialog(page), 'Falha ao salvar o pacote');
  await expect(dialog(page).getByLabel('Valor (R$)')).toHaveValue('12,50');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(question(page).getByText('Falha ao excluir o pacote')).toBeVisible();

  // The same buttons work once the server does.
  await page.unrouteAll();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
  await asAdmin(page, 'DELETE', `/plans/${made.id}`);
});

test('a payment that does not open, a code that is not given up and purchases that are not read say so', async ({
  page,
}) => {
  const name = uniqueName('Pacote');
  const { id } = await asAdmin<{ id: number }>(page, 'POST', '/packs', {
    name,
    tokens: 1_000,
    amount: 9_900,
  });
  try {
    const waiting: Purchase = {
      id: '00000000-0000-4000-8000-000000000001',
      kind: 'pack',
      name,
      interval: null,
      amount: 9_900,
      refunded: 0,
      state: 'waiting',
      method: 'pix',
      pay_until: new Date(Date.now() + 3_600_000).toISOString(),
      pay_url: null,
      paid_at: null,
      tokens: 1_000,
      tokens_left: null,
      expires_at: null,
      created_at: new Date().toISOString(),
    };
    await intercept(page, '/subscriptions/purchases?*', 200, {
      success: true,
      message: '',
      data: [waiting],
      metadata: { total: 1, has_more: false },
    });
    for (const path of ['/subscriptions/buy', `/subscriptions/purchases/${waiting.id}/abandon`])
      await breakCall(page, path, 'POST');
    await enter(page, await makePerson(), '/subscription');
    const pack = page.getByRole('list', { name: 'Pacotes' }).getByRole('listitem', { name });
    await pack.getByRole('button', { name: `Comprar ${name}` }).click();
    await expectFailure(pack, 'Não foi possível abrir o pagamento.');
    await expect(pack.getByRole('button', { name: `Comprar ${name}` })).toBeEnabled();
    await page.getByRole('button', { name: 'Desistir' }).click();
    await question(page).getByRole('button', { name: 'Desistir' }).click();
    await expect(question(page).getByText('Não foi possível desistir da compra.')).toBeVisible();
    await question(page).getByRole('button', { name: 'Manter' }).click();
    await expect(page.getByText('Aguardando o Pix de R$ 99,00.')).toBeVisible();

    await page.unrouteAll();
    await breakCall(page, '/subscriptions/purchases?*', 'GET');
    await page.goto('/profile');
    await expectFailure(page, 'Falha ao carregar as compras');
    await page.unrouteAll();
    await breakCall(page, '/subscriptions/plans', 'GET');
    await page.goto('/subscription');
    await expectFailure(page, 'Falha ao carregar os planos');
    await page.unrouteAll();
    await again(page).click();
    await expect(plan(page, 'Plus')).toBeVisible();
  } finally {
    await page.unrouteAll();
    await asAdmin(page, 'DELETE', `/packs/${id}`);
  }
});
