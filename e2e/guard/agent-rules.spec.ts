/** The block «Dados pessoais» of an agent's configuration: its rule, its kinds, and where its models may process. */
import type { Page } from '@playwright/test';
import { models } from '../models/catalogue.ts';
import { intercept } from '../support/accounts.ts';
import { asAdmin, edit, makeAgent, openAgent, save, saved, unfoldRules } from '../support/agents.ts';
import { expect, test } from '../support/test-server.ts';

const rule = (page: Page) => page.getByRole('combobox', { name: 'O que fazer com dados pessoais' });
const residency = (page: Page) => page.getByRole('combobox', { name: 'Onde este agente processa' });
const kind = (page: Page, name: string) => page.getByRole('checkbox', { name });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const stored = (page: Page, id: number) => asAdmin<Record<string, unknown>>(page, 'GET', `/agents/${id}`);

test('an agent gets a rule and kinds of its own, and goes back to the default', async ({ page }) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await unfoldRules(page);
  await expect(rule(page)).toBeDisabled();
  await expect(rule(page).locator('option:checked')).toHaveText(/^Usar o padrão \(\p{L}+\)$/u);
  await expect(kind(page, 'CPF')).toHaveCount(0);
  await edit(page);
  await rule(page).selectOption('Mascarar');
  await expect(kind(page, 'CPF')).toBeChecked();
  for (const name of ['CPF', 'PIS/NIS', 'CNS', 'Cartão de pagamento']) await kind(page, name).uncheck();
  await expect(page.getByText('Escolha ao menos um tipo de dado.')).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();
  await kind(page, 'E-mail').check();
  await save(page);
  await saved(page);
  expect(await stored(page, agent.id)).toMatchObject({
    personal_data: 'mask',
    personal_data_kinds: ['email'],
  });
  await expect(kind(page, 'E-mail')).toBeDisabled();
  await edit(page);
  await rule(page).selectOption({ index: 0 });
  await expect(kind(page, 'CPF')).toHaveCount(0);
  await save(page);
  await saved(page);
  expect(await stored(page, agent.id)).toMatchObject({ personal_data: null, personal_data_kinds: null });
});

test('R-GRD-08: a model that the chosen place forbids is named at the field, and is not saved', async ({
  page,
}) => {
  const agent = await makeAgent(page, { model: 'gpt-6-luna' });
  await openAgent(page, agent);
  await edit(page);
  await residency(page).selectOption('Só no Brasil');
  await expect(residency(page)).toHaveAccessibleDescription(
    'GPT-6 Luna processa no exterior: escolha outro modelo ou outra regra.',
  );
  await expect(saveButton(page)).toBeDisabled();
  await residency(page).selectOption('No exterior também');
  await expect(residency(page)).toHaveAccessibleDescription('');
});

test('R-GRD-08: what only the server knows to be forbidden is said at the same field', async ({ page }) => {
  // The model is retired: the page cannot know what would run in its place.
  const retired = models.map((one) => (one.id === 'claude-4-sonnet' ? { ...one, runs_on: null } : one));
  await intercept(page, '/models', 200, { success: true, data: retired });
  const agent = await makeAgent(page, { model: 'claude-4-sonnet' });
  await openAgent(page, agent);
  await edit(page);
  await residency(page).selectOption('Não sai da casa');
  await save(page);
  await expect(residency(page)).toHaveAccessibleDescription(
    'Claude 4 Sonnet processa no exterior: escolha outro modelo ou outra regra.',
  );
  expect(await stored(page, agent.id)).toMatchObject({ residency_max: 'exterior' });
});
