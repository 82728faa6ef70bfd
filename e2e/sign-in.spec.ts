import { fillLogin, intercept, login, stored } from './support/accounts.ts';
import { API, expect, test } from './support/house.ts';

test.describe('entrar', () => {
  test('R-SHELL-01 R-SHELL-04 R-SHELL-31 R-AUTH-01 R-AUTH-02 R-AUTH-03 a tela de entrada tem os dois campos e os dois caminhos', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    await expect(login.email(page)).toBeVisible();
    await expect(login.password(page)).toHaveAttribute('type', 'password');
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
    await expect(page).toHaveURL('/esqueci-senha');
    await page.goto('/');
    await page.getByRole('link', { name: 'Cadastre-se' }).click();
    await expect(page).toHaveURL('/cadastro');
  });

  test('R-AUTH-04 R-AUTH-05 R-SHELL-05 quem entra vai ao chat e fica com os dois tokens', async ({
    page,
    person,
  }) => {
    await page.goto('/');
    await fillLogin(page, person.email, person.password);
    await login.submit(page).click();
    await expect(page).toHaveURL('/chat');
    expect(await stored(page, 'token')).toBeTruthy();
    expect(await stored(page, 'refreshToken')).toBeTruthy();
    await page.goto('/');
    await expect(page).toHaveURL('/chat');
  });

  test('R-AUTH-06 sem e-mail e senha nada é enviado', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/auth/login') && calls.push(request.url()));
    await page.goto('/');
    await login.submit(page).click();
    await expect(login.email(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(login.password(page)).toHaveAttribute('aria-invalid', 'true');
    expect(calls).toEqual([]);
  });

  test('R-AUTH-07 enquanto envia, o botão fica ocupado e um clique duplo envia uma vez só', async ({
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
  });

  test('R-AUTH-09 R-AUTH-45 uma senha errada é dita na tela, o e-mail fica e nenhum refresh é tentado', async ({
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
  });

  test('R-AUTH-10 uma resposta sem os tokens é um erro de autenticação', async ({ page }) => {
    await intercept(page, '/auth/login', 200, { success: true, data: {} });
    await page.goto('/');
    await fillLogin(page, 'a@b.com', '12345678');
    await login.submit(page).click();
    await expect(page.getByRole('alert')).toContainText('Erro de autenticação: tokens não recebidos');
  });

  test('R-AUTH-11 uma recusa sem texto é «Erro de autenticação»', async ({ page }) => {
    await intercept(page, '/auth/login', 200, { success: false });
    await page.goto('/');
    await fillLogin(page, 'a@b.com', '12345678');
    await login.submit(page).click();
    await expect(page.getByRole('alert')).toContainText('Erro de autenticação');
  });

  test('R-ERR-04 R-ERR-02 um erro 500 sem texto diz o contexto e o que fazer', async ({ page }) => {
    await intercept(page, '/auth/login', 500, {});
    await page.goto('/');
    await fillLogin(page, 'a@b.com', '12345678');
    await login.submit(page).click();
    await expect(page.getByRole('alert')).toContainText(
      'Erro no login. Por favor, tente novamente daqui a alguns instantes.',
    );
  });

  test('R-ERR-01 o texto do servidor vem de detail, depois error_message, depois message, só quando é texto', async ({
    page,
  }) => {
    const answers: [unknown, string][] = [
      [{ detail: 'do detail', error_message: 'do error', message: 'da message' }, 'do detail'],
      [{ detail: ['lista'], error_message: 'do error', message: 'da message' }, 'do error'],
      [{ detail: 7, message: 'da message' }, 'da message'],
    ];
    for (const [body, said] of answers) {
      await page.unrouteAll();
      await intercept(page, '/auth/login', 400, body);
      await page.goto('/');
      await fillLogin(page, 'a@b.com', '12345678');
      await login.submit(page).click();
      await expect(page.getByRole('alert')).toContainText(said);
    }
  });

  test('R-ERR-03 sem rede a tela diz que não conseguiu conectar', async ({ page }) => {
    await page.goto('/');
    await page.route(`**${API}/auth/login`, (route) => route.abort('connectionrefused'));
    await fillLogin(page, 'a@b.com', '12345678');
    await login.submit(page).click();
    await expect(page.getByRole('alert')).toContainText(
      'Não foi possível conectar ao servidor. Por favor, tente novamente daqui a alguns instantes.',
    );
  });
});
