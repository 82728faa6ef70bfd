import type { Page } from '@playwright/test';
import { API, admit, enter, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const CONNECT = 'Não foi possível conectar ao servidor. Por favor, tente novamente daqui a alguns instantes.';

async function openedConversation(page: Page): Promise<string> {
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await expect(box(page)).toBeVisible();
  return id;
}

/** Answers questions by hand. */
const answerWith = (page: Page, id: string, answer: { status: number; contentType: string; body: string }) =>
  page.route(`**${API}/chat/sessions/${id}/messages`, (route) =>
    route.request().method() === 'POST' ? route.fulfill(answer) : route.continue(),
  );

const events = (...lines: string[]) => ({
  status: 200,
  contentType: 'text/event-stream',
  body: lines.map((line) => `${line}\n\n`).join(''),
});

test('R-CHAT-38 R-CHAT-44 R-CHAT-45 lines that cannot be read are skipped and the rest is the whole answer', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openedConversation(page);
  await answerWith(
    page,
    id,
    events(
      'data: {"content":"Uma ","done":false}',
      'data: {bad',
      ': ping',
      'data: {"content":"resposta","done":false}',
      'nada: disto',
      'data: {"content":"","done":true,"message_id":987654,"sources":[],"status":"done"}',
    ),
  );
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(page.locator('[data-message-id="987654"]')).toContainText('Uma resposta');
  await expect(page.getByText('Erro de streaming')).toHaveCount(0);
});

test('R-CHAT-49 a 402 shows the text of the server and the way to the plans', async ({ page, person }) => {
  await admit(page, person);
  const id = await openedConversation(page);
  const detail =
    'Você atingiu o limite de tokens do seu plano. Faça upgrade ou aguarde a renovação em 21/12/2026.';
  await answerWith(page, id, {
    status: 402,
    contentType: 'application/json',
    body: JSON.stringify({ success: false, detail, code: 'token_limit', upgrade_url: '/subscription' }),
  });
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(page.getByText(detail)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /plano/i })).toHaveAttribute(
    'href',
    '/subscription',
  );
});

test('R-CHAT-47 without a server, beginning a conversation says that it could not connect', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await page.getByRole('button', { name: 'Escolher um agente' }).click();
  await page.getByRole('dialog').getByText('Ajuda do Prosa', { exact: true }).first().click();
  await page.route(`**${API}/chat/create-session*`, (route) => route.abort('connectionrefused'));
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(page.getByText(CONNECT)).toBeVisible();
  await expect(box(page)).toHaveValue('Oi?');
});

test('R-CHAT-17 R-ERR-13 when the conversation is not created, the screen says what happened', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await page.getByRole('button', { name: 'Escolher um agente' }).click();
  await page.getByRole('dialog').getByText('Ajuda do Prosa', { exact: true }).first().click();
  const create = `**${API}/chat/create-session*`;
  await page.route(create, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(page.getByText(/Falha ao criar sessão de chat/).first()).toBeVisible();
  await page.unroute(create);
  await page.route(`**${API}/chat/sessions/*/messages`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
      : route.continue(),
  );
  await box(page).press('Enter');
  await expect(page.getByText('Falha ao enviar mensagem inicial')).toBeVisible();
  await expect(box(page)).toHaveValue('Oi?');
});

test('R-CALL-02 without an answer of the first server the same question goes to the backup, with the same key', async ({
  page,
  person,
}) => {
  const backup = 'http://127.0.0.1:9';
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  await page.route('**/api/v1/config', async (route) => {
    const body = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, data: { ...body.data, api_backup_url: backup } } });
  });
  // The page's policy names the hosts that the server was configured with; here the backup is made up.
  await page.route('**/chat', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...rest } = response.headers();
    await route.fulfill({ response, headers: rest });
  });
  await enter(page, person);
  await page.getByRole('button', { name: 'Escolher um agente' }).click();
  await page.getByRole('dialog').getByText('Ajuda do Prosa', { exact: true }).first().click();
  const keys: (string | undefined)[] = [];
  await page.route(`**${API}/chat/create-session*`, (route) => {
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    keys.push(request.headers()['idempotency-key']);
    if (!request.url().startsWith(backup)) return route.abort('connectionrefused');
    return route.fulfill({
      status: 500,
      headers,
      contentType: 'application/json',
      body: JSON.stringify({ success: false, detail: 'O reserva respondeu.', code: 'internal' }),
    });
  });
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(page.getByText('O reserva respondeu.')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[0]).toBe(keys[1]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('R-CHAT-56 R-ERR-16 a deletion that fails returns the conversation to the list and says why', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openedConversation(page);
  await page.route(`**${API}/chat/sessions/${id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
      : route.continue(),
  );
  const row = page.getByRole('complementary').getByRole('listitem').first();
  await row.hover();
  await row.getByRole('button', { name: /Excluir/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Excluir/ })
    .click();
  await expect(page.getByText(/Falha ao deletar sessão/).first()).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveCount(1);
});

test('R-ERR-14 R-CHAT-31 a list that does not load says why and recovers', async ({ page, person }) => {
  await enter(page, person);
  await page.route(`**${API}/chat/sessions?*`, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  await page.reload();
  await expect(page.getByText(/Falha ao buscar sessões/).first()).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
  await expect(page.getByText('Nenhuma conversa ainda')).toBeVisible();
});
