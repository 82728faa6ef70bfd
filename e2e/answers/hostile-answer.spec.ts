/** Answers that attack their reader, in a real browser under the real security policy. */
import type { Page } from '@playwright/test';
import { attacks } from '../../web/test/markdown-attacks.ts';
import { nestings } from '../../web/test/markdown-nestings.ts';
import { keepRecords } from '../conversation/records.ts';
import { writeAnswersByHand } from '../conversation/streamed-answer.ts';
import { watch } from '../platform/watch-hostile-content.ts';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';

const AT_A_TIME = 31;

/** As a model would write it: a few characters per event. */
function eventsOf(answer: string, id: number): string {
  const pieces = answer.match(/[\s\S]{1,7}/g) ?? [];
  const events = [
    ...pieces.map((content) => ({ content, done: false })),
    { content: '', done: true, message_id: id, status: 'done', sources: [] },
  ];
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

test('O-49 a hostile answer executes nothing, loads nothing from outside and does not touch the content security policy', async ({
  page,
  person,
  baseURL,
}) => {
  const seen = await watch(page, baseURL ?? '');
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  const box = page.getByRole('textbox', { name: /pergunta/i });

  for (let from = 0, message = 900_001; from < attacks.length; from += AT_A_TIME, message++) {
    const answer = `${attacks.slice(from, from + AT_A_TIME).join('\n\n')}\n\n\`\`\`\n\`\`\`\n\nfim ${message}`;
    await page.route(`**${API}/chat/sessions/${id}/messages`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 200, contentType: 'text/event-stream', body: eventsOf(answer, message) })
        : route.continue(),
    );
    await box.fill(`Pergunta ${message}?`);
    await box.press('Enter');
    await expect(page.locator(`[data-message-id="${message}"][aria-busy="false"]`)).toBeVisible();
    await page.unrouteAll();
  }

  const answers = page.locator('.answer-text');
  await expect(answers).toHaveCount(Math.ceil(attacks.length / AT_A_TIME));
  await expect(answers.first()).toContainText('<script>alert(1)</script>');
  await expect(
    answers.locator('script, img, iframe, object, embed, style, link, form, [onerror]'),
  ).toHaveCount(0);
  expect(seen.dialogs).toEqual([]);
  expect(seen.away).toEqual([]);
  expect(await seen.violations()).toEqual([]);
});

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const CRASHED = 'Ocorreu um erro inesperado';

/** One of each way to be nested; every one of them is read in the tests beside the reader. */
const KINDS = [
  'quotes in a note',
  'notes in notes',
  'quotes that go on without their marks',
  'lists by indentation',
  'lists in quotes in lists',
  'brackets',
  'stars',
  'emphasis',
  'emphasis in a cell',
];

test('O-49 endlessly nested answers are readable: the conversation opens, scrolls and takes another question, also while one of them grows', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const hand = await writeAnswersByHand(page);
  const id = await openConversation(page);
  const all = new Map(nestings);
  await keepRecords(
    id,
    KINDS.map((kind) => ({ question: `Pergunta: ${kind}`, answer: all.get(kind) ?? '' })),
  );
  await page.goto(`/chat/${id}`);
  const list = page.getByLabel('Mensagens da conversa');
  for (const kind of KINDS.toReversed()) {
    const question = list.getByText(`Pergunta: ${kind}`, { exact: true });
    await expect(async () => {
      if ((await question.count()) === 0)
        await list.locator('xpath=../..').evaluate((view) => view.scrollBy(0, -view.clientHeight));
      await expect(question).toHaveCount(1, { timeout: 50 });
    }).toPass({ intervals: [50], timeout: 60_000 });
    await question.scrollIntoViewIfNeeded();
  }
  await expect(page.getByText(CRASHED)).toHaveCount(0);

  await box(page).fill('E agora?');
  await box(page).press('Enter');
  await expect.poll(async () => (await hand.wires()).length).toBe(1);
  const answer = `Veja a nota[^a].\n\n[^a]: ${'>'.repeat(4_000)}fundo`;
  for (const content of answer.match(/[\s\S]{1,500}/g) ?? []) await hand.write({ content });
  const growing = list.locator('[data-role="assistant"][aria-busy="true"]');
  await expect(growing).toContainText('fundo');
  await hand.write({ done: true, message_id: 987_001, status: 'done', sources: [] });
  const ended = page.locator('[data-message-id="987001"][aria-busy="false"]');
  await expect(ended.locator('.notes blockquote').first()).toBeAttached();
  await expect(page.getByText(CRASHED)).toHaveCount(0);
});

test('a message that cannot be drawn appears as plain text; the others and the box stay as they were', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/TypeError/);
  await admit(page, person);
  const hand = await writeAnswersByHand(page);
  const id = await openConversation(page);
  await keepRecords(id, [{ question: 'Antes?', answer: 'Uma resposta **de antes**.' }]);
  await page.goto(`/chat/${id}`);
  await box(page).fill('E agora?');
  await box(page).press('Enter');
  await expect.poll(async () => (await hand.wires()).length).toBe(1);
  await hand.write({ content: 'Assim é **agora**.[1]' });
  // No server says this; it stands for whatever nobody has thought of.
  await hand.write({ done: true, message_id: 987_002, status: 'done', sources: [null as never] });
  await expect(page.getByText('Esta mensagem não pôde ser formatada. Este é o texto dela.')).toBeVisible();
  await expect(page.getByText('Assim é **agora**.[1]', { exact: true })).toBeVisible();
  await expect(page.getByText(CRASHED)).toHaveCount(0);
  await expect(page.locator('.answer-text strong')).toHaveText('de antes');
  await box(page).fill('E depois?');
  await box(page).press('Enter');
  await expect.poll(async () => (await hand.wires()).length).toBe(2);
  await hand.write({ content: 'Assim será **depois**.' });
  await hand.write({ done: true, message_id: 987_003, status: 'done', sources: [] });
  await expect(page.locator('[data-message-id="987003"] strong')).toHaveText('depois');
});
