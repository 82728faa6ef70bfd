import type { Page } from '@playwright/test';
import {
  asAdmin,
  breakCall,
  expectFailure,
  listenTo,
  makeAgent,
  makeTag,
  openAgent,
  openList,
  uniqueName,
} from '../support/agents.ts';
import { expect, test } from '../support/test-server.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Tags' });
const row = (page: Page, name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
const QUESTION = 'Tem certeza que deseja excluir esta tag? Isso a removerá de todos os agentes.';

async function manage(page: Page): Promise<void> {
  await openList(page);
  await page.getByRole('button', { name: 'Manage Tags' }).click();
  await expect(dialog(page).getByLabel('New tag')).toBeFocused();
}

test('R-TAG-01 R-TAG-03 R-TAG-04 a tag is created with Enter and renamed in place; a blank one is refused; fifty characters fit', async ({
  page,
}) => {
  await manage(page);
  const sent = listenTo(page, 'POST', /\/agents\/tags$/);
  const field = dialog(page).getByLabel('New tag');
  await field.fill('   ');
  await field.press('Enter');
  await expect(dialog(page).getByText('O nome da tag não pode estar vazio')).toBeVisible();
  expect(sent).toEqual([]);
  const long = uniqueName('tag').padEnd(60, 'x');
  await field.fill('');
  await field.pressSequentially(long);
  await expect(field).toHaveValue(long.slice(0, 50));
  await expect(dialog(page).getByText('O nome da tag não pode estar vazio')).toHaveCount(0);
  await field.press('Enter');
  await expect(row(page, long.slice(0, 50))).toContainText('0 agents');
  await expect(field).toHaveValue('');
  await field.fill(long.slice(0, 50).toUpperCase());
  await field.press('Enter');
  await expect(dialog(page).getByText('Já existe uma tag com esse nome.')).toBeVisible();

  const name = long.slice(0, 50);
  await dialog(page)
    .getByRole('button', { name: `Rename ${name}` })
    .click();
  const renamed = dialog(page).getByLabel(`New name for ${name}`);
  await renamed.fill(' ');
  await renamed.press('Enter');
  await expect(dialog(page).getByText('O nome da tag não pode estar vazio')).toBeVisible();
  await breakCall(page, '/agents/tags/*', 'PUT');
  await renamed.fill(`novo-${name.slice(0, 40)}`);
  await renamed.press('Enter');
  await expect(dialog(page).getByText('Falha ao renomear tag', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await renamed.press('Enter');
  await expect(row(page, `novo-${name.slice(0, 40)}`)).toBeVisible();
});

test('R-TAG-02 R-TAG-05 R-TAG-06 deleting asks in the specified words and takes the tag off all agents', async ({
  page,
}) => {
  const [tag, agent] = [await makeTag(page), await makeAgent(page)];
  await asAdmin(page, 'POST', `/agents/${agent.id}/tags/${tag.id}`);
  await manage(page);
  await expect(row(page, tag.name)).toContainText('1 agent');
  const remove = () =>
    dialog(page)
      .getByRole('button', { name: `Delete ${tag.name}` })
      .click();
  await remove();
  const question = page.getByRole('alertdialog', { name: QUESTION, exact: true });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, tag.name)).toBeVisible();
  await remove();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, tag.name)).toHaveCount(0);
  const stored = await asAdmin<{ tags: unknown[] }>(page, 'GET', `/agents/${agent.id}`);
  expect(stored.tags).toEqual([]);
});

test("R-AGT-28 R-TAG-08 tags are given and taken in the agent's configuration, each by its own call", async ({
  page,
}) => {
  const [tag, agent] = [await makeTag(page), await makeAgent(page)];
  await openAgent(page, agent);
  const sent = listenTo(page, 'POST', /\/agents\/\d+\/tags\/\d+$/);
  const taken = listenTo(page, 'DELETE', /\/agents\/\d+\/tags\/\d+$/);
  const field = page.getByLabel('Add a tag');
  await field.fill(tag.name.slice(0, 9));
  await page.getByRole('list', { name: 'Tags to add' }).getByRole('button', { name: tag.name }).click();
  const own = page.getByRole('list', { name: 'Tags', exact: true });
  await expect(own.getByText(tag.name)).toBeVisible();
  await expect(field).toHaveValue('');
  const fresh = uniqueName('nova');
  await field.fill(fresh);
  await field.press('Enter');
  await expect(own.getByText(fresh)).toBeVisible();
  await expect(field).toHaveValue('');
  // Made by somebody else since this page was opened: it is given, not made again.
  const late = await makeTag(page);
  await field.fill(late.name);
  await field.press('Enter');
  await expect(own.getByText(late.name)).toBeVisible();
  expect(sent[0]?.url.pathname).toMatch(new RegExp(`/agents/${agent.id}/tags/${tag.id}$`));
  await page.getByRole('button', { name: `Remove tag ${tag.name}` }).click();
  await expect(own.getByText(tag.name)).toHaveCount(0);
  expect(taken[0]?.url.pathname).toMatch(new RegExp(`/agents/${agent.id}/tags/${tag.id}$`));
  const stored = await asAdmin<{ tags: { name: string }[] }>(page, 'GET', `/agents/${agent.id}`);
  expect(stored.tags.map(({ name }) => name).sort()).toEqual([fresh, late.name].sort());
});

test('R-ERR-29 R-ERR-60 R-ERR-61 R-ERR-62 tags that do not load, are not created or are not deleted say so', async ({
  page,
}) => {
  const tag = await makeTag(page);
  await breakCall(page, '/agents/tags', 'GET');
  await openList(page);
  await expectFailure(page, 'Falha ao buscar tags');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByRole('button', { name: 'Manage Tags' }).click();
  await breakCall(page, '/agents/tags', 'POST');
  await dialog(page).getByLabel('New tag').fill('uma tag');
  await dialog(page).getByLabel('New tag').press('Enter');
  await expect(dialog(page).getByText('Falha ao criar tag', { exact: true })).toBeVisible();
  await expect(dialog(page).getByLabel('New tag')).toHaveValue('uma tag');
  await breakCall(page, `/agents/tags/${tag.id}`, 'DELETE');
  await dialog(page)
    .getByRole('button', { name: `Delete ${tag.name}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectFailure(dialog(page), 'Falha ao excluir tag');
  await expect(row(page, tag.name)).toBeVisible();
});

test('R-ERR-63 R-ERR-64 giving and taking a tag that fail say so, and nothing changes', async ({ page }) => {
  const [given, other, agent] = [await makeTag(page), await makeTag(page), await makeAgent(page)];
  await asAdmin(page, 'POST', `/agents/${agent.id}/tags/${given.id}`);
  await openAgent(page, agent);
  await breakCall(page, `/agents/${agent.id}/tags/*`, 'POST');
  await breakCall(page, `/agents/${agent.id}/tags/*`, 'DELETE');
  await page.getByLabel('Add a tag').fill(other.name);
  await page.getByLabel('Add a tag').press('Enter');
  await expect(page.getByText('Falha ao adicionar tag ao agente', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Remove tag ${given.name}` }).click();
  await expectFailure(page, 'Falha ao remover tag do agente');
  await expect(page.getByRole('list', { name: 'Tags', exact: true })).toHaveText(given.name);
});
