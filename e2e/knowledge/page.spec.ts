import { asAdmin, breakCall, expectFailure, listenTo, makeAgent, uniqueName } from '../support/agents.ts';
import {
  addDocument,
  baseCards,
  documents,
  makeBase,
  openBase,
  showBase,
  shownBase,
} from '../support/knowledge.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

test('R-KB-16 R-KB-17 R-KB-18 a knowledge base says what it holds and who answers from it, and can be renamed', async ({
  page,
}) => {
  const base = await makeBase(page, 'Leis.');
  const one = await addDocument(page, base, 'um.txt', 'Um prazo de trinta dias. '.repeat(40));
  const two = await addDocument(page, base, 'dois.txt', 'Outro prazo. '.repeat(400));
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/agents/${agent.id}/knowledge-bases/${base.id}`);
  await openBase(page, base);
  const total = (name: string) => page.locator(`dt:has-text("${name}") + dd`);
  const kilobytes = Number(((one.file_size + two.file_size) / 1024).toFixed(2));
  await expect(total('Total Storage')).toHaveText(`${kilobytes} KB`);
  const tokens = one.token_count + two.token_count;
  await expect(total('Total Tokens')).toHaveText(
    tokens < 1000 ? `${tokens} tokens` : `${(tokens / 1000).toFixed(1)}K tokens`,
  );
  await expect(page.getByText('Leis.', { exact: true })).toBeVisible();
  await expect(page.getByText('Usada por 1 agente')).toBeVisible();
  await expect(page.getByRole('link', { name: agent.name })).toHaveAttribute(
    'href',
    `/admin/agents/${agent.id}?tab=knowledge`,
  );
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Editar base de conhecimento' });
  await expect(form.getByLabel('Description')).toHaveValue('Leis.');
  const name = uniqueName('Renomeada');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Description').fill('');
  await breakCall(page, `/knowledge-bases/${base.id}`, 'PUT');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectFailure(form, 'Falha ao alterar a base de conhecimento');
  await page.unrouteAll();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Sem descrição')).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/databases$/);
  await expect(baseCards(page).filter({ hasText: name })).toBeVisible();
});

test('R-CONST-07 R-CONST-08 R-CONST-09 sizes and tokens as the screen writes them', async ({ page }) => {
  const base = await makeBase(page);
  let totals = { total_storage: 1536, total_tokens: 1234 };
  await showBase(page, base, () => shownBase(base, [], totals));
  await openBase(page, base);
  for (const [bytes, tokens, size, count] of [
    [1536, 1234, '1.5 KB', '1.2K tokens'],
    [0, 999, '0 Bytes', '999 tokens'],
    [512, 1000, '512 Bytes', '1.0K tokens'],
    [26_843_546, 70_200, '25.6 MB', '70.2K tokens'],
    [3 * 1024 ** 3, 0, '3 GB', '0 tokens'],
  ] as const) {
    totals = { total_storage: bytes, total_tokens: tokens };
    await page.reload();
    await expect(page.getByText(size, { exact: true })).toBeVisible();
    await expect(page.getByText(count, { exact: true })).toBeVisible();
  }
});

test('R-KB-28 R-SHELL-25 what does not exist says that it does not exist, by any address', async ({
  page,
}) => {
  await enter(page, ADMIN, '/admin/knowledge-bases/999999');
  const missing = page.getByRole('main').getByText('Base de conhecimento não encontrada').last();
  await expect(page).toHaveURL(/\/admin\/databases\/999999$/);
  await expect(missing).toBeVisible();
  const asked = listenTo(page, 'GET', /knowledge-bases/);
  for (const odd of ['abc', '0', '99999999999']) {
    await page.goto(`/admin/databases/${odd}`);
    await expect(missing).toBeVisible();
  }
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Voltar às bases de conhecimento' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Knowledge Bases' })).toBeVisible();
});

test('R-ERR-33 a knowledge base that does not load says so and tries again; once seen, it stays on the screen', async ({
  page,
}) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'um.txt', 'Um prazo.');
  await breakCall(page, `/knowledge-bases/${base.id}`, 'GET');
  await enter(page, ADMIN, `/admin/databases/${base.id}`);
  await expectFailure(page, 'Falha ao carregar detalhes da base de conhecimento');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(documents(page)).toHaveCount(1);
  await breakCall(page, `/knowledge-bases/${base.id}`, 'GET');
  await page.getByRole('button', { name: 'Delete um.txt' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Falha ao atualizar esta página')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: base.name })).toBeVisible();
});

test('R-KB-26 R-KB-27 R-ERR-36 a knowledge base is deleted after it is confirmed, and the list follows', async ({
  page,
}) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'um.txt', 'Um prazo.');
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/agents/${agent.id}/knowledge-bases/${base.id}`);
  await openBase(page, base);
  await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeVisible();
  const open = () => page.getByRole('button', { name: 'Delete knowledge base' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'All documents will be permanently deleted. This action cannot be undone.',
  });
  const confirm = question.getByRole('button', { name: 'Delete' });
  await open();
  await expect(question.getByText(/1 documento\. 1 agente a usa/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await breakCall(page, `/knowledge-bases/${base.id}`, 'DELETE');
  await open();
  await confirm.click();
  await expectFailure(question, 'Falha ao excluir base de conhecimento');
  await page.unrouteAll();
  const asked = listenTo(page, 'DELETE', /knowledge-bases/);
  await confirm.dblclick();
  await expect(page).toHaveURL(/\/admin\/databases$/);
  await expect(baseCards(page).first()).toBeVisible();
  await expect(page.getByText(base.name)).toHaveCount(0);
  expect(asked).toHaveLength(1);
  expect(await asAdmin(page, 'GET', `/agents/${agent.id}/knowledge-bases`)).toEqual([]);
});
