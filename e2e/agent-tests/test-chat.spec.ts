import type { Page } from '@playwright/test';
import { writeAnswersByHand } from '../conversation/streamed-answer.ts';
import { asAdmin, breakCall, expectFailure, holdBack, listenTo, makeAgent } from '../support/agents.ts';
import { API, expect, test } from '../support/test-server.ts';
import {
  ask,
  box,
  bubbles,
  makeReadingAgent,
  newChat,
  openTest,
  popup,
  rows,
  send,
} from './test-chat-steps.ts';

const ASKED = /\/chat\/sessions\/[^/]+\/messages$/;
const QUESTION = 'Quanto tempo vale a senha temporária?';

test('R-TEST-01 R-TEST-03 R-TEST-06 R-TEST-13 «New Chat» opens a chat with a draft and puts it on the list of this agent', async ({
  page,
}) => {
  const other = await makeAgent(page);
  await asAdmin(page, 'POST', `/chat/create-session?agent_id=${other.id}&is_test=true`);
  const agent = await makeAgent(page);
  const created = listenTo(page, 'POST', /\/chat\/create-session$/);
  await openTest(page, agent);
  await expect(page.getByText('No test conversations yet')).toBeVisible();
  await newChat(page);
  expect(created.map(({ url }) => url.search)).toEqual([`?agent_id=${agent.id}&is_test=true`]);
  await page.keyboard.press('Escape');
  await expect(popup(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New Chat' })).toBeFocused();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Novo chat');
  await expect(rows(page)).toContainText(/Hoje, \d\d:\d\d/);
  await expect(rows(page)).toContainText('0 messages');
  await expect(rows(page).getByRole('button', { name: 'Delete Novo chat' })).toBeVisible();
});

test('the test chat, new or reopened, opens with the focus in the box; the Enter that opened it does not close it', async ({
  page,
}) => {
  const agent = await makeReadingAgent(page);
  await openTest(page, agent);
  const release = await holdBack(page, '/chat/create-session*', 'POST');
  await page.getByRole('button', { name: 'New Chat' }).focus();
  await page.keyboard.press('Enter');
  await expect(popup(page)).toBeFocused();
  await page.keyboard.press('Enter');
  release();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('Qual é o prazo?');
  await expect(box(page)).toHaveValue('Qual é o prazo?');
  await page.keyboard.press('Escape');
  await expect(popup(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New Chat' })).toBeFocused();

  await rows(page).first().getByRole('button').first().click();
  await expect(box(page)).toBeFocused();
});

test('R-TEST-02 R-TEST-07 the list comes in one call, newest first, and says «Untitled Chat» where there is no title', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const asked = listenTo(page, 'GET', /\/chat\/sessions$/);
  const session = (id: string, day: number, change: object) => ({
    id: `00000000-0000-4000-8000-00000000000${id}`,
    agent_id: agent.id,
    agent_name: agent.name,
    chat_title: `Conversa ${id}`,
    created_at: `2026-10-0${day}T12:00:00.000Z`,
    messages_count: Number(id),
    is_test: true,
    pinned: false,
    can_send: true,
    ...change,
  });
  await page.route(`**${API}/chat/sessions?*is_test=true*`, (route) =>
    route.fulfill({
      json: {
        success: true,
        data: [
          session('1', 1, {}),
          session('2', 3, { chat_title: null }),
          session('3', 4, { agent_id: agent.id + 100_000 }),
          session('4', 2, { chat_title: '' }),
        ],
        metadata: { total: 4, has_more: false },
      },
    }),
  );
  await openTest(page, agent);
  await expect(rows(page)).toHaveText([
    /Untitled Chat.*03\/10\/2026.*2 messages/,
    /Untitled Chat.*02\/10\/2026.*4 messages/,
    /Conversa 1.*01\/10\/2026.*1 message$/,
  ]);
  const own = asked.filter(({ url }) => url.searchParams.get('is_test') === 'true');
  expect(own.map(({ url }) => url.searchParams.get('limit'))).toEqual(['100']);
});

test('R-TEST-04 R-TEST-05 R-TEST-11 Enter sends, Shift+Enter breaks the line, and a blank box sends nothing', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const sent = listenTo(page, 'POST', ASKED);
  await openTest(page, agent);
  await newChat(page);
  await expect(send(page)).toBeDisabled();
  await box(page).fill('   ');
  await box(page).press('Enter');
  await expect(send(page)).toBeDisabled();
  await box(page).fill('Uma');
  await box(page).press('Shift+Enter');
  await box(page).pressSequentially('duas');
  await expect(box(page)).toHaveValue('Uma\nduas');
  expect(sent).toEqual([]);
  await box(page).press('Enter');
  await expect(bubbles(page, 'user')).toContainText('Uma\nduas');
  await box(page).fill('Três');
  await send(page).click();
  await expect(bubbles(page, 'user').last()).toContainText('Três');
  expect(sent.map(({ body }) => body)).toEqual([{ question: 'Uma\nduas' }, { question: 'Três' }]);
});

test('R-TEST-09 R-TEST-12 R-TEST-18 R-TEST-20 the answer grows in the box; a damaged line is noted and skipped', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const noted: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && noted.push(message.text()));
  const wire = await writeAnswersByHand(page);
  await openTest(page, agent);
  await newChat(page);
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(bubbles(page, 'user')).toContainText('Oi?');
  await expect(bubbles(page, 'assistant')).toHaveAttribute('data-status', 'streaming');
  await wire.write({ content: 'Uma ' });
  await expect(bubbles(page, 'assistant')).toContainText('Uma');
  await box(page).fill('Outra?');
  await box(page).press('Enter');
  await wire.writeLine('data: {"content": "quebra');
  await wire.write({ content: 'resposta.' });
  await expect(bubbles(page, 'assistant')).toContainText('Uma resposta.');
  await expect.poll(async () => (await wire.wires()).length).toBe(1);
  await expect(box(page)).toHaveValue('Outra?');
  await wire.write({ done: true, message_id: 987_654_321, sources: [], status: 'done' });
  await expect(bubbles(page, 'assistant')).toHaveAttribute('data-status', 'done');
  expect(noted).toHaveLength(1);
  expect(noted[0]).toContain('could not be read');
  expect(noted[0]).not.toContain('quebra');
});

