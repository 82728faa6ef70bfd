import type { Page } from '@playwright/test';
import type { AlertEvent, AlertRule, Webhook } from '#contract/alerts.ts';
import type { LiveBanner } from '#contract/banners.ts';
import { intercept } from '../support/accounts.ts';
import { asAdmin, breakCall, expectFailure, makeAgent, openAgent } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const rule: AlertRule = {
  id: 1,
  kind: 'checks_fell',
  threshold: null,
  people: [{ id: 7, name: 'Marina Alves' }],
  webhook_id: 1,
  active: true,
  version: 1,
};
const webhook: Webhook = {
  id: 1,
  name: 'Central de avisos',
  url: 'https://avisos.exemplo.gov.br/prosa',
  state: 'active',
  failing_since: '2026-11-28T12:00:00.000Z',
  version: 1,
  deliveries: [],
};
const event: AlertEvent = {
  id: 1,
  rule_id: 1,
  kind: 'checks_fell',
  subject: { type: 'agent', id: '1', name: 'Ajuda do Prosa' },
  values: { fell: 2 },
  opened_at: '2026-11-28T12:00:00.000Z',
  notified_at: '2026-11-28T12:01:00.000Z',
  reminded_at: null,
  resolved_at: null,
};
const found = (data: unknown[]) => ({
  success: true,
  data,
  metadata: { total: data.length, has_more: false },
  message: '',
});

test('R-CHK-08 R-CHK-09 rules, what happened and webhooks stand on their tabs; what fails says so', async ({
  page,
}) => {
  await intercept(page, '/alert-rules*', 200, found([rule]));
  await breakCall(page, '/alert-events*', 'GET');
  await breakCall(page, '/webhooks*', 'GET');
  await breakCall(page, '/alert-rules/1/test', 'POST');
  await breakCall(page, '/webhooks/1/test', 'POST');
  await enter(page, ADMIN, '/admin/avisos');
  await expect(page.getByText('Verificações caíram')).toBeVisible();
  await expect(page.getByText('Marina Alves')).toBeVisible();
  await page.getByRole('button', { name: 'Testar' }).click();
  await expectFailure(page, 'Falha ao testar a regra');

  await page.getByRole('tab', { name: 'Acontecidos' }).click();
  await expect(page.getByText('Falha ao carregar os acontecimentos')).toBeVisible();
  await page.unroute(`**${API}/alert-events*`);
  await intercept(page, '/alert-events*', 200, found([event]));
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('Ajuda do Prosa')).toBeVisible();
  await expect(page.getByText('Em curso')).toBeVisible();

  await page.getByRole('tab', { name: 'Canais' }).click();
  await expect(page.getByText('Falha ao carregar os canais')).toBeVisible();
  await page.unroute(`**${API}/webhooks*`);
  await intercept(page, '/webhooks*', 200, found([webhook]));
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText(/^Falha desde 28\/11\/2026/)).toBeVisible();
  await page.getByRole('button', { name: 'Testar' }).click();
  await expectFailure(page, 'Falha ao testar o canal');

  await walkPast(page, [
    ['os canais', async () => undefined],
    ['os acontecidos', () => page.getByRole('tab', { name: 'Acontecidos' }).click()],
    ['as regras', () => page.getByRole('tab', { name: 'Regras' }).click()],
  ]);
});

/** In use, with a change that waits behind its gate. */
async function makeGatedAgent(page: Page) {
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });
  for (const change of [{ deploy_gate: 'require' }, { custom_prompt: 'Responda em uma frase.' }]) {
    const { updated_at } = await asAdmin<{ updated_at: string }>(page, 'GET', `/agents/${agent.id}`);
    await asAdmin(page, 'PUT', `/agents/${agent.id}`, { updated_at, ...change });
  }
  return agent;
}

