/** A plan from its first day to its last, with the fake payment provider of a server of its own: the clock is moved. */
import type { Page } from '@playwright/test';
import { plan } from '../support/plans.ts';
import { DEV_TOKEN, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { enter, expect, type Person, registerPerson, signIn, test } from '../support/test-server.ts';

let testServer: ServerProcess;
const shared = { url: process.env.PROSA_E2E_URL, data: process.env.PROSA_E2E_DATA };
test.beforeAll(async () => {
  testServer = await startServerProcess();
  process.env.PROSA_E2E_URL = testServer.url;
  process.env.PROSA_E2E_DATA = testServer.folder;
});
test.afterAll(async () => {
  process.env.PROSA_E2E_URL = shared.url;
  process.env.PROSA_E2E_DATA = shared.data;
  await testServer.close();
});

const PORTAL = 'Gerenciar pagamento, faturas e cancelamento';
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const current = (page: Page) => page.getByRole('region', { name: 'Plano atual' });
const notices = (page: Page) => page.getByRole('region', { name: 'Avisos da conta' });
const DAY = /\d\d\/\d\d\/\d{4}/;

/** Time passes, and they sign in again: no sign-in outlives it. */
async function later(page: Page, person: Person, days: 31 | 366, path: string): Promise<void> {
  await page.goto(`/dev/desk?token=${DEV_TOKEN}`);
  await press(page, `Avançar relógio ${days} dias`);
  await expect(page.getByRole('heading', { name: 'Caixa local' })).toBeVisible();
  const { access_token, refresh_token } = await signIn(page.request, person);
  await page.evaluate(
    ([token, refreshToken]) => {
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('refreshToken', refreshToken ?? '');
    },
    [access_token, refresh_token],
  );
  await page.goto(path);
}

/** From the manage page to the provider, there something is done, and back. */
async function atPortal(page: Page, wish: string): Promise<void> {
  await press(page, PORTAL);
  await expect(page.getByRole('heading', { name: 'Sua assinatura' })).toBeVisible();
  await press(page, wish);
  await page.getByRole('link', { name: 'Voltar ao Prosa' }).click();
}

test('the life of a plan: free, monthly, yearly, failed payment, recovered, cancelled, reactivated, ended (R-SUB-14, R-SUB-16, R-SUB-17, R-SUB-18, R-SUB-19, R-SUB-27, R-SUB-29, R-SUB-32, R-SUB-35)', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const person = await registerPerson(request);
  await enter(page, person, '/subscription/manage');
  await expect(current(page)).toContainText('Gratuito');
  await page.getByRole('link', { name: 'Fazer Upgrade' }).click();
  await page.getByRole('radio', { name: 'Mensal' }).check();
  await press(page, 'Assinar o Plus');
  await press(page, /^Pagar R\$\s625,00$/);
  await expect(page).toHaveURL('/chat');
  await expect(page.getByText('/ 5 mi')).toBeVisible();

  await page.goto('/subscription/manage');
  await expect(current(page)).toContainText('R$ 625,00 por mês');
  await atPortal(page, 'Mudar para anual');
  await expect(current(page)).toContainText('cobrança anual');
  await expect(current(page)).toContainText('R$ 625,00 por mês');
  await later(page, person, 31, '/subscription/manage');
  await expect(current(page)).toContainText('R$ 6.000,00 por ano');
  await expect(current(page)).toContainText('Ativa');

  await atPortal(page, 'Usar um cartão que será recusado');
  await later(page, person, 366, '/chat');
  await expect(notices(page)).toContainText('O pagamento da sua assinatura não foi aprovado.');
  await expect(notices(page)).toContainText(DAY);
  await expect(page.getByText('/ 5 mi')).toBeVisible();
  await notices(page).getByRole('link', { name: 'Atualizar pagamento' }).click();
  await expect(current(page)).toContainText('Pagamento pendente');
  await atPortal(page, 'Usar um cartão que funciona');
  await expect(current(page)).toContainText('Ativa');
  await page.goto('/chat');
  await expect(page.getByText('/ 5 mi')).toBeVisible();
  await expect(notices(page)).toBeHidden();

  await page.goto('/subscription/manage');
  await atPortal(page, 'Cancelar no fim do período');
  await expect(current(page).getByText('Cancelada', { exact: true })).toBeVisible();
  await expect(current(page)).toContainText(/Cancelada \(acesso até \d\d\/\d\d\/\d{4}\)/);
  await page.goto('/chat');
  await expect(notices(page)).toContainText('Sua assinatura foi cancelada.');
  await notices(page).getByRole('link', { name: 'Renovar Assinatura' }).click();
  await plan(page, 'Plus').getByRole('button', { name: 'Reativar' }).click();
  await press(page, 'Reativar');
  await page.getByRole('link', { name: 'Voltar ao Prosa' }).click();
  await expect(plan(page, 'Plus').getByRole('button', { name: 'Plano atual' })).toBeVisible();
  await expect(notices(page)).toBeHidden();

  await page.getByRole('link', { name: 'Gerenciar Assinatura' }).click();
  await atPortal(page, 'Cancelar no fim do período');
  await later(page, person, 366, '/subscription/manage');
  await expect(current(page)).toContainText('Sua assinatura terminou');
  await expect(page.getByText('/ 100 mil')).toBeVisible();
  await expect(page.getByRole('button', { name: PORTAL })).toHaveCount(0);
  await page.getByRole('link', { name: 'Renovar Assinatura' }).click();
  await expect(plan(page, 'Plus').getByRole('button', { name: 'Assinar o Plus' })).toBeEnabled();
});
