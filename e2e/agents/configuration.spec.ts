import type { Page } from '@playwright/test';
import {
  asAdmin,
  breakCall,
  edit,
  expectFailure,
  holdBack,
  listenTo,
  makeAgent,
  openAgent,
  save,
  saved,
} from '../support/agents.ts';
import { API, expect, test } from '../support/test-server.ts';

const SECTIONS = {
  Identity: 'identity',
  Goal: 'goal',
  'Response style': 'response_style',
  Constraints: 'constraints',
  'Custom instructions': 'custom_instructions',
} as const;
const section = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const temperature = (page: Page) => page.getByRole('slider', { name: 'Temperature' });
const guided = (page: Page) => page.getByRole('switch', { name: 'Guided prompt' });
const security = (page: Page) => page.getByRole('switch', { name: 'Security prompt' });

type Stored = Record<string, unknown>;

test('R-AGT-21 R-AGT-22 model and temperature are chosen, saved and shown again', async ({ page }) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await expect(temperature(page)).toBeDisabled();
  await edit(page);
  await expect(temperature(page)).toHaveAttribute('min', '0');
  await expect(temperature(page)).toHaveAttribute('max', '1');
  await expect(temperature(page)).toHaveAttribute('step', '0.1');
  await temperature(page).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.locator('output')).toHaveText('0.8');
  await page.getByRole('button', { name: /^Model/ }).click();
  await page
    .getByRole('listbox', { name: 'Model' })
    .getByRole('option', { name: /^GPT-4o/ })
    .click();
  const release = await holdBack(page, `/agents/${agent.id}`, 'PUT');
  await save(page);
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  await saved(page);
  const stored = await asAdmin<Stored>(page, 'GET', `/agents/${agent.id}`);
  expect(stored).toMatchObject({ model: 'gpt-4o', temperature: 0.8 });
  await page.reload();
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('gpt-4o');
  await expect(temperature(page)).toHaveValue('0.8');
});

test('R-AGT-23 R-AGT-25 the five sections have help and an example, and survive a round trip', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await expect(guided(page)).toBeDisabled();
  await edit(page);
  await expect(guided(page)).toBeChecked();
  for (const label of Object.keys(SECTIONS)) await expect(section(page, label)).toBeVisible();
  await expect(page.getByText('Who the agent is and whom it speaks to.')).toBeVisible();
  await page.getByRole('button', { name: 'Use example for Goal' }).click();
  await expect(section(page, 'Goal')).toHaveValue(/^Explicar direitos/);
  await expect(page.getByRole('button', { name: 'Use example for Goal' })).toHaveCount(0);
  for (const label of Object.keys(SECTIONS)) await section(page, label).fill(`Texto de ${label}, é só isto.`);
  await save(page);
  await saved(page);
  const stored = await asAdmin<{ prompt_sections: Stored }>(page, 'GET', `/agents/${agent.id}`);
  for (const [label, key] of Object.entries(SECTIONS))
    expect(stored.prompt_sections[key]).toBe(`Texto de ${label}, é só isto.`);
  await page.reload();
  for (const label of Object.keys(SECTIONS))
    await expect(page.getByText(`Texto de ${label}, é só isto.`).first()).toBeVisible();
});

test('R-AGT-23 R-AGT-26 R-AGT-27 the custom prompt is saved, and survives the guided one without being sent', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await edit(page);
  await guided(page).click();
  await expect(section(page, 'Identity')).toHaveCount(0);
  await section(page, 'Custom prompt').fill('Responda só em versos.');
  await save(page);
  await saved(page);
  await expect(page.getByText('Responda só em versos.').first()).toBeVisible();
  const sent = listenTo(page, 'PUT', /\/agents\/\d+$/);
  await edit(page);
  await guided(page).click();
  await section(page, 'Goal').fill('Explicar.');
  await save(page);
  await saved(page);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({ use_guided_prompt: true });
  expect(sent[0]?.body).not.toHaveProperty('custom_prompt');
  const stored = await asAdmin<Stored>(page, 'GET', `/agents/${agent.id}`);
  expect(stored).toMatchObject({ use_guided_prompt: true, custom_prompt: 'Responda só em versos.' });
});

