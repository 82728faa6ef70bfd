import type { Page } from '@playwright/test';
import {
  asAdmin,
  edit,
  type MadeAgent,
  makeAgent,
  makeTag,
  openAgent,
  openList,
  uniqueName,
} from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { expect, test } from '../support/test-server.ts';

async function lived(page: Page): Promise<MadeAgent> {
  const agent = await makeAgent(page, { model: 'gpt-5', description: 'Multas e recursos.'.repeat(8) });
  // As long as a tag may be, and nowhere to break.
  const tag = await makeTag(page, uniqueName('tag').replace(' ', '').padEnd(50, 'x'));
  await asAdmin(page, 'POST', `/agents/${agent.id}/tags/${tag.id}`);
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });
  return agent;
}

test('the list and the page of an agent fit every width and have no serious accessibility fault', async ({
  page,
}) => {
  const agent = await lived(page);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const tab = (name: string) => page.getByRole('tab', { name }).click();
  const away = () => page.keyboard.press('Escape');
  const dialog = (name: string | RegExp) => expect(page.getByRole('dialog', { name })).toBeVisible();
  await walkPast(page, [
    ['a lista', () => openList(page)],
    [
      'um agente novo',
      async () => {
        await press('New Agent');
        await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
      },
    ],
    [
      'as tags',
      async () => {
        await away();
        await press('Manage Tags');
        await dialog('Tags');
      },
    ],
    ['a configuração', () => openAgent(page, agent)],
    ['as versões', () => press('View versions')],
    [
      'a exclusão',
      async () => {
        await away();
        await press('Delete agent');
      },
    ],
    [
      'a edição',
      async () => {
        await away();
        await edit(page);
      },
    ],
    [
      'os modelos',
      async () => {
        await press(/^Model/);
        await expect(page.getByRole('listbox')).toBeVisible();
      },
    ],
    ['as bases', () => openAgent(page, agent, 'knowledge')],
    ['a escolha de base', () => press('Add Knowledge Base')],
    [
      'as fontes',
      async () => {
        await away();
        await tab('Data Sources');
      },
    ],
  ]);
});
