import type { Page } from '@playwright/test';
import {
  asAdmin,
  breakCall,
  expectFailure,
  holdBack,
  listenTo,
  makeAgent,
  openAgent,
} from '../support/agents.ts';
import { API, expect, test } from '../support/test-server.ts';
import { ask, makeReadingAgent, newChat, openTest, popup } from './test-chat-steps.ts';

const QUESTION = 'Quanto tempo vale a senha temporária?';
const checks = (page: Page) => page.getByRole('list', { name: 'Verificações' }).getByRole('listitem');
const run = (page: Page) => page.getByRole('button', { name: 'Rodar verificações' });
const form = (page: Page, name = 'Nova verificação') => page.getByRole('dialog', { name });

type Kept = { checks: { id: number; question: string; expectation: object }[] };

const kept = async (page: Page, agentId: number) =>
  (await asAdmin<Kept>(page, 'GET', `/agents/${agentId}/checks`)).checks;
const make = (page: Page, agentId: number, question: string, expectation: object) =>
  asAdmin<{ id: number }>(page, 'POST', `/agents/${agentId}/checks`, { question, expectation });
const events = (...lines: object[]) => ({
  contentType: 'text/event-stream',
  body: lines.map((line) => `data: ${JSON.stringify(line)}\n\n`).join(''),
});

test('one click keeps a question as a check, with the cited document, and it can be changed afterwards', async ({
  page,
}) => {
  const agent = await makeReadingAgent(page);
  await openTest(page, agent);
  await expect(page.getByText('Nenhuma verificação ainda')).toBeVisible();
  await newChat(page);
  await ask(page, QUESTION);
  await popup(page).getByRole('button', { name: 'Guardar como verificação' }).click();
  await expect(popup(page).getByText('Cita «04-conta-e-acesso.md» e contém «')).toBeVisible();
  await expect
    .poll(() => kept(page, agent.id))
    .toMatchObject([
      {
        question: QUESTION,
        expectation: {
          kind: 'all',
          of: expect.arrayContaining([
            { kind: 'cites', value: '04-conta-e-acesso.md' },
            { kind: 'contains', value: '30 minutos' },
          ]),
        },
      },
    ]);
  // It has proved nothing yet, and is run where it was kept.
  await popup(page).getByRole('button', { name: 'Rodar verificações' }).click();
  await expect(popup(page).getByText('1 de 1 verificação mantida')).toBeVisible({ timeout: 20_000 });
  await popup(page).getByRole('button', { name: 'Mudar' }).click();
  const edit = form(page, 'Editar verificação');
  await expect(edit.getByLabel('Pergunta')).toHaveValue(QUESTION);
  await expect(edit.getByLabel('Condição 1', { exact: true })).toHaveValue('cites');
  await edit.getByRole('button', { name: 'Retirar a condição 1' }).click();
  while (await edit.getByRole('button', { name: 'Retirar a condição 2' }).isVisible())
    await edit.getByRole('button', { name: 'Retirar a condição 2' }).click();
  await edit.getByLabel('Texto', { exact: true }).fill('30 minutos');
  await edit.getByRole('button', { name: 'Salvar verificação' }).click();
  await expect(popup(page).getByText('Contém «30 minutos»')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(checks(page)).toContainText('Contém «30 minutos»');
  await expect.poll(() => kept(page, agent.id)).toHaveLength(1);
});

test('the same check is kept once: the second time its place says that it stands already, and the form says so too', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const question = 'Qual é a capital da França?';
  await openTest(page, agent);
  await newChat(page);
  await ask(page, question);
  await popup(page).getByRole('button', { name: 'Guardar como verificação' }).click();
  await expect(popup(page).getByText('Guardada como verificação')).toBeVisible();
  await page.keyboard.press('Escape');
  await newChat(page);
  await ask(page, question);
  await popup(page).getByRole('button', { name: 'Guardar como verificação' }).click();
  await expect(popup(page).getByRole('status').filter({ hasText: 'já está guardada' })).toHaveText(
    'Esta verificação já está guardada. Recusa responder.',
  );
  await expect(popup(page).getByRole('button', { name: 'Mudar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nova verificação' }).click();
  await form(page).getByLabel('Pergunta').fill(question);
  await form(page).getByLabel('O que se espera da resposta').selectOption('refuses');
  await form(page).getByRole('button', { name: 'Salvar verificação' }).click();
  await expectFailure(form(page), 'Esta verificação já existe.');
  await expect.poll(() => kept(page, agent.id)).toHaveLength(1);
});

test('an answer that cites nothing is kept as a refusal; a failure is named and can be tried again', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await openTest(page, agent);
  await newChat(page);
  await ask(page, 'Qual é a capital da França?');
  await breakCall(page, `/agents/${agent.id}/checks`, 'POST');
  await popup(page).getByRole('button', { name: 'Guardar como verificação' }).click();
  await expectFailure(popup(page), 'Falha ao guardar a verificação');
  await page.unrouteAll();
  await popup(page).getByRole('button', { name: 'Guardar como verificação' }).click();
  await expect(popup(page).getByText('Recusa responder')).toBeVisible();
});

