import type { Page } from '@playwright/test';
import type { Activity, TokenShares } from '#contract/stats.ts';
import { intercept } from '../support/accounts.ts';
import { breakCall, expectFailure, listenTo } from '../support/agents.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const open = (page: Page) => enter(page, ADMIN, '/admin');
const range = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const term = (page: Page, name: string) => page.getByRole('term').filter({ hasText: name });
const number = (page: Page, name: string) =>
  term(page, name).locator('xpath=following-sibling::dd[1]').locator('p').first();
const point = (day: number, count: number) => ({
  start: `2026-11-${String(day).padStart(2, '0')}T03:00:00.000Z`,
  new_users: count,
  new_questions: count * 10,
  new_sessions: 0,
});
const week: Activity = {
  current: { new_users: 12, new_questions: 120, new_sessions: 0 },
  previous: { new_users: 10, new_questions: 125, new_sessions: 0 },
  unit: 'day',
  series: [point(15, 3), point(16, 0), point(17, 4), point(18, 5)],
};

test('R-ADM-01 R-ADM-02 R-CONST-12 the three figures are those of the API, and each period asks for its own', async ({
  page,
}) => {
  const asked = listenTo(page, 'GET', /\/admin\/stats\/users$/);
  const answered = (time_range: string) =>
    page.waitForResponse(
      (response) =>
        response.url().includes('/admin/stats/users') && response.url().includes(`time_range=${time_range}`),
    );
  const shows = async (time_range: string, act: () => Promise<void>) => {
    const [response] = await Promise.all([answered(time_range), act()]);
    const { data } = (await response.json()) as { data: Record<string, number> };
    const written = (value: number | undefined) => new Intl.NumberFormat('pt-BR').format(value ?? -1);
    await expect(number(page, 'Novos usuários')).toHaveText(written(data.new_users));
    await expect(number(page, 'Novas perguntas')).toHaveText(written(data.new_questions));
    await expect(number(page, 'Novas conversas')).toHaveText(written(data.new_sessions));
  };
  await shows('week', () => open(page));
  await expect(page.getByRole('heading', { level: 1, name: 'Esta semana no Prosa' })).toBeVisible();
  for (const [name, time_range] of [
    ['24 h', 'day'],
    ['Mês', 'month'],
    ['3 meses', 'three_months'],
    ['Tudo', 'all'],
  ] as const)
    await shows(time_range, () => range(page, name).check());
  await expect(term(page, 'Novos usuários')).toContainText('sem período anterior');
  expect(asked.map(({ url }) => url.searchParams.get('time_range'))).toEqual([
    'week',
    'day',
    'month',
    'three_months',
    'all',
  ]);
});

test('R-ADM-01 each figure has its chart, read by keyboard, pointer or table, and the change since the period before', async ({
  page,
}) => {
  await intercept(page, '/admin/stats/users?*', 200, { success: true, data: week.current });
  await intercept(page, '/admin/stats/activity?*', 200, { success: true, data: week });
  await open(page);
  await expect(term(page, 'Novos usuários')).toContainText('↑ 20%');
  await expect(term(page, 'Novos usuários')).toContainText('20% a mais que no período anterior');
  await expect(term(page, 'Novas perguntas')).toContainText('↓ 4%');
  await expect(term(page, 'Novas conversas')).toContainText('sem período anterior');

  const chart = page.getByRole('slider', { name: 'Novas perguntas ao longo do período' });
  await expect(chart).toHaveAttribute('aria-valuetext', '18/11/2026: 50');
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', '17/11/2026: 40');
  await expect(page.getByText('17/11/2026 · 40')).toBeVisible();
  await page.keyboard.press('Tab');
  const box = await chart.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 10);
  await expect(page.getByText('15/11/2026 · 30')).toBeVisible();
  const table = page.getByRole('table', { name: 'Novos usuários ao longo do período, em números' });
  await expect(table.getByRole('row')).toHaveText([
    'DiaNovos usuários',
    '15/11/20263',
    '16/11/20260',
    '17/11/20264',
    '18/11/20265',
  ]);
});

