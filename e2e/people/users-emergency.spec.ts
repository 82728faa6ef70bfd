import { asAdmin, breakCall } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { findPeople, makePerson, openUsers, userRow } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { expect, test } from '../support/test-server.ts';

const WIDE = { width: 1360, height: 850 };

test('R-ACC-65 a superadmin makes another one with a second factor an emergency account, and takes it back', async ({
  page,
}) => {
  const person = await makePerson({ role: 'superadmin' });
  await openUsers(page);
  await findPeople(page, person.email);
  const row = userRow(page, person.name);
  await expect(row).toBeVisible();
  // Without a second factor nobody can be one.
  await expect(row.getByRole('button', { name: /emergência/ })).toHaveCount(0);
  await inDatabase((client) =>
    client.query('update users set has_second_factor = true where id = $1', [person.id]),
  );
  await page.getByRole('button', { name: 'Atualizar' }).click();
  const path = `/users/${person.id}/emergency`;
  try {
    const make = row.getByRole('button', { name: `Tornar ${person.name} conta de emergência` });
    await make.click();
    const dialog = page.getByRole('alertdialog', { name: `Tornar ${person.name} conta de emergência?` });
    await walkPast(page, [['a pergunta antes de uma conta de emergência', async () => {}]]);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    // On a phone people are cards, not rows.
    await page.setViewportSize(WIDE);
    await breakCall(page, path, 'PATCH');
    await make.click();
    await dialog.getByRole('button', { name: 'Tornar conta de emergência' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Falha ao alterar a conta de emergência' }),
    ).toBeVisible();
    await page.unrouteAll();
    await make.click();
    await dialog.getByRole('button', { name: 'Tornar conta de emergência' }).click();
    await expect(row.getByText('Conta de emergência', { exact: true })).toBeVisible();
    await walkPast(page, [['uma conta de emergência entre as pessoas', async () => {}]]);
    await page.setViewportSize(WIDE);
    await page.reload();
    await findPeople(page, person.email);
    await expect(row.getByText('Conta de emergência', { exact: true })).toBeVisible();
    await row.getByRole('button', { name: `Retirar ${person.name} das contas de emergência` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click();
    await expect(row.getByText('Conta de emergência', { exact: true })).toHaveCount(0);
  } finally {
    await asAdmin(page, 'PATCH', path, { emergency: false });
    await asAdmin(page, 'PATCH', `/users/${person.id}/status`, { active: false });
  }
});
