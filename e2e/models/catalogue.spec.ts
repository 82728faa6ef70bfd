import { intercept } from '../support/accounts.ts';
import { breakCall } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';
import { fillCatalogue, models } from './catalogue.ts';

test('R-MDL-09 the catalogue shows state, context, price and use; retired models stand last, closed', async ({
  page,
}) => {
  await fillCatalogue(page);
  await enter(page, ADMIN, '/admin/models');
  await expect(page.getByRole('heading', { level: 1, name: 'Modelos' })).toBeVisible();
  await expect(
    page.getByText('O modelo GPT-4o termina em 14/01/2027: 2 agentes e 1 fonte de dados o usam.'),
  ).toBeVisible();
  await expect(page.getByText(/^Claude Sonnet 5\.5 não responde desde /)).toBeVisible();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('GPT-6.1 Terra')).toContainText('Padrão');
  await expect(row('GPT-6.1 Terra')).toContainText('US$ 1,00 / 5,00');
  await expect(row('GPT-6 Luna')).toContainText('Etapas');
  await expect(row('GPT-4o')).toContainText('Termina em 14/01');
  await expect(row('Qwen 4 32B')).toContainText('Nesta casa');
  await expect(row('Claude 4 Sonnet')).toBeHidden();
  await page.getByRole('button', { name: 'Retirados (1)' }).click();
  await expect(row('Claude 4 Sonnet')).toContainText('Respondido por Claude Sonnet 5.5');

  await page.getByRole('button', { name: 'GPT-4o: 3 usos, ver a lista' }).click();
  const dialog = page.getByRole('dialog', { name: 'Onde GPT-4o é usado' });
  await expect(dialog.getByRole('link')).toHaveText(['Ajuda do Prosa', 'Licitações Abertas', 'Licitações']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'GPT-4o: 3 usos, ver a lista' })).toBeFocused();
});

test('the filters stand in the address, and a search without a find says so', async ({ page }) => {
  await fillCatalogue(page);
  await enter(page, ADMIN, '/admin/models');
  await page.getByRole('button', { name: 'Só em uso' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([/^GPT-4o/, /^Claude Sonnet 5\.5/]);
  await expect(page).toHaveURL(/used=1/);
  await page.getByLabel('Provedor', { exact: true }).selectOption('Anthropic');
  await expect(page.getByRole('rowheader')).toHaveText([/^Claude Sonnet 5\.5/]);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveText([/^Claude Sonnet 5\.5/]);
  await page.getByLabel('Buscar por nome ou identificador').fill('nenhum');
  await expect(page.getByText('Nenhum modelo encontrado.')).toBeVisible();
});

test('a catalogue that cannot be read says so and is tried again', async ({ page, expectComplaints }) => {
  expectComplaints(/models/);
  await breakCall(page, '/models', 'GET');
  await enter(page, ADMIN, '/admin/models');
  await expect(page.getByText('Falha ao carregar os modelos')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  // The stories have no key: what the server itself says.
  await expect(
    page.getByText('Nenhum provedor tem chave: os agentes respondem com trechos (modo local).'),
  ).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'GPT-6.1 Terra' })).toContainText('Sem chave');
});

test('the catalogue fits every width and has no serious accessibility fault', async ({ page }) => {
  await fillCatalogue(page);
  await walkPast(page, [
    [
      'o catálogo',
      async () => {
        await enter(page, ADMIN, '/admin/models');
        await page.getByRole('button', { name: 'Retirados (1)' }).click();
      },
    ],
    ['os usos', () => page.getByRole('button', { name: 'GPT-4o: 3 usos, ver a lista' }).click()],
  ]);
});

