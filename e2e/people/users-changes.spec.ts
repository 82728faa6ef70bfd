import type { Page } from '@playwright/test';
import { asAdmin, breakCall, holdBack, listenTo } from '../support/agents.ts';
import { findPeople, type MadePerson, makePerson, openUsers, userRow } from '../support/groups.ts';
import { ADMIN, expect, test } from '../support/test-server.ts';

const LIST = /\/users\/all$/;

async function openOne(page: Page, person: MadePerson, who?: MadePerson) {
  await openUsers(page, who);
  await findPeople(page, person.email);
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible();
  const row = userRow(page, person.name);
  return { row, access: row.getByRole('switch'), role: row.getByRole('combobox') };
}

const stored = async (page: Page, { email }: MadePerson) => {
  const [user] = await asAdmin<{ active: boolean; role: string }[]>(
    page,
    'GET',
    `/users/all?include_inactive=true&search=${email}`,
  );
  return user;
};

test('R-ADM-11 R-ADM-17 the switch changes the text at once, tells the server and works in both directions', async ({
  page,
}) => {
  const person = await makePerson();
  const { row, access } = await openOne(page, person);
  await expect(row.getByText('Ativo', { exact: true })).toBeVisible();
  const sent = listenTo(page, 'PATCH', /\/users\/\d+\/status$/);
  const release = await holdBack(page, `/users/${person.id}/status`, 'PATCH');
  await access.click();
  // Before the server has answered.
  await expect(row.getByText('Inativo', { exact: true })).toBeVisible();
  await expect(access).not.toBeChecked();
  await access.click();
  release();
  await expect(access).not.toHaveAttribute('aria-busy');
  expect(sent.map(({ body }) => body)).toEqual([{ active: false }]);
  await expect.poll(() => stored(page, person)).toMatchObject({ active: false });
  await access.click();
  await expect(row.getByText('Ativo', { exact: true })).toBeVisible();
  await expect.poll(async () => (await stored(page, person))?.active).toBe(true);
});

test('R-ADM-12 R-ADM-22 R-ADM-25 a superadmin chooses among the four roles, and the name of the role goes to the server', async ({
  page,
}) => {
  const person = await makePerson();
  const { role } = await openOne(page, person);
  await expect(role).toBeEnabled();
  await expect(role.locator('option')).toHaveText(['user', 'admin', 'user_td', 'superadmin']);
  const sent = listenTo(page, 'POST', /\/admin\/promote\//);
  await role.selectOption('admin');
  const dialog = page.getByRole('alertdialog', { name: `Dar a ${person.name} o perfil admin?` });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(role).toHaveValue('user');
  expect(sent).toEqual([]);
  await role.selectOption('admin');
  await dialog.getByRole('button', { name: 'Alterar perfil' }).click();
  await expect(role).toHaveValue('admin');
  await expect.poll(async () => (await stored(page, person))?.role).toBe('admin');
  // A role with fewer rights is given without a question.
  await role.selectOption('user_td');
  await expect.poll(async () => (await stored(page, person))?.role).toBe('user_td');
  expect(sent.map(({ url }) => url.pathname)).toEqual([
    `/api/v1/admin/promote/${person.id}/admin`,
    `/api/v1/admin/promote/${person.id}/user_td`,
  ]);
});

test("R-ADM-23 an admin sees the role locked, with a padlock and a tooltip on pointer and focus, and changes neither own nor superadmins' accounts", async ({
  page,
}) => {
  const admin = await makePerson({ role: 'admin' });
  const { row, role, access } = await openOne(page, admin, admin);
  await expect(role).toBeDisabled();
  const locked = row.getByRole('group', { name: `Perfil de ${admin.name}` });
  await expect(locked.locator('svg.lucide-lock')).toBeVisible();
  const hint = page.getByRole('tooltip', { name: 'Apenas superadmins podem alterar perfis' });
  await locked.hover();
  await expect(hint).toBeVisible();
  await page.mouse.move(0, 0, { steps: 5 });
  await expect(hint).toHaveCount(0);
  await page.getByRole('link', { name: 'Convidar' }).focus();
  await page.keyboard.press('Tab');
  await expect(locked).toBeFocused();
  await expect(hint).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(access).toBeFocused();
  await expect(access).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('tooltip', { name: 'Você não pode desativar a própria conta.' })).toBeVisible();
  const sent = listenTo(page, 'PATCH', /\/status$/);
  await access.press('Enter');
  await findPeople(page, ADMIN.email);
  const above = userRow(page, ADMIN.email).getByRole('switch');
  await expect(above).toHaveAttribute('aria-disabled', 'true');
  await above.click({ force: true });
  await expect(
    page.getByRole('tooltip', { name: 'Apenas superadmins podem alterar outro superadmin.' }),
  ).toBeVisible();
  expect(sent).toEqual([]);
});

test('R-ADM-19 R-ADM-20 R-ERR-12 R-ERR-29 a change that fails is undone, says what failed, and the list is read again', async ({
  page,
}) => {
  const person = await makePerson();
  const { row, access, role } = await openOne(page, person);
  const asked = listenTo(page, 'GET', LIST);
  await breakCall(page, `/users/${person.id}/status`, 'PATCH');
  await access.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(
    'Falha ao atualizar status do usuário. Por favor, tente novamente daqui a alguns instantes.',
  );
  await expect(row.getByText('Ativo', { exact: true })).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
  await page.unrouteAll();
  await breakCall(page, `/users/${person.id}/status`, 'PATCH', 'Não desta vez.');
  await access.click();
  await expect(alert.getByText('Falha ao atualizar status do usuário', { exact: true })).toBeVisible();
  await expect(alert.getByText('Não desta vez.')).toBeVisible();
  await breakCall(page, `/admin/promote/${person.id}/*`, 'POST');
  await role.selectOption('superadmin');
  await page.getByRole('button', { name: 'Alterar perfil' }).click();
  await expect(alert.getByText('Falha ao atualizar cargo do usuário', { exact: true })).toBeVisible();
  await expect(alert.getByText(/^Falha ao alterar perfil do usuário\. Por favor/)).toBeVisible();
  await expect(role).toHaveValue('user');
  await expect.poll(() => asked.length).toBe(3);
});
