/** Answers that attack their reader, in a real browser under the real security policy. */
import { attacks } from '../web/src/features/conversation/markdown-attacks.ts';
import { API, admit, expect, openConversation, test } from './support/house.ts';
import { watch } from './support/watch.ts';

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

test('O-49 uma resposta hostil não executa nada, não carrega nada de fora e não esbarra na política de segurança', async ({
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
