import type { Page } from '@playwright/test';
import { intercept } from '../support/accounts.ts';
import { expectFailure, holdBack } from '../support/agents.ts';
import { makePerson } from '../support/groups.ts';
import { answerPlan, free, MINE, OUTSIDE, openOutside, plus } from '../support/plans.ts';
import { API, enter, expect, signIn, test } from '../support/test-server.ts';

const PORTAL = '/subscriptions/billing-portal';
const PORTAL_BUTTON = 'Gerenciar pagamento, faturas e cancelamento';

const current = (page: Page) => page.getByRole('region', { name: 'Plano atual' });
const fact = (page: Page, name: string) =>
  current(page).locator('dl > div').filter({ hasText: name }).getByRole('definition');

test('people who do not pay see their plan, their usage and the way to the plans; there is nothing to manage (R-SUB-15, R-SUB-19, R-SUB-20, R-SUB-21)', async ({
  page,
}) => {
  const person = await makePerson({ token_used: 40_000 });
  await enter(page, person, '/subscription/manage');
  await expect(page.getByRole('heading', { level: 1, name: 'Gerenciar Assinatura' })).toBeVisible();
  await expect(current(page)).toContainText('Free');
  await expect(current(page)).toContainText('R$ 0,00');
  await expect(fact(page, 'Tokens por mês')).toHaveText('100.000');
  await expect(fact(page, 'Renovação dos tokens')).toHaveText(/^\d\d\/\d\d\/\d{4}$/);
  await expect(page.getByRole('main').getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    '40.000 de 100.000 tokens',
  );
  await expect(page.getByRole('button', { name: PORTAL_BUTTON })).toHaveCount(0);
  await expect(page.getByText('Cancelada')).toHaveCount(0);
  for (const name of ['Ver Planos Disponíveis', 'Fazer Upgrade']) {
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL('/subscription');
    await page.goBack();
  }
  const { access_token } = await signIn(page.request, person);
  const refused = await page.request.post(`${API}${PORTAL}`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: { return_url: `${new URL(page.url()).origin}/subscription/manage` },
  });
  expect(refused.status()).toBe(409);
});

test('paying people see how much, until when and how, and reach the provider with one request (R-SUB-15, R-SUB-20, R-SUB-28, R-SUB-29, R-SUB-34, R-ERR-71, R-ERR-73, R-ERR-75)', async ({
  page,
}) => {
  await answerPlan(page, plus({ next_interval: 'year' }));
  await enter(page, await makePerson(), '/subscription/manage');
  await expect(current(page)).toContainText('R$ 625,00 por mês');
  await expect(current(page)).toContainText('Ativa');
  await expect(fact(page, 'Próxima renovação')).toHaveText('31/12/2025');
  await expect(fact(page, 'Renovação dos tokens')).toHaveText('12/12/2026');
  await expect(fact(page, 'A partir da renovação')).toHaveText('cobrança anual');
  await expect(page.getByRole('link', { name: /Renovar|Upgrade/ })).toHaveCount(0);

  const open = page.getByRole('button', { name: PORTAL_BUTTON });
  await intercept(page, PORTAL, 500, {});
  await open.click();
  await expectFailure(page, 'Não foi possível acessar o portal de gerenciamento.');
  await expect(page.getByRole('alert')).toContainText('Falha ao criar sessão do portal de faturamento');
  await page.unroute(`**${API}${PORTAL}`);
  await intercept(page, PORTAL, 200, { success: true, data: { portal_url: '' } });
  await open.click();
  await expect(page.getByRole('alert')).toContainText('Falha ao redirecionar para o portal de faturamento');
  await page.unroute(`**${API}${PORTAL}`);
  const asked: unknown[] = [];
  await page.route(`**${API}${PORTAL}`, (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true, data: { portal_url: OUTSIDE } } });
  });
  await openOutside(page);
  const origin = new URL(page.url()).origin;
  await open.dblclick();
  await expect(page).toHaveURL(OUTSIDE);
  expect(asked).toEqual([{ return_url: `${origin}/subscription/manage` }]);
});

test('a plan that is cancelled, past due or ended says so, with a date and the next step (R-SUB-16, R-SUB-17, R-SUB-18, R-SUB-20)', async ({
  page,
}) => {
  const show = async (data: ReturnType<typeof plus>) => {
    await page.unroute(`**${API}${MINE}`);
    await answerPlan(page, data);
    await page.goto('/subscription/manage');
  };
  await enter(page, await makePerson());
  for (const change of [{ cancel_at_period_end: true }, { status: 'canceled' } as const]) {
    await show(plus({ ...change, current_period_end: '2025-12-31' }));
    await expect(current(page).getByText('Cancelada', { exact: true })).toBeVisible();
    await expect(current(page).getByText('Cancelada (acesso até 31/12/2025)')).toBeVisible();
    await expect(page.getByRole('button', { name: PORTAL_BUTTON })).toBeVisible();
    const renew = page.getByRole('link', { name: 'Renovar Assinatura' });
    await expect(renew).toHaveAttribute('href', '/subscription');
  }
  await show(plus({ status: 'past_due', grace_until: '2026-01-07T12:00:00.000Z' }));
  await expect(current(page)).toContainText('Pagamento pendente');
  await expect(current(page)).toContainText('O plano Plus segue até 07/01/2026.');
  await show(free({ status: 'canceled' }));
  await expect(current(page).getByText('Cancelada', { exact: true })).toBeVisible();
  await expect(current(page)).toContainText('Sua assinatura terminou');
  await expect(page.getByRole('button', { name: PORTAL_BUTTON })).toHaveCount(0);
  await page.getByRole('link', { name: 'Renovar Assinatura' }).click();
  await expect(page.getByRole('button', { name: 'Assinar o Plus' })).toBeEnabled();
});

test('while the plan loads its place is kept; a failure says what happened and can be tried again (R-ERR-69, R-ERR-74)', async ({
  page,
}) => {
  await answerPlan(page, plus());
  const release = await holdBack(page, MINE, 'GET');
  await enter(page, await makePerson(), '/subscription/manage');
  await expect(page.getByText('Carregando os dados da assinatura…')).toBeAttached();
  await page.unroute(`**${API}${MINE}`);
  await intercept(page, MINE, 500, {});
  release();
  await page.reload();
  await expectFailure(page, 'Não foi possível carregar os dados da assinatura.');
  await expect(page.getByRole('alert')).toContainText('Falha ao recuperar informações da assinatura');
  await expect(page.getByRole('heading', { name: 'Uso neste ciclo' })).toBeVisible();
  await page.unroute(`**${API}${MINE}`);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(current(page)).toContainText('Free');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
