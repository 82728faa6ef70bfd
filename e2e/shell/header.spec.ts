import { stored } from '../support/accounts.ts';
import { changeMe } from '../support/plans.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

test('R-SHELL-36 R-SHELL-37 R-SHELL-38 R-SHELL-39 R-SHELL-40 R-SHELL-42 R-SHELL-43 R-PROF-14 the logo, Feedback and the menu', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  await page.getByRole('banner').getByRole('link', { name: /Prosa/ }).click();
  await expect(page).toHaveURL('/chat');
  await expect(page.getByRole('button', { name: 'Feedback' })).toBeVisible();

  const icon = page.getByRole('button', { name: `Menu de ${person.name}` });
  const menu = page.getByRole('menu');
  await icon.click();
  await expect(menu.getByRole('menuitem', { name: 'Perfil' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Administração' })).toHaveCount(0);
  await icon.click({ force: true });
  await expect(menu).toHaveCount(0);
  await icon.click();
  await page.mouse.click(500, 500);
  await expect(menu).toHaveCount(0);
  await icon.click();
  await menu.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page).toHaveURL('/profile');
  await icon.click();
  await menu.getByRole('menuitem', { name: 'Assinatura' }).click();
  await expect(page).toHaveURL('/subscription');
});

test('a long e-mail address does not widen the menu over the page: it is cut, and shown in full on pointing', async ({
  page,
  person,
}) => {
  const email = `${'endereco.muito.longo.'.repeat(6)}@prefeitura.exemplo.com.br`;
  await changeMe(page, { email });
  await enter(page, person, '/profile');
  await page.getByRole('button', { name: `Menu de ${person.name}` }).click();
  const shown = page.getByRole('menu').getByText(email);
  await expect(shown).toHaveAttribute('title', email);
  await expect.poll(async () => (await page.getByRole('menu').boundingBox())?.width).toBeLessThanOrEqual(320);
  await expect.poll(() => shown.evaluate((line) => line.scrollWidth > line.clientWidth)).toBe(true);
});

test('R-SHELL-41 signing out clears the tokens, leads to the sign-in screen, and Back does not sign in again', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await page.getByRole('button', { name: `Menu de ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page).toHaveURL('/profile');
  await page.getByRole('button', { name: `Menu de ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/');
  for (const key of ['token', 'refreshToken']) await expect.poll(() => stored(page, key)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('the administration stands in the menu of administrators', async ({ page }) => {
  await enter(page, ADMIN);
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Administração' }).click();
  await expect(page).toHaveURL('/admin');
});

test('the chosen theme stays, without using local storage', async ({ page, person }) => {
  await enter(page, person);
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitemradio', { name: 'Escuro' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
