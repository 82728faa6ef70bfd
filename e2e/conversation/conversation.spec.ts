import type { Page } from '@playwright/test';
import { stored } from '../support/accounts.ts';
import {
  API,
  admit,
  codeFor,
  enter,
  expect,
  expectCopied,
  openConversation,
  registerPerson,
  signIn,
  test,
} from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const send = (page: Page) => page.getByRole('button', { name: 'Enviar' });
const answers = (page: Page) => page.locator('[data-message-id]');

/** The calls of a conversation: what the requirements leave open is settled here, and the page uses no others. */
const CHAT_CALLS = [
  'POST /chat/create-session',
  'GET /chat/sessions',
  'GET /chat/sessions/{id}',
  'GET /chat/sessions/{id}/messages',
  'POST /chat/sessions/{id}/messages',
  'GET /chat/messages/{id}/suggestions',
];

/** Chooses the helper agent on /chat. */
async function chooseHelper(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Escolher um agente|Trocar de agente/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('Ajuda do Prosa', { exact: true }).first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('R-SHELL-50 from registration to a cited answer, and a question outside the manual is refused without a source', async ({
  page,
}) => {
  const email = `marina-${Date.now()}@exemplo.com.br`;
  await page.goto('/cadastro');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Nome', { exact: true }).fill('Marina Costa');
  await page.getByLabel('Senha', { exact: true }).fill('uma senha boa');
  await page.getByLabel('Confirmar senha').fill('uma senha boa');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page).toHaveURL('/verify-email');
  await page.getByLabel('Código', { exact: true }).fill(await codeFor(email));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await page.waitForURL('/', { timeout: 12_000 });
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('uma senha boa');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL('/chat');

  await chooseHelper(page);
  await box(page).fill('Quanto tempo vale a senha temporária?');
  await send(page).click();
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  const answer = answers(page).last();
  await expect(answer).toContainText('30 minutos');
  await expect(answer).toContainText(/trechos? lidos?/);
  await expect(
    answer.getByRole('list', { name: 'Fontes da resposta' }).or(answer.getByLabel('Fontes da resposta')),
  ).toBeVisible();
  await expect(
    page.getByText('Modo local: as respostas são trechos das fontes do agente.').first(),
  ).toBeVisible();

  await box(page).fill('Qual é a capital da Mongólia?');
  await send(page).click();
  const refusal = answers(page).last();
  await expect(refusal).toContainText('Não encontrei isso nas fontes deste agente.');
  await expect(refusal.getByLabel('Fontes da resposta')).toHaveCount(0);

  await page.reload();
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).first()).toContainText('30 minutos');
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page.getByText(/100\.000/).first()).toBeVisible();
});

test('R-CHAT-12 R-CHAT-15 R-CHAT-16 R-CALL-08 the first question opens the conversation, is sent once, and the agent is remembered', async ({
  page,
  person,
}) => {
  await enter(page, person);
  const asked: string[] = [];
  const calls = new Set<string>();
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) asked.push(request.url());
    const path = new URL(request.url()).pathname.replace(/[0-9a-f-]{36}|\b\d+\b/, '{id}');
    if (path.startsWith(`${API}/chat`)) calls.add(`${request.method()} ${path.slice(API.length)}`);
  });
  await chooseHelper(page);
  await box(page).fill('  Como excluo uma conversa?  ');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/messages'),
  );
  await send(page).click();
  expect((await sent).postDataJSON()).toEqual({ question: 'Como excluo uma conversa?' });
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  await expect(answers(page).last()).toContainText(/\S/);
  await expect(page.getByRole('complementary').getByText('Como excluo uma conversa?')).toBeVisible();
  await expect.poll(() => stored(page, 'pendingChatQuestion')).toBeNull();
  await expect.poll(() => stored(page, 'lastUsedAgentId')).toMatch(/^\d+$/);
  await page.reload();
  await expect(answers(page)).toHaveCount(1);
  expect(asked).toHaveLength(1);
  await expect.poll(() => [...calls].toSorted()).toEqual(CHAT_CALLS.toSorted());
  await page.goto('/chat');
  await expect(page.getByRole('button', { name: /Agente escolhido: Ajuda do Prosa/ })).toBeVisible();
});

