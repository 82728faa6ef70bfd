import type { AlertEvent, AlertRule, Webhook } from '#contract/alerts.ts';
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

test('R-CHK-04 a change that waits behind the gate is shown; what fails with it says so', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });
  for (const change of [{ deploy_gate: 'require' }, { custom_prompt: 'Responda em uma frase.' }]) {
    const { updated_at } = await asAdmin<{ updated_at: string }>(page, 'GET', `/agents/${agent.id}`);
    await asAdmin(page, 'PUT', `/agents/${agent.id}`, { updated_at, ...change });
  }
  await openAgent(page, agent);
  await expect(page.getByText('Há mudanças que ainda não valem.')).toBeVisible();
  // The form goes on from what waits; the difference says what people do not get yet.
  await expect(page.getByText('O formulário mostra as mudanças que esperam publicação')).toBeVisible();
  await page.getByRole('button', { name: 'Ver diferença' }).click();
  const difference = page.getByRole('dialog', { name: 'O que muda ao publicar' });
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
