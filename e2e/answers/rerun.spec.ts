/** «Continuar» and «Tentar novamente»: the last answer goes on in its own record, whatever happens on the way. */
import type { Page } from '@playwright/test';
import type { Source } from '#contract/citations.ts';
import { keepRecords, type RecordWishes } from '../conversation/records.ts';
import { writeAnswersByHand } from '../conversation/streamed-answer.ts';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';

const source: Source = { index: 1, kind: 'document', title: 'senhas.md', snippet: 'Vale trinta minutos.' };
const INTERRUPTED: RecordWishes = {
  question: 'Quanto vale a senha?',
  answer: 'Vale trinta minutos [1]. Depois',
  status: 'interrupted',
  sources: [source],
};

const box = (page: Page) => page.getByRole('textbox', { name: 'Sua pergunta' });
const answer = (page: Page) => page.locator('[data-role="assistant"]');
const questions = (page: Page) => page.locator('[data-role="user"]');
const press = (page: Page, name: string) => answer(page).getByRole('button', { name, exact: true });

/** A conversation with one record, opened; what it is asked to run again is written by hand. */
async function opened(page: Page, record: RecordWishes) {
  const hand = await writeAnswersByHand(page);
  const id = await openConversation(page);
  const [message_id = 0] = await keepRecords(id, [record]);
  await page.goto(`/chat/${id}`);
  await expect(answer(page)).toBeVisible();
  const urls = async () =>
    (await hand.wires()).map(({ url }) => new URL(url, 'http://x').pathname.replace(API, ''));
  return { ...hand, id, message_id, urls };
}

test('«Continuar» goes on in the same answer, with its sources, also when it is pressed twice', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const { write, urls, message_id } = await opened(page, INTERRUPTED);
  await press(page, 'Continuar').dblclick();
  await expect(page.getByRole('button', { name: 'Parar resposta' })).toBeVisible();
  await write({ snapshot: INTERRUPTED.answer, seq: 4, message_id });
  // The citation is live while the answer goes on.
  await answer(page).getByRole('button', { name: 'Fonte 1: senhas.md' }).click();
  await expect(page.getByText('Vale trinta minutos.', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await write({ content: ' peça outra.', seq: 5 });
  await write({ done: true, message_id, status: 'done', sources: [source] });
  await expect(answer(page)).toContainText('Depois peça outra.');
  await expect(press(page, 'Continuar')).toHaveCount(0);
  await expect.poll(urls).toEqual([`/chat/messages/${message_id}/continue`]);
  await expect(questions(page)).toHaveText([/Quanto vale a senha\?/]);
});

test('«Tentar novamente» answers the question anew in its place', async ({ page, person }) => {
  await admit(page, person);
  const { write, urls, message_id } = await opened(page, {
    ...INTERRUPTED,
    answer: '',
    sources: [],
    status: 'failed',
  });
  await press(page, 'Tentar novamente').click();
  await expect(answer(page)).toContainText('Lendo as fontes…');
  await expect(box(page)).toBeFocused();
  await write({ content: 'Vale trinta minutos [1].', seq: 1 });
  await write({ done: true, message_id, status: 'done', sources: [source] });
  await expect(answer(page).getByRole('button', { name: 'Fonte 1: senhas.md' })).toBeEnabled();
  await expect.poll(urls).toEqual([`/chat/messages/${message_id}/retry`]);
  await expect(questions(page)).toHaveCount(1);
});

test('a continued answer survives a lost connection and a reload', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/network error/);
  await admit(page, person);
  const { write, cut, urls, id, message_id } = await opened(page, INTERRUPTED);
  await press(page, 'Continuar').click();
  await write({ snapshot: INTERRUPTED.answer, seq: 4, message_id }, { content: ' peça', seq: 5 });
  await expect(answer(page)).toContainText('Depois peça');
  await cut();
  await expect.poll(urls).toEqual([`/chat/messages/${message_id}/continue`, `/chat/sessions/${id}/stream`]);
  await write({ snapshot: `${INTERRUPTED.answer} peça outra`, seq: 6, message_id });
  await expect(answer(page)).toContainText('Depois peça outra');
  await page.route(`**${API}/chat/sessions/${id}/messages?*`, async (route) => {
    const reply = await route.fetch();
    const { data, ...rest } = await reply.json();
    const running = { status: 'streaming', answer: `${INTERRUPTED.answer} peça outra`, seq: 6 };
    await route.fulfill({ json: { ...rest, data: [{ ...data[0], ...running }] } });
  });
  await page.reload();
  await expect.poll(urls).toEqual([`/chat/sessions/${id}/stream`]);
  await write({ snapshot: `${INTERRUPTED.answer} peça outra`, seq: 6, message_id });
  await write({ content: ' senha.', seq: 7 }, { done: true, message_id, status: 'done', sources: [source] });
  await expect(answer(page)).toContainText('Depois peça outra senha.');
  await expect(answer(page)).toHaveCount(1);
});

