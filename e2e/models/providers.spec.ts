import type { Page } from '@playwright/test';
import { openProviderStub } from '../../server/test/providers/provider-stub.ts';
import { intercept } from '../support/accounts.ts';
import { breakCall, expectFailure } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

const KEY = 'sk-de-uma-historia-0123-wxyz';
/** Nothing answers there, so the installation goes on in local mode for the other stories. */
const SILENT = 'http://127.0.0.1:9/v1';

const openTab = (page: Page) => enter(page, ADMIN, '/admin/models?tab=provedores');

/** As if this browser had signed in twenty minutes ago. */
async function growOld(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  await inDatabase((client) =>
    client.query(
      `update sign_ins set created_at = created_at - interval '20 minutes', confirmed_at = null where id = $1`,
      [sid],
    ),
  );
}

test('R-MDL-17 a server is tried, added after the password is confirmed, changed and removed', async ({
  page,
}) => {
  const stub = await openProviderStub();
  stub.knowsOnly('llama-3');
  await openTab(page);
  await expect(page.getByRole('list', { name: 'Provedores de modelos' }).getByRole('heading')).toHaveText([
    'OpenAI',
    'Anthropic',
    'Google',
  ]);

  await page.getByRole('button', { name: 'Adicionar servidor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar servidor' });
  await expect(dialog.getByLabel('Endereço')).toHaveValue('http://127.0.0.1:11434/v1');
  await expect(dialog.getByText(/^O Ollama corta em silêncio/)).toBeVisible();
  await dialog.getByLabel('Tipo').selectOption('vLLM');
  await expect(dialog.getByLabel('Endereço')).toHaveValue('http://127.0.0.1:8000/v1');
  await dialog.getByLabel('Nome').fill('Servidor da história');
  const tried = dialog.getByRole('button', { name: 'Testar conexão' });
  await dialog.getByLabel('Endereço').fill(stub.url);
  await tried.click();
  await expect(dialog.getByText('Tudo certo: 1 modelo.')).toBeVisible();
  await expect(dialog.getByText('llama-3')).toBeVisible();
  await dialog.getByLabel('Endereço').fill('http://169.254.169.254');
  await tried.click();
  await expect(dialog.getByText(/^Este endereço não é permitido: /)).toBeVisible();
  await dialog.getByLabel('Endereço').fill(SILENT);
  await tried.click();
  await expect(dialog.getByText('Nada respondeu neste endereço.')).toBeVisible();

  await dialog.getByLabel('Chave (opcional)').fill(KEY);
  await growOld(page);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const question = page.getByRole('dialog', { name: 'Confirme sua senha' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel('Nome')).toHaveValue('Servidor da história');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await question.getByLabel('Senha', { exact: true }).fill('não é esta');
  await page.keyboard.press('Enter');
  await expect(question.getByText('A senha atual está incorreta.')).toBeVisible();
  await question.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(dialog).toBeHidden();

  const card = page.getByRole('listitem').filter({ hasText: 'Servidor da história' });
  await expect(card).toContainText('Guardada, termina em …wxyz');
  await expect(card).toContainText('Nesta casa');
  await expect(page.getByText(KEY)).toHaveCount(0);

  await card.getByRole('button', { name: 'Editar Servidor da história' }).click();
  const form = page.getByRole('dialog', { name: 'Provedor Servidor da história' });
  await form.getByLabel('Endereço').fill('http://127.0.0.1:10/v1');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form.getByText('O endereço mudou: digite a chave de novo.')).toBeVisible();
  await form.getByLabel('Endereço').fill(SILENT);
  await form.getByLabel('Nome').fill('Outro nome');
  await form.getByRole('button', { name: 'Salvar' }).click();
  const renamed = page.getByRole('listitem').filter({ hasText: 'Outro nome' });
  await expect(renamed).toContainText('Guardada, termina em …wxyz');

  await renamed.getByRole('button', { name: 'Remover Outro nome' }).click();
  await expect(
    page.getByText('Remover o servidor Outro nome? Seus 0 modelos saem do catálogo.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(renamed).toHaveCount(0);
  await stub.close();
});

const provider = (wishes: object) => ({
  id: 9,
  kind: 'compatible',
  name: 'Ollama',
  built_in: false,
  base_url: SILENT,
  base_url_env: null,
  key: { source: 'none', hint: null, readable: true, env_name: null },
  residency: 'local',
  models: 2,
  listed_at: '2026-11-20T12:00:00.000Z',
  list_error: null,
  version: 3,
  ...wishes,
});

test('R-MDL-29 a provider in use says where and offers no button; each state of a key has its words', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/model-providers/);
  const env = { source: 'env', hint: null, readable: true, env_name: 'OPENAI_API_KEY' };
  const unreadable = { source: 'stored', hint: 'abcd', readable: false, env_name: null };
  const openai = { id: 1, kind: 'openai', name: 'OpenAI', built_in: true, base_url_env: 'OPENAI_BASE_URL' };
  await intercept(page, '/model-providers', 200, {
    success: true,
    data: [
      provider({ ...openai, key: env, residency: 'exterior' }),
      provider({ id: 8, name: 'vLLM', key: unreadable, list_error: 'O servidor recusou a chave.' }),
      provider({}),
    ],
  });
  await intercept(page, '/model-providers/9', 409, {
    success: false,
    detail: 'Modelos deste provedor estão em uso.',
    code: 'provider_in_use',
    agents: [{ id: 3, name: 'Compras' }],
    data_sources: [{ id: 4, name: 'Editais' }],
    is_default: true,
  });
  await openTab(page);
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(card('OpenAI')).toContainText('Variável de ambiente OPENAI_API_KEY');
  await expect(card('OpenAI')).toContainText('Definido em OPENAI_BASE_URL no servidor');
  await expect(card('OpenAI').getByRole('button', { name: 'Remover' })).toHaveCount(0);
  await expect(card('vLLM')).toContainText('Chave ilegível: digite-a de novo.');
  await expect(card('vLLM')).toContainText('O servidor recusou a chave.');
  const form = page.getByRole('dialog', { name: 'Adicionar servidor' });
  await walkPast(page, [
    ['the providers', () => expect(card('vLLM')).toBeVisible()],
    [
      'a server that is added',
      async () => {
        await page.getByRole('button', { name: 'Adicionar servidor' }).click();
        await expect(form).toBeVisible();
      },
    ],
  ]);
  await page.setViewportSize({ width: 1360, height: 850 });
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await card('Ollama').getByRole('button', { name: 'Remover Ollama' }).click();
  await expect(page.getByText('Remover o servidor Ollama? Seus 2 modelos saem do catálogo.')).toBeVisible();
  await page.getByRole('button', { name: 'Remover', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ollama está em uso' });
  await expect(dialog.getByRole('link')).toHaveText(['Compras', 'Editais']);
  await expect(dialog.getByText('É um dos modelos padrão da instalação.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remover' })).toHaveCount(0);
});

test('providers that cannot be read say so and are read again', async ({ page, expectComplaints }) => {
  expectComplaints(/model-providers/);
  await breakCall(page, '/model-providers', 'GET');
  await openTab(page);
  await expect(page.getByText('Falha ao carregar os provedores')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('heading', { name: 'Anthropic' })).toBeVisible();
});

test('a provider that is not tried, saved or removed says so, and what was typed stays', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/model-providers/);
  await intercept(page, '/model-providers', 200, { success: true, data: [provider({})] });
  await breakCall(page, '/model-providers', 'POST');
  await breakCall(page, '/model-providers/probe', 'POST');
  await breakCall(page, '/model-providers/9', 'PUT');
  await breakCall(page, '/model-providers/9', 'DELETE');
  await openTab(page);

  await page.getByRole('button', { name: 'Adicionar servidor' }).click();
  const form = page.getByRole('dialog', { name: 'Adicionar servidor' });
  await form.getByLabel('Nome').fill('Servidor da sala 3');
  await form.getByLabel('Chave (opcional)').fill(KEY);
  await form.getByRole('button', { name: 'Testar conexão' }).click();
  await expectFailure(form, 'Falha ao testar a conexão');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(form, 'Falha ao salvar o provedor');
  await expect(form.getByLabel('Nome')).toHaveValue('Servidor da sala 3');
  await expect(form.getByLabel('Chave (opcional)')).toHaveValue(KEY);
  await form.getByRole('button', { name: 'Cancelar' }).click();

  await page.getByRole('button', { name: 'Editar Ollama' }).click();
  const change = page.getByRole('dialog', { name: 'Provedor Ollama' });
  await change.getByLabel('Nome').fill('Ollama da sala 3');
  await change.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(change, 'Falha ao salvar o provedor');
  await expect(change.getByLabel('Nome')).toHaveValue('Ollama da sala 3');
  await change.getByRole('button', { name: 'Cancelar' }).click();

  await page.getByRole('button', { name: 'Remover Ollama' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Remover' }).click();
  await expectFailure(question, 'Falha ao remover o provedor');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('heading', { name: 'Ollama' })).toBeVisible();
});
