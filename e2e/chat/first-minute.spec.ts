import type { Page } from '@playwright/test';
import { keepRecords } from '../conversation/records.ts';
import { holdBack } from '../support/agents.ts';
import { makePerson } from '../support/groups.ts';
import { watchShifts } from '../support/looks.ts';
import { API, admit, enter, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const agentsPart = (page: Page) => page.getByRole('region', { name: 'Agentes' });
const answers = (page: Page) => page.locator('[data-role="assistant"][data-status="done"]');

/** The posted questions, from now on. */
function watchQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/chat\/sessions\/[^/]+\/messages$/.test(request.url()))
      asked.push((request.postDataJSON() as { question: string }).question);
  });
  return asked;
}

test('R-FST-01 R-FST-02 R-FST-03 the first question of a newcomer takes one press on an example', async ({
  page,
  person,
}) => {
  const asked = watchQuestions(page);
  await enter(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sobre o que vamos prosear?');
  const card = agentsPart(page).getByRole('listitem').filter({ hasText: 'Ajuda do Prosa' }).first();
  const opener = card.getByRole('button', { name: 'Como crio um agente?' });
  await expect(opener).toBeVisible();
  const boxPlace = await box(page).boundingBox();
  const cardPlace = await card.boundingBox();
  expect(boxPlace?.y).toBeLessThan(cardPlace?.y ?? 0);
  await opener.click();
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  await expect(answers(page)).toHaveCount(1);
  expect(asked).toEqual(['Como crio um agente?']);
  await expect(answers(page).getByText(/^\d+ trechos? lidos? em/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('lastUsedAgentId'))).not.toBeNull();
});

test('R-FST-04 R-FST-05 R-FST-06 a card chooses its agent, a draft survives an example, and the conversation is there to go on', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await agentsPart(page)
    .getByRole('button', { name: /^Ajuda do Prosa/ })
    .click();
  await expect(page.getByRole('button', { name: /^Agente escolhido: Ajuda do Prosa/ })).toBeVisible();
  await expect(page.getByText('Pergunte sobre o uso e a instalação do Prosa')).toBeVisible();
  await box(page).fill('Uma pergunta pela metade');
  const openers = page.getByRole('region', { name: 'Perguntas de exemplo' });
  await expect(openers.getByRole('button')).toHaveCount(3);
  await openers.getByRole('button', { name: 'O que é o modo local?' }).click();
  await expect(answers(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Novo chat' }).first().click();
  await expect(box(page)).toHaveValue('Uma pergunta pela metade');
  const recent = page.getByRole('region', { name: 'Continuar' }).getByRole('link');
  await expect(recent).toHaveCount(1);
  await recent.click();
  await expect(answers(page)).toHaveCount(1);
});

test('R-FST-09 R-FST-11 after an answer there are questions to ask next, under the newest only; a refusal shows examples', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await agentsPart(page).getByRole('button', { name: 'O que é o modo local?' }).click();
  await expect(answers(page)).toHaveCount(1);
  const next = page.getByRole('region', { name: 'Você também pode perguntar' });
  const chips = next.getByRole('button');
  await expect(chips.first()).toBeVisible();
  expect(await chips.count()).toBeLessThanOrEqual(3);
  const question = (await chips.first().textContent()) ?? '';
  await chips.first().focus();
  await page.keyboard.press('ArrowRight');
  if ((await chips.count()) > 1) await expect(chips.nth(1)).toBeFocused();
  await chips.first().click();
  await expect(answers(page)).toHaveCount(2);
  await expect(page.locator('[data-role="user"]').last()).toContainText(question);
  await expect(next).toHaveCount(1);
  await expect(answers(page).first().getByRole('region', { name: 'Você também pode perguntar' })).toHaveCount(
    0,
  );
  await box(page).fill('Qual é a capital da Mongólia?');
  await page.keyboard.press('Enter');
  await expect(answers(page)).toHaveCount(3);
  const instead = page.getByRole('region', { name: 'Este agente sabe responder, por exemplo:' });
  await expect(instead.getByRole('button')).toHaveCount(3);
  await expect(page.getByText('Ou pergunte com outras palavras')).toBeVisible();
});

test('R-FST-05 an empty conversation offers the examples of its agent, by keyboard', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await page.goto('/chat');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const found = await page.request.get(`${API}/agents/available?search=Ajuda`, { headers });
  const [agent] = ((await found.json()) as { data: { id: number }[] }).data;
  const made = await page.request.post(`${API}/chat/create-session?agent_id=${agent?.id}`, { headers });
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  await page.goto(`/chat/${id}`);
  const opener = page.getByRole('button', { name: 'O que é o modo local?' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(answers(page)).toHaveCount(1);
});

test('the agents of a new chat push nothing down, however late they come', async ({ page }) => {
  const shifted = await watchShifts(page);
  const person = await makePerson();
  await enter(page, person);
  await keepRecords(await openConversation(page), [
    { question: 'Como vale a senha?', answer: 'Trinta minutos.' },
  ]);
  const release = await holdBack(page, '/agents/start', 'GET');
  await page.goto('/chat');
  const goOn = page.getByRole('region', { name: 'Continuar' });
  await expect(page.locator('section[aria-labelledby] a[href^="/chat/"]')).toHaveCount(1);
  await expect(goOn).toBeHidden();
  release();
  await expect(agentsPart(page).getByRole('listitem').first()).toBeVisible();
  await expect(goOn).toBeVisible();
  expect(await shifted()).toBeLessThanOrEqual(0.02);
});
