import type { Page } from '@playwright/test';
import {
  asAdmin,
  breakCall,
  expectFailure,
  listenTo,
  makeAgent,
  openAgent,
  uniqueName,
} from '../support/agents.ts';
import { API, expect, test, typeQuickly } from '../support/test-server.ts';

const MANUAL = 'Manual do Prosa';
const linked = (page: Page, what: string) =>
  page.getByRole('list', { name: `Linked ${what}` }).getByRole('listitem');
const picker = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const offered = (page: Page, title: string) => picker(page, title).getByRole('listitem');
const BASE = 'Add a knowledge base';
const SOURCE = 'Add a data source';

type Thing = { id: number; name: string };

const base = (id: number) => ({
  id,
  name: `Base ${String(id).padStart(2, '0')}`,
  description: id === 7 ? 'Resoluções do Contran' : null,
  documents: [],
  documents_count: 1,
  total_storage: 0,
  total_tokens: 1234,
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
});

test('R-AGT-31 R-SHELL-24 R-CONST-09 a knowledge base is linked, leads to its page and is taken off', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent, 'knowledge');
  await expect(page.getByText('No Knowledge Bases Linked')).toBeVisible();
  await page.getByRole('button', { name: 'Add Knowledge Base' }).click();
  await picker(page, BASE).getByLabel('Search knowledge bases').fill('manual do prosa');
  await picker(page, BASE)
    .getByRole('button', { name: `Add ${MANUAL}` })
    .click();
  await expect(picker(page, BASE).getByRole('button', { name: `Add ${MANUAL}` })).toHaveCount(0);
  await picker(page, BASE).getByRole('button', { name: 'Done' }).click();
  const row = linked(page, 'knowledge bases');
  await expect(row).toContainText(/\d+ docs/);
  await expect(row).toContainText(/\d+\.\dK tokens/);
  await expect(page.getByRole('tab', { name: /^Knowledge Base/ })).toContainText('1');
  const [manual] = await asAdmin<Thing[]>(page, 'GET', `/agents/${agent.id}/knowledge-bases`);
  await row.getByRole('link', { name: MANUAL }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/databases/${manual?.id}$`));
  await page.goBack();
  await page.getByRole('button', { name: `Remove ${MANUAL}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove this knowledge base from the agent?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toHaveCount(1);
  await page.getByRole('button', { name: `Remove ${MANUAL}` }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No Knowledge Bases Linked')).toBeVisible();
  expect(await asAdmin(page, 'GET', `/agents/${agent.id}/knowledge-bases`)).toEqual([]);
});

test('R-AGT-33 R-CONST-04 knowledge bases are offered ten at a time, without those that are linked', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const data = Array.from({ length: 25 }, (_, index) => base(index + 1));
  await page.route(`**${API}/knowledge-bases`, (route) =>
    route.fulfill({ json: { success: true, data, metadata: { total: 25, has_more: false }, message: '' } }),
  );
  await page.route(`**${API}/agents/${agent.id}/knowledge-bases`, (route) =>
    route.fulfill({ json: { success: true, data: [base(1), base(2)] } }),
  );
  await openAgent(page, agent, 'knowledge');
  await page.getByRole('button', { name: 'Add Knowledge Base' }).click();
  await expect(offered(page, BASE)).toHaveCount(10);
  await expect(offered(page, BASE).first()).toContainText('Base 03');
  const more = picker(page, BASE).getByRole('button', { name: 'Load More' });
  await more.click();
  await expect(offered(page, BASE)).toHaveCount(20);
  await more.click();
  await expect(offered(page, BASE)).toHaveCount(23);
  await expect(more).toHaveCount(0);
  await picker(page, BASE).getByLabel('Search knowledge bases').fill('resolucoes');
  await expect(offered(page, BASE)).toHaveCount(1);
  await picker(page, BASE).getByLabel('Search knowledge bases').fill('nada disso');
  await expect(picker(page, BASE).getByText('No matching knowledge bases found')).toBeVisible();
});