test("checks that do not load say so while the agent's page goes on; they are written, changed and deleted, and failures leave everything as it was", async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await breakCall(page, `/agents/${agent.id}/checks`, 'GET');
  await openAgent(page, agent, 'test');
  await expectFailure(page, 'Falha ao carregar as verificações');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('Nenhuma verificação ainda')).toBeVisible();

  await page.getByRole('button', { name: 'Nova verificação' }).click();
  const save = form(page).getByRole('button', { name: 'Salvar verificação' });
  await form(page).getByLabel('Pergunta').fill('  ');
  await expect(save).toBeDisabled();
  await form(page).getByLabel('Pergunta').fill('Vale?');
  await expect(save).toBeDisabled();
  await form(page).getByLabel('O que se espera da resposta').selectOption('refuses');
  await breakCall(page, `/agents/${agent.id}/checks`, 'POST');
  await save.click();
  await expectFailure(form(page), 'Falha ao salvar a verificação');
  await page.unrouteAll();
  await save.click();
  await expect(form(page)).toHaveCount(0);
  await expect(checks(page)).toContainText(['Vale?']);
  await expect(checks(page)).toContainText('Não rodou');

  await page.getByRole('button', { name: 'Editar verificação: Vale?' }).click();
  await form(page, 'Editar verificação').getByLabel('Pergunta').fill('Valeu?');
  await form(page, 'Editar verificação').getByRole('button', { name: 'Salvar verificação' }).click();
  await expect(checks(page)).toContainText(['Valeu?']);

  await breakCall(page, `/agents/${agent.id}/checks/*`, 'DELETE');
  await page.getByRole('button', { name: 'Excluir verificação: Valeu?' }).click();
  const question = page.getByRole('alertdialog', { name: 'Excluir esta verificação?' });
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expectFailure(question, 'Falha ao excluir a verificação');
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nenhuma verificação ainda')).toBeVisible();
  await expect.poll(() => kept(page, agent.id)).toEqual([]);
});

