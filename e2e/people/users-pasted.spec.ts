import { readFile } from 'node:fs/promises';
import { breakCall } from '../support/agents.ts';
import { findPeople, makePeople, openUsers, uniqueDomain, userRow } from '../support/groups.ts';
import { expect, test } from '../support/test-server.ts';

test('people of a pasted list of addresses are found together, kept out together, and strangers are named', async ({
  page,
}) => {
  const domain = uniqueDomain();
  const [ana, rui, eva] = await makePeople(
    [{ name: 'Ana Saída' }, { name: 'Rui Saída' }, { name: 'Eva Fica' }],
    domain,
  );
  if (!ana || !rui || !eva) throw new Error('nobody was made');
  await openUsers(page);
  await findPeople(page, `Ana <${ana.email}>; ${rui.email}, estranho@${domain}`);
  await expect(page.getByText('2 de 2', { exact: true })).toBeVisible();
  await expect(userRow(page, eva.name)).toHaveCount(0);
  const strangers = page.getByRole('status').filter({ hasText: '1 dos e-mails não é de ninguém daqui' });
  await expect(strangers).toContainText(`estranho@${domain}`);
  await page.getByRole('checkbox', { name: 'Escolher todas as pessoas mostradas' }).check();
  await page.getByRole('button', { name: 'Desativar (2)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desativar' }).click();
  await expect(page.getByText('2 pessoas desativadas.')).toBeVisible();
  await expect(page.getByRole('switch', { name: `Status de ${ana.name}` })).not.toBeChecked();
  await findPeople(page, domain);
  await expect(page.getByText('3 de 3', { exact: true })).toBeVisible();
  await expect(strangers).toHaveCount(0);
  await expect(page.getByRole('switch', { name: `Status de ${eva.name}` })).toBeChecked();
});

test('the list as it is searched is downloaded as a sheet, and a failure says so', async ({ page }) => {
  const domain = uniqueDomain();
  await makePeople([{ name: 'Célia Planilha', token_used: 61_480 }, { name: 'Davi Planilha' }], domain);
  await openUsers(page);
  await findPeople(page, domain);
  await expect(page.getByText('2 de 2', { exact: true })).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^prosa-pessoas-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/;Célia Planilha;.*;61480;/);
  await breakCall(page, '/users/export*', 'GET');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Falha ao baixar a lista de usuários' }),
  ).toBeVisible();
});
