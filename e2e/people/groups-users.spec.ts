import type { Locator } from '@playwright/test';
import { asAdmin, breakCall, expectFailure, holdBack, listenTo, uniqueName } from '../support/agents.ts';
import {
  crowd,
  listenToGroups,
  makeGroup,
  makePeople,
  openAssignment,
  openGroups,
  pagesOf,
  toTheEnd,
  uniqueDomain,
} from '../support/groups.ts';
import { expect, test, typeQuickly } from '../support/test-server.ts';

const STATUS = /\/users\/status$/;
const search = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Buscar usuários...' });
const domain = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Domínio de e-mail' });
const show = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Mostrar' });
const row = (dialog: Locator, text: string) => dialog.getByRole('listitem').filter({ hasText: text });
const box = (dialog: Locator, text: string) => row(dialog, text).getByRole('checkbox');

test('R-GRP-10 R-GRP-11 R-GRP-13 R-GRP-15 R-GRP-16 R-GRP-17 R-GRP-18 R-GRP-19 R-GRP-22 R-GRP-38 R-GRP-40 R-GRP-41 people are marked and moved; those who are already in stay', async ({
  page,
}) => {
  const [group, place] = [await makeGroup(page), uniqueDomain()];
  const [inside, ana, bia] = await makePeople(
    [
      { name: 'Já Dentro', user_group_id: group.id },
      { name: 'Ana Outra', user_group_id: 2 },
      { name: 'Bia Outra' },
    ],
    place,
  );
  if (!inside || !ana || !bia) throw new Error('nobody');
  await openGroups(page);
  const dialog = await openAssignment(page, group);
  await expect(search(dialog)).toBeFocused();
  await expect(search(dialog)).toHaveAttribute('placeholder', 'Buscar usuários...');
  await expect(dialog).toContainText('Quem for adicionado sai do grupo em que está');
  await expect(dialog.getByRole('button', { name: 'Nenhum usuário para adicionar' })).toBeDisabled();
  await domain(dialog).fill(place);
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  for (const text of [ana.name, ana.email, `ID ${ana.id}`, 'Está em Plus'])
    await expect(row(dialog, ana.email)).toContainText(text);
  await expect(box(dialog, inside.email)).toBeChecked();
  await expect(box(dialog, inside.email)).toBeDisabled();
  await row(dialog, inside.email).getByText(inside.name).click({ force: true });
  await expect(box(dialog, inside.email)).toBeChecked();

  await expect(show(dialog).locator('option')).toHaveText([
    'Todos os usuários',
    'Usuários no grupo',
    'Usuários fora do grupo',
  ]);
  await show(dialog).selectOption('Usuários no grupo');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Selecionar Todos' })).toBeDisabled();
  await show(dialog).selectOption('Usuários fora do grupo');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);

  await box(dialog, ana.email).check();
  await expect(row(dialog, ana.email).getByText('Será adicionado', { exact: true })).toBeVisible();
  await box(dialog, ana.email).uncheck();
  await expect(dialog.getByText('Será adicionado')).toHaveCount(0);
  await box(dialog, ana.email).check();
  await box(dialog, bia.email).check();
  const submit = dialog.getByRole('button', { name: 'Adicionar 2 usuário(s)' });
  await expect(submit).toBeEnabled();

  const sent = listenTo(page, 'POST', /\/user-groups\/assign-users$/);
  const removals = listenTo(page, 'DELETE', /./);
  const [groups, people] = [listenToGroups(page), listenTo(page, 'GET', /\/users\/all$/)];
  const release = await holdBack(page, '/user-groups/assign-users', 'POST');
  await submit.click();
  await expect(submit).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  release();
  await expect(dialog).toHaveCount(0);
  expect(sent.map(({ body }) => body)).toEqual([{ user_ids: [ana.id, bia.id], user_group_id: group.id }]);
  await expect.poll(() => [groups().length, people.length]).toEqual([1, 1]);
  expect(removals).toEqual([]);
  const members = await asAdmin<unknown[]>(
    page,
    'GET',
    `/user-groups/${group.id}/users/status?association=in_group`,
  );
  expect(members).toHaveLength(3);
});

