import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ADMIN, API, admit, enter, expect, openConversation, signIn, test } from '../support/test-server.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Escolha um agente' });
const row = (page: Page, number: number) =>
  dialog(page)
    .getByRole('list', { name: 'Agentes' })
    .getByRole('button', { name: new RegExp(`^Agente ${number}(?!\\d)`) });
/** Numbered apart from the agents that the server has. */
const agentOf = (number: number) => ({
  id: 100_000 + number,
  name: `Agente ${number}`,
  description: `Descrição ${number}`,
  tags: [],
  deploy_status: true,
});

/** Five thousand agents, ten at a time, and as many tags as asked for. */
async function withAgents(page: Page, tagCount = 0): Promise<void> {
  await page.route(`**${API}/agents/available*`, (route) => {
    const { searchParams } = new URL(route.request().url());
    const skip = Number(searchParams.get('skip') ?? 0);
    const search = searchParams.get('search')?.toLowerCase() ?? '';
    const all = Array.from({ length: 5000 }, (_, index) => agentOf(index + 1)).filter(({ name }) =>
      name.toLowerCase().includes(search),
    );
    const data = all.slice(skip, skip + 10);
    const metadata = { total: all.length, has_more: skip + 10 < all.length };
    return route.fulfill({ json: { success: true, data, metadata, message: '' } });
  });
  const tags = Array.from({ length: tagCount }, (_, index) => ({ id: index + 1, name: `tag ${index + 1}` }));
  await page.route(`**${API}/agents/tags*`, (route) =>
    route.fulfill({
      json: { success: true, data: tags, metadata: { total: tagCount, has_more: false }, message: '' },
    }),
  );
}

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Escolher um agente|Agente escolhido/ }).click();
  await expect(dialog(page).getByRole('button', { name: /^Sobre/ })).toHaveCount(10);
}

test('arrows move over the agents, i and → open the details, Enter chooses', async ({ page, person }) => {
  await withAgents(page);
  await enter(page, person);
  await open(page);
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 2)).toBeFocused();
  for (const key of ['i', 'ArrowRight']) {
    await page.keyboard.press(key);
    const about = page.getByRole('dialog', { name: 'Agente 2' });
    await expect(about).toContainText('Descrição 2');
    await expect(about.getByRole('button', { name: 'Fechar' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(about).toHaveCount(0);
    await expect(row(page, 2)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Agente escolhido: Agente 2\./ })).toBeVisible();
});

test('among five thousand agents, typing and Enter choose the one that was found', async ({
  page,
  person,
}) => {
  await withAgents(page);
  await enter(page, person);
  await open(page);
  await page.keyboard.type('agente 4321');
  await expect(dialog(page).getByRole('button', { name: /^Sobre/ })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Agente escolhido: Agente 4321\./ })).toBeVisible();
});

test('the agents of the last conversations are at hand while nothing is searched', async ({
  page,
  person,
}) => {
  await withAgents(page);
  await admit(page, person);
  await openConversation(page);
  await page.goto('/chat');
  await expect(page.getByRole('navigation', { name: 'Conversas' }).getByRole('listitem')).toHaveCount(1);
  await open(page);
  const recent = dialog(page).getByRole('group', { name: 'Recentes' });
  await expect(recent.getByRole('button')).toHaveText(['Ajuda do Prosa']);
  await page.keyboard.type('agente 12');
  await expect(recent).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Limpar busca' }).click();
  await recent.getByRole('button', { name: 'Ajuda do Prosa' }).click();
  await expect(page.getByRole('button', { name: /Agente escolhido: Ajuda do Prosa\./ })).toBeVisible();
});

test('many tags can be searched, and the chosen ones come first', async ({ page, person }) => {
  await withAgents(page, 60);
  await enter(page, person);
  await open(page);
  const tags = dialog(page).getByRole('group', { name: 'Filtrar por tags' });
  const chips = tags.getByRole('button', { name: /^tag / });
  await expect(chips).toHaveCount(24);
  await tags.getByRole('textbox', { name: 'Buscar tag' }).fill('tag 47');
  await expect(chips).toHaveText(['tag 47']);
  await chips.click();
  await tags.getByRole('textbox', { name: 'Buscar tag' }).fill('');
  await expect(chips.first()).toHaveText('tag 47');
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'true');
  await tags.getByRole('button', { name: 'Limpar filtros' }).click();
  await tags.getByRole('button', { name: 'Ver todas as 60 tags' }).click();
  await expect(chips).toHaveCount(60);
});

test('an agent that is withdrawn while the chooser is open is not chosen, and the screen says why', async ({
  page,
}) => {
  const { access_token } = await signIn(page.request, ADMIN);
  const headers = { authorization: `Bearer ${access_token}` };
  const name = `Passageiro ${randomUUID()}`;
  const created = await page.request.post(`${API}/agents`, { headers, data: { name } });
  const { id } = (await created.json()).data;
  const deploy = (deploy_status: boolean) =>
    page.request.post(`${API}/agents/${id}/deploy`, { headers, data: { deploy_status } });
  expect((await deploy(true)).ok()).toBe(true);
  await page.clock.install();
  await enter(page, ADMIN);
  await page.getByRole('button', { name: /Escolher um agente|Agente escolhido/ }).click();
  await dialog(page).getByLabel('Buscar agente').fill(name);
  const offered = dialog(page).getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(dialog(page).getByRole('button', { name: /^Sobre/ })).toHaveCount(1);
  expect((await deploy(false)).ok()).toBe(true);
  // Half a minute: what a list said is no longer taken for granted.
  await page.clock.fastForward(31_000);
  await offered.click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    `${name} não está mais disponível para você. Escolha outro agente.`,
  );
  await expect(dialog(page)).toContainText('Nenhum agente encontrado');
});

test("R-CHAT-14 R-CHAT-58 only agents that the person's group may use are offered", async ({
  page,
  person,
}) => {
  const { access_token } = await signIn(page.request, ADMIN);
  const headers = { authorization: `Bearer ${access_token}` };
  const name = `Agente reservado ${person.email}`;
  const created = await page.request.post(`${API}/agents`, { headers, data: { name } });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()).data;
  await page.request.post(`${API}/agents/${id}/deploy`, { headers, data: { deploy_status: true } });
  const forAdmin = await page.request.get(`${API}/agents/available?search=reservado`, { headers });
  expect((await forAdmin.json()).data.map((agent: { name: string }) => agent.name)).toContain(name);

  const answered = page.waitForResponse((response) => response.url().includes('/agents/available'));
  await enter(page, person);
  const { data } = await (await answered).json();
  const helper = data.find((agent: { name: string }) => agent.name === 'Ajuda do Prosa');
  expect(helper).toMatchObject({ id: expect.any(Number), deploy_status: true });
  expect(helper.tags[0]).toEqual({ id: expect.any(Number), name: expect.any(String) });
  await page.getByRole('button', { name: 'Escolher um agente' }).click();
  await dialog(page).getByRole('button', { name: 'Sobre Ajuda do Prosa' }).click();
  const about = page.getByRole('dialog', { name: 'Ajuda do Prosa' });
  await expect(about).toContainText(helper.description);
  await expect(about).toContainText(helper.tags[0].name);
  await page.keyboard.press('Escape');
  await dialog(page).getByLabel('Buscar agente').fill('reservado');
  await expect(dialog(page)).toContainText('Nenhum agente encontrado');
});
