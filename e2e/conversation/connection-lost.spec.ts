import type { Page } from '@playwright/test';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';
import { writeAnswersByHand } from './streamed-answer.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const answers = (page: Page) => page.locator('[data-role="assistant"]');
const stop = (page: Page) => page.getByRole('button', { name: 'Parar resposta' });

async function opened(page: Page): Promise<string> {
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await expect(box(page)).toBeVisible();
  return id;
}

async function ask(page: Page, question: string) {
  await box(page).fill(question);
  await box(page).press('Enter');
  await expect(stop(page)).toBeVisible();
}

test('R-CHAT-40 R-CHAT-41 R-CHAT-44 leaving in the middle of an answer and coming back finds the text so far, and it goes on growing', async ({
  page,
  person,
}) => {
  const answer = await writeAnswersByHand(page);
  await admit(page, person);
  await opened(page);
  await ask(page, 'Oi?');
  await answer.write({ content: 'São ', seq: 1 }, { content: 'duas ', seq: 2 });
  await expect(answers(page)).toContainText('São duas');
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page).toHaveURL('/profile');
  await answer.write({ content: 'etapas, ', seq: 3 });
  await page.goBack();
  await expect(answers(page)).toContainText('São duas etapas,');
  await expect(stop(page)).toBeVisible();
  await answer.write({ content: 'com prazos próprios.', seq: 4 });
  await expect(answers(page)).toContainText('São duas etapas, com prazos próprios.');
  await answer.write({ done: true, message_id: 987_654, status: 'done', sources: [] });
  await expect(stop(page)).toHaveCount(0);
  await expect(page.locator('[data-message-id="987654"]')).toHaveCount(1);
  expect(await answer.wires()).toHaveLength(1);
});

test('R-CHAT-25 R-CHAT-43 nothing else is sent during an answer, neither by Enter nor by a double click', async ({
  page,
  person,
}) => {
  const answer = await writeAnswersByHand(page);
  await admit(page, person);
  await opened(page);
  await box(page).fill('Oi?');
  await page.getByRole('button', { name: 'Enviar' }).dblclick();
  await expect(stop(page)).toBeVisible();
  await box(page).fill('E mais?');
  await box(page).press('Enter');
  await answer.write({ content: 'Sim', seq: 1 });
  await expect(answers(page)).toContainText('Sim');
  expect(await answer.wires()).toHaveLength(1);
  await expect(box(page)).toHaveValue('E mais?');
  await page.route(`**${API}/chat/sessions/*/stop`, (route) => route.fulfill({ status: 500, json: {} }));
  await stop(page).click();
  await expect(page.getByText('Falha ao parar a resposta', { exact: true })).toBeVisible();
});

test('B28 a network that goes and returns leads to the same text, without waiting', async ({
  page,
  person,
}) => {
  const answer = await writeAnswersByHand(page);
  await admit(page, person);
  const id = await opened(page);
  await ask(page, 'Oi?');
  await answer.write({ content: 'São duas ', seq: 1, message_id: 987_654 });
  await expect(answers(page)).toContainText('São duas');
  // The connection is dead, and nothing says so: a machine that slept.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await answer.wires()).length).toBe(2);
  expect((await answer.wires()).at(-1)?.url).toContain(`/chat/sessions/${id}/stream?after=1`);
  await answer.write(
    { snapshot: 'São duas etapas', seq: 2 },
    { content: ', com prazos próprios.', seq: 3 },
    { done: true, message_id: 987_654, status: 'done', sources: [] },
  );
  await expect(answers(page)).toContainText('São duas etapas, com prazos próprios.');
  await expect(stop(page)).toHaveCount(0);
  await expect(page.getByText('Erro de streaming')).toHaveCount(0);
});

