import type { Page } from '@playwright/test';
import { breakCall } from '../support/agents.ts';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';
import { keepRecords, numbered } from './records.ts';
import { writeAnswersByHand } from './streamed-answer.ts';

// Where one reads must stay where it is while things move.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const scroller = (page: Page) => page.getByLabel('Mensagens da conversa').locator('xpath=../..');

async function longConversation(page: Page, count: number) {
  const id = await openConversation(page);
  return { id, ids: await keepRecords(id, numbered(count)) };
}

/** The numbers of the questions that are in the document, in their order there. */
const drawn = (page: Page) =>
  page
    .locator('[data-role="user"] p')
    .evaluateAll((all) => all.map((each) => Number(/\d+/.exec(each.textContent ?? '')?.[0])));

const isAtEnd = (page: Page) =>
  scroller(page).evaluate((view) => view.scrollHeight - view.scrollTop - view.clientHeight < 40);

/** Where the first message in view stands, and which it is. */
const firstInView = (page: Page) =>
  scroller(page).evaluate((view) => {
    const top = view.getBoundingClientRect().top;
    const turns = [...view.querySelectorAll<HTMLElement>('[data-turn]')];
    const turn = turns.find((each) => each.getBoundingClientRect().bottom > top + 60);
    return { key: turn?.dataset.turn ?? '', top: turn?.getBoundingClientRect().top ?? Number.NaN };
  });
const topOf = (page: Page, key: string) =>
  page.locator(`[data-turn="${key}"]`).evaluate((turn) => turn.getBoundingClientRect().top);

