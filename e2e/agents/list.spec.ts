import {
  asAdmin,
  breakCall,
  cards,
  expectFailure,
  holdBack,
  listenTo,
  type MadeAgent,
  makeAgent,
  makeTag,
  openList,
  uniqueName,
} from '../support/agents.ts';
import { API, expect, test, typeQuickly } from '../support/test-server.ts';

const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(2, '0')}`);

test('R-AGT-01 R-AGT-07 a card shows name, state, description, tags, creation and last change', async ({
  page,
}) => {
  const tag = await makeTag(page);
  const agent = await makeAgent(page, { description: 'Responde sobre multas.' });
  await asAdmin(page, 'POST', `/agents/${agent.id}/tags/${tag.id}`);
  await openList(page, `?search=${encodeURIComponent(agent.name)}`);
  await expect(cards(page)).toHaveCount(1);
  for (const part of [agent.name, 'Draft', 'Responde sobre multas.', tag.name, 'Created', 'Updated'])
    await expect(cards(page).getByText(part, { exact: true })).toBeVisible();
  await expect(cards(page).locator('time').first()).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });
  await page.reload();
  await expect(cards(page).getByText('Deployed', { exact: true })).toBeVisible();
});

test('R-AGT-02 R-AGT-03 R-CONST-05 the search waits for 500 ms of silence, asks once and stands in the address', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await openList(page);
  await expect(cards(page).first()).toBeVisible();
  const asked = listenTo(page, 'GET', /\/agents$/);
  const began = Date.now();
  await typeQuickly(page.getByLabel('Search agents'), agent.name);
  await expect(cards(page)).toHaveCount(1);
  expect(Date.now() - began).toBeGreaterThanOrEqual(500);
  expect(asked.map(({ url }) => url.searchParams.get('search'))).toEqual([agent.name]);
  await cards(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: agent.name })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Search agents')).toHaveValue(agent.name);
  await expect(cards(page)).toHaveCount(1);
});

test('R-AGT-04 R-AGT-05 several tags filter at the same time, and «Clear Filters» turns all of them off', async ({
  page,
}) => {
  const [one, other] = [await makeTag(page), await makeTag(page)];
  const [first, second] = [await makeAgent(page), await makeAgent(page)];
  await asAdmin(page, 'POST', `/agents/${first.id}/tags/${one.id}`);
  await asAdmin(page, 'POST', `/agents/${second.id}/tags/${other.id}`);
  await openList(page);
  await expect(page.getByText('Filter by Tags')).toBeVisible();
  const asked = listenTo(page, 'GET', /\/agents$/);
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  await chip(one.name).click();
  await expect(cards(page)).toHaveCount(1);
  await chip(other.name).click();
  await expect(cards(page)).toHaveCount(2);
  expect(asked.at(-1)?.url.searchParams.getAll('tag_ids')).toEqual([String(one.id), String(other.id)]);
  await page.reload();
  await expect(chip(one.name)).toHaveAttribute('aria-pressed', 'true');
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  for (const { name } of [one, other]) await expect(chip(name)).toHaveAttribute('aria-pressed', 'false');
  await expect(page).toHaveURL(/\/admin\/agents$/);
});

test('R-AGT-08 R-CONST-04 thirty agents come twelve at a time', async ({ page }) => {
  const name = uniqueName('Muitos');
  for (const each of many(name, 30)) await asAdmin<MadeAgent>(page, 'POST', '/agents', { name: each });
  const asked = listenTo(page, 'GET', /\/agents$/);
  await openList(page, `?search=${encodeURIComponent(name)}`);
  await expect(cards(page)).toHaveCount(12);
  const more = page.getByRole('button', { name: 'Load More' });
  await more.click();
  await expect(cards(page)).toHaveCount(24);
  await more.click();
  await expect(cards(page)).toHaveCount(30);
  await expect(more).toHaveCount(0);
  expect(asked.map(({ url }) => [url.searchParams.get('skip'), url.searchParams.get('limit')])).toEqual([
    ['0', '12'],
    ['12', '12'],
    ['24', '12'],
  ]);
});

test('R-AGT-06 R-AGT-09 R-AGT-11 R-AGT-12 a new agent needs a name and is created as a draft with the defaults', async ({
  page,
}) => {
  await openList(page);
  await page.getByRole('button', { name: 'New Agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Agent' });
  const create = dialog.getByRole('button', { name: 'Create Agent' });
  await expect(create).toBeDisabled();
  await dialog.getByLabel('Name').fill('   ');
  await expect(create).toBeDisabled();
  const name = uniqueName('Novo');
  await dialog.getByLabel('Name').fill(`  ${name} `);
  await dialog.getByLabel('Description').fill('Para testar.');
  const sent = listenTo(page, 'POST', /\/agents$/);
  const release = await holdBack(page, '/agents', 'POST');
  await create.click();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  release();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      name,
      description: 'Para testar.',
      model: 'claude-4-sonnet',
      temperature: 0.5,
      use_guided_prompt: true,
      use_security_prompt: true,
    },
  ]);
});

test('R-AGT-10 no agent and no match say different things', async ({ page }) => {
  await openList(page, `?search=${uniqueName('nada')}`);
  await expect(page.getByText('No matching agents found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms or filters')).toBeVisible();
  await page.route(`**${API}/agents?*`, (route) =>
    route.fulfill({
      json: { success: true, data: [], metadata: { total: 0, has_more: false }, message: '' },
    }),
  );
  await page.goto('/admin/agents');
  await expect(page.getByText('No Agents Yet')).toBeVisible();
  await expect(page.getByText('Create your first agent to get started')).toBeVisible();
});

test('R-ERR-30 R-ERR-54 R-ERR-55 a list that fails shows what the server said, else what failed, and tries again; a creation that fails leaves what was written', async ({
  page,
}) => {
  await breakCall(page, '/agents?*', 'GET');
  await openList(page);
  await expectFailure(page, 'Falha ao carregar agentes');
  await page.unrouteAll();
  await breakCall(page, '/agents?*', 'GET', 'O banco está em manutenção.');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expectFailure(page, 'Falha ao carregar agentes');
  await expectFailure(page, 'O banco está em manutenção.');
  // Where the tags fail too, the reason is shown once.
  await breakCall(page, '/agents/tags', 'GET', 'O banco está em manutenção.');
  await page.reload();
  await expectFailure(page, 'Falha ao carregar agentes');
  await expectFailure(page, 'Falha ao buscar tags');
  await expect(page.getByText('O banco está em manutenção.')).toHaveCount(1);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).last().click();
  await expect(cards(page).first()).toBeVisible();

  await breakCall(page, '/agents', 'POST');
  await page.getByRole('button', { name: 'New Agent' }).click();
  await page.getByLabel('Name').fill('Um nome');
  await page.getByRole('button', { name: 'Create Agent' }).click();
  await expectFailure(page.getByRole('dialog'), 'Falha ao criar agente');
  await expect(page.getByLabel('Name')).toHaveValue('Um nome');
  await expect(page.getByRole('button', { name: 'Create Agent' })).toBeEnabled();
});