test('a refusal leaves the answer as it was and says why; the same press is sent again as the same request', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/Failed to load resource/);
  await admit(page, person);
  const id = await openConversation(page);
  const [message_id] = await keepRecords(id, [INTERRUPTED]);
  const keys: (string | undefined)[] = [];
  await page.route(`**${API}/chat/messages/${message_id}/continue`, (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length < 3) return route.abort();
    return route.fulfill({
      status: 402,
      json: { success: false, detail: 'Você atingiu o limite de tokens do seu plano.', code: 'token_limit' },
    });
  });
  await page.goto(`/chat/${id}`);
  for (const line of [/Não foi possível conectar/, /Não foi possível conectar/, /limite de tokens/]) {
    await press(page, 'Continuar').click();
    await expect(answer(page).getByText('Falha ao continuar a resposta')).toBeVisible();
    await expect(answer(page).getByText(line)).toBeVisible();
  }
  await expect(answer(page).getByRole('link', { name: 'Ver planos' })).toBeVisible();
  await expect(answer(page)).toContainText('Vale trinta minutos');
  await expect(box(page)).toHaveValue('');
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
});

test('a retry that fails says so, and the question is not lost', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/Failed to load resource/);
  await admit(page, person);
  const id = await openConversation(page);
  await keepRecords(id, [{ ...INTERRUPTED, answer: '', sources: [], status: 'failed' }]);
  await page.route(`**${API}/chat/messages/*/retry`, (route) =>
    route.fulfill({
      status: 502,
      json: { success: false, detail: 'O modelo não respondeu.', code: 'model_failed' },
    }),
  );
  await page.goto(`/chat/${id}`);
  await press(page, 'Tentar novamente').click();
  await expect(answer(page).getByText('Falha ao tentar novamente')).toBeVisible();
  await expect(answer(page).getByText('O modelo não respondeu.')).toBeVisible();
  await expect(press(page, 'Tentar novamente')).toBeVisible();
  await expect(questions(page)).toHaveCount(1);
});

test('another tab sees the answer go on, and the real server keeps one record', async ({
  page,
  context,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  await keepRecords(id, [{ ...INTERRUPTED, question: 'Oi?', answer: '', sources: [], status: 'failed' }]);
  await page.goto(`/chat/${id}`);
  const other = await context.newPage();
  await other.goto(`/chat/${id}`);
  await expect(press(other, 'Tentar novamente')).toBeVisible();
  await press(page, 'Tentar novamente').click();
  await expect(answer(page)).toHaveAttribute('data-status', 'done');
  await expect(answer(other)).toHaveAttribute('data-status', 'done');
  await expect(press(other, 'Tentar novamente')).toHaveCount(0);
  await page.reload();
  await expect(answer(page)).toHaveCount(1);
  await expect(answer(page)).toHaveAttribute('data-status', 'done');
  await expect(questions(page)).toHaveText([/Oi\?/]);
});
