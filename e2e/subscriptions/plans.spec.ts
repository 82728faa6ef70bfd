import type { Page } from '@playwright/test';
import { configured, intercept } from '../support/accounts.ts';
import { expectFailure, listenTo } from '../support/agents.ts';
import { makePerson } from '../support/groups.ts';
import { answerPlan, MINE, OUTSIDE, openOutside, plan, plus } from '../support/plans.ts';
import { API, enter, expect, signIn, test } from '../support/test-server.ts';

const CHECKOUT = '/subscriptions/checkout';
const PORTAL = '/subscriptions/billing-portal';
const TITLE = 'Error initiating checkout. Please try again.';

async function openPlans(page: Page): Promise<void> {
  await enter(page, await makePerson(), '/subscription');
  await expect(page.getByRole('heading', { level: 1, name: 'Planos e Preços' })).toBeVisible();
}

const buy = (page: Page) => plan(page, 'Plus').getByRole('button', { name: 'Assinar o Plus' });
const json = (data: unknown) => ({ json: { success: true, data } });

test('where no payments are taken nothing speaks of paying: neither menu nor notices nor pages', async ({
  page,
}) => {
  await configured(page, { payments: 'none' });
  const person = await makePerson();
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({
      response,
      json: { ...body, data: { ...body.data, token_used: 95_000, token_limit: 100_000 } },
    });
  });
  await enter(page, person);
  const notices = page.getByRole('region', { name: 'Avisos da conta' });
  await expect(notices.getByText('Você já usou 95% dos tokens do mês.')).toBeVisible();
  await expect(notices.getByRole('link')).toHaveText('Ver uso');
  await expect(notices.getByRole('link')).toHaveAttribute('href', '/profile');
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Perfil' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Assinatura' })).toHaveCount(0);
  for (const path of ['/subscription', '/subscription/manage']) {
    await page.goto(path);
    await expect(page.getByText('Aqui ninguém paga pelo Prosa')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/R\$|plano/i);
  }
  await page.getByRole('link', { name: 'Ver meu uso' }).click();
  await expect(page).toHaveURL('/profile');
});

test('simulated payments are called so', async ({ page }) => {
  await openPlans(page);
  await expect(page.getByText('Pagamentos simulados')).toBeVisible();
});

