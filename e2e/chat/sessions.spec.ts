import type { Page, Route } from '@playwright/test';
import { API, enter, expect, openConversation, test } from '../support/test-server.ts';

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversas' });
const rows = (page: Page) => list(page).getByRole('listitem');
const LIST = `**${API}/chat/sessions?*`;
const ONE = `**${API}/chat/sessions/*`;

/** Signed in, with so many conversations, the newest last. */
async function withConversations(
  page: Page,
  person: Parameters<typeof enter>[1],
  count: number,
): Promise<string[]> {
  await enter(page, person);
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await openConversation(page));
  await page.reload();
  await expect(rows(page)).toHaveCount(Math.min(count, 20));
  return ids;
}

/** Answers this method by hand and lets the others through. */
const answer = (page: Page, method: string, reply: (route: Route) => unknown) =>
  page.route(ONE, (route) => (route.request().method() === method ? reply(route) : route.fallback()));

const confirmDeletion = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();

test('R-CHAT-36 R-CHAT-37 R-SHELL-45 a new conversation is called «Novo chat» and shows its date', async ({
  page,
  person,
}) => {
  const [id] = await withConversations(page, person, 1);
  const answered = page.waitForResponse((response) => response.url().includes('/chat/sessions?'));
  await page.reload();
  const { data } = await (await answered).json();
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ id, chat_title: 'Novo chat', messages_count: 0, pinned: false });
  expect(data[0].agent_id).toBeGreaterThan(0);
  expect(Date.parse(data[0].created_at)).toBeGreaterThan(Date.now() - 600_000);
  await expect(rows(page).getByRole('link')).toHaveAttribute('href', `/chat/${id}`);
  await expect(rows(page)).toContainText('Novo chat');
  await expect(rows(page).getByRole('time')).toHaveText(/^Hoje, \d{2}:\d{2}$/);
});

test('R-CHAT-51 conversations come twenty at a time, until the end', async ({ page, person }) => {
  await withConversations(page, person, 25);
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/chat/sessions')) asked.push(url.search);
  });
  const more = list(page).getByRole('button', { name: 'Carregar mais' });
  await more.click();
  await expect(rows(page)).toHaveCount(25);
  await expect(more).toHaveCount(0);
  expect(asked).toEqual(['?limit=20&offset=20']);
});

test('conversations stand under the day or month in which they began, and the pinned ones above', async ({
  page,
  person,
}) => {
  const ids = await withConversations(page, person, 5);
  // A whole day ago is yesterday in every time zone.
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const dates = [
    daysAgo(0),
    daysAgo(1),
    daysAgo(5),
    new Date('2024-03-09T15:00Z'),
    new Date('2024-03-08T15:00Z'),
  ];
  await page.route(LIST, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const session of body.data) {
      const place = ids.indexOf(session.id);
      session.created_at = dates[place]?.toISOString();
      session.pinned = place === 4;
    }
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  const groups = list(page).getByRole('region');
  await expect(groups).toHaveCount(5);
  await expect
    .poll(() => groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label'))))
    .toEqual(['Fixadas', 'Hoje', 'Ontem', 'Últimos 7 dias', 'Março de 2024']);
  await expect(groups.first().getByRole('time')).toHaveText('08/03/2024');
});

test('R-CHAT-54 R-CHAT-55 deleting takes the conversation off the list before the server answers, and an open one leads to the chat', async ({
  page,
  person,
}) => {
  const [id = ''] = await withConversations(page, person, 2);
  await page.goto(`/chat/${id}`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await answer(page, 'DELETE', async (route) => {
    await held;
    await route.continue();
  });
  await rows(page)
    .filter({ has: page.locator(`a[href="/chat/${id}"]`) })
    .getByRole('button', { name: /Excluir/ })
    .click();
  await expect(page.getByRole('alertdialog', { name: 'Excluir esta conversa?' })).toBeVisible();
  await confirmDeletion(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL('/chat');
  const erased = page.waitForResponse((response) => response.request().method() === 'DELETE');
  release();
  expect((await erased).status()).toBe(200);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
});

test('R-CHAT-56 R-ERR-16 a conversation that could not be deleted returns, with the error and another try', async ({
  page,
  person,
}) => {
  await withConversations(page, person, 2);
  let refuse = true;
  await answer(page, 'DELETE', (route) =>
    refuse ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await rows(page)
    .first()
    .getByRole('button', { name: /Excluir/ })
    .click();
  await confirmDeletion(page);
  const alert = list(page).getByRole('alert');
  await expect(alert).toContainText(
    'Falha ao deletar sessão. Por favor, tente novamente daqui a alguns instantes.',
  );
  await expect(rows(page)).toHaveCount(2);
  refuse = false;
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(alert).toHaveCount(0);
});

test('R-ERR-14 without the conversations the error says what failed, and trying again brings them', async ({
  page,
  person,
}) => {
  await withConversations(page, person, 1);
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(list(page).getByRole('alert')).toContainText(
    'Falha ao buscar sessões. Por favor, tente novamente daqui a alguns instantes.',
  );
  await page.unroute(LIST);
  const said = { success: false, detail: 'O banco está em manutenção.' };
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: said }));
  await list(page).getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(list(page).getByRole('alert')).toContainText(
    'Falha ao buscar sessõesO banco está em manutenção.',
  );
  await page.unroute(LIST);
  await list(page).getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(list(page).getByRole('alert')).toHaveCount(0);
});

/** How far things moved, as a share of the screen, and the beginning of their texts. */
type Shift = { value: number; moved: string[] };

test('the list that arrives moves nothing on the screen', async ({ page, person }) => {
  await withConversations(page, person, 6);
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((found) => {
      for (const entry of found.getEntries()) {
        const { value, sources } = entry as unknown as {
          value: number;
          sources: { node: { textContent: string } | null }[];
        };
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent.slice(0, 60) ?? '') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(LIST, async (route) => {
    await held;
    await route.continue();
  });
  // Agents that other stories make meanwhile are no business of the list.
  await page.route(`**${API}/agents/start`, (route) => route.fulfill({ json: { success: true, data: [] } }));
  await page.reload();
  await expect(list(page).getByText('Carregando…')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The placeholder of the second row, behind that of the heading.
  const expected = await list(page).getByRole('status').locator('> div').nth(2).boundingBox();
  release();
  await expect(rows(page)).toHaveCount(6);
  const moved = async () =>
    Math.abs(((await rows(page).nth(1).boundingBox())?.y ?? 0) - (expected?.y ?? Number.NaN));
  await expect.poll(moved).toBeLessThanOrEqual(1);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
});
