import { fillLogin, intercept, login, stored } from '../support/accounts.ts';
import { ADMIN, API, expect, test } from '../support/test-server.ts';

test.describe('signing in', () => {
  test('R-SHELL-01 R-SHELL-04 R-SHELL-31 R-AUTH-01 R-AUTH-02 R-AUTH-03 R-AUTH-06 the sign-in screen has both fields and both other ways, and sends nothing while it is empty', async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/auth/login') && calls.push(request.url()));
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    await expect(login.email(page)).toBeVisible();
    await expect(login.password(page)).toHaveAttribute('type', 'password');
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await login.submit(page).click();
    await expect(login.email(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(login.password(page)).toHaveAttribute('aria-invalid', 'true');
    expect(calls).toEqual([]);
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
    await expect(page).toHaveURL('/esqueci-senha');
    await page.goBack();
    await page.getByRole('link', { name: 'Cadastre-se' }).click();
    await expect(page).toHaveURL('/cadastro');
  });

  test('R-AUTH-04 R-AUTH-05 R-AUTH-07 R-SHELL-05 a sign-in leads to the chat with both tokens; while it is sent the button is busy, and a double click sends it once', async ({
    page,
    person,
  }) => {
    let calls = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${API}/auth/login`, async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await page.goto('/');
    await fillLogin(page, person.email, person.password);
    await login.submit(page).dblclick();
    await expect(login.submit(page)).toHaveText(/Entrando/);
    release();
    await expect(page).toHaveURL('/chat');
    expect(calls).toBe(1);
    await expect.poll(() => stored(page, 'token')).toBeTruthy();
    await expect.poll(() => stored(page, 'refreshToken')).toBeTruthy();
    await page.goto('/');
    await expect(page).toHaveURL('/chat');
  });

  test('R-RCH-08 the link of a letter that is opened signed out leads to its page after the sign-in, once, and never to another host', async ({
    page,
    person,
  }) => {
    const enterAs = async ({ email, password }: { email: string; password: string }) => {
      await expect(page).toHaveURL('/');
      await fillLogin(page, email, password);
      await login.submit(page).click();
    };
    await page.goto('/admin/pedidos?balcao=1#novo');
    await enterAs(ADMIN);
    await expect(page).toHaveURL('/admin/pedidos?balcao=1#novo');
    await expect(page.getByRole('heading', { name: 'Pedidos', level: 1 })).toBeVisible();
    await page.goto('/');
    await expect(page).toHaveURL('/chat');

    // A page of administrators is none for this person.
    await page.evaluate(() => localStorage.clear());
    await page.goto('/admin/pedidos/7');
    await enterAs(person);
    await expect(page).toHaveURL('/chat');

    await page.evaluate(() => localStorage.clear());
    await page.goto('/chat');
    await expect(page).toHaveURL('/');
    await page.evaluate(() => sessionStorage.setItem('wanted', '/admin/..//exemplo.com.br/chat'));
    await enterAs(person);
    await expect(page).toHaveURL('/chat');
  });

  test('R-AUTH-09 R-AUTH-45 R-ERR-03 a wrong password, and then a missing network, are named on the screen; the address stays and no refresh is tried', async ({
    page,
    person,
  }) => {
    const refreshes: string[] = [];
    page.on('request', (request) => request.url().includes('/auth/refresh') && refreshes.push(request.url()));
    await page.goto('/');
    await fillLogin(page, person.email, 'senha errada');
    await login.submit(page).click();
    await expect(page.getByRole('alert')).toContainText('E-mail ou senha incorretos.');
    await expect(page).toHaveURL('/');
    await expect(login.email(page)).toHaveValue(person.email);
    expect(refreshes).toEqual([]);
    await page.route(`**${API}/auth/login`, (route) => route.abort('connectionrefused'));
    await fillLogin(page, 'a@b.com', '12345678');
    await login.submit(page).click();
    await expect(page.getByRole('alert')).toContainText(
      'Não foi possível conectar ao servidor. Por favor, tente novamente daqui a alguns instantes.',
    );
  });

  test('R-AUTH-10 R-AUTH-11 R-ERR-01 R-ERR-02 R-ERR-04 a refusal shows the text of the server (detail, then error_message, then message, only where it is text), else what failed and what to do', async ({
    page,
  }) => {
    // Each says something that the one before does not hold.
    const refusals: [status: number, body: unknown, said: string][] = [
      [200, { success: false }, 'Erro de autenticação'],
      [200, { success: true, data: {} }, 'Erro de autenticação: tokens não recebidos'],
      [500, {}, 'Erro no login. Por favor, tente novamente daqui a alguns instantes.'],
      [400, { detail: 'do detail', error_message: 'do error', message: 'da message' }, 'do detail'],
      [400, { detail: ['lista'], error_message: 'do error', message: 'da message' }, 'do error'],
      [400, { detail: 7, message: 'da message' }, 'da message'],
    ];
    await page.goto('/');
    for (const [status, body, said] of refusals) {
      await page.unrouteAll();
      await intercept(page, '/auth/login', status, body);
      await fillLogin(page, 'a@b.com', '12345678');
      await login.submit(page).click();
      await expect(page.getByRole('alert')).toContainText(said);
    }
  });
});