test('three plans with prices, what they bring and questions that unfold (R-SUB-01, R-SUB-02, R-SUB-03, R-SUB-04, R-SUB-05, R-SUB-06, R-SUB-07, R-SUB-08, R-SUB-09, R-SUB-10, R-SUB-11, R-SUB-12, R-SUB-13, R-CONST-10)', async ({
  page,
}) => {
  await openPlans(page);
  await expect(page).toHaveTitle('Planos e Preços · Prosa');
  const asked = listenTo(page, 'POST', /subscriptions/);
  // The server is shared: other stories may have put plans of their own after these.
  const seeded = page
    .getByRole('list', { name: 'Planos' })
    .getByRole('heading', { name: /^(Free|Plus|Pro)$/ });
  await expect(seeded).toHaveText(['Free', 'Plus', 'Pro']);
  for (const text of [
    'R$ 0',
    '100.000 tokens por mês',
    'Acesso básico',
    'Limite mensal',
    'Suporte por e-mail',
  ])
    await expect(plan(page, 'Free')).toContainText(text);
  await expect(plan(page, 'Free').getByRole('button', { name: 'Plano atual' })).toBeDisabled();

  const annual = page.getByRole('radio', { name: 'Anual Economize 20%' });
  await expect(annual).toBeChecked();
  for (const text of ['R$ 6.000 por ano', 'equivale a R$ 500 por mês', 'Mais Popular', '5 milhões de tokens'])
    await expect(plan(page, 'Plus')).toContainText(text);
  for (const text of ['mais de 500 agentes', 'Suporte prioritário'])
    await expect(plan(page, 'Plus')).toContainText(text);
  await annual.press('ArrowLeft');
  await expect(plan(page, 'Plus')).toContainText('R$ 625 por mês');
  await expect(plan(page, 'Plus')).not.toContainText('equivale');

  await expect(plan(page, 'Pro')).not.toContainText(/\d/);
  const soon = plan(page, 'Pro').getByRole('button', { name: 'Em breve' });
  await expect(soon).toBeDisabled();
  await soon.dispatchEvent('click');

  const answers = page.getByRole('region', { name: 'Perguntas frequentes' });
  await expect(answers.getByText(/Todo mês.*data de criação da conta.*data de renovação/)).toBeVisible();
  const change = answers.getByText('Mudanças de plano passam a valer no próximo ciclo de cobrança.');
  await expect(change).toBeHidden();
  await answers.getByText('Quando vale a mudança de plano?').focus();
  await page.keyboard.press('Enter');
  await expect(change).toBeVisible();
  await answers.getByText('Como funciona a cobrança?').click();
  await expect(answers.getByText('A cobrança é antecipada, mensal ou anual.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('an agent that the plan’s group does not have is named before the payment opens', async ({ page }) => {
  await openPlans(page);
  await page.route(`**${API}/subscriptions/lost-agents*`, (route) =>
    route.fulfill(json({ user_group: { id: 2, name: 'Plus' }, agents: [{ id: 7, name: 'Ajuda do RH' }] })),
  );
  const asked = listenTo(page, 'POST', /subscriptions/);
  await buy(page).click();
  const dialog = page.getByRole('alertdialog', {
    name: 'Ao assinar o Plus, você deixa de usar alguns agentes',
  });
  await expect(dialog).toContainText('passa para o grupo «Plus», que não tem acesso a «Ajuda do RH».');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  expect(asked).toEqual([]);
  await buy(page).click();
  await dialog.getByRole('button', { name: 'Assinar mesmo assim' }).click();
  await expect(page.getByRole('heading', { name: 'Assinar o plano Plus' })).toBeVisible();
});

test('two clicks open one payment; going back leaves everything as it was, paying leads to the chat with the plan (R-SUB-14, R-SUB-26, R-SUB-27, R-SUB-30, R-SUB-31, R-SUB-32, R-SUB-33)', async ({
  page,
}) => {
  await openPlans(page);
  const asked = listenTo(page, 'POST', /subscriptions/);
  await expect(page.getByRole('link', { name: 'Gerenciar Assinatura' })).toHaveCount(0);
  await buy(page).dblclick();
  await expect(page.getByRole('heading', { name: 'Assinar o plano Plus' })).toBeVisible();
  await expect(page.getByText(/R\$\s6\.000,00 por ano/).first()).toBeVisible();
  const origin = new URL(page.url()).origin;
  const order = {
    user_group_id: 2,
    success_url: `${origin}/chat`,
    cancel_url: `${origin}/subscription`,
  };
  expect(asked.map(({ body }) => body)).toEqual([{ ...order, price_id: 'price_desk_plus_year' }]);
  await page.getByRole('link', { name: 'Voltar sem pagar' }).click();
  await expect(page).toHaveURL('/subscription');
  await expect(plan(page, 'Free').getByRole('button', { name: 'Plano atual' })).toBeVisible();

  await page.getByRole('radio', { name: 'Mensal' }).check();
  await buy(page).click();
  await expect(page.getByText(/R\$\s625,00 por mês/).first()).toBeVisible();
  expect(asked.at(-1)?.body).toEqual({ ...order, price_id: 'price_desk_plus_month' });
  await page.getByRole('button', { name: 'Usar um cartão recusado' }).click();
  await expect(page.getByRole('alert')).toContainText('O cartão foi recusado.');
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page).toHaveURL('/chat');
  await expect(page.getByText('/ 5 mi')).toBeVisible();
  const bought = page.getByText('Seu plano agora é o Plus, com 5.000.000 tokens por mês.');
  await expect(bought).toBeVisible();
  await page.reload();
  await expect(bought).toBeVisible();
  await page.getByRole('button', { name: 'Dispensar aviso' }).click();
  await expect(bought).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(page.getByText('/ 5 mi')).toBeVisible();
  await expect(bought).toHaveCount(0);

  await page.goto('/subscription');
  await expect(plan(page, 'Plus').getByRole('button', { name: 'Plano atual' })).toBeDisabled();
  await expect(plan(page, 'Plus')).toContainText(/Renova em \d\d\/\d\d\/\d{4}/);
  await expect(page.getByRole('radio', { name: 'Mensal' })).toBeChecked();
  await page.getByRole('radio', { name: /Anual/ }).check();
  await plan(page, 'Plus').getByRole('button', { name: 'Mudar para anual' }).click();
  await expect(page.getByRole('heading', { name: 'Sua assinatura' })).toBeVisible();
  expect(asked.at(-1)?.body).toEqual({ return_url: `${origin}/subscription` });
  await page.getByRole('link', { name: 'Voltar ao Prosa' }).click();
  await expect(page).toHaveURL('/subscription');
  await page.getByRole('link', { name: 'Gerenciar Assinatura' }).click();
  await expect(page).toHaveURL('/subscription/manage');
});

test('a payment that does not open says what happened and why, and can be tried again (R-ERR-70, R-ERR-72, R-ERR-76)', async ({
  page,
}) => {
  const failing = async (status: number, body: unknown, line: string) => {
    await page.unroute(`**${API}${CHECKOUT}`);
    await intercept(page, CHECKOUT, status, body);
    await buy(page).click();
    await expectFailure(page, TITLE);
    await expect(page.getByRole('alert').filter({ hasText: line })).toBeVisible();
    await expect(buy(page)).toBeEnabled();
  };
  await openPlans(page);
  await failing(500, {}, 'Falha ao criar sessão de checkout');
  await failing(503, { detail: 'Pagamentos não configurados.' }, 'Pagamentos não configurados.');
  const foreign = { success: true, data: { checkout_url: 'javascript:alert(1)' } };
  for (const answer of [{ success: true, data: {} }, { success: true, data: null }, foreign])
    await failing(200, answer, 'Falha ao redirecionar para o checkout');
  await page.unroute(`**${API}${CHECKOUT}`);
  await page.route(`**${API}${CHECKOUT}`, (route) => route.fulfill(json({ checkout_url: OUTSIDE })));
  await openOutside(page);
  await buy(page).click();
  await expect(page).toHaveURL(OUTSIDE);
  // The page comes back from the browser's memory as it was left.
  await page.goBack();
  await expect(buy(page)).toBeEnabled();
});

test('a person whose subscription is unknown is treated as free, without any notice (R-SUB-22); where there are no payments, or another tab has subscribed, the page knows', async ({
  page,
}) => {
  await intercept(page, MINE, 500, {});
  await openPlans(page);
  await expect(plan(page, 'Free').getByRole('button', { name: 'Plano atual' })).toBeVisible();
  await expect(buy(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/Falha|Não foi possível/)).toHaveCount(0);
  await page.unroute(`**${API}${MINE}`);

  const none = {
    tier: 'plus',
    key: 'plus',
    name: 'Plus',
    purchasable: false,
    monthly_token_limit: 5_000_000,
    user_group_id: 2,
    features: [],
    popular: true,
    prices: [],
    prepaid: [],
    listed: [{ interval: 'year', amount: 600_000 }],
  };
  await intercept(page, '/subscriptions/plans', 200, {
    success: true,
    data: [none],
    metadata: { packs: [] },
  });
  await page.reload();
  await expect(buy(page)).toBeDisabled();
  await expect(plan(page, 'Plus')).toContainText('Pagamentos não configurados.');
  await expect(plan(page, 'Plus')).toContainText('R$ 6.000');
  await page.unroute(`**${API}/subscriptions/plans`);
  await page.reload();
  await expect(buy(page)).toBeEnabled();
  await answerPlan(page, plus());
  await intercept(page, CHECKOUT, 409, {
    success: false,
    detail: 'Você já possui uma assinatura ativa.',
    code: 'already_subscribed',
  });
  await buy(page).click();
  await expect(plan(page, 'Plus').getByRole('button', { name: 'Plano atual' })).toBeVisible();
});

test('a cancelled plan that still runs is reactivated in the portal, and one that is past due is paid there (R-SUB-29, R-ERR-71, R-ERR-73, R-ERR-75)', async ({
  page,
}) => {
  await answerPlan(page, plus({ cancel_at_period_end: true }));
  await openPlans(page);
  const asked = listenTo(page, 'POST', /subscriptions/);
  const resume = plan(page, 'Plus').getByRole('button', { name: 'Reativar' });
  await expect(plan(page, 'Plus')).toContainText('Cancelada (acesso até 31/12/2025)');
  await expect(buy(page)).toHaveCount(0);
  await intercept(page, PORTAL, 500, {});
  await resume.click();
  await expectFailure(page, 'Não foi possível acessar o portal de gerenciamento.');
  await expect(page.getByRole('alert')).toContainText('Falha ao criar sessão do portal de faturamento');
  await page.unroute(`**${API}${PORTAL}`);
  await page.route(`**${API}${PORTAL}`, (route) => route.fulfill(json({})));
  await resume.click();
  await expect(page.getByRole('alert')).toContainText('Falha ao redirecionar para o portal de faturamento');
  await page.unroute(`**${API}${PORTAL}`);
  await page.route(`**${API}${PORTAL}`, (route) => route.fulfill(json({ portal_url: OUTSIDE })));
  await openOutside(page);
  await resume.dblclick();
  await expect(page).toHaveURL(OUTSIDE);
  expect(asked.map(({ url }) => url.pathname)).toEqual(Array(3).fill(`${API}${PORTAL}`));

  await page.unroute(`**${API}${MINE}`);
  await answerPlan(page, plus({ status: 'past_due', grace_until: '2026-01-07T12:00:00.000Z' }));
  await page.goto('/subscription');
  await expect(plan(page, 'Plus')).toContainText('Pagamento pendente. O plano segue até 07/01/2026.');
  await expect(plan(page, 'Plus').getByRole('button', { name: 'Atualizar pagamento' })).toBeEnabled();
});

test('what was paid in another window appears when this one is seen again', async ({ page }) => {
  const person = await makePerson();
  await enter(page, person, '/subscription');
  await expect(buy(page)).toBeEnabled();
  const { access_token } = await signIn(page.request, person);
  const origin = new URL(page.url()).origin;
  const opened = await page.request.post(`${API}${CHECKOUT}`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: {
      price_id: 'price_desk_plus_month',
      success_url: `${origin}/chat`,
      cancel_url: `${origin}/subscription`,
    },
  });
  const { data } = (await opened.json()) as { data: { checkout_url: string } };
  const other = await page.context().newPage();
  await other.goto(data.checkout_url);
  await other.getByRole('button', { name: /^Pagar/ }).click();
  await other.waitForURL('**/chat');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(plan(page, 'Plus').getByRole('button', { name: /Plano atual|Mudar para/ })).toBeVisible();
  await expect(page.getByRole('complementary').getByText('/ 5 mi')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Gerenciar Assinatura' })).toBeVisible();
});