test('running the checks says which hold and why the others do not, also beside «Deploy»', async ({
  page,
}) => {
  const agent = await makeReadingAgent(page);
  await make(page, agent.id, QUESTION, { kind: 'cites', value: '04-conta-e-acesso.md' });
  await make(page, agent.id, QUESTION, { kind: 'contains', value: 'quarenta dias' });
  await openTest(page, agent);
  const header = page.getByRole('banner').or(page.locator('header')).filter({ hasText: agent.name });
  await expect(header.getByText('2 verificações guardadas')).toBeVisible();
  await run(page).click();
  await expect(checks(page).nth(0)).toContainText('Mantida', { timeout: 20_000 });
  await expect(checks(page).nth(1)).toContainText('Falhou', { timeout: 20_000 });
  await expect(checks(page).nth(1)).toContainText('Esperava-se «quarenta dias» na resposta');
  await expect(header.getByText('1 de 2 verificações mantidas')).toBeVisible();
  await checks(page).nth(1).getByText('Resposta', { exact: true }).click();
  await expect(checks(page).nth(1)).toContainText('Citou: 04-conta-e-acesso.md');
  await page.reload();
  await expect(header.getByText('1 de 2 verificações mantidas')).toBeVisible();
  // It informs and stops nobody.
  await expect(page.getByRole('button', { name: 'Deploy', exact: true })).toBeEnabled();
  await make(page, agent.id, 'Outra?', { kind: 'refuses' });
  await page.reload();
  await expect(header.getByText('verificações não rodaram desde a última mudança')).toBeVisible();
  await run(page).click();
  await expect(header.getByText(/^\d de 3 verificações mantidas$/)).toBeVisible({ timeout: 20_000 });
  await asAdmin(page, 'PUT', `/agents/${agent.id}`, { temperature: 0.1 });
  await page.reload();
  await expect(header.getByText('verificações não rodaram desde a última mudança')).toBeVisible();
});

test('while checks run, the one that is asked is shown; leaving the tab and coming back finds the progress', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await make(page, agent.id, 'Primeira?', { kind: 'refuses' });
  const sent = listenTo(page, 'POST', /\/checks\/run$/);
  await openTest(page, agent);
  const release = await holdBack(page, `/agents/${agent.id}/checks/run`, 'POST');
  await run(page).dblclick();
  await expect(page.getByRole('button', { name: 'Rodando…' })).toBeDisabled();
  await expect(page.getByText('0 de 1 perguntadas')).toBeVisible();
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByRole('tab', { name: 'Test Agent' }).click();
  await expect(page.getByRole('button', { name: 'Rodando…' })).toBeDisabled();
  release();
  await expect(run(page)).toBeEnabled();
  await expect(checks(page)).not.toContainText('Não rodou');
  expect(sent).toHaveLength(1);
});

test('a run that is already under way is named, and its result appears when it ends', async ({ page }) => {
  const agent = await makeAgent(page);
  await make(page, agent.id, 'Primeira?', { kind: 'refuses' });
  await openTest(page, agent);
  await page.route(`**${API}/agents/${agent.id}/checks/run`, (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, detail: 'As verificações já estão em andamento.', code: 'checks_running' },
    }),
  );
  await run(page).click();
  await expect(page.getByText('As verificações já estão rodando')).toBeVisible();
  await expect(run(page)).toBeEnabled();
  const { access_token } = await page.evaluate(() => ({ access_token: localStorage.getItem('token') }));
  const headers = { authorization: `Bearer ${access_token}` };
  await page.request.post(`${API}/agents/${agent.id}/checks/run`, { headers });
  await expect(page.getByText('As verificações já estão rodando')).toHaveCount(0, { timeout: 15_000 });
  await expect(checks(page)).not.toContainText('Não rodou');
});

test('a run that fails, is interrupted or loses the connection says so, and can be repeated', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const { id } = await make(page, agent.id, 'Primeira?', { kind: 'refuses' });
  await openTest(page, agent);
  const path = `**${API}/agents/${agent.id}/checks/run`;
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }));
  await run(page).click();
  await expectFailure(page, 'Falha ao rodar as verificações');
  await page.unroute(path);

  const running = { check_id: id, state: 'running', done: false };
  const broken = { state: 'broken', error: 'O servidor está sendo reiniciado.', done: true };
  await page.route(path, (route) => route.fulfill(events(running, broken)));
  await run(page).click();
  await expectFailure(page, 'A execução foi interrompida');
  await expect(page.getByText('O servidor está sendo reiniciado.')).toBeVisible();
  await page.unroute(path);

  await page.route(path, (route) => route.fulfill(events(running)));
  await run(page).click();
  await expect(page.getByText(/^A conexão caiu durante a execução/)).toBeVisible();
  await page.unroute(path);
  await run(page).click();
  await expect(checks(page)).not.toContainText('Não rodou');
  await expect(page.getByText(/^A conexão caiu/)).toHaveCount(0);
});