test('R-RCH-01 a variable is inserted where the cursor stands, and an unknown name is marked', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await edit(page);
  const goal = section(page, 'Goal');
  await goal.fill('Fale com , por favor.');
  await goal.focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Inserir variável em Goal' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveCount(7);
  await page.keyboard.type('primeiro');
  await page.keyboard.press('Enter');
  await expect(goal).toBeFocused();
  await expect(goal).toHaveValue('Fale com {{primeiro_nome}}, por favor.');
  await page.keyboard.type('{{cidade}}');
  await expect(goal).toHaveValue('Fale com {{primeiro_nome}}{{cidade}}, por favor.');
  await expect(page.getByText('{{cidade}} não é uma variável e será enviada como está.')).toBeVisible();
  const preview = page.locator('[data-compiled-prompt]');
  await expect(preview).toContainText('Fale com «primeiro nome de quem pergunta»{{cidade}}, por favor.');
  await expect(preview).toContainText('## Dados desta conversa');
  await save(page);
  await saved(page);
  const stored = await asAdmin<{ prompt_sections: Stored }>(page, 'GET', `/agents/${agent.id}`);
  expect(stored.prompt_sections.goal).toBe('Fale com {{primeiro_nome}}{{cidade}}, por favor.');
});

test('R-AGT-24 the security prompt can be read in full and switched off, and stays so', async ({ page }) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await page.getByText('Read the security prompt').click();
  const { security_prompt } = await asAdmin<{ security_prompt: string }>(
    page,
    'POST',
    '/agents/compile-prompt',
    {
      use_guided_prompt: true,
      use_security_prompt: true,
      custom_prompt: null,
      prompt_sections: {
        identity: '',
        goal: '',
        response_style: '',
        constraints: '',
        custom_instructions: '',
      },
    },
  );
  const read = page.locator('details').filter({ hasText: 'Read the security prompt' });
  await expect(read).toContainText(security_prompt);
  await edit(page);
  await security(page).click();
  await save(page);
  await saved(page);
  await page.reload();
  await expect(security(page)).not.toBeChecked();
});

test('R-AGT-29 Cancel restores what was saved, and name and description are edited there', async ({
  page,
}) => {
  const agent = await makeAgent(page, { description: 'A primeira descrição.' });
  await openAgent(page, agent);
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(0);
  await edit(page);
  await page.getByLabel('Name', { exact: true }).fill('Outro nome');
  await page.getByLabel('Description').fill('Outra descrição.');
  await section(page, 'Identity').fill('Outra identidade.');
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Outra identidade.')).toHaveCount(0);
  await edit(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(agent.name);
  await expect(page.getByLabel('Description')).toHaveValue('A primeira descrição.');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await page.getByLabel('Name', { exact: true }).fill('   ');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await page.getByLabel('Name', { exact: true }).fill(`${agent.name} 2`);
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: `${agent.name} 2` })).toBeVisible();
});

test('R-AGT-30 without a stored model the page shows what is really used, and does not store it by itself', async ({
  page,
}) => {
  const agent = await makeAgent(page, { model: null, temperature: null });
  await openAgent(page, agent);
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('claude-3-5-sonnet');
  await expect(temperature(page)).toHaveValue('0.7');
  await expect(page.getByText('No model is stored for this agent')).toBeVisible();
  await edit(page);
  await section(page, 'Goal').fill('Explicar.');
  await save(page);
  await saved(page);
  const stored = await asAdmin<Stored>(page, 'GET', `/agents/${agent.id}`);
  expect(stored).toMatchObject({ model: null, temperature: null });
});

test('the compiled prompt follows what is typed, and the last good text stays until the new one comes', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  const compiled = page.locator('[data-compiled-prompt]');
  await expect(compiled).not.toBeEmpty();
  await expect(page.getByText(/^about \d+ tokens$/)).toBeVisible();
  await edit(page);
  const release = await holdBack(page, '/agents/compile-prompt', 'POST');
  const asked = listenTo(page, 'POST', /\/compile-prompt$/);
  await section(page, 'Identity').pressSequentially('Você é um farol.', { delay: 10 });
  await expect.poll(() => asked.length).toBe(1);
  await expect(compiled).not.toBeEmpty();
  release();
  await expect(compiled).toContainText('Você é um farol.');
  await page.unrouteAll();
  await page.route(`**${API}/agents/compile-prompt`, (route) => route.fulfill({ status: 500, json: {} }));
  await section(page, 'Identity').fill('Mais.');
  await expectFailure(page, 'The prompt could not be compiled');
});

test('R-ERR-59 R-ERR-30 a save that fails says why and leaves what was written', async ({ page }) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await edit(page);
  await section(page, 'Identity').fill('Isto não se perde.');
  await breakCall(page, `/agents/${agent.id}`, 'PUT');
  await save(page);
  await expectFailure(page, 'Falha ao atualizar configuração do agente');
  await page.unrouteAll();
  await breakCall(page, `/agents/${agent.id}`, 'PUT', 'O disco está cheio.');
  await save(page);
  await expectFailure(page, 'O disco está cheio.');
  await expect(section(page, 'Identity')).toHaveValue('Isto não se perde.');
  await page.unrouteAll();
  await save(page);
  await saved(page);
});