test('R-ERR-18 a connection that goes and does not return shows what has arrived and says that it was lost', async ({
  page,
  person,
}) => {
  const answer = await writeAnswersByHand(page);
  await admit(page, person);
  const id = await opened(page);
  await ask(page, 'Oi?');
  await answer.write({ content: 'Só metade', seq: 1 });
  await expect(answers(page)).toContainText('Só metade');
  // Gone for good: the server no longer knows of an answer to join.
  await page.evaluate(() => {
    const outside = window.fetch;
    window.fetch = async (input, init) =>
      new Request(input).url.includes('/stream?')
        ? new Response('{"success":false,"detail":"Conversa não encontrada."}', { status: 404 })
        : outside(input, init);
  });
  await answer.cut();
  await expect(page.getByText('Erro de streaming')).toBeVisible();
  await expect(answers(page)).toContainText('Só metade');
  await expect(page.getByText('A conexão caiu antes do fim. O que já chegou está acima.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

test('R-ERR-17 an answer without a body says that streaming did not start, and the question returns to the box', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    const outside = window.fetch.bind(window);
    window.fetch = async (input, init) =>
      init?.method === 'POST' && new Request(input).url.endsWith('/messages')
        ? new Response(null, { status: 200 })
        : outside(input, init);
  });
  await admit(page, person);
  await opened(page);
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(page.getByText(/Falha ao iniciar streaming/)).toBeVisible();
  await expect(answers(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('Oi?');
});

test('R-ERR-15 R-CHAT-30 while messages load there is a sign of waiting, and if they fail the screen says why', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${API}/chat/sessions/${id}/messages*`, async (route) => {
    await held;
    await route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });
  });
  await page.goto(`/chat/${id}`);
  const waiting = page.getByRole('main').locator('[role="status"][data-size="large"]');
  await expect(waiting).toBeVisible();
  release();
  await expect(
    page.getByText('Falha ao buscar mensagens. Por favor, tente novamente daqui a alguns instantes.'),
  ).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a second tab of the same conversation shows the running answer, and the same one afterwards', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await opened(page);
  const second = await page.context().newPage();
  await second.goto(`/chat/${id}`);
  await expect(box(second)).toBeVisible();
  await box(page).fill('Quais variáveis de ambiente configuram os modelos?');
  await box(page).press('Enter');
  await expect(second.locator('[data-role="user"]')).toHaveText(/Quais variáveis/);
  await expect(stop(page)).toHaveCount(0, { timeout: 20_000 });
  await expect(second.locator('[data-status="done"]')).toHaveCount(1);
  const text = async (where: Page) =>
    (await answers(where).locator('.answer-text').textContent())?.replaceAll(/\s+/g, ' ');
  await expect(async () => {
    const shown = await text(page);
    expect(shown?.length).toBeGreaterThan(50);
    expect(await text(second)).toBe(shown);
  }).toPass({ timeout: 20_000 });
  await second.close();
});

test('stopping the answer keeps what has come, and it can be asked for again', async ({ page, person }) => {
  await admit(page, person);
  const id = await opened(page);
  await ask(page, 'Quais variáveis de ambiente configuram os modelos?');
  await stop(page).click();
  await expect(stop(page)).toHaveCount(0);
  await expect(answers(page)).toHaveAttribute('data-status', /stopped|done/);
  await expect.poll(async () => (await recordsOf(page, id))[0].status).toMatch(/stopped|done/);
  const [record] = await recordsOf(page, id);
  if (record.status === 'stopped') await expect(page.getByText('resposta parada por você')).toBeVisible();
  await page
    .getByRole('button', { name: /Perguntar de novo|Tentar novamente/ })
    .last()
    .click();
  // An answer without any text is tried again in its own place; one with text stays, and the new one follows it.
  const isEmpty = record.status === 'stopped' && record.answer.trim() === '';
  await expect(answers(page)).toHaveCount(isEmpty ? 1 : 2);
  await expect(answers(page).last()).toHaveAttribute('data-status', 'done');
});

async function recordsOf(page: Page, id: string) {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const reply = await page.request.get(`${API}/chat/sessions/${id}/messages`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await reply.json()).data;
}
