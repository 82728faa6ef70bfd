import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { breakCall, expectFailure } from '../support/agents.ts';
import { ADMIN, enter, expect, openConversation, test, textOfEmailTo } from '../support/test-server.ts';

test("a person's own data come in one ZIP file, with what the product keeps about the person; a failure is named", async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  await openConversation(page);
  const button = page.getByRole('button', { name: 'Baixar meus dados' });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toMatch(/^prosa-meus-dados-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(Object.keys(files)).toContain('index.html');
  expect(strFromU8(files['dados.json'] ?? new Uint8Array())).toContain(person.email);
  await expect(page.getByText(/^Arquivo baixado: prosa-meus-dados/)).toBeVisible();
  await breakCall(page, '/users/me/export', 'GET');
  await button.click();
  await expectFailure(page, 'Falha ao baixar seus dados');
});

test('R-PROF-03 name and phone number are corrected, with the mask of registration; the fields of the profile stay read-only', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  const personal = page.getByRole('region', { name: 'Dados Pessoais' });
  await page.getByRole('button', { name: 'Corrigir nome e telefone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Corrigir nome e telefone' });
  const phone = dialog.getByLabel('Telefone');
  await expect(phone).toHaveValue('(11) 98765-4321');
  await dialog.getByLabel('Nome').fill(' ');
  await phone.fill('2133');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('O nome é obrigatório.')).toBeVisible();
  await expect(dialog.getByText('Informe um telefone com DDD.')).toBeVisible();
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await dialog.getByLabel('Nome').fill('Marina Costa Leal');
  await phone.fill('');
  await phone.pressSequentially('2133334444');
  await expect(phone).toHaveValue('(21) 3333-4444');
  await breakCall(page, '/users/me', 'PATCH');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(dialog, 'Falha ao corrigir seus dados');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Dados corrigidos')).toBeVisible();
  await expect(personal.getByLabel('Nome')).toHaveValue('Marina Costa Leal');
  await expect(personal.getByLabel('Telefone')).toHaveValue('(21) 3333-4444');
  await expect(personal.getByLabel('Nome')).toHaveAttribute('readonly');
  await expect(page.getByRole('button', { name: 'Menu de Marina Costa Leal' })).toBeVisible();
});

test('deleting the account asks for the password, says what happens, is shown for seven days and can be cancelled', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  await page.getByRole('button', { name: 'Excluir minha conta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluir minha conta' });
  await expect(dialog.getByText(/A conta é excluída em 7 dias/)).toBeVisible();
  const password = dialog.getByLabel('Senha atual', { exact: true });
  const submit = dialog.getByRole('button', { name: 'Pedir a exclusão' });
  await submit.click();
  await expect(dialog.getByText('Confirme sua senha atual.')).toBeVisible();
  await password.fill('não é esta');
  await submit.click();
  await expect(dialog.getByText('A senha atual está incorreta.')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(person.password);
  await breakCall(page, '/users/me/deletion', 'POST');
  await submit.click();
  await expect(dialog.getByText('Falha ao pedir a exclusão da conta', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await submit.click();
  await expect(dialog).toHaveCount(0);
  const sentence = /^Sua conta será excluída em \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/;
  await expect(page.getByText(sentence)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Excluir minha conta' })).toHaveCount(0);
  await textOfEmailTo(person.email, /(excluída)/);

  await page.goto('/chat');
  await expect(page.getByText(sentence)).toBeVisible();
  await breakCall(page, '/users/me/deletion', 'DELETE');
  await page.getByRole('button', { name: 'Cancelar a exclusão' }).click();
  await expect(page.getByRole('alert')).toHaveText('Falha ao cancelar a exclusão da conta');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Cancelar a exclusão' }).click();
  await expect(page.getByText(sentence)).toHaveCount(0);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Excluir minha conta' })).toBeVisible();
  await expect(page.getByText(sentence)).toHaveCount(0);
});

test('the last superadmin cannot leave, and the screen says why', async ({ page }) => {
  await enter(page, ADMIN, '/profile');
  await page.route('**/users/me/deletion', (route) =>
    route.fulfill({
      status: 409,
      json: {
        success: false,
        code: 'last_superadmin',
        detail: 'É preciso manter ao menos um superadmin ativo.',
      },
    }),
  );
  await page.getByRole('button', { name: 'Excluir minha conta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluir minha conta' });
  await dialog.getByLabel('Senha atual', { exact: true }).fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Pedir a exclusão' }).click();
  await expectFailure(dialog, 'É preciso manter ao menos um superadmin ativo.');
});
