import type { Page } from '@playwright/test';
import { asAdmin, cards, edit, makeAgent, openAgent, openList, save, saved } from '../support/agents.ts';
import { expect, test } from '../support/test-server.ts';

const goal = (page: Page) => page.getByLabel('Goal', { exact: true });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

test('leaving with unsaved work asks first: by a link and by Back', async ({ page }) => {
  const agent = await makeAgent(page);
  await openList(page, `?search=${encodeURIComponent(agent.name)}`);
  await cards(page).getByRole('link').click();
  await edit(page);
  await goal(page).fill('Ainda não gravado.');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(goal(page)).toHaveValue('Ainda não gravado.');
  await page.evaluate(() => history.back());
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/agents/${agent.id}$`));
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(goal(page)).toHaveValue('Ainda não gravado.');
  await page.evaluate(() => history.back());
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/admin\/agents\?search=/);
  await expect(cards(page)).toHaveCount(1);
});

test('a confirmed link leads where it would have led, and without unsaved work nothing is asked', async ({
  page,
}) => {
  await openAgent(page, await makeAgent(page));
  await edit(page);
  await goal(page).fill('Será perdido.');
  await page.getByRole('tab', { name: /^Knowledge Base/ }).click();
  await page.getByRole('tab', { name: /^Configuration/ }).click();
  await expect(goal(page)).toHaveValue('Será perdido.');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Esta semana no Prosa' })).toBeVisible();
  await page.goBack();
  await edit(page);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("closing the tab with unsaved work asks for the browser's confirmation", async ({ page }) => {
  await openAgent(page, await makeAgent(page));
  const held = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await edit(page);
  await expect.poll(held).toBe(false);
  await goal(page).fill('Por gravar.');
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  await expect.poll(held).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(held).toBe(false);
});

test('an editor is warned that somebody else saved first, and chooses', async ({ page }) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await edit(page);
  await goal(page).fill('O meu objetivo.');
  const theirs = {
    identity: 'Deles.',
    goal: '',
    response_style: '',
    constraints: '',
    custom_instructions: '',
  };
  await asAdmin(page, 'PUT', `/agents/${agent.id}`, { prompt_sections: theirs });
  await save(page);
  await expect(page.getByText('This agent was changed elsewhere while you were editing it.')).toBeVisible();
  const stored = () =>
    asAdmin<{ prompt_sections: typeof theirs }>(page, 'GET', `/agents/${agent.id}`).then(
      ({ prompt_sections }) => prompt_sections,
    );
  await expect.poll(stored).toEqual(theirs);
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await page.getByRole('button', { name: 'Load the new configuration' }).click();
  await expect(page.getByLabel('Identity', { exact: true })).toHaveValue('Deles.');
  await expect(goal(page)).toHaveValue('');
  await goal(page).fill('O meu, de novo.');
  await asAdmin(page, 'PUT', `/agents/${agent.id}`, { prompt_sections: { ...theirs, constraints: 'Mais.' } });
  await save(page);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await saved(page);
  await expect.poll(stored).toEqual({ ...theirs, goal: 'O meu, de novo.' });
});

test('deploying or tagging elsewhere does not disturb an editor', async ({ page }) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await edit(page);
  await goal(page).fill('O meu objetivo.');
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });
  await save(page);
  await saved(page);
  await expect(page.getByText('Deployed', { exact: true })).toBeVisible();
});
