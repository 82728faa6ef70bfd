import type { Page } from '@playwright/test';
import { asAdmin, edit, expectFailure, makeAgent, openAgent } from '../support/agents.ts';
import { API, expect, test } from '../support/test-server.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Versions' });
const rows = (page: Page) =>
  dialog(page).getByRole('list', { name: 'Versions of this agent' }).getByRole('listitem');
const open = (page: Page) => page.getByRole('button', { name: 'View versions' }).click();
const restore = (page: Page) => dialog(page).getByRole('button', { name: 'Restore this version' });
const confirm = (page: Page) =>
  page
    .getByRole('alertdialog', { name: 'Restore this version?' })
    .getByRole('button', { name: 'Restore this version' })
    .click();

/** Two versions: the second changes a word, the model and the security switch. */
async function twice(page: Page) {
  const sections = { goal: '', response_style: '', constraints: '', custom_instructions: '' };
  const agent = await makeAgent(page, {
    prompt_sections: { ...sections, identity: 'Responda em até dez linhas.' },
    model: 'gpt-4o',
  });
  await asAdmin(page, 'PUT', `/agents/${agent.id}`, {
    prompt_sections: { ...sections, identity: 'Responda em até cinco linhas.' },
    model: 'gpt-5',
    use_security_prompt: false,
  });
  return agent;
}

test('versions say when, by whom and with how many answers; the comparison shows only what changed', async ({
  page,
}) => {
  await openAgent(page, await twice(page));
  await open(page);
  await expect(rows(page).first()).toContainText('current');
  await expect(rows(page).first()).toContainText('by Administrador');
  await expect(rows(page).first()).toContainText('0 answers');
  await expect(rows(page).first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await rows(page).nth(0).getByRole('button').click();
  await expect(
    dialog(page).getByText('This version is the same as the present configuration.'),
  ).toBeVisible();
  await expect(restore(page)).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'All versions' }).click();
  await rows(page).nth(1).getByRole('button').click();
  const changes = dialog(page).getByRole('region', { name: 'What restoring would change' });
  await expect(changes.locator('dt')).toHaveText(['Model', 'Identity', 'Security prompt']);
  await expect(changes.locator('del')).toHaveText(['gpt-5', 'cinco', 'Off']);
  await expect(changes.locator('ins')).toHaveText(['gpt-4o', 'dez', 'On']);
});

test('restoring asks, brings the configuration back, and keeps the present one on the list', async ({
  page,
}) => {
  const agent = await twice(page);
  await openAgent(page, agent);
  await open(page);
  const before = await rows(page).count();
  await rows(page).nth(1).getByRole('button').click();
  await restore(page).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await restore(page).click();
  await confirm(page);
  await expect(dialog(page).getByText('The version was restored.')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'current' })).toHaveCount(1);
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(before);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Responda em até dez linhas.').first()).toBeVisible();
  const stored = await asAdmin<Record<string, unknown>>(page, 'GET', `/agents/${agent.id}`);
  expect(stored).toMatchObject({ model: 'gpt-4o', use_security_prompt: true });
});

test('what no longer exists is named after restoring', async ({ page }) => {
  const agent = await twice(page);
  await page.route(`**${API}/agents/${agent.id}/versions/*/restore`, async (route) => {
    const body = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, data: { ...body.data, missing: ['Base apagada'] } } });
  });
  await openAgent(page, agent);
  await open(page);
  await rows(page).nth(1).getByRole('button').click();
  await restore(page).click();
  await confirm(page);
  await expect(
    dialog(page).getByText('These no longer exist, so they could not be linked again:'),
  ).toBeVisible();
  await expect(dialog(page).getByText('Base apagada')).toBeVisible();
});

test('an editor finishes before restoring; failures are named', async ({ page }) => {
  const agent = await twice(page);
  await openAgent(page, agent);
  await edit(page);
  await open(page);
  await rows(page).nth(1).getByRole('button').click();
  await expect(restore(page)).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.route(`**${API}/agents/${agent.id}/versions/*/restore`, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await open(page);
  await rows(page).nth(1).getByRole('button').click();
  await restore(page).click();
  await confirm(page);
  await expectFailure(dialog(page), 'The version could not be restored');
});

test('a list of versions that does not load says so and tries again', async ({ page }) => {
  const agent = await twice(page);
  await page.route(`**${API}/agents/${agent.id}/versions?*`, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await openAgent(page, agent);
  await open(page);
  await expectFailure(dialog(page), 'The versions could not be loaded');
  await page.unrouteAll();
  await dialog(page).getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(rows(page).first()).toBeVisible();
});
