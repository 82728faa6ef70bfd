/** One conversation in two browsers, which hear nothing of each other but from the server. */
import type { Browser, Page } from '@playwright/test';
import { API, admit, expect, openConversation, type Person, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Sua pergunta' });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Pergunta editada' });
const questions = (page: Page) => page.locator('article[data-role="user"]');

async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await box(page).press('Enter');
  await expect(questions(page).last()).toContainText(question);
  await expect(page.getByRole('button', { name: 'Editar a pergunta' })).toBeVisible();
}

async function edit(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Editar a pergunta' }).click();
  await editor(page).fill(text);
}

/** The same conversation, opened by the same person in a browser of its own. */
async function elsewhere(browser: Browser, person: Person, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.PROSA_E2E_URL ?? '' });
  const other = await context.newPage();
  await admit(other, person);
  await other.goto(path);
  await expect(questions(other)).toHaveCount(1);
  return other;
}

test('R-RCH-02 R-RCH-03 an edit that comes too late shows what was asked meanwhile and keeps its words; both browsers branch', async ({
  page,
  person,
  browser,
}) => {
  await admit(page, person);
  const path = `/chat/${await openConversation(page)}`;
  await page.goto(path);
  await ask(page, 'Como troco a minha senha?');
  const other = await elsewhere(browser, person, path);
  await edit(other, 'Como excluo a minha conta?');
  await edit(page, 'Quanto tempo vale a senha temporária?');
  await editor(page).press('Enter');
  await expect(page.getByRole('group', { name: 'Variantes da pergunta' })).toContainText('2 de 2');

  await other.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(other.getByText('Só a última pergunta pode ser editada.')).toBeVisible();
  await expect(questions(other).first()).toContainText('Quanto tempo vale a senha temporária?');
  await expect(questions(other).last()).toContainText('Como excluo a minha conta?');
  await expect(editor(other)).toHaveCount(0);
  await expect(box(other)).toHaveValue('Como excluo a minha conta?');
  await other.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(other.getByRole('button', { name: 'Editar a pergunta' })).toBeVisible();
  await expect(questions(other)).toHaveCount(2);
  await expect(box(other)).toHaveValue('');

  // The other variant of a question that is no longer the last one.
  await page.getByRole('button', { name: 'Variante anterior' }).click();
  await expect(questions(page)).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Variantes da pergunta' })).toHaveCount(0);

  const opened = await Promise.all(
    [page, other].map(async (one) => {
      await one.getByRole('button', { name: 'Mais ações' }).first().click();
      await one.getByRole('menuitem', { name: 'Continuar daqui em outra conversa' }).click();
      await expect(one).not.toHaveURL(new RegExp(path));
      await expect(questions(one)).toHaveCount(1);
      return one.url();
    }),
  );
  expect(new Set(opened).size).toBe(2);
  await page.goto(path);
  await expect(questions(page)).toHaveCount(2);
  await other.context().close();
});

test('R-RCH-02 an editor that is open while the other browser asks on gives its words to the question box', async ({
  page,
  person,
  browser,
}) => {
  await admit(page, person);
  const path = `/chat/${await openConversation(page)}`;
  await page.goto(path);
  await ask(page, 'Como troco a minha senha?');
  const other = await elsewhere(browser, person, path);
  await edit(other, 'Como excluo a minha conta?');
  await ask(page, 'Quanto tempo vale a senha?');
  // The network comes back.
  await other.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(questions(other)).toHaveCount(2);
  await expect(questions(other).first()).toContainText('Como troco a minha senha?');
  await expect(questions(other).first().getByText('Como troco a minha senha?')).toBeVisible();
  await expect(editor(other)).toHaveCount(0);
  await expect(box(other)).toHaveValue('Como excluo a minha conta?');
  await other.context().close();
});

test('R-RCH-02 an edit while the other browser’s answer is written joins that answer, and its words wait in the box', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await ask(page, 'Como troco a minha senha?');
  await edit(page, 'Como excluo a minha conta?');
  // As the server has it while the same question was edited elsewhere and is being answered.
  await page.route(`**${API}/chat/sessions/${id}/messages*`, async (route) => {
    if (route.request().method() === 'POST')
      return route.fulfill({
        status: 409,
        json: { success: false, detail: 'Uma resposta está sendo escrita.', code: 'answer_running' },
      });
    const response = await route.fetch();
    const body = (await response.json()) as { data: { id: number }[] };
    const [first] = body.data;
    const running = {
      ...first,
      id: 987_654,
      question: 'Quanto tempo vale a senha?',
      answer: 'Um',
      seq: 1,
      status: 'streaming',
      variants: { index: 2, count: 2, ids: [first?.id, 987_654] },
    };
    return route.fulfill({ response, json: { ...body, data: [running] } });
  });
  await page.route(`**${API}/chat/sessions/${id}/stream?*`, (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: [
        { content: ' ano.', done: false, seq: 2 },
        { content: '', done: true, message_id: 987_654, sources: [], status: 'done' },
      ]
        .map((event) => `data: ${JSON.stringify(event)}\n\n`)
        .join(''),
    }),
  );
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(questions(page)).toHaveCount(1);
  await expect(questions(page)).toContainText('Quanto tempo vale a senha?');
  await expect(page.getByText('Um ano.')).toBeVisible();
  await expect(box(page)).toHaveValue('Como excluo a minha conta?');
});
