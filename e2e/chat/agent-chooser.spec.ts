import type { Page } from '@playwright/test';
import { API, enter, expect, test, typeQuickly } from '../support/test-server.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Escolha um agente' });
const names = Array.from({ length: 25 }, (_, index) => `Agente ${String(index + 1).padStart(2, '0')}`);

/** Twenty-five agents, answered as the server would. */
async function withManyAgents(page: Page): Promise<URL[]> {
  const asked: URL[] = [];
  const tags = [
    { id: 1, name: 'jurídico' },
    { id: 2, name: 'rh' },
  ];
  await page.route(`**${API}/agents/available*`, (route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    const skip = Number(url.searchParams.get('skip') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 50);
    const search = url.searchParams.get('search')?.toLowerCase() ?? '';
    const wanted = url.searchParams.getAll('tag_ids').map(Number);
    const all = names
      .map((name, index) => ({
        id: index + 1,
        name,
        description: `Descrição do ${name}`,
        tags: index % 5 === 0 ? [tags[0]] : [tags[1]],
        deploy_status: true,
      }))
      .filter((agent) => agent.name.toLowerCase().includes(search))
      .filter((agent) => !wanted.length || agent.tags.some((tag) => tag && wanted.includes(tag.id)));
    const data = all.slice(skip, skip + limit);
    return route.fulfill({
      json: {
        success: true,
        data,
        metadata: { total: all.length, has_more: skip + data.length < all.length },
        message: '',
      },
    });
  });
  await page.route(`**${API}/agents/tags*`, (route) =>
    route.fulfill({
      json: { success: true, data: tags, metadata: { total: 2, has_more: false }, message: '' },
    }),
  );
  return asked;
}

/** Resolves after a request to the server; earlier requests and timers of the page exist by then. */
const heard = (page: Page) => page.evaluate((url) => fetch(url).then(() => undefined), `${API}/health`);

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Escolher um agente' }).click();
  await expect(dialog(page)).toBeVisible();
}

test('R-CHAT-01 R-CHAT-02 R-CHAT-07 R-CHAT-08 R-CHAT-11 the list comes ten at a time until its end', async ({
  page,
  person,
}) => {
  const asked = await withManyAgents(page);
  await enter(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /pergunta/i })).toBeVisible();
  await open(page);
  const rows = dialog(page).getByRole('button', { name: /^Sobre Agente/ });
  await expect(rows).toHaveCount(10);
  expect(asked.at(-1)?.searchParams.get('limit')).toBe('10');
  const more = dialog(page).getByRole('button', { name: 'Carregar mais' });
  await more.click();
  await expect(rows).toHaveCount(20);
  await more.click();
  await expect(rows).toHaveCount(25);
  await expect(more).toHaveCount(0);
});

test('R-CHAT-03 R-CHAT-04 R-CONST-05 the search waits for 300 ms of silence and asks once', async ({
  page,
  person,
}) => {
  await page.clock.install();
  const asked = await withManyAgents(page);
  await enter(page, person);
  await open(page);
  await expect(dialog(page).getByRole('button', { name: /^Sobre/ })).toHaveCount(10);
  const before = asked.length;
  await page.clock.pauseAt(Date.now() + 60_000);
  await typeQuickly(dialog(page).getByLabel('Buscar agente'), 'agente 2');
  await heard(page);
  await page.clock.runFor(290);
  await heard(page);
  expect(asked).toHaveLength(before);
  await page.clock.resume();
  await expect(dialog(page).getByRole('button', { name: /^Sobre/ })).toHaveCount(6);
  expect(asked.slice(before).map((url) => url.searchParams.get('search'))).toEqual(['agente 2']);
});

test('R-CHAT-05 R-CHAT-06 tags filter, and «Limpar filtros» restores the whole list', async ({
  page,
  person,
}) => {
  await withManyAgents(page);
  await enter(page, person);
  await open(page);
  await dialog(page).getByRole('button', { name: 'jurídico', exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: /^Sobre/ })).toHaveCount(5);
  await dialog(page).getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(dialog(page).getByRole('button', { name: /^Sobre/ })).toHaveCount(10);
});

test('R-CHAT-09 R-CHAT-10 the details of an agent lead to choosing it', async ({ page, person }) => {
  await withManyAgents(page);
  await enter(page, person);
  await open(page);
  await dialog(page).getByRole('button', { name: 'Sobre Agente 03' }).click();
  await expect(page.getByText('Descrição do Agente 03').last()).toBeVisible();
  await page.getByRole('button', { name: 'Selecionar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Agente escolhido: Agente 03/ })).toBeVisible();
});

test('the chosen agent survives a reload', async ({ page, person }) => {
  await withManyAgents(page);
  await enter(page, person);
  await open(page);
  await dialog(page)
    .getByRole('button', { name: /^Agente 07/ })
    .click();
  const chosen = page.getByRole('button', { name: 'Agente escolhido: Agente 07. Trocar de agente' });
  await expect(chosen).toBeVisible();
  await page.reload();
  await expect(chosen).toBeVisible();
});

test('R-CHAT-13 without a chosen agent nothing is sent, and Enter leads to the choice', async ({
  page,
  person,
}) => {
  await withManyAgents(page);
  await enter(page, person);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('create-session') && asked.push(request.url()));
  await page.getByRole('textbox', { name: /pergunta/i }).fill('Olá?');
  await page.getByRole('textbox', { name: /pergunta/i }).press('Enter');
  await expect(page.getByText('Escolha um agente para começar')).toBeVisible();
  await expect(dialog(page)).toBeVisible();
  expect(asked).toEqual([]);
});

test('on a phone the hint of the box below the chooser can be read in full', async ({ page, person }) => {
  await page.setViewportSize({ width: 360, height: 844 });
  await withManyAgents(page);
  await enter(page, person);
  await open(page);
  const quick = dialog(page).getByPlaceholder('Escolha um agente para começar');
  await expect(dialog(page).getByRole('button', { name: 'Enviar' })).toBeVisible();
  const room = () =>
    quick.evaluate((box: HTMLInputElement) => {
      const { paddingLeft, paddingRight } = getComputedStyle(box);
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      pen.font = getComputedStyle(box, '::placeholder').font;
      const inside = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return inside - pen.measureText(box.placeholder).width;
    });
  await expect.poll(room).toBeGreaterThanOrEqual(0);
});

test('R-ERR-13 a question that fails below the chooser closes the chooser, says why and is not lost', async ({
  page,
  person,
}) => {
  await withManyAgents(page);
  await page.route(`**${API}/chat/create-session*`, (route) => route.fulfill({ status: 500, json: {} }));
  await enter(page, person);
  await open(page);
  await dialog(page)
    .getByRole('button', { name: /^Agente 03/ })
    .click();
  await page.getByRole('button', { name: /Agente escolhido: Agente 03/ }).click();
  const quick = dialog(page).getByRole('textbox', { name: /pergunta/i });
  await quick.fill('Qual é o prazo?');
  await quick.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText(
    'Falha ao criar sessão de chat. Por favor, tente novamente daqui a alguns instantes.',
  );
  await expect(page.getByRole('textbox', { name: /pergunta/i })).toHaveValue('Qual é o prazo?');
  await expect(page.getByRole('button', { name: /Agente escolhido: Agente 03/ })).toBeVisible();
});