test('R-GRP-12 R-GRP-14 R-GRP-23 R-GRP-20 R-GRP-21 R-GRP-37 R-CONST-04 R-CONST-05 the list grows on scrolling, filters after 500 ms, and «Selecionar Todos» reaches those who are not loaded', async ({
  page,
}) => {
  const [group, place, name] = [await makeGroup(page), uniqueDomain(), uniqueName('Multidão')];
  await makePeople([...crowd(name, 120), { name, user_group_id: group.id }], place);
  await openGroups(page);
  const dialog = await openAssignment(page, group);
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  const asked = listenTo(page, 'GET', STATUS);
  const began = Date.now();
  await typeQuickly(domain(dialog), `@${place}`);
  await expect(dialog.getByText('121 usuários')).toBeVisible();
  expect(Date.now() - began).toBeGreaterThanOrEqual(500);
  expect(asked.map(({ url }) => url.searchParams.get('email_domain'))).toEqual([`@${place}`]);
  await expect(dialog.getByRole('listitem')).toHaveCount(50);
  await toTheEnd(dialog);
  await expect(dialog.getByRole('listitem')).toHaveCount(100);
  await breakCall(page, `/user-groups/${group.id}/users/status?*skip=100*`, 'GET');
  await toTheEnd(dialog);
  const alert = dialog.getByRole('alert');
  await expect(alert.getByText('Falha ao carregar mais usuários', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(121);
  expect(pagesOf(asked)).toEqual([
    ['0', '50'],
    ['50', '50'],
    ['100', '50'],
    ['100', '50'],
  ]);

  await dialog.getByRole('button', { name: 'Selecionar Todos' }).click();
  await expect(dialog.getByRole('button', { name: 'Adicionar 120 usuário(s)' })).toBeEnabled();
  await expect(dialog.getByText('Será adicionado')).toHaveCount(120);
  await dialog.getByRole('button', { name: 'Limpar seleção' }).click();
  await expect(dialog.getByRole('button', { name: 'Nenhum usuário para adicionar' })).toBeDisabled();

  // Another search begins at the first page and at the top; people beyond it stay selected all the same.
  await search(dialog).fill(`${name} 0`);
  await expect(dialog.getByText('99 usuários')).toBeVisible();
  expect(pagesOf(asked).at(-1)).toEqual(['0', '50']);
  await expect(dialog.getByRole('listitem')).toHaveCount(50);
  await dialog.getByRole('button', { name: 'Selecionar Todos' }).click();
  await expect(dialog.getByRole('button', { name: 'Adicionar 99 usuário(s)' })).toBeEnabled();
  await search(dialog).fill('zzzz');
  await expect(
    dialog.getByText('Nenhum usuário encontrado com os filtros selecionados.', { exact: true }),
  ).toBeVisible();
});

test('R-ERR-23 R-ERR-28 R-ERR-29 listing, selecting and assigning that fail say so and leave what was marked', async ({
  page,
}) => {
  const [group, place] = [await makeGroup(page), uniqueDomain()];
  const [person] = await makePeople([{ name: 'Uma Pessoa' }], place);
  if (!person) throw new Error('nobody');
  await openGroups(page);
  await breakCall(page, `/user-groups/${group.id}/users/status?*`, 'GET');
  const dialog = await openAssignment(page, group);
  const alert = dialog.getByRole('alert');
  await expect(alert.getByText('Failed to prepare user assignment', { exact: true })).toBeVisible();
  await expect(alert.getByText(/^Falha ao buscar usuários do grupo\. Por favor/)).toBeVisible();
  await expect(dialog.locator('[data-skeleton]')).toHaveCount(0);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await domain(dialog).fill(place);
  await box(dialog, person.email).check();
  await breakCall(page, '/user-groups/users/filtered?*', 'GET');
  await dialog.getByRole('button', { name: 'Selecionar Todos' }).click();
  await expectFailure(dialog, 'Falha ao selecionar usuários');
  await breakCall(page, '/user-groups/assign-users', 'POST');
  await dialog.getByRole('button', { name: 'Adicionar 1 usuário(s)' }).click();
  await expectFailure(dialog, 'Falha ao atribuir usuários ao grupo');
  await expect(box(dialog, person.email)).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Adicionar 1 usuário(s)' })).toBeEnabled();
});
