import type { Page } from '@playwright/test';
import { holdBack } from '../support/agents.ts';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Buscar nas conversas' });
const results = (page: Page) => page.getByRole('region', { name: 'Resultados da busca' });
const hits = (page: Page) => results(page).getByRole('link');
const SEARCH = `**${API}/chat/search?*`;

type Hit = { message_id: number | null; snippet: string; matches: [number, number][] };

/** Forty-three places in one conversation, twenty at a time, answered as the server would. */
async function withHits(page: Page, session_id: string): Promise<URL[]> {
  const asked: URL[] = [];
  const all = Array.from({ length: 43 }, (_, place): Hit => {
    const snippet = place === 0 ? 'O prazo da multa' : `Trecho ${place}: o prazo conta da entrega`;
    const start = snippet.indexOf('prazo');
    return { message_id: place === 0 ? null : place, snippet, matches: [[start, start + 5]] };
  });
  await page.route(SEARCH, (route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const data = all.slice(offset, offset + 20).map((hit) => ({
      ...hit,
      session_id,
      chat_title: 'O prazo da multa',
      agent_name: 'Ajuda do Prosa',
      created_at: '2026-03-09T17:05:00.000Z',
    }));
    const metadata = { total: all.length, has_more: offset + 20 < all.length };
    return route.fulfill({ json: { success: true, data, metadata, message: '' } });
  });
  return asked;
}

async function begin(page: Page, person: Parameters<typeof admit>[1]): Promise<string> {
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await expect(page.getByRole('textbox', { name: 'Sua pergunta' })).toBeVisible();
  return id;
}

test('the search waits for 300 ms of silence, asks once and marks the words it found', async ({
  page,
  person,
}) => {
  await page.clock.install();
  const id = await begin(page, person);
  const asked = await withHits(page, id);
  // The page's clock stands still: a slow machine is no slow typist.
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const letter of 'prazo') {
    await box(page).press(letter);
    await page.clock.runFor(299);
  }
  await page.clock.resume();
  await expect(results(page).getByRole('status')).toHaveText('43 resultados');
  expect(asked.map((url) => url.searchParams.get('q'))).toEqual(['prazo']);
  await expect(hits(page)).toHaveCount(20);
  await expect(hits(page).nth(1).locator('mark')).toHaveText('prazo');
  await expect(hits(page).nth(1)).toContainText('09/03/2026');
  await results(page).getByRole('button', { name: 'Carregar mais' }).click();
  await expect(hits(page)).toHaveCount(40);
  expect(asked.at(-1)?.searchParams.get('offset')).toBe('20');
});

test('arrows move over the results, Enter opens the message, Esc returns to the list', async ({
  page,
  person,
}) => {
  const id = await begin(page, person);
  await withHits(page, id);
  await box(page).fill('prazo');
  await expect(hits(page)).toHaveCount(20);
  await box(page).press('ArrowDown');
  await expect(hits(page).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(hits(page).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/chat/${id}?message=1`);
  await expect(hits(page).nth(1)).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Conversas' }).getByRole('listitem')).toHaveCount(1);
});

test('Enter in the box opens the first result; a match in the title alone opens the conversation', async ({
  page,
  person,
}) => {
  const id = await begin(page, person);
  await withHits(page, id);
  await page.goto('/profile');
  await box(page).fill('prazo');
  await expect(hits(page)).toHaveCount(20);
  // Results of other words are not what Enter opens.
  const release = await holdBack(page, '/chat/search?*', 'GET');
  const asked = page.waitForRequest(SEARCH);
  await box(page).fill('multa');
  await asked;
  await box(page).press('Enter');
  release();
  await expect(results(page).getByRole('status')).toHaveText('43 resultados');
  await expect(page).toHaveURL('/profile');
  await box(page).press('Enter');
  await expect(page).toHaveURL(`/chat/${id}`);
});

test('nothing found, failure and waiting are named, and trying again searches once more', async ({
  page,
  person,
}) => {
  const id = await begin(page, person);
  await page.route(SEARCH, (route) =>
    route.fulfill({
      json: { success: true, data: [], metadata: { total: 0, has_more: false }, message: '' },
    }),
  );
  await box(page).fill('xyz');
  await expect(results(page).getByRole('status')).toHaveText('Buscando…');
  await expect(results(page)).toContainText('Nada encontrado');
  await page.unroute(SEARCH);
  await page.route(SEARCH, (route) => route.fulfill({ status: 500, json: {} }));
  await box(page).fill('xy');
  const alert = results(page).getByRole('alert');
  await expect(alert).toContainText(
    'Falha ao buscar nas conversas. Por favor, tente novamente daqui a alguns instantes.',
  );
  await expect(results(page)).not.toContainText('Nada encontrado');
  await page.unroute(SEARCH);
  await withHits(page, id);
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(hits(page)).toHaveCount(20);
  await expect(alert).toHaveCount(0);
});

test('an asked question is found without accents, and the result leads to the message', async ({
  page,
  person,
}) => {
  const id = await begin(page, person);
  await page.getByRole('textbox', { name: 'Sua pergunta' }).fill('O que é a Rescisão indireta?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Resposta concluída.')).toBeAttached();
  await page.goto('/profile');
  await box(page).fill('rescisao');
  await expect(hits(page).locator('mark').first()).toHaveText(/rescisão/i);
  await hits(page).last().click();
  await expect(page).toHaveURL(new RegExp(`/chat/${id}\\?message=\\d+$`));
});