test('the tokens of the period by model, agent and group; where there are none, that is said', async ({
  page,
}) => {
  const spent = (tokens: number, calls = 2) => ({
    tokens,
    calls,
    cost_brl_micro: tokens * 10,
    unpriced_calls: 0,
  });
  const shares: TokenShares = {
    tokens: 4_900_000,
    cost_brl_micro: 49_000_000,
    unpriced_calls: 3,
    previous_cost_brl_micro: 98_000_000,
    tests: { cost_brl_micro: 1_230_000, unpriced_calls: 0 },
    models: ['a', 'b', 'c', 'd', 'e', 'f'].map((model, index) => ({
      model: `modelo-${model}`,
      ...spent(index === 0 ? 3_100_000 : 360_000, index === 0 ? 1 : 2_000),
    })),
    agents: [
      { agent_id: 1, agent_name: 'Direito de Trânsito', ...spent(4_000_000) },
      { agent_id: null, agent_name: null, ...spent(900_000) },
    ],
    groups: [{ user_group_id: 1, group_name: '1 Free', ...spent(4_900_000) }],
  };
  await intercept(page, '/admin/stats/tokens?*', 200, { success: true, data: shares });
  await open(page);
  await expect(page.getByText('4.900.000 tokens no período')).toBeVisible();
  const models = page.getByRole('region', { name: 'Tokens por modelo' }).getByRole('listitem');
  await expect(models).toHaveCount(5);
  await expect(models.first()).toContainText('modelo-a');
  await expect(models.first()).toContainText('3,1 mi');
  await expect(models.first()).toContainText('63% · 1 chamada');
  await page.getByRole('button', { name: 'Mostrar todos (6)' }).click();
  await expect(models).toHaveCount(6);
  const agents = page.getByRole('region', { name: 'Tokens por agente' });
  await expect(agents.getByRole('listitem')).toHaveText([
    /^Direito de Trânsito4 mi/,
    /^Agente removido900 mil/,
  ]);
  await expect(page.getByRole('region', { name: 'Tokens por grupo' })).toContainText('100% · 2 chamadas');
  await page.unroute(`**${API}/admin/stats/tokens?*`);
  const nothing: TokenShares = {
    tokens: 0,
    cost_brl_micro: 0,
    unpriced_calls: 0,
    previous_cost_brl_micro: 0,
    tests: { cost_brl_micro: 0, unpriced_calls: 0 },
    models: [],
    agents: [],
    groups: [],
  };
  await intercept(page, '/admin/stats/tokens?*', 200, { success: true, data: nothing });
  await range(page, 'Mês').check();
  await expect(page.getByText('Nenhum token neste período')).toBeVisible();
});

test('R-ADM-05 R-ERR-30 a failure says «Falha ao carregar dados do dashboard», and trying again brings the figures', async ({
  page,
}) => {
  await breakCall(page, '/admin/stats/users?*', 'GET');
  await open(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Falha ao carregar dados do dashboard' });
  await expect(alert).toContainText('Falha ao buscar estatísticas de usuários. Por favor');
  await page.unrouteAll();
  await breakCall(page, '/admin/stats/activity?*', 'GET');
  await breakCall(page, '/admin/stats/tokens?*', 'GET');
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(number(page, 'Novos usuários')).toHaveText(/^[\d.]+$/);
  await range(page, '24 h').check();
  await expectFailure(page, 'Falha ao carregar os gráficos');
  await expectFailure(page, 'Falha ao carregar o uso de tokens');
});

test('R-ADM-04 the quick actions lead to each part of the administration', async ({ page }) => {
  await open(page);
  const actions = page.getByRole('region', { name: 'Ações rápidas' });
  for (const [name, path] of [
    ['Usuários', '/admin/users'],
    ['Agentes', '/admin/agents'],
    ['Bancos de Dados', '/admin/databases'],
    ['Data Sources', '/admin/datasources'],
    ['Configurações', '/admin/settings'],
    ['Feedbacks', '/admin/feedback'],
  ] as const) {
    await actions.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(actions).toBeVisible();
  }
});
