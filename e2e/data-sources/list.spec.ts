import {
  asAdmin,
  breakCall,
  expectFailure,
  holdBack,
  listenTo,
  makeAgent,
  uniqueName,
} from '../support/agents.ts';
import { cards, makeSource, openSources, press } from '../support/data-sources.ts';
import { API, expect, test, typeQuickly } from '../support/test-server.ts';

const LIST = /\/data-sources$/;

test('R-DS-01 R-DS-02 R-DS-03 R-DS-05 R-DS-06 R-DS-09 R-CONST-04 thirty data sources are found by a word and come twelve at a time', async ({
  page,
}) => {
  const word = uniqueName('Frota');
  for (let place = 10; place < 40; place += 1)
    await asAdmin(page, 'POST', '/data-sources', { name: `${word} n${place}`, description: 'Veículos' });
  await openSources(page);
  const asked = listenTo(page, 'GET', LIST);
  await typeQuickly(page.getByLabel('Search data sources'), word);
  // The newest twelve of all are the same twelve: what was asked for must have come.
  // The first of all, without a word, may still be on its way when one begins to listen.
  const forWord = () => asked.filter(({ url: { searchParams } }) => searchParams.has('search'));
  await expect.poll(() => forWord().length).toBe(1);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(cards(page).filter({ hasText: word })).toHaveCount(12);
  await press(page, 'Load More');
  await expect(cards(page)).toHaveCount(24);
  await press(page, 'Load More');
  await expect(cards(page)).toHaveCount(30);
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0);
  const parts = forWord().map(({ url: { searchParams } }) =>
    ['skip', 'limit', 'search'].map((name) => searchParams.get(name)),
  );
  expect(parts).toEqual([
    ['0', '12', word],
    ['12', '12', word],
    ['24', '12', word],
  ]);

  const last = cards(page).filter({ hasText: `${word} n39` });
  await expect(last).toContainText('Veículos');
  await expect(last).toContainText('0 agents');
  await expect(last).toContainText('not set up');
  await expect(last).toContainText(/Created\s*\d\d\/\d\d\/\d{4} \d\d:\d\d\s*Updated\s*\d\d\/\d\d\/\d{4}/);
  await page.getByLabel('Search data sources').fill('zzzz');
  await expect(page.getByText('No matching data sources found')).toBeVisible();
});

test('R-DS-05 the card counts the agents of the data source and leads to it, and the search survives the way back', async ({
  page,
}) => {
  const source = await makeSource(page);
  for (const agent of [await makeAgent(page), await makeAgent(page)])
    await asAdmin(page, 'POST', `/data-sources/${source.id}/agents/${agent.id}`);
  await openSources(page);
  await page.getByLabel('Search data sources').fill(source.name);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('2 agents');
  await cards(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: source.name })).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Search data sources')).toHaveValue(source.name);
  await expect(cards(page)).toHaveCount(1);
});

test('R-DS-04 R-DS-07 R-DS-08 R-ERR-42 a new data source needs a name, appears on the list, and the form is empty again', async ({
  page,
}) => {
  await openSources(page);
  await press(page, 'New Data Source');
  const dialog = page.getByRole('dialog', { name: 'New Data Source' });
  const create = dialog.getByRole('button', { name: /^Creat/ });
  await expect(create).toBeDisabled();
  await dialog.getByLabel('Name').fill('   ');
  await expect(create).toBeDisabled();
  const name = uniqueName('Nova');
  await dialog.getByLabel('Name').fill(`  ${name} `);
  await dialog.getByLabel('Description').fill('Para consultar.');
  await breakCall(page, '/data-sources', 'POST');
  await create.click();
  await expectFailure(dialog, 'Falha ao criar fonte de dados');
  await page.unrouteAll();

  const sent = listenTo(page, 'POST', LIST);
  const release = await holdBack(page, '/data-sources', 'POST');
  await create.click();
  await expect(create).toHaveText('Creating...');
  await expect(create).toBeDisabled();
  release();
  await expect(dialog).toHaveCount(0);
  await expect(cards(page).filter({ hasText: name })).toContainText('Para consultar.');
  expect(sent.map(({ body }) => body)).toEqual([{ name, description: 'Para consultar.' }]);
  await expect(page.getByRole('button', { name: 'New Data Source' })).toBeFocused();
  await press(page, 'New Data Source');
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await expect(dialog.getByLabel('Description')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Set it up' }).click();
  await expect(page.getByText('Not set up yet')).toBeVisible();
});

test('R-DS-10 R-ERR-40 without any data source the list says what it is for, and without a list it says why', async ({
  page,
}) => {
  await page.route(`**${API}/data-sources?*`, (route) =>
    route.fulfill({
      json: { success: true, data: [], metadata: { total: 0, has_more: false }, message: '' },
    }),
  );
  await openSources(page);
  await expect(page.getByText('No Data Sources Yet')).toBeVisible();
  await page.unrouteAll();
  await breakCall(page, '/data-sources?*', 'GET');
  await page.reload();
  await expectFailure(page, 'Falha ao buscar fontes de dados');
  await page.unrouteAll();
  await breakCall(page, '/data-sources?*', 'GET', 'O banco está em manutenção.');
  await press(page, 'Tentar novamente');
  await expectFailure(page, 'O banco está em manutenção.');
  await page.unrouteAll();
  await press(page, 'Tentar novamente');
  await expect(cards(page).first()).toBeVisible();
});