test('R-CHK-04 a change that waits behind the gate is shown; what fails with it says so', async ({
  page,
}) => {
  const agent = await makeGatedAgent(page);
  await breakCall(page, `/agents/${agent.id}/knowledge-bases`, 'GET');
  await openAgent(page, agent);
  await expect(page.getByText('Há mudanças que ainda não valem.')).toBeVisible();
  // The form goes on from what waits; the difference says what people do not get yet.
  await expect(page.getByText('O formulário mostra as mudanças que esperam publicação')).toBeVisible();
  await page.getByRole('button', { name: 'Ver diferença' }).click();
  const difference = page.getByRole('dialog', { name: 'O que muda ao publicar' });
  await expectFailure(difference, 'Falha ao carregar a diferença');
  await page.unrouteAll();
  await difference.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(difference.locator('ins')).toHaveText('Responda em uma frase.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Testar', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Comparar versões' })).toContainText(
    'Este agente ainda não tem verificações.',
  );
  await page.keyboard.press('Escape');
  await breakCall(page, `/agents/${agent.id}/candidate/publish`, 'POST');
  await breakCall(page, `/agents/${agent.id}/candidate`, 'DELETE');
  await page.getByRole('button', { name: 'Verificar e publicar' }).click();
  await expect(page.getByText('Falha ao publicar')).toBeVisible();
  await page.getByRole('button', { name: 'Descartar' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expectFailure(question, 'Falha ao descartar');
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByText('Há mudanças que ainda não valem.')).toHaveCount(0);
});

test('R-CHK-05 the gate names checks that ended in an error apart from those that failed, and publishes neither', async ({
  page,
}) => {
  const agent = await makeGatedAgent(page);
  const result = (outcome: string) => ({
    outcome,
    reason: 'Motivo.',
    answer: '',
    cited: [],
    at: '2026-11-28T12:00:00.000Z',
  });
  const events = [
    { check_id: 1, state: 'ended', result: result('holds'), done: false },
    { check_id: 2, state: 'ended', result: result('fails'), done: false },
    { check_id: 3, state: 'ended', result: result('error'), done: false },
    { state: 'finished', published: false, held: 1, total: 3, code: 'candidate_fails', done: true },
  ];
  await page.route(`**${API}/agents/${agent.id}/candidate/publish`, (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
    }),
  );
  await openAgent(page, agent);
  await page.getByRole('button', { name: 'Verificar e publicar' }).click();
  await expect(
    page.getByText('1 de 3 verificações falharam. A versão atual continua valendo.'),
  ).toBeVisible();
  await expect(
    page.getByText('Não foi possível verificar 1 de 3 verificações. A versão atual continua valendo.'),
  ).toBeVisible();
  await walkPast(page, [['mudanças que as verificações não deixam passar', async () => {}]]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('R-CHK-10 a banner is written with a preview, changed and deleted', async ({ page }) => {
  await enter(page, ADMIN, '/admin/avisos?tab=banners');
  await breakCall(page, '/user-groups*', 'GET');
  await page.getByRole('button', { name: 'Nova faixa' }).click();
  const form = page.getByRole('dialog', { name: 'Faixa' });
  await form.getByRole('switch', { name: 'Todas as pessoas veem' }).click();
  await expectFailure(form, 'Falha ao carregar os grupos');
  await page.unrouteAll();
  await form.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(form.getByRole('checkbox').first()).toBeVisible();
  await form.getByRole('switch', { name: 'Todas as pessoas veem' }).click();
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form.getByText('Escreva o texto da faixa.')).toBeVisible();
  const text = 'Manutenção no sábado, das 8h às 10h.';
  await form.getByLabel('Texto').fill(text);
  await form.getByLabel('Tom').selectOption('warning');
  // The server is shared with other stories, which are not to see it.
  await form.getByLabel('Começa').fill('2099-01-01T08:00');
  await form.getByLabel('Termina').fill('2099-01-01T07:00');
  await expect(form.getByText('O fim precisa vir depois do começo.')).toBeVisible();
  await form.getByLabel('Termina').fill('2099-01-02T08:00');
  await form.getByLabel('Link (opcional)').fill('https://exemplo.gov.br/manutencao');
  await expect(form.getByRole('region', { name: 'Como aparece' })).toContainText(text);
  await walkPast(page, [['o formulário da faixa', async () => undefined]]);
  await form.getByRole('button', { name: 'Salvar' }).click();
  const row = page.getByRole('listitem').filter({ hasText: text });
  await expect(row).toContainText('Por vir');
  await expect(row).toContainText('todas as pessoas');
  await row.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(row).toHaveCount(0);
});

test('R-CHK-10 at most two banners stand above a screen; one that is put away makes room and stays away', async ({
  page,
  person,
}) => {
  const banner = (id: number, tone: LiveBanner['tone'], text: string): LiveBanner => ({
    id: 900_000 + id,
    text,
    tone,
    dismissible: id !== 2,
    url: id === 1 ? 'https://exemplo.gov.br/manutencao' : null,
    version: 1,
  });
  const live = [
    banner(1, 'warning', 'Manutenção no sábado.'),
    banner(2, 'warning', 'O sistema de ponto está fora do ar.'),
    banner(3, 'info', 'Há um novo regulamento de férias.'),
  ];
  await intercept(page, '/banners', 200, { success: true, data: live, message: '' });
  await enter(page, person);
  const above = page.getByRole('region', { name: 'Avisos da conta' }).getByRole('status');
  await expect(above).toHaveText([/Manutenção no sábado/, /sistema de ponto/]);
  await expect(above.first().getByRole('link', { name: 'Saber mais' })).toHaveAttribute('rel', 'noreferrer');
  await walkPast(page, [['as faixas', async () => undefined]]);
  await above.first().getByRole('button', { name: 'Dispensar aviso' }).click();
  await expect(above).toHaveText([/sistema de ponto/, /regulamento de férias/]);
  await page.reload();
  await expect(above).toHaveText([/sistema de ponto/, /regulamento de férias/]);
});