test('R-SHELL-51 R-CHAT-32 the question appears at once and the answer grows bit by bit', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await page.evaluate(() => {
    const lengths: number[] = [];
    (window as unknown as { lengths: number[] }).lengths = lengths;
    new MutationObserver(() => {
      // The answer's own words while it is written: sources, time and buttons come with its end.
      const growing = document.querySelector('[data-role="assistant"][aria-busy="true"] .answer-text');
      const length = growing?.textContent?.length ?? 0;
      if (length > (lengths.at(-1) ?? 0)) lengths.push(length);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await box(page).fill('Como faço backup do Prosa?');
  await box(page).press('Enter');
  await expect(page.getByText('Como faço backup do Prosa?').first()).toBeVisible();
  await expect(answers(page).last()).toContainText(/DATA_DIR|cópia|backup/i);
  await expect(answers(page)).toHaveAttribute('aria-busy', 'false');
  const lengths = await page.evaluate(() => (window as unknown as { lengths: number[] }).lengths);
  expect(lengths.length, `the answer was drawn at these lengths: ${lengths.join(', ')}`).toBeGreaterThan(2);
});

test('R-CHAT-18 R-CHAT-19 R-CHAT-20 each side has its avatar, and the answer can be copied', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await page.goto(`/chat/${await openConversation(page)}`);
  await box(page).fill('Quais são os limites do chat?');
  await box(page).press('Enter');
  const answer = answers(page).last();
  await expect(answer).toContainText(/minuto/);
  await expect(answer).toHaveAttribute('data-status', 'done');
  await expect(answer.getByRole('button', { name: /Copiar resposta/ })).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await answer.getByRole('button', { name: /Copiar resposta/ }).click();
  const copied = page.getByRole('button', { name: 'Copiado' });
  await expect(copied).toBeVisible();
  await expectCopied(page, /minuto/);
  await page.clock.runFor(1_900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copied).toHaveCount(0);
});

test('R-CHAT-29 R-ERR-19 R-CHAT-31 when messages do not load, the error takes the place of the chat and «Tentar novamente» recovers', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  await page.route(`**${API}/chat/sessions/${id}/messages*`, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('Falha ao carregar mensagens')).toBeVisible();
  await expect(
    page.getByText('Falha ao buscar mensagens. Por favor, tente novamente daqui a alguns instantes.'),
  ).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
  await expect(box(page)).toBeVisible();
});

test('R-CHAT-32 R-CHAT-33 R-ERR-20 a question stands at once with room for its answer; if it fails, only that room goes and its text returns to the box', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await expect(box(page)).toBeVisible();
  let fail = () => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(`**${API}/chat/sessions/${id}/messages`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await held;
    return route.fulfill({ status: 503, contentType: 'text/plain', body: '' });
  });
  const question = page.locator('[data-role="user"]');
  const room = page.locator('[data-role="assistant"]');
  await box(page).fill('Isto vai falhar?');
  await box(page).press('Enter');
  // Nothing has come from the server yet.
  await expect(question).toContainText('Isto vai falhar?');
  await expect(room).toHaveAttribute('aria-busy', 'true');
  await expect(room.locator('.answer-text')).toHaveText('');
  await expect(box(page)).toHaveValue('');
  fail();
  await expect(page.getByText('Falha ao enviar mensagem')).toBeVisible();
  await expect(page.getByText('503: Service Unavailable')).toBeVisible();
  await expect(room).toHaveCount(0);
  await expect(question).toContainText('Isto vai falhar?');
  await expect(box(page)).toHaveValue('Isto vai falhar?');
});

test('R-CHAT-54 R-CHAT-55 deleting the open conversation takes it off the list at once and leads to the chat', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${API}/chat/sessions/${id}`, async (route) => {
    if (route.request().method() === 'DELETE') await held;
    await route.continue();
  });
  const row = page.getByRole('complementary').getByRole('listitem').first();
  await row.hover();
  await row.getByRole('button', { name: /Excluir/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Excluir/ })
    .click();
  await expect(page).toHaveURL('/chat');
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveCount(0);
  release();
});

test('R-CHAT-40 R-CHAT-41 leaving the page in the middle of an answer and returning loses and repeats nothing', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await box(page).fill('Quais variáveis de ambiente configuram os modelos?');
  await box(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Parar resposta' })).toBeVisible();
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await page.goBack();
  await expect(answers(page)).toHaveAttribute('data-status', 'done');
  await expect(page.getByRole('button', { name: 'Parar resposta' })).toHaveCount(0);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const records = await (
    await page.request.get(`${API}/chat/sessions/${id}/messages`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).json();
  expect(records.data).toHaveLength(1);
  await expect(answers(page)).toHaveCount(1);
  await page.getByRole('button', { name: /Copiar resposta/ }).click();
  await expectCopied(page, records.data[0].answer);
});

test("R-CHAT-57 somebody else's conversation does not open", async ({ page, person }) => {
  await admit(page, person);
  const id = await openConversation(page);
  const other = await registerPerson(page.request, 'Outra Pessoa');
  const tokens = await signIn(page.request, other);
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  for (const path of [`/chat/sessions/${id}`, `/chat/sessions/${id}/messages`])
    expect((await page.request.get(API + path, { headers })).status()).toBe(404);
});