test('R-TEST-08 R-TEST-15 a reopened conversation shows question and answer as they were', async ({
  page,
}) => {
  const agent = await makeReadingAgent(page);
  await openTest(page, agent);
  await newChat(page);
  await ask(page, QUESTION);
  const shown = async () =>
    (await popup(page).locator('article').allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' ').slice(0, 300),
    );
  const before = await shown();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toContainText(QUESTION);
  await expect(rows(page)).toContainText('1 message');
  await page.reload();
  await rows(page)
    .getByRole('button', { name: `Open ${QUESTION}` })
    .click();
  await expect(bubbles(page, 'assistant')).toHaveCount(1);
  await expect(bubbles(page, 'user')).toContainText(QUESTION);
  await expect.poll(shown).toEqual(before);
});

test('an answer goes on while the chat is closed, and is there when it is reopened', async ({ page }) => {
  const agent = await makeAgent(page);
  const wire = await writeAnswersByHand(page);
  await openTest(page, agent);
  await newChat(page);
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await wire.write({ content: 'Primeiro ' });
  await expect(bubbles(page, 'assistant')).toContainText('Primeiro');
  await page.keyboard.press('Escape');
  await expect(popup(page)).toHaveCount(0);
  await wire.write({ content: 'e depois.' });
  await rows(page).first().getByRole('button', { name: /^Open/ }).click();
  await expect(bubbles(page, 'assistant')).toContainText('Primeiro e depois.');
  await expect(popup(page).getByRole('button', { name: 'Parar resposta' })).toBeVisible();
  await expect.poll(async () => (await wire.wires()).length).toBe(1);
});

test('R-TEST-10 R-ERR-65 R-ERR-66 R-ERR-67 a list that does not load and a chat that is not created say so and can be tried again; a refused question returns to the box and leaves no empty answer', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await breakCall(page, '/chat/sessions?*is_test=true*', 'GET');
  await openTest(page, agent);
  await expectFailure(page, 'Falha ao carregar dados');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('No test conversations yet')).toBeVisible();

  await breakCall(page, '/chat/create-session*', 'POST');
  await page.getByRole('button', { name: 'New Chat' }).click();
  await expectFailure(popup(page), 'Falha ao inicializar chat');
  await page.unrouteAll();
  await popup(page).getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(box(page)).toBeVisible();

  await breakCall(page, '/chat/sessions/*/messages', 'POST');
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await expect(popup(page).getByText('Falha ao enviar mensagem', { exact: true })).toBeVisible();
  await expect(bubbles(page, 'assistant')).toHaveCount(0);
  await expect(box(page)).toHaveValue('Oi?');
});

test('R-TEST-16 R-ERR-68 a deleted conversation goes at once, and returns when the server refuses', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const session = await asAdmin<{ id: string }>(
    page,
    'POST',
    `/chat/create-session?agent_id=${agent.id}&is_test=true`,
  );
  await openTest(page, agent);
  const remove = () => removeRow(page);
  await breakCall(page, '/chat/sessions/*', 'DELETE');
  const release = await holdBack(page, '/chat/sessions/*', 'DELETE');
  await remove();
  await expect(rows(page)).toHaveCount(0);
  release();
  await expectFailure(page, 'Falha ao excluir sessão');
  await expect(rows(page)).toHaveCount(1);
  await page.unrouteAll();
  await remove();
  await expect(page.getByText('No test conversations yet')).toBeVisible();
  await expect
    .poll(async () => {
      const left = await asAdmin<{ id: string }[]>(page, 'GET', '/chat/sessions?is_test=true&limit=100');
      return left.some(({ id }) => id === session.id);
    })
    .toBe(false);
});

async function removeRow(page: Page): Promise<void> {
  await rows(page).getByRole('button', { name: 'Delete Novo chat' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this test conversation?' });
  await question.getByRole('button', { name: 'Delete' }).click();
}
