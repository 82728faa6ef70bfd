import type { Page } from '@playwright/test';
import { asAdmin, breakCall, expectFailure, listenTo, makeAgent, uniqueName } from '../support/agents.ts';
import { edit, makeSource, openSource, press, stored } from '../support/data-sources.ts';
import { expect, test, typeQuickly } from '../support/test-server.ts';

const associated = (page: Page) =>
  page.getByRole('list', { name: 'Associated Agents' }).getByRole('listitem');
const picker = (page: Page) => page.getByRole('dialog', { name: 'Associate Agent' });
const offered = (page: Page) =>
  picker(page).getByRole('list', { name: 'Associate Agent' }).getByRole('listitem');

test('R-DS-38 R-DS-39 R-DS-40 R-DS-41 R-CONST-04 agents are found ten at a time, associated and taken off', async ({
  page,
}) => {
  const word = uniqueName('Agente');
  for (let place = 10; place < 35; place += 1)
    await asAdmin(page, 'POST', '/agents', { name: `${word} n${place}`, description: 'Um de muitos.' });
  const source = await makeSource(page);
  await openSource(page, source);
  await expect(page.getByText('No agents associated yet')).toBeVisible();
  const calls = listenTo(page, 'GET', /\/agents$/);
  const asked = () => calls.filter(({ url }) => url.searchParams.has('search'));
  await press(page, 'Associate Agent');
  await typeQuickly(picker(page).getByLabel('Search agents'), word);
  await expect(offered(page).filter({ hasText: word })).toHaveCount(10);
  // They were the newest, and stood there before anything was asked.
  await expect.poll(() => asked().length).toBe(1);
  await press(picker(page), 'Load More');
  await expect(offered(page)).toHaveCount(20);
  await press(picker(page), 'Load More');
  await expect(offered(page)).toHaveCount(25);
  await expect(picker(page).getByRole('button', { name: 'Load More' })).toHaveCount(0);
  const parts = asked().map(({ url: { searchParams } }) =>
    ['skip', 'limit', 'search'].map((name) => searchParams.get(name)),
  );
  expect(parts).toEqual([
    ['0', '10', word],
    ['10', '10', word],
    ['20', '10', word],
  ]);
  await press(picker(page), `Associate ${word} n20`);
  await expect(offered(page)).toHaveCount(24);
  await expect(offered(page).filter({ hasText: `${word} n20` })).toHaveCount(0);
  await press(picker(page), 'Done');
  await expect(associated(page)).toHaveText([
    new RegExp(`${word} n20\\s*Draft\\s*Um de muitos\\.\\s*Remove`),
  ]);
  await expect(associated(page).getByRole('link')).toHaveAttribute('href', /^\/admin\/agents\/\d+$/);
  expect((await stored(page, source)).agents).toHaveLength(1);
  await press(page, `Remove ${word} n20`);
  await expect(associated(page)).toHaveCount(0);
  await expect(page.getByText('No agents associated yet')).toBeVisible();
  expect((await stored(page, source)).agents).toEqual([]);
});

test('R-ERR-47 R-ERR-48 R-ERR-49 R-ERR-50 R-ERR-54 associating and taking off that fail say what and why', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const source = await makeSource(page);
  await openSource(page, source);
  await breakCall(page, '/agents?*', 'GET');
  await press(page, 'Associate Agent');
  await expectFailure(picker(page), 'Falha ao carregar agentes');
  await page.unrouteAll();
  await press(picker(page), 'Tentar novamente');
  await picker(page).getByLabel('Search agents').fill(agent.name);
  await expect(offered(page)).toHaveCount(1);
  await breakCall(page, '/data-sources/*/agents/*', 'POST');
  await press(picker(page), `Associate ${agent.name}`);
  await expectFailure(picker(page), 'Falha ao associar agente');
  await expectFailure(picker(page), 'Falha ao adicionar agente à fonte de dados');
  await page.unrouteAll();
  await press(picker(page), `Associate ${agent.name}`);
  await expect(picker(page).getByText('Every agent is already associated')).toBeVisible();
  await press(picker(page), 'Done');
  await breakCall(page, '/data-sources/*/agents/*', 'DELETE');
  await press(page, `Remove ${agent.name}`);
  await expectFailure(page, 'Falha ao remover associação do agente');
  await expectFailure(page, 'Falha ao remover agente da fonte de dados');
  await expect(associated(page)).toHaveCount(1);
});

test('R-DS-42 R-DS-43 R-DS-44 R-ERR-44 a data source is deleted in two steps and leads back to the list', async ({
  page,
}) => {
  const source = await makeSource(page);
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/data-sources/${source.id}/agents/${agent.id}`);
  await openSource(page, source);
  const sent = listenTo(page, 'DELETE', /\/data-sources\/\d+$/);
  const zone = page.getByRole('region', { name: 'Danger Zone' });
  await press(zone, 'Delete');
  await expect(zone.getByText('1 agent will no longer answer from it.')).toBeVisible();
  await expect(zone.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(zone, 'Cancel');
  await expect(zone.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
  await edit(page);
  await expect(zone).toHaveCount(0);
  await press(page, 'Cancel');
  expect(sent).toEqual([]);

  await press(zone, 'Delete');
  await breakCall(page, `/data-sources/${source.id}`, 'DELETE');
  await press(zone, 'Confirm Delete');
  await expectFailure(zone, 'Falha ao excluir fonte de dados');
  await page.unrouteAll();
  await press(zone, 'Confirm Delete');
  await expect(page).toHaveURL(/\/admin\/datasources$/);
  await expect(page.getByRole('link', { name: source.name })).toHaveCount(0);
  await page.goto(`/admin/datasources/${source.id}`);
  await expect(page.getByRole('link', { name: 'Back to data sources' })).toBeVisible();
});