/** Until the view has stood still for a few frames. */
const settled = (page: Page) =>
  scroller(page).evaluate(
    (view) =>
      new Promise<void>((resolve) => {
        let still = 0;
        let before = view.scrollTop;
        const look = () => {
          still = view.scrollTop === before ? still + 1 : 0;
          before = view.scrollTop;
          if (still > 5) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

test('R-CHAT-34 each record becomes a question and an answer, in the order in which they were asked', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const { id, ids } = await longConversation(page, 6);
  await page.goto(`/chat/${id}`);
  await expect(page.locator('[data-role]')).toHaveCount(12);
  const roles = await page
    .locator('[data-role]')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.role));
  expect(roles).toEqual(Array.from({ length: 6 }, () => ['user', 'assistant']).flat());
  await expect.poll(() => drawn(page)).toEqual([1, 2, 3, 4, 5, 6]);
  const answers = await page
    .locator('[data-message-id]')
    .evaluateAll((all) => all.map((each) => Number((each as HTMLElement).dataset.messageId)));
  expect(answers).toEqual(ids);
});

test('a long conversation opens at its end, with few messages in the document, and grows upwards without moving', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const { id } = await longConversation(page, 260);
  const pages: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${API}/chat/sessions/${id}/messages?*`, async (route) => {
    pages.push(route.request().url());
    if (pages.length === 2) await held;
    await route.continue();
  });
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('Resposta 260.')).toBeVisible();
  await expect.poll(() => isAtEnd(page)).toBe(true);
  expect(pages).toHaveLength(1);

  // Near the beginning of the newest page the one before it comes by itself, and nothing moves.
  await scroller(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -2_000);
    expect(pages).toHaveLength(2);
  }).toPass({ intervals: [100] });
  await expect(page.getByRole('button', { name: 'Carregar mensagens anteriores' })).toBeDisabled();
  await settled(page);
  const seen = await firstInView(page);
  release();
  await expect.poll(async () => Math.min(...(await drawn(page)))).toBeLessThan(211);
  await settled(page);
  await expect.poll(async () => Math.abs((await topOf(page, seen.key)) - seen.top)).toBeLessThan(3);
  const order = await drawn(page);
  expect(order).toEqual(order.toSorted((a, b) => a - b));

  // A step is a step, wherever heights were only guessed before.
  for (let step = 0; step < 8; step++) {
    const before = await firstInView(page);
    await page.mouse.wheel(0, -200);
    const missed = async () => Math.abs((await topOf(page, before.key)) - before.top - 200);
    await expect.poll(missed).toBeLessThan(10);
  }

  await expect(async () => {
    await page.mouse.wheel(0, -6_000);
    expect(await drawn(page)).toContain(1);
  }).toPass({ intervals: [100] });
  await expect(page.getByRole('button', { name: 'Carregar mensagens anteriores' })).toHaveCount(0);
  await expect.poll(() => page.locator('*').count()).toBeLessThan(5_000);
  await expect.poll(() => page.locator('[data-turn]').count()).toBeLessThan(60);

  await page.getByRole('button', { name: 'Ir para o fim' }).click();
  await expect(page.getByText('Resposta 260.')).toBeInViewport();
  await expect.poll(() => isAtEnd(page)).toBe(true);
});

test('an earlier page that does not load says why, and the button brings it', async ({ page, person }) => {
  await admit(page, person);
  const { id } = await longConversation(page, 60);
  await page.route(`**${API}/chat/sessions/${id}/messages?*before_id=*`, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('Resposta 60.')).toBeVisible();
  await scroller(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -6_000);
    await expect(page.getByText(/Falha ao buscar mensagens/)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Carregar mensagens anteriores' }).click();
  await expect(async () => {
    await page.mouse.wheel(0, -6_000);
    expect(await drawn(page)).toContain(1);
  }).toPass();
});

test('an address with ?message= opens the conversation at that message and marks it for a moment', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const { id, ids } = await longConversation(page, 320);
  await page.goto(`/chat/${id}?message=${ids[19]}`);
  await expect(page.getByText('Resposta 20.')).toBeInViewport();
  const marked = page.locator('[data-marked]');
  await expect(marked).toHaveCount(1);
  await expect(marked).toContainText('Resposta 20.');
  // Only the messages have moved, not the page around them.
  await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.y).toBe(0);
  await expect(marked).toHaveCount(0, { timeout: 12_000 });
  await expect(page.getByText('Resposta 20.')).toBeInViewport();
  await page.getByRole('button', { name: 'Ir para o fim' }).click();
  await expect(page.getByText('Resposta 320.')).toBeInViewport();

  await breakCall(page, `/chat/sessions/${id}/messages?*before_id=*`, 'GET');
  await page.goto(`/chat/${id}?message=${ids[18]}`);
  const alert = page.getByRole('alert').filter({ hasText: 'Falha ao buscar a mensagem' });
  await expect(alert).toBeVisible();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('Resposta 19.')).toBeInViewport();

  await page.goto(`/chat/${id}?message=${(ids.at(-1) ?? 0) + 1_000_000}`);
  await expect(page.getByText('Esta mensagem não está mais nesta conversa.')).toBeVisible();
  await expect(box(page)).toBeVisible();
});

test('in the middle of a long conversation, a growing answer does not move what is read above', async ({
  page,
  person,
}) => {
  const answer = await writeAnswersByHand(page);
  await admit(page, person);
  const { id } = await longConversation(page, 40);
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('Resposta 40.')).toBeVisible();
  await box(page).fill('E agora?');
  await box(page).press('Enter');
  await answer.write({ content: 'Começo da resposta.', seq: 1 });
  await expect(page.getByText('Começo da resposta.')).toBeInViewport();
  await expect.poll(() => isAtEnd(page)).toBe(true);
  await answer.write({ content: '\n\nmais um parágrafo'.repeat(30), seq: 2 });
  await expect.poll(() => isAtEnd(page)).toBe(true);

  await scroller(page).hover();
  await page.mouse.wheel(0, -1_500);
  await expect(page.getByRole('button', { name: 'Ir para o fim' })).toBeVisible();
  await settled(page);
  const seen = await firstInView(page);
  const height = await scroller(page).evaluate((view) => view.scrollHeight);
  await answer.write({ content: '\n\noutro parágrafo'.repeat(30), seq: 3 });
  await expect.poll(() => scroller(page).evaluate((view) => view.scrollHeight)).toBeGreaterThan(height + 500);
  await settled(page);
  await expect.poll(async () => Math.abs((await topOf(page, seen.key)) - seen.top)).toBeLessThan(3);
});
