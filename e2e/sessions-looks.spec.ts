import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { API, enter, expect, openConversation, test } from './support/house.ts';
import { LOOKS } from './support/looks.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Buscar nas conversas' });

async function expectNoGraveFault(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${state} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${state} scrolls sideways`).toBeLessThanOrEqual(0);
}

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
  await page.route(`**${API}/agents/tags`, (route) => route.fulfill(list(tags)));
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

for (const [theme, width, height] of LOOKS)
  test(`as conversas, a busca e a escolha do agente não têm faltas graves de acessibilidade: ${theme}, ${width} px`, async ({
    page,
    context,
    person,
  }) => {
    // Four screens are examined one after the other.
    test.slow();
    await page.setViewportSize({ width, height });
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.PROSA_E2E_URL ?? '' }]);
    await enter(page, person);
    const id = await openConversation(page);
    await withPlenty(page, id);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const row = page.getByRole('navigation', { name: 'Conversas' }).getByRole('listitem');
    await expect(row).toHaveCount(1);
    await row.hover();
    await expectNoGraveFault(page, 'list');
    await box(page).fill('prazo');
    await expect(page.getByRole('region', { name: 'Resultados da busca' }).getByRole('link')).toHaveCount(1);
    await expectNoGraveFault(page, 'results');

    await page.getByRole('link', { name: 'Novo chat' }).first().click();
    await expect(page).toHaveURL('/chat');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Escolher um agente' }).click();
    const dialog = page.getByRole('dialog', { name: 'Escolha um agente' });
    await expect(dialog.getByRole('button', { name: /^Sobre/ })).toHaveCount(10);
    await expect(dialog.getByRole('group', { name: 'Recentes' })).toBeVisible();
    await expectNoGraveFault(page, 'chooser');
    await dialog.getByRole('button', { name: 'Sobre Agente 3' }).click();
    await expect(page.getByRole('dialog', { name: 'Agente 3' })).toBeVisible();
    await expectNoGraveFault(page, 'detail');
  });
