import type { Settings } from '#contract/settings.ts';
import { intercept } from '../support/accounts.ts';
import { breakCall, expectFailure, listenTo } from '../support/agents.ts';
import { watchShifts } from '../support/looks.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const settings: Settings = {
  version: '9.9.9',
  node_version: '24.21.0',
  started_at: '2026-11-20T12:12:00.000Z',
  local_models: false,
  models: [
    {
      id: 'gpt-5',
      name: 'GPT-5',
      provider: 'openai',
      provider_model: 'gpt-5-2025',
      configured: true,
      successor: null,
    },
    {
      id: 'gpt-4o',
      name: 'GPT-4o',
      provider: 'openai',
      provider_model: 'gpt-4o',
      configured: true,
      successor: 'gpt-5',
    },
    {
      id: 'claude',
      name: 'Claude',
      provider: 'anthropic',
      provider_model: 'claude-4',
      configured: false,
      successor: null,
    },
  ],
  embeddings: { model: 'text-embedding-3', host: null, available: false },
  database: { kind: 'external', version: '18.4', size: 1_572_864 },
  content_database: { kind: 'external', problem: 'O banco de dados de consulta não respondeu.' },
  connections: [
    { name: 'Obras públicas', kind: 'mysql', problem: null },
    { name: 'Almoxarifado', kind: 'postgres', problem: 'A senha guardada desta conexão não pode ser lida.' },
  ],
  files: {
    kind: 'bucket',
    in_database: 12,
    in_bucket: 3_400,
    problem: 'O armazenamento de arquivos não responde ou recusa o acesso.',
  },
  mail: { kind: 'smtp', from: 'prosa@exemplo.com.br' },
  payments: { kind: 'stripe' },
  feedback_email: 'ideias@exemplo.com.br',
  error_reports: true,
  ocr: { engine: 'tesseract', version: '5.3.0', language: 'por', ok: true },
  sync: { folders: null, private_hosts: null },
  secrets: { sealed: 1_204, outdated: 1_200, unreadable: 3 },
  queue: { waiting: 1_200, running: 2, failed: 3 },
  health: { ready: false, missing: ['draining'] },
};

test('R-SHELL-23 «System Settings (Coming Soon)» and, below it, how this installation is configured, without secrets (A-09)', async ({
  page,
}) => {
  await enter(page, ADMIN, '/admin/settings');
  await expect(page.getByText('System Settings (Coming Soon)', { exact: true })).toBeVisible();
  const main = page.getByRole('main');
  for (const text of [
    'Pronto para atender',
    /\d+ em espera · \d+ em andamento · \d+ com falha/,
    /PostgreSQL \d+/,
    'A conexão «Banco desta instalação»',
    'No banco de dados da aplicação',
    'Caixa de e-mails local: nada sai deste servidor',
    'Nenhum provedor configurado: as respostas são trechos das fontes.',
    /0 de \d+ modelos configurados/,
  ])
    await expect(main.getByText(text)).toBeVisible();
  await expect(main).not.toContainText(ADMIN.password);
  // Nothing can be written but limits, and how the installation names itself.
  await expect(main.getByRole('textbox')).toHaveCount(4);
  await expect(main.getByRole('textbox', { name: 'Apagar depois de dias sem perguntas' })).toBeVisible();
  await expect(main.getByRole('textbox', { name: 'MB por pessoa' })).toBeVisible();
  const asked = listenTo(page, 'GET', /\/admin\/settings$/);
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect.poll(() => asked.length).toBe(1);
});

test('providers, successors, services and what is missing are written out; so is a failure (A-09)', async ({
  page,
}) => {
  await intercept(page, '/admin/settings', 200, { success: true, data: settings });
  await enter(page, ADMIN, '/admin/settings');
  const main = page.getByRole('main');
  for (const text of [
    'Não está pronto',
    'Falta: o processo está sendo encerrado',
    '1.200 em espera · 2 em andamento · 3 com falha',
    '1.200 por recifrar · 3 ilegíveis',
    '1,5 MB',
    'O banco de dados de consulta não respondeu.',
    'Conexão «Obras públicas»',
    'A senha guardada desta conexão não pode ser lida.',
    '12 no banco de dados · 3.400 no bucket',
    'O armazenamento de arquivos não responde ou recusa o acesso.',
    'prosa@exemplo.com.br',
    'Stripe',
    'ideias@exemplo.com.br',
    'Configurado, mas sem uso: a busca é por palavras',
    'Ligados',
    '2 de 3 modelos configurados',
  ])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(main).toContainText('MySQL ou MariaDBDisponível para as fontes de dados');
  await expect(main).toContainText('Em um bucket S3O armazenamento de arquivos');
  const openai = page.getByRole('table', { name: 'OpenAI' });
  await expect(openai.getByRole('row', { name: /GPT-4o/ })).toContainText('Respondido por GPT-5');
  await expect(page.getByRole('table', { name: 'Anthropic' }).getByRole('row').last()).toContainText(
    'Não configurado',
  );
  await page.unroute(`**${API}/admin/settings`);
  await breakCall(page, '/admin/settings', 'GET');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expectFailure(page, 'Falha ao carregar configurações');
  // The values that were loaded before stay visible.
  await expect(main.getByText('9.9.9')).toBeVisible();
});

test('R-ENG-14 how long conversations are kept is asked for twice, and everybody reads it in their profile', async ({
  page,
}) => {
  await enter(page, ADMIN, '/admin/settings');
  const months = page.getByLabel('Apagar conversas sem uso');
  const card = page.locator('form', { has: months });
  const question = page.getByRole('alertdialog');
  const save = card.getByRole('button', { name: 'Salvar' });
  await expect(months).toHaveValue('');
  await months.selectOption('Depois de 1 ano');
  await save.click();
  await expect(question).toContainText('Apagar as conversas de todas as pessoas que estão sem uso há 1 ano?');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await breakCall(page, '/admin/interface', 'PUT');
  await save.click();
  await question.getByRole('button', { name: 'Apagar e salvar' }).click();
  await expect(question).toContainText('Falha ao salvar por quanto tempo as conversas ficam');
  await page.unroute(`**${API}/admin/interface`);
  await question.getByRole('button', { name: 'Apagar e salvar' }).click();
  await expect(question).toBeHidden();
  await page.goto('/profile');
  await expect(
    page.getByText('Conversas sem uso há 1 ano são apagadas, também as fixadas.', { exact: true }),
  ).toBeVisible();
  await page.goto('/admin/settings');
  await expect(months).toHaveValue('12');
  // A longer time erases nothing.
  await months.selectOption('Nunca');
  const saved = page.waitForResponse(/\/admin\/interface$/);
  await save.click();
  expect((await saved).status()).toBe(200);
  await expect(question).toBeHidden();
});

test('the settings move nothing by themselves while they come, on a wide window and on a phone', async ({
  page,
}) => {
  const shifted = await watchShifts(page);
  for (const width of [1360, 390]) {
    await page.setViewportSize({ width, height: 850 });
    await enter(page, ADMIN, '/admin/settings');
    await expect(page.getByRole('table', { name: 'Google' })).toBeAttached();
    await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Salvar' }).first()).toBeVisible();
    expect(await shifted(), `${width} px`).toBeLessThanOrEqual(0.02);
  }
});
