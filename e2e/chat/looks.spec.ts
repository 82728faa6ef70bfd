import type { Page } from '@playwright/test';
import { type Sight, walkPast, walkPastOnPhone } from '../support/looks.ts';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Buscar nas conversas' });

/** More agents and tags than fit, and one place that holds the searched word. */
async function withPlenty(page: Page, session_id: string): Promise<void> {
  const list = (data: unknown[], has_more = false) => ({
    json: { success: true, data, metadata: { total: data.length, has_more }, message: '' },
  });
  const tags = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, name: `assunto ${index + 1}` }));
  const agents = Array.from({ length: 10 }, (_, index) => ({
    id: 100_000 + index,
    name: `Agente ${index}`,
    description: 'Responde com as fontes que conhece.',
    tags: tags.slice(index, index + 3),
    deploy_status: true,
  }));
  await page.route(`**${API}/agents/available*`, (route) => route.fulfill(list(agents, true)));
  await page.route(`**${API}/agents/tags*`, (route) => route.fulfill(list(tags)));
  const hit = {
    session_id,
    chat_title: 'Novo chat',
    agent_name: 'Ajuda do Prosa',
    message_id: 1,
    snippet: 'O prazo conta da entrega',
    matches: [[2, 7]],
    created_at: '2026-03-09T17:05:00.000Z',
  };
  await page.route(`**${API}/chat/search?*`, (route) => route.fulfill(list([hit])));
}

/** The conversations and what is found in them: beside the page, or in the drawer of a phone. */
const list = (page: Page): Sight[] => [
  [
    'as conversas',
    async () => {
      await page.goto('/profile');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Control+k');
      const row = page.getByRole('navigation', { name: 'Conversas' }).getByRole('listitem');
      await expect(row).toHaveCount(1);
      await row.hover();
    },
  ],
  [
    'a busca',
    async () => {
      await box(page).fill('prazo');
      await expect(page.getByRole('region', { name: 'Resultados da busca' }).getByRole('link')).toHaveCount(
        1,
      );
    },
  ],
];

test('conversations, search and agent chooser fit every width and have no serious accessibility fault', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await withPlenty(page, await openConversation(page));
  const chooser = page.getByRole('dialog', { name: 'Escolha um agente' });
  await walkPast(page, [
    ...list(page),
    [
      'a escolha do agente',
      async () => {
        // The latest agents are those that are known when the choice opens.
        const known = page.waitForResponse((response) => /\/chat\/sessions(\?|$)/.test(response.url()));
        await page.goto('/chat');
        await (await known).finished();
        await page.getByRole('button', { name: 'Escolher um agente' }).click();
        await expect(chooser.getByRole('button', { name: /^Sobre/ })).toHaveCount(10);
        await expect(chooser.getByRole('group', { name: 'Recentes' })).toBeVisible();
      },
    ],
    [
      'sobre um agente',
      async () => {
        await chooser.getByRole('button', { name: 'Sobre Agente 3' }).click();
        await expect(page.getByRole('dialog', { name: 'Agente 3' })).toBeVisible();
      },
    ],
  ]);
  await walkPastOnPhone(page, list(page));
});
