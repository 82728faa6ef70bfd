/** From an empty installation to an answer of an added server, on a server of its own: the other stories have no provider. */
import { openProviderStub, type ProviderStub, STUB_TEXT } from '../../server/test/providers/provider-stub.ts';
import { save, saved } from '../support/agents.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

let testServer: ServerProcess;
let ollama: ProviderStub;
const shared = { url: process.env.PROSA_E2E_URL, data: process.env.PROSA_E2E_DATA };
test.beforeAll(async () => {
  ollama = await openProviderStub();
  ollama.knowsOnly('nomic-embed-text', 'llama4-8b', 'qwen4-32b');
  testServer = await startServerProcess();
  process.env.PROSA_E2E_URL = testServer.url;
  process.env.PROSA_E2E_DATA = testServer.folder;
});
test.afterAll(async () => {
  process.env.PROSA_E2E_URL = shared.url;
  process.env.PROSA_E2E_DATA = shared.data;
  await testServer.close();
  await ollama.close();
});

test('R-MDL-10 R-MDL-17 a superadmin adds an Ollama, finds its models, tests one, makes an agent with it and asks', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await enter(page, ADMIN, '/admin/models');
  await page.getByRole('link', { name: 'Configurar provedor' }).click();
  await page.getByRole('button', { name: 'Adicionar servidor' }).click();
  const server = page.getByRole('dialog', { name: 'Adicionar servidor' });
  await server.getByLabel('Nome').fill('Ollama da sala 3');
  await server.getByLabel('Endereço').fill(ollama.url);
  await server.getByRole('button', { name: 'Testar conexão' }).click();
  await expect(server.getByText('Tudo certo: 2 modelos.')).toBeVisible();
  await server.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ollama da sala 3' })).toContainText(
    'Nesta casa',
  );

  await page.getByRole('tab', { name: 'Modelos' }).click();
  await page.getByRole('button', { name: 'Buscar modelos' }).click();
  const found = page.getByRole('dialog', { name: 'Buscar modelos' });
  await found.getByRole('checkbox', { name: /llama4-8b/ }).check();
  await found.getByRole('button', { name: 'Adicionar selecionados' }).click();
  await expect(found).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'llama4-8b' });
  await expect(row).toContainText('Nesta casa');
  await expect(row).toContainText('Ativo');
  await page.getByRole('button', { name: 'Ações de llama4-8b' }).click();
  await page.getByRole('menuitem', { name: 'Testar' }).click();
  const probe = page.getByRole('dialog', { name: 'Testar llama4-8b' });
  await expect(probe.getByText(/^Responde/)).toBeVisible();
  await expect(probe.getByRole('button', { name: 'Fechar' }).last()).toBeEnabled({ timeout: 20_000 });
  await page.keyboard.press('Escape');

  await page.goto('/admin/agents');
  await page.getByRole('button', { name: 'New Agent' }).first().click();
  const form = page.getByRole('dialog', { name: 'New Agent' });
  await form.getByLabel('Name').fill('Balcão da sala 3');
  await form.getByRole('button', { name: /^Create/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balcão da sala 3' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Configuration' }).click();
  await page.getByLabel('Model', { exact: true }).click();
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /^llama4-8b/ })
    .click();
  await save(page);
  await saved(page);
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undeploy', exact: true })).toBeVisible();

  await page.goto('/chat');
  await page.getByRole('button', { name: 'Escolher um agente' }).click();
  const chooser = page.getByRole('dialog', { name: 'Escolha um agente' });
  await chooser.getByText('Balcão da sala 3').click();
  const box = page.getByRole('textbox', { name: 'Sua pergunta' });
  await box.fill('Quanto tempo vale a senha temporária?');
  await box.press('Enter');
  const answer = page.locator('article[data-role="assistant"]').last();
  await expect(answer).toHaveAttribute('data-status', 'done', { timeout: 20_000 });
  await expect(answer).toContainText(STUB_TEXT);
  await expect(page.getByText('Não sai da casa')).toBeVisible();
  expect(ollama.calls.at(-1)).toMatchObject({ dialect: 'chat', model: 'llama4-8b' });
});
