import type { Locator } from '@playwright/test';
import { asAdmin, breakCall, holdBack, listenTo, makeAgent, uniqueName } from '../support/agents.ts';
import {
  listenToGroups,
  makeAgents,
  makeGroup,
  openAgentsOf,
  openGroups,
  pagesOf,
  toTheEnd,
} from '../support/groups.ts';
import { expect, test, typeQuickly } from '../support/test-server.ts';

const STATUS = /\/agents\/status$/;
const search = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Buscar agentes...' });
const show = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Mostrar' });
const row = (dialog: Locator, name: string) => dialog.getByRole('listitem').filter({ hasText: name });
const box = (dialog: Locator, name: string) => row(dialog, name).getByRole('checkbox');

test('R-GRP-24 R-GRP-25 R-GRP-26 R-GRP-27 R-GRP-28 R-GRP-29 R-GRP-30 R-GRP-31 R-GRP-32 R-GRP-35 R-GRP-38 R-GRP-40 agents enter and leave the group in two calls, and marking one back changes nothing', async ({
  page,
}) => {
  const [group, name] = [await makeGroup(page), uniqueName('Perito')];
  const [one = 0, two = 0, inside = 0] = await makeAgents(name, 3);
  const deployed = await makeAgent(page, { name: `${name} 004`, description: 'Sabe de multas.' });
  await asAdmin(page, 'POST', `/agents/${deployed.id}/deploy`, { deploy_status: true });
  await asAdmin(page, 'POST', `/user-groups/${group.id}/agents`, { agent_ids: [inside] });
  await openGroups(page);
  const dialog = await openAgentsOf(page, group);
  await expect(search(dialog)).toBeFocused();
  await expect(search(dialog)).toHaveAttribute('placeholder', 'Buscar agentes...');
  await expect(dialog.getByRole('button', { name: 'Nenhuma alteração' })).toBeDisabled();
  const asked = listenTo(page, 'GET', STATUS);
  await search(dialog).fill(name);
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  expect(asked[0]?.url.searchParams.get('deployed_only')).toBe('false');
  await expect(row(dialog, `${name} 001`)).toContainText('Sem descrição');
  await expect(row(dialog, `${name} 001`)).toContainText('Rascunho');
  await expect(row(dialog, `${name} 004`)).toContainText('Sabe de multas.');
  await expect(row(dialog, `${name} 004`)).not.toContainText('Rascunho');

  await expect(show(dialog).locator('option')).toHaveText([
    'Todos os agentes',
    'Agentes no grupo',
    'Agentes fora do grupo',
  ]);
  await show(dialog).selectOption('Agentes no grupo');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(box(dialog, `${name} 003`)).toBeChecked();
  await show(dialog).selectOption('Agentes fora do grupo');
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await show(dialog).selectOption('Todos os agentes');
  await expect(dialog.getByRole('listitem')).toHaveCount(4);

  await box(dialog, `${name} 001`).check();
  await expect(row(dialog, `${name} 001`).getByText('Será adicionado', { exact: true })).toBeVisible();
  await box(dialog, `${name} 001`).uncheck();
  await box(dialog, `${name} 003`).uncheck();
  await expect(row(dialog, `${name} 003`).getByText('Será removido', { exact: true })).toBeVisible();
  await box(dialog, `${name} 003`).check();
  await expect(dialog.getByText(/^Será/)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Nenhuma alteração' })).toBeDisabled();

  await box(dialog, `${name} 001`).check();
  await box(dialog, `${name} 002`).check();
  await box(dialog, `${name} 003`).uncheck();
  const submit = dialog.getByRole('button', { name: 'Salvar alterações (+2 -1)' });
  const question = page.getByRole('alertdialog', { name: 'Descartar as alterações que não foram salvas?' });
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  // Escape takes the question back, not the ticks.
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(submit).toBeEnabled();
  const [added, removed] = [
    listenTo(page, 'POST', /\/user-groups\/\d+\/agents$/),
    listenTo(page, 'DELETE', /\/user-groups\/\d+\/agents$/),
  ];
  const groups = listenToGroups(page);
  const release = await holdBack(page, `/user-groups/${group.id}/agents`, 'POST');
  await submit.click();
  await expect(submit).toBeDisabled();
  release();
  await expect(dialog).toHaveCount(0);
  expect([added.map(({ body }) => body), removed.map(({ body }) => body)]).toEqual([
    [{ agent_ids: [one, two] }],
    [{ agent_ids: [inside] }],
  ]);
  await expect.poll(() => groups().length).toBe(1);
  await expect(page.getByRole('row').filter({ hasText: group.name })).toContainText('2 agentes');
  await openAgentsOf(page, group);
  await search(dialog).fill(name);
  await expect(box(dialog, `${name} 001`)).toBeChecked();
  await expect(box(dialog, `${name} 003`)).not.toBeChecked();
});

test('R-GRP-33 R-GRP-34 R-GRP-36 R-GRP-37 R-ERR-26 the list of agents grows on scrolling, says when it does not grow, and another search begins at the start', async ({
  page,
}) => {
  const [group, name] = [await makeGroup(page), uniqueName('Muitos')];
  await makeAgents(name, 120);
  await openGroups(page);
  const dialog = await openAgentsOf(page, group);
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  const asked = listenTo(page, 'GET', STATUS);
  const began = Date.now();
  await typeQuickly(search(dialog), name);
  await expect.poll(() => asked.length).toBe(1);
  expect(Date.now() - began).toBeGreaterThanOrEqual(500);
  expect(asked[0]?.url.searchParams.get('search_term')).toBe(name);
  await expect(row(dialog, `${name} 001`)).toBeInViewport();
  await expect(dialog.getByRole('listitem')).toHaveCount(50);
  await toTheEnd(dialog);
  await expect(dialog.getByRole('listitem')).toHaveCount(100);
  await breakCall(page, `/user-groups/${group.id}/agents/status?*skip=100*`, 'GET');
  await toTheEnd(dialog);
  const alert = dialog.getByRole('alert');
  await expect(alert.getByText('Failed to load more agents', { exact: true })).toBeVisible();
  await expect(alert.getByText(/^Falha ao buscar agentes do grupo\. Por favor/)).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveCount(0);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(120);
  await search(dialog).fill(`${name} 0`);
  await expect.poll(() => pagesOf(asked).at(-1)).toEqual(['0', '50']);
  await expect(row(dialog, `${name} 001`)).toBeInViewport();
  await search(dialog).fill('zzzz');
  await expect(dialog.getByText('Nenhum agente encontrado.', { exact: true })).toBeVisible();
});

test('R-ERR-24 R-ERR-25 R-ERR-27 R-ERR-28 R-ERR-29 opening, searching and saving that fail each say what failed, and what was marked stays', async ({
  page,
}) => {
  const [group, name] = [await makeGroup(page), uniqueName('Frágil')];
  const [one = 0, inside = 0] = await makeAgents(name, 2);
  await asAdmin(page, 'POST', `/user-groups/${group.id}/agents`, { agent_ids: [inside] });
  await openGroups(page);
  await breakCall(page, `/user-groups/${group.id}/agents/status?*`, 'GET');
  const dialog = await openAgentsOf(page, group);
  const alert = dialog.getByRole('alert');
  await expect(alert.getByText('Failed to prepare agent management', { exact: true })).toBeVisible();
  await expect(dialog.locator('[data-skeleton]')).toHaveCount(0);
  await search(dialog).fill(name);
  await expect(alert.getByText('Failed to load agents', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await box(dialog, `${name} 001`).check();
  await box(dialog, `${name} 002`).uncheck();
  await breakCall(page, `/user-groups/${group.id}/agents`, 'POST');
  await dialog.getByRole('button', { name: 'Salvar alterações (+1 -1)' }).click();
  await expect(alert.getByText('Failed to update agent associations', { exact: true })).toBeVisible();
  await expect(alert.getByText(/^Falha ao associar agentes\. Por favor/)).toBeVisible();
  await page.unrouteAll();
  // The first half succeeds now and is not asked for twice.
  await breakCall(page, `/user-groups/${group.id}/agents`, 'DELETE');
  await dialog.getByRole('button', { name: 'Salvar alterações (+1 -1)' }).click();
  await expect(alert.getByText(/^Falha ao desassociar agentes\. Por favor/)).toBeVisible();
  await page.unrouteAll();
  const added = listenTo(page, 'POST', /\/agents$/);
  await dialog.getByRole('button', { name: 'Salvar alterações (+0 -1)' }).click();
  await expect(dialog).toHaveCount(0);
  expect(added).toEqual([]);
  const members = await asAdmin<{ agent: { id: number } }[]>(
    page,
    'GET',
    `/user-groups/${group.id}/agents/status?association=in_group`,
  );
  expect(members.map(({ agent }) => agent.id)).toEqual([one]);
});
