import { expectCountdownToLogin, fillLogin, login } from '../support/accounts.ts';
import { API, expect, signIn, test, textOfEmailTo } from '../support/test-server.ts';

test.describe('recovering the password', () => {
  test('R-SHELL-07 R-AUTH-34 R-AUTH-35 R-AUTH-36 R-AUTH-37 the temporary password arrives, signs in and only lets another one be set', async ({
    page,
    person,
  }) => {
    await page.goto('/esqueci-senha');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('button', { name: 'Enviar senha temporária' }).click();
    await expect(
      page.getByText('Se o e-mail estiver cadastrado, você receberá uma senha temporária.'),
    ).toBeVisible();
    await expect(page.getByText(/Você volta ao login em \d s/)).toBeVisible();
    await page.waitForURL('/', { timeout: 12_000 });
    const temporary = await textOfEmailTo(person.email, /Senha temporária:\s+(\S+)/);
    await fillLogin(page, person.email, temporary);
    await login.submit(page).click();
    await expect(page).toHaveURL('/profile');
    await expect(
      page.getByText('Você entrou com uma senha temporária. Defina uma nova senha.'),
    ).toBeVisible();
    await page.goto('/chat');
    await expect(page).toHaveURL('/profile');
    await page.getByLabel('Nova senha').fill('uma senha nova e boa');
    await page.getByRole('button', { name: 'Atualizar Senha' }).click();
    await expect(page.getByText('Senha atualizada com sucesso')).toBeVisible();
    await page.goto('/chat');
    await expect(page).toHaveURL('/chat');
  });

  test('R-RCH-08 the page that was opened before the sign-in comes once the temporary password is replaced', async ({
    page,
    person,
  }) => {
    await page.request.post(`${API}/auth/request-reset?email=${encodeURIComponent(person.email)}`);
    const temporary = await textOfEmailTo(person.email, /Senha temporária:\s+(\S+)/);
    await page.goto('/subscription?de=carta');
    await expect(page).toHaveURL('/');
    await fillLogin(page, person.email, temporary);
    await login.submit(page).click();
    await expect(page).toHaveURL('/profile');
    await page.getByLabel('Nova senha').fill('uma senha nova e boa');
    await page.getByRole('button', { name: 'Atualizar Senha' }).click();
    await expect(page).toHaveURL('/subscription?de=carta');
  });

  test('a recovery ends the access keys, except those that the person marks', async ({ page, person }) => {
    const { access_token } = await signIn(page.request, person);
    const headers = { authorization: `Bearer ${access_token}` };
    for (const name of ['Planilha de compras', 'Chave que não conheço'])
      await page.request.post(`${API}/users/me/access-keys`, { headers, data: { name } });
    await page.request.post(`${API}/auth/request-reset?email=${encodeURIComponent(person.email)}`);
    const temporary = await textOfEmailTo(person.email, /Senha temporária:\s+(\S+)/);
    await page.goto('/');
    await fillLogin(page, person.email, temporary);
    await login.submit(page).click();
    const keys = page.getByRole('group', { name: 'Chaves de acesso que continuam' });
    await expect(keys.getByRole('checkbox', { checked: false })).toHaveCount(2);
    await keys.getByRole('checkbox', { name: /Planilha de compras/ }).check();
    await page.getByLabel('Nova senha').fill('uma senha nova e boa');
    await page.getByRole('button', { name: 'Atualizar Senha' }).click();
    await expect(page.getByText('Senha atualizada com sucesso')).toBeVisible();
    await expect(keys).toHaveCount(0);
    await expect(page.getByText('Planilha de compras')).toBeVisible();
    await expect(page.getByText('Chave que não conheço')).toHaveCount(0);
  });

  test('R-AUTH-37 R-CONST-03 after the request, three seconds count down in sight before the sign-in', async ({
    page,
  }) => {
    await page.clock.install();
    await page.route(`**${API}/auth/request-reset*`, (route) =>
      route.fulfill({ status: 200, json: { success: true, data: null } }),
    );
    await page.goto('/esqueci-senha');
    await page.getByLabel('E-mail').fill('x@exemplo.com.br');
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Enviar senha temporária' }).click();
    await expectCountdownToLogin(page);
  });

  test('R-AUTH-38 R-ERR-08 a recovery that fails without a text says why', async ({ page }) => {
    await page.route(`**${API}/auth/request-reset*`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await page.goto('/esqueci-senha');
    await page.getByLabel('E-mail').fill('x@exemplo.com.br');
    await page.getByRole('button', { name: 'Enviar senha temporária' }).click();
    await expect(page.getByRole('alert')).toContainText('Falha ao solicitar redefinição de senha');
    await expect(page.getByRole('alert')).toContainText(
      'Erro ao solicitar redefinição de senha. Por favor, tente novamente',
    );
  });
});
