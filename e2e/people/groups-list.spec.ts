import type { Locator } from '@playwright/test';
import type { UserGroup } from '#contract/groups.ts';
import { asAdmin, breakCall, expectFailure, holdBack, listenTo, uniqueName } from '../support/agents.ts';
import {
  crowd,
  findGroups,
  groupRow,
  listenToGroups,
  makeGroup,
  makePeople,
  makePerson,
  openGroups,
} from '../support/groups.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const GROUPS = /\/user-groups$/;
const QUESTION = 'Tem certeza que deseja excluir este grupo?';

test('R-GRP-01 R-GRP-02 R-GRP-03 R-GRP-06 R-CONST-04 the table shows the groups, which is the default and what can be done with each', async ({
  page,
}) => {
  const group = await makeGroup(page, { description: 'Quem cuida de multas.' });
  await enter(page, ADMIN, '/admin/users');
  const asked = listenToGroups(page);
  await page.getByRole('tab', { name: 'Grupos de Usuários' }).click();
  await expect(page).toHaveURL('/admin/users?tab=groups');
  await expect(page.getByRole('heading', { name: 'Gerenciamento de Grupos' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Grupos de usuários' });
  await expect(table.getByRole('columnheader')).toHaveText(['ID', 'Nome', 'Descrição', 'Padrão', 'Ações']);
  expect(asked()[0]?.searchParams.get('limit')).toBe('50');
  const row = groupRow(page, group.name);
  for (const text of [String(group.id), group.name, 'Quem cuida de multas.', 'Não', '0 usuários · 0 agentes'])
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  const free = table.getByRole('row').filter({ has: page.getByText('Free', { exact: true }) });
  await expect(free.getByText('Sim', { exact: true })).toBeVisible();
  for (const name of [group.name, 'Free'])
    for (const action of ['Editar', 'Adicionar usuários a', 'Gerenciar agentes de', 'Excluir'])
      await expect(table.getByRole('button', { name: `${action} ${name}`, exact: true })).toBeVisible();
  const locked = table.getByRole('button', { name: 'Excluir Free', exact: true });
  await expect(locked).toHaveAttribute('aria-disabled', 'true');
  await locked.click({ force: true });
  await expect(page.getByRole('tooltip')).toContainText('não podem ser excluídos');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('R-GRP-04 R-GRP-07 R-GRP-38 R-GRP-40 a group needs a name and no description; it is created once and changed afterwards', async ({
  page,
}) => {
  await openGroups(page);
  const asked = listenToGroups(page);
  const sent = listenTo(page, 'POST', GROUPS);
  await page.getByRole('button', { name: 'Novo Grupo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo Grupo' });
  const create = dialog.getByRole('button', { name: 'Criar Grupo' });
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await dialog.getByLabel('Nome').fill('   ');
  await expect(create).toBeDisabled();
  await dialog.getByLabel('Nome').press('Enter');
  expect(sent).toEqual([]);
  const name = uniqueName('Ouvidoria');
  await dialog.getByLabel('Nome').fill(` ${name} `);
  const release = await holdBack(page, '/user-groups', 'POST');
  await create.click();
  await expect(create).toBeDisabled();
  release();
  await expect(groupRow(page, name).getByText('Sem descrição')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(sent.map(({ body }) => body)).toEqual([{ name, description: null }]);
  await expect.poll(() => asked().length).toBe(1);

  await page.getByRole('button', { name: `Editar ${name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Editar Grupo' });
  await expect(edit.getByLabel('Nome')).toHaveValue(name);
  await edit.getByLabel('Nome').fill(`${name} nova`);
  await edit.getByLabel('Descrição').fill('Recebe reclamações.');
  await edit.getByRole('button', { name: 'Salvar' }).click();
  await expect(groupRow(page, `${name} nova`).getByText('Recebe reclamações.')).toBeVisible();
  await expect.poll(() => asked().length).toBe(2);

  await page.getByRole('button', { name: 'Novo Grupo' }).click();
  await dialog.getByLabel('Nome').fill(`${name} NOVA`);
  await create.click();
  await expect(dialog.getByText('Já existe um grupo com esse nome.')).toBeVisible();
  await expect(dialog.getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true');
});

test('R-GRP-09 R-GRP-40 R-GRP-41 deleting asks in the specified words, says who changes group, and the lists are read again', async ({
  page,
}) => {
  const group = await makeGroup(page);
  const person = await makePerson({ user_group_id: group.id });
  await openGroups(page);
  const remove = page.getByRole('button', { name: `Excluir ${group.name}` });
  await remove.click();
  const question = page.getByRole('alertdialog', { name: QUESTION, exact: true });
  await expect(question).toContainText(group.name);
  await expect(question).toContainText('1 usuário passa para o grupo Free.');
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  await expect(groupRow(page, group.name)).toBeVisible();
  const [groups, people] = [listenToGroups(page), listenTo(page, 'GET', /\/users\/all$/)];
  await remove.click();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(question).toHaveCount(0);
  await expect(groupRow(page, group.name)).toHaveCount(0);
  await expect.poll(() => groups().length).toBe(1);
  await expect.poll(() => people.length).toBe(1);
  const [moved] = await asAdmin<{ user_group_id: number }[]>(
    page,
    'GET',
    `/users/all?search=${person.email}`,
  );
  expect(moved?.user_group_id).toBe(1);
});

test('the search finds groups by a part of the name or the description, says where there is none, and deleting one that was found says where its people go', async ({
  page,
}) => {
  const word = uniqueName('Ouvidoria');
  const named = await makeGroup(page, { name: `${word} central` });
  const described = await makeGroup(page, { description: `Recebe o que vem da ${word}.` });
  await makePerson({ user_group_id: named.id });
  await openGroups(page);
  const asked = listenToGroups(page);
  await findGroups(page, word.toUpperCase());
  await expect(page.getByText('2 de 2', { exact: true })).toBeVisible();
  for (const { name } of [named, described]) await expect(groupRow(page, name)).toBeVisible();
  await expect(groupRow(page, 'Free')).toHaveCount(0);
  expect(asked().map(({ searchParams }) => searchParams.get('search_term'))).toEqual([word.toUpperCase()]);
  await page.getByRole('button', { name: `Excluir ${named.name}` }).click();
  const question = page.getByRole('alertdialog', { name: QUESTION, exact: true });
  await expect(question).toContainText('1 usuário passa para o grupo Free.');
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible();
  await findGroups(page, uniqueName('nenhum'));
  await expect(page.getByText('Nenhum grupo encontrado')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Criar Primeiro Grupo' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  await expect(groupRow(page, 'Free')).toBeVisible();
});

test('R-GRP-05 R-ERR-21 R-ERR-28 without groups there is an invitation; a list that fails says so in a bar, without a skeleton, and tries again', async ({
  page,
}) => {
  await breakCall(page, '/user-groups?*', 'GET');
  await openGroups(page);
  const alert = page.getByRole('alert');
  await expect(alert.getByText('Failed to load user groups', { exact: true })).toBeVisible();
  await expect(alert.getByText(/^Falha ao buscar grupos de usuários\. Por favor/)).toBeVisible();
  await expect(page.getByRole('tabpanel').locator('[data-skeleton]')).toHaveCount(0);
  await page.unrouteAll();
  await page.route(`**${API}/user-groups?*`, (route) =>
    route.fulfill({
      json: { success: true, data: [], metadata: { total: 0, has_more: false }, message: '' },
    }),
  );
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('Nenhum grupo de usuários encontrado.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Criar Primeiro Grupo' }).click();
  await expect(page.getByRole('dialog', { name: 'Novo Grupo' })).toBeVisible();
});

test('R-ERR-22 R-ERR-28 R-ERR-29 creating, changing and deleting that fail say so, and nothing is lost', async ({
  page,
}) => {
  const group = await makeGroup(page);
  await openGroups(page);
  await breakCall(page, '/user-groups', 'POST');
  await breakCall(page, `/user-groups/${group.id}`, 'PUT');
  await breakCall(page, `/user-groups/${group.id}`, 'DELETE');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Novo Grupo' }).click();
  await dialog.getByLabel('Nome').fill('Um nome');
  await dialog.getByRole('button', { name: 'Criar Grupo' }).click();
  await expectFailure(dialog, 'Falha ao criar grupo de usuários');
  await expect(dialog.getByLabel('Nome')).toHaveValue('Um nome');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Editar ${group.name}` }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(dialog, 'Falha ao atualizar grupo de usuários');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Excluir ${group.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  const alert = page.getByRole('alert');
  await expect(alert.getByText('Failed to delete user group', { exact: true })).toBeVisible();
  await expect(alert.getByText(/^Falha ao excluir grupo de usuários\. Por favor/)).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(groupRow(page, group.name)).toBeVisible();
  const still = await asAdmin<UserGroup>(page, 'GET', `/user-groups/${group.id}`);
  expect(still.name).toBe(group.name);
});

test('the search stays in sight while groups and people are scrolled, on a phone that of groups', async ({
  page,
}) => {
  for (let group = 0; group < 8; group += 1) await makeGroup(page);
  await openGroups(page);
  const goDown = (place: Locator) => place.evaluate((last) => last.scrollIntoView({ block: 'end' }));
  const search = page.getByLabel('Buscar por nome ou descrição');
  for (const width of [1360, 390]) {
    await page.setViewportSize({ width, height: 600 });
    // The one that is last now: more are fetched while the list is scrolled.
    const shown = page.getByRole('button', { name: /^Editar / }).last();
    const last = page.getByRole('button', {
      name: (await shown.getAttribute('aria-label')) ?? '',
      exact: true,
    });
    await goDown(last);
    await expect(last).toBeInViewport();
    await expect(search).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1360, height: 600 });
  await makePeople(crowd('Pessoa da lista', 12));
  await page.getByRole('tab', { name: 'Usuários', exact: true }).click();
  const people = page.getByLabel('Buscar por nome ou e-mail');
  await people.fill('Pessoa da lista');
  await expect(page.getByRole('switch')).toHaveCount(12);
  const last = page.getByRole('switch').last();
  await goDown(last);
  await expect(last).toBeInViewport();
  await expect(people).toBeInViewport({ ratio: 1 });
});
