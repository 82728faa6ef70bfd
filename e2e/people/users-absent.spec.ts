import { breakCall } from '../support/agents.ts';
import { findPeople, makePeople, openUsers, uniqueDomain, userRow } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { expect, test } from '../support/test-server.ts';

test('people who have not entered for long are picked and kept out together, and a refusal keeps everybody', async ({
  page,
}) => {
  const domain = uniqueDomain();
  const long = '2026-01-10T12:00:00Z';
  const [ana, rui, eva] = await makePeople(
    [
      { name: 'Ana Ausente', last_login: long },
      { name: 'Rui Ausente', last_login: long },
      { name: 'Eva Presente', last_login: new Date().toISOString() },
    ],
    domain,
  );
  if (!ana || !rui || !eva) throw new Error('nobody was made');
  await openUsers(page);
  await findPeople(page, domain);
  await expect(page.getByText('3 de 3', { exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Escolher' })).toHaveCount(0);

  const access = page.getByRole('combobox', { name: 'Mostrar' });
  await access.selectOption('Sem entrar há 90 dias');
  await expect(page.getByText('2 de 2', { exact: true })).toBeVisible();
  await expect(userRow(page, eva.name)).toHaveCount(0);
  const deactivate = page.getByRole('button', { name: /^Desativar \(/ });
  await expect(deactivate).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Escolher todas as pessoas mostradas' }).check();
  await expect(deactivate).toHaveText('Desativar (2)');
  await walkPast(page, [['pessoas ausentes', async () => {}]]);
  await page.setViewportSize({ width: 1360, height: 850 });

  await breakCall(page, '/users/status', 'POST');
  await deactivate.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Desativar 2 pessoas?');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(deactivate).toHaveText('Desativar (2)');
  await deactivate.click();
  await question.getByRole('button', { name: 'Desativar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Falha ao desativar as pessoas' })).toBeVisible();
  await page.unrouteAll();

  await page.getByRole('checkbox', { name: `Escolher ${rui.name}` }).uncheck();
  await expect(deactivate).toHaveText('Desativar (1)');
  await deactivate.click();
  await expect(question).toContainText('Desativar 1 pessoa?');
  await question.getByRole('button', { name: 'Desativar' }).click();
  await expect(page.getByText('1 pessoa desativada.')).toBeVisible();
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible();
  await expect(userRow(page, ana.name)).toHaveCount(0);

  await access.selectOption('Todas as pessoas');
  await expect(page.getByText('3 de 3', { exact: true })).toBeVisible();
  await expect(page.getByRole('switch', { name: `Status de ${ana.name}` })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: `Status de ${rui.name}` })).toBeChecked();
  await access.selectOption('Desativadas');
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible();
  await expect(userRow(page, ana.name)).toBeVisible();
  await access.selectOption('Administradores');
  await expect(userRow(page, ana.name)).toHaveCount(0);

  await findPeople(page, uniqueDomain());
  await access.selectOption('Sem entrar há 365 dias');
  await expect(page.getByText('Nenhum usuário encontrado')).toBeVisible();
});
