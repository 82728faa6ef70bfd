/** The line under an answer that another model than the asked one has given. */
import type { Page } from '@playwright/test';
import type { AnsweredBy } from '#contract/chat-record.ts';
import { ADMIN, API, admit, enter, expect, openConversation, test } from '../support/test-server.ts';

const byReserve: AnsweredBy = {
  model: 'claude-haiku-5-5',
  name: 'Claude Haiku 5.5',
  instead_of: { name: 'GPT-6 Luna', reason: 'busy' },
};
const bySuccessor: AnsweredBy = {
  model: 'claude-sonnet-5-5',
  name: 'Claude Sonnet 5.5',
  instead_of: { name: 'Claude 4 Sonnet', reason: 'successor' },
};
const line = (page: Page) => page.getByText(/^Respondido por/);

/** Asks once; the answer, live and in the history, is by `answered_by`. */
async function asked(page: Page, answered_by: AnsweredBy): Promise<void> {
  const record = {
    id: 987_654,
    question: 'Qual é o prazo?',
    answer: 'São 30 dias.',
    created_at: '2026-11-23T12:00:00.000Z',
    status: 'done',
    sources: [],
    filters: [],
    without: [],
    feedback: null,
    local: false,
    answered_by,
  };
  const events = [
    { content: record.answer, done: false, answered_by },
    { content: '', done: true, message_id: record.id, status: 'done', sources: [], answered_by },
  ];
  let isAnswered = false;
  await page.route(`**${API}/chat/sessions/*/messages*`, async (route) => {
    if (route.request().method() === 'POST') {
      isAnswered = true;
      const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
      return route.fulfill({ status: 200, contentType: 'text/event-stream', body });
    }
    if (!isAnswered) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), data: [record] } });
  });
  await page.goto(`/chat/${await openConversation(page)}`);
  const box = page.getByRole('textbox', { name: /pergunta/i });
  await box.fill(record.question);
  await box.press('Enter');
  await expect(page.getByText(record.answer)).toBeVisible();
}

test('R-MDL-24 the reader is shown which reserve answered, live and after a reload', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await asked(page, byReserve);
  await expect(line(page)).toHaveText('Respondido por Claude Haiku 5.5: GPT-6 Luna não respondeu.');
  await page.reload();
  await expect(page.getByText('São 30 dias.')).toBeVisible();
  await expect(line(page)).toHaveText('Respondido por Claude Haiku 5.5: GPT-6 Luna não respondeu.');
});

test('R-MDL-24 a successor is not named to a person who does not administer', async ({ page, person }) => {
  await admit(page, person);
  await asked(page, bySuccessor);
  await expect(line(page)).toHaveCount(0);
});

test('R-MDL-24 a successor is named to administrators', async ({ page }) => {
  await enter(page, ADMIN, '/chat');
  await asked(page, bySuccessor);
  await expect(line(page)).toHaveText('Respondido por Claude Sonnet 5.5, sucessor de Claude 4 Sonnet.');
});
