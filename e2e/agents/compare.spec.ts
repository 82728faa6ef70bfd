/** Versions and models of an agent side by side, on its checks. */
import { intercept } from '../support/accounts.ts';
import { asAdmin, breakCall, expectFailure, makeAgent, openAgent } from '../support/agents.ts';
import { addDocument, makeBase } from '../support/knowledge.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

test('R-MDL-26 a comparison that does not begin says so, and can be begun again', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/compare/);
  await enter(page, ADMIN, '/admin/agents');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.post(`${API}/agents`, { headers, data: { name: 'Agente comparado' } });
  const { id } = (await made.json()).data;
  const check = { question: 'Qual é o prazo?', expectation: { kind: 'contains', value: 'dias' } };
  expect((await page.request.post(`${API}/agents/${id}/checks`, { headers, data: check })).status()).toBe(
    201,
  );
  const change = { data: { custom_prompt: 'Responda em uma frase.' }, headers };
  expect((await page.request.put(`${API}/agents/${id}`, change)).status()).toBe(200);
  await breakCall(page, `/agents/${id}/checks/compare`, 'POST');
  await page.goto(`/admin/agents/${id}`);
  await page.getByRole('button', { name: 'Comparar modelos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Comparar modelos' });
  await dialog.getByRole('button', { name: 'Começar' }).click();
  await expectFailure(dialog, 'Falha ao comparar');
  await expect(dialog.getByRole('button', { name: 'Começar' })).toBeEnabled();
});

test('R-MDL-26 an earlier comparison is read again, and a failure to read it is reported', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/comparisons/);
  const agent = await makeAgent(page, { model: 'gpt-6-luna' });
  const check = { question: 'Qual é o prazo?', expectation: { kind: 'contains', value: 'dias' } };
  const { id: check_id } = await asAdmin<{ id: number }>(page, 'POST', `/agents/${agent.id}/checks`, check);
  const cell = (column: number, outcome: string) => ({
    check_id,
    column,
    outcome,
    reason: null,
    answer: 'São **30 dias**.',
    cited: [],
    input_tokens: 900,
    output_tokens: 100,
    cost_brl_micro: 12_000,
    ms: 1_500,
  });
  const comparison = (id: number, started_at: string, cells: object[]) => ({
    id,
    columns: [
      { version_id: 1, model: 'gpt-6-luna', saved_at: null, is_current: true },
      { version_id: 1, model: 'gpt-6.1-terra', saved_at: null, is_current: true },
    ],
    cells,
    started_at,
    finished_at: started_at,
    is_running: false,
  });
  const older = comparison(7, '2026-11-20T12:00:00.000Z', []);
  const newest = comparison(9, '2026-11-23T12:00:00.000Z', [cell(0, 'held'), cell(1, 'held')]);
  const known = { comparisons: [newest, older], cost_per_check: {} };
  await intercept(page, `/agents/${agent.id}/comparisons`, 200, { success: true, data: known });
  await breakCall(page, '/comparisons/7', 'GET');
  await openAgent(page, agent);
  await page.getByRole('button', { name: 'Comparar modelos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Comparar modelos' });
  const held = dialog.getByText(/^\d de 1$/);
  await expect(held).toHaveText(['1 de 1', '1 de 1']);
  await dialog.getByRole('button', { name: check.question }).click();
  await expect(dialog.getByText('São 30 dias.', { exact: true })).toHaveCount(2);
  await dialog.getByRole('combobox', { name: 'Comparação' }).selectOption({ index: 1 });
  await expect(dialog.getByText('A comparação não pôde ser carregada')).toBeVisible();
  await page.unroute(`**${API}/comparisons/7`);
  const cells = [cell(0, 'held'), cell(1, 'failed')];
  await intercept(page, '/comparisons/7', 200, { success: true, data: { ...older, cells } });
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(held).toHaveText(['1 de 1', '0 de 1']);
});

test('an agent without checks has nothing to compare, and leads to where they are made', async ({ page }) => {
  await openAgent(page, await makeAgent(page));
  await page.getByRole('button', { name: 'Comparar modelos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Comparar modelos' });
  await expect(dialog.getByRole('status')).toContainText(
    'Este agente ainda não tem verificações. Crie ao menos uma para comparar.',
  );
  await dialog.getByRole('link', { name: 'Ver verificações' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /^Test Agent/ })).toHaveAttribute('aria-selected', 'true');
});

test('R-CHK-03 a version stands beside the one before it: what turned is marked, answers side by side', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const base = await makeBase(page);
  const text = 'As férias são marcadas com quarenta e cinco dias de antecedência.';
  await addDocument(page, base, 'ferias.txt', text);
  const isRead = async () => {
    const { documents } = await asAdmin<{ documents: { status: string }[] }>(
      page,
      'GET',
      `/knowledge-bases/${base.id}`,
    );
    return documents.every(({ status }) => status === 'ready');
  };
  await expect.poll(isRead).toBe(true);
  await asAdmin(page, 'POST', `/agents/${agent.id}/knowledge-bases/${base.id}`);
  for (const [question, expectation] of [
    ['Com quantos dias marco as férias?', { kind: 'contains', value: 'quarenta e cinco' }],
    ['Qual é a raiz de dois?', { kind: 'refuses', value: null }],
  ] as const)
    await asAdmin(page, 'POST', `/agents/${agent.id}/checks`, { question, expectation });
  await asAdmin(page, 'DELETE', `/agents/${agent.id}/knowledge-bases/${base.id}`);
  await openAgent(page, agent);
  await page.getByRole('tab', { name: /^Test Agent/ }).click();
  await page.getByRole('button', { name: 'Comparar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Comparar versões' });
  await dialog.getByRole('button', { name: 'Começar' }).click();
  await expect(dialog.getByText('1 verificação mudou')).toBeVisible();
  const row = dialog.getByRole('row', { name: /férias/ });
  await expect(row).toContainText('Mudou');
  await expect(row.getByRole('cell')).toHaveText(['Mantida', 'Falhou']);
  await dialog.getByRole('switch', { name: 'Só as que mudaram' }).click();
  await expect(dialog.getByRole('row', { name: /raiz de dois/ })).toHaveCount(0);
  await row.getByRole('button').click();
  await expect(dialog.locator('mark').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Comparar de novo' }).click();
  const versions = dialog.getByRole('combobox', { name: 'Versão' });
  await versions.first().selectOption('now');
  await expect(dialog.getByRole('status')).toHaveText(/Há colunas iguais/);
  await expect(dialog.getByRole('button', { name: 'Começar' })).toBeDisabled();
});