test('R-MDL-09 a superadmin edits an entry; only what was touched is sent, and a locked field stays', async ({
  page,
}) => {
  await fillCatalogue(page);
  const sent: unknown[] = [];
  await page.route('**/api/v1/models/gpt-6-luna', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true, data: models[3] } });
  });
  await enter(page, ADMIN, '/admin/models');
  await page.getByRole('button', { name: 'Ações de GPT-6 Luna' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar GPT-6 Luna' });
  await expect(dialog.getByLabel('Maior resposta (tokens)')).toBeDisabled();
  await expect(dialog.getByText('Definido em MODEL_OVERRIDES')).toBeVisible();
  await dialog.getByLabel('Nome', { exact: true }).fill('Luna da casa');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([{ name: 'Luna da casa', version: 0 }]);
});

test('R-MDL-12 the lines of a probe tick off, and its outcome can be applied', async ({ page }) => {
  await fillCatalogue(page);
  const event = (fields: object) =>
    `data: ${JSON.stringify({ step: null, ok: true, detail: null, ms: 120, done: false, ...fields })}\n\n`;
  await page.route('**/api/v1/models/gpt-6.1-terra/probe', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: [
        event({ step: 'answers' }),
        event({ step: 'usage' }),
        event({ step: 'temperature', ok: false, detail: 'Recusa a temperatura: as respostas vão sem ela.' }),
        event({ step: 'structured' }),
        event({ step: 'effort', detail: 'low' }),
        event({ step: 'context', detail: '8000' }),
        event({ ok: false, done: true, found: { supports_temperature: false } }),
      ].join(''),
    }),
  );
  const sent: unknown[] = [];
  await page.route('**/api/v1/models/gpt-6.1-terra', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true, data: models[2] } });
  });
  await enter(page, ADMIN, '/admin/models');
  await page.getByRole('button', { name: 'Ações de GPT-6.1 Terra' }).click();
  await page.getByRole('menuitem', { name: 'Testar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Testar GPT-6.1 Terra' });
  await expect(dialog.getByText('Faz até 6 chamadas curtas; custa cerca de R$ 0,05.')).toBeVisible();
  await expect(dialog.getByText('Lê 8.000 tokens de uma vez')).toBeVisible();
  await expect(dialog.getByText('Recusa a temperatura: as respostas vão sem ela.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Aplicar o que foi descoberto' }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([{ supports_temperature: false, version: 0 }]);
});

test('R-MDL-10 new models of a provider are chosen from its list, beside one that fails', async ({
  page,
}) => {
  await fillCatalogue(page);
  const abilities = { vision: true, structured_output: null, efforts: null };
  const listed = {
    name: null,
    context_window: 32_000,
    max_tokens: null,
    ends_at: null,
    is_chat: true,
    ...abilities,
  };
  await intercept(page, '/models/discover', 200, {
    success: true,
    data: [
      {
        provider: 'openai',
        provider_id: 1,
        name: 'OpenAI',
        error: null,
        models: [
          { ...listed, id: 'gpt-7-mini', provider_model: 'gpt-7-mini', known_as: null },
          { ...listed, id: 'gpt-4o', provider_model: 'gpt-4o', known_as: 'gpt-4o' },
        ],
      },
      {
        provider: 'google',
        provider_id: 3,
        name: 'Google',
        error: 'O provedor recusou a chave.',
        models: [],
      },
    ],
  });
  await enter(page, ADMIN, '/admin/models');
  await page.getByRole('button', { name: 'Buscar modelos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buscar modelos' });
  await expect(dialog.getByText('2 modelos, 1 novo')).toBeVisible();
  await expect(dialog.getByText('O provedor recusou a chave.')).toBeVisible();
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/models$/.test(request.url()),
  );
  await dialog.getByRole('checkbox', { name: /gpt-7-mini/ }).check();
  await dialog.getByRole('button', { name: 'Adicionar selecionados' }).click();
  expect((await posted).postDataJSON()).toEqual({
    id: 'gpt-7-mini',
    provider_id: 1,
    provider_model: 'gpt-7-mini',
    context_window: 32_000,
    listed: true,
    vision: true,
  });
});
