import type { Page } from '@playwright/test';
import type { QuestionGroup } from '#contract/open-questions.ts';
import type { Activity, TokenShares } from '#contract/stats.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const spent = { tokens: 900_000, calls: 12, cost_brl_micro: 51_230_000, unpriced_calls: 0 };
const LONG = 'Recursos Humanos Descomplicado para Servidores Estaduais e Municipais';
const activity: Activity = {
  current: { new_users: 12, new_questions: 120, new_sessions: 7 },
  previous: { new_users: 10, new_questions: 125, new_sessions: 7 },
  unit: 'day',
  series: Array.from({ length: 91 }, (_, day) => ({
    start: new Date(Date.UTC(2026, 7, 20 + day, 3)).toISOString(),
    new_users: day % 5,
    new_questions: day,
    new_sessions: 0,
  })),
};
const tokens: TokenShares = {
  tokens: 900_000,
  cost_brl_micro: 51_230_000,
  unpriced_calls: 7,
  previous_cost_brl_micro: 40_000_000,
  tests: { cost_brl_micro: 3_000_000, unpriced_calls: 0 },
  models: [{ model: 'claude-4-sonnet', ...spent }],
  agents: [{ agent_id: 1, agent_name: LONG, ...spent }],
  groups: [{ user_group_id: 1, group_name: LONG, ...spent }],
};
const question: QuestionGroup = {
  id: 1,
  agent_id: 1,
  agent_name: LONG,
  title: 'Qual o prazo do edital? '.repeat(12),
  count: 12,
  kinds: ['unanswered', 'down'],
  newest_at: '2026-11-20T12:12:00.000Z',
  state: 'open',
  closure: null,
  asked_since: 3,
  asking: false,
  asked_again: null,
};
const feedback = {
  id: 1,
  name: 'Marina',
  email: `${'longo'.repeat(12)}@exemplo.com.br`,
  message: 'semespaços'.repeat(30),
  page: '/chat',
  user_agent: null,
  has_screenshot: true,
  user: { id: 7, name: LONG, email: 'a@exemplo.com.br' },
  handled: true,
  created_at: '2026-11-20T12:12:00.000Z',
};

async function fill(page: Page): Promise<void> {
  const answers: [path: string, data: unknown][] = [
    ['/admin/stats/users?*', activity.current],
    ['/admin/stats/activity?*', activity],
    ['/admin/stats/tokens?*', tokens],
    ['/admin/open-questions?*', [question]],
    ['/feedback?*', [feedback]],
  ];
  for (const [path, data] of answers)
    await page.route(`**${API}${path}`, (route) =>
      route.fulfill({ json: { success: true, data, metadata: { total: 30, has_more: true } } }),
    );
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const data = { ...body.data, deletion_due: '2026-11-28T21:00:00.000Z' };
    await route.fulfill({ response, json: { ...body, data } });
  });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test("dashboard, feedback and the person's own data fit every width and have no serious accessibility fault", async ({
  page,
}) => {
  await fill(page);
  await enter(page, ADMIN, '/admin');
  await walkPast(page, [
    [
      'o dashboard',
      async () => {
        await expect(page.getByRole('slider')).toHaveCount(3);
        await expect(page.getByText('1 de 30')).toBeVisible();
      },
    ],
    [
      'os feedbacks',
      async () => {
        await page.goto('/admin/feedback');
        await expect(page.getByText('1 de 30')).toBeVisible();
      },
    ],
    ['o formulário de feedback', () => press(page, 'Feedback')],
    [
      'meus dados, com a exclusão marcada',
      async () => {
        await page.goto('/profile');
        await expect(page.getByText(/^Sua conta será excluída em/)).toHaveCount(2);
      },
    ],
    ['a correção', () => press(page, 'Corrigir nome e telefone')],
  ]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