test('R-AGT-32 R-AGT-33 R-SHELL-24 a data source is found ten at a time, linked, opened and taken off', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const name = uniqueName('Fonte');
  for (let index = 11; index <= 23; index += 1)
    await asAdmin<Thing>(page, 'POST', '/data-sources', { name: `${name} n${index}` });
  await openAgent(page, agent, 'data-sources');
  await expect(page.getByText('No Data Sources Linked')).toBeVisible();
  await page.getByRole('button', { name: 'Add Data Source' }).click();
  const asked = listenTo(page, 'GET', /\/data-sources$/);
  await typeQuickly(picker(page, SOURCE).getByLabel('Search data sources'), name);
  await expect(offered(page, SOURCE)).toHaveCount(10);
  await expect.poll(() => asked.map(({ url }) => url.searchParams.get('search'))).toEqual([name]);
  await picker(page, SOURCE).getByRole('button', { name: 'Load More' }).click();
  await expect(offered(page, SOURCE)).toHaveCount(13);
  expect(asked.map(({ url }) => [url.searchParams.get('skip'), url.searchParams.get('limit')])).toEqual([
    ['0', '10'],
    ['10', '10'],
  ]);
  await picker(page, SOURCE)
    .getByRole('button', { name: `Add ${name} n15` })
    .click();
  await expect(offered(page, SOURCE)).toHaveCount(12);
  await picker(page, SOURCE).getByRole('button', { name: 'Done' }).click();
  const row = linked(page, 'data sources');
  await expect(row).toContainText('1 agent');
  await expect(row.getByText('no base query')).toBeVisible();
  await expect(row.getByRole('link')).toHaveAttribute('href', /^\/admin\/datasources\/\d+$/);
  await page.getByRole('button', { name: `Remove ${name} n15` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No Data Sources Linked')).toBeVisible();
});

test('R-ERR-38 R-ERR-39 linking and unlinking a knowledge base that fail say so, and nothing changes', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await breakCall(page, `/agents/${agent.id}/knowledge-bases/*`, 'POST');
  await openAgent(page, agent, 'knowledge');
  await page.getByRole('button', { name: 'Add Knowledge Base' }).click();
  // Ten are shown at once, and other stories have made more.
  await picker(page, BASE).getByLabel('Search knowledge bases').fill('manual do prosa');
  await picker(page, BASE)
    .getByRole('button', { name: `Add ${MANUAL}` })
    .click();
  await expectFailure(picker(page, BASE), 'Falha ao adicionar base de conhecimento');
  await page.unrouteAll();
  await picker(page, BASE)
    .getByRole('button', { name: `Add ${MANUAL}` })
    .click();
  await expect(picker(page, BASE).getByRole('button', { name: `Add ${MANUAL}` })).toHaveCount(0);
  await picker(page, BASE).getByRole('button', { name: 'Done' }).click();
  await expect(linked(page, 'knowledge bases')).toHaveCount(1);
  await breakCall(page, `/agents/${agent.id}/knowledge-bases/*`, 'DELETE');
  await page.getByRole('button', { name: `Remove ${MANUAL}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectFailure(page, 'Falha ao remover base de conhecimento');
  await expect(linked(page, 'knowledge bases')).toHaveCount(1);
});

test('R-ERR-47 R-ERR-48 R-ERR-52 R-ERR-53 linking and unlinking a data source that fail say what and why', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const source = await asAdmin<Thing>(page, 'POST', '/data-sources', { name: uniqueName('Fonte') });
  await openAgent(page, agent, 'data-sources');
  await page.getByRole('button', { name: 'Add Data Source' }).click();
  await picker(page, SOURCE).getByLabel('Search data sources').fill(source.name);
  await breakCall(page, '/data-sources/*/agents/*', 'POST');
  const add = picker(page, SOURCE).getByRole('button', { name: `Add ${source.name}` });
  await add.click();
  await expectFailure(picker(page, SOURCE), 'Falha ao adicionar fonte de dados');
  await expectFailure(picker(page, SOURCE), 'Falha ao adicionar agente à fonte de dados');
  await page.unrouteAll();
  await add.click();
  await expect(add).toHaveCount(0);
  await picker(page, SOURCE).getByRole('button', { name: 'Done' }).click();
  await breakCall(page, '/data-sources/*/agents/*', 'DELETE', 'A fonte está em uso.');
  const remove = async () => {
    await page.getByRole('button', { name: `Remove ${source.name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  };
  await remove();
  await expectFailure(page, 'Falha ao remover fonte de dados');
  await expectFailure(page, 'A fonte está em uso.');
  await page.unrouteAll();
  await breakCall(page, '/data-sources/*/agents/*', 'DELETE');
  await remove();
  await expectFailure(page, 'Falha ao remover agente da fonte de dados');
  await expect(linked(page, 'data sources')).toHaveCount(1);
});

test('R-ERR-31 R-ERR-51 lists that do not load say so and try again', async ({ page }) => {
  const agent = await makeAgent(page);
  await breakCall(page, `/agents/${agent.id}/data-sources`, 'GET');
  await breakCall(page, `/agents/${agent.id}/knowledge-bases`, 'GET');
  await openAgent(page, agent, 'data-sources');
  await expectFailure(page, 'Falha ao carregar fontes de dados');
  await page.getByRole('tab', { name: /^Knowledge Base/ }).click();
  await expectFailure(page, 'Falha ao carregar bases de conhecimento');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('No Knowledge Bases Linked')).toBeVisible();
});
