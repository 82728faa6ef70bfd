import type { Page } from '@playwright/test';
import { API, codeFor, enter, expect, letterTo, registerPerson, test } from './support/house.ts';

const login = {
  email: (page: Page) => page.getByLabel('E-mail'),
  password: (page: Page) => page.getByLabel('Senha', { exact: true }),
  submit: (page: Page) => page.getByRole('button', { name: /^Entra/ }),
};

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await login.email(page).fill(email);
  await login.password(page).fill(password);
}

/** Answers one call by hand. */
const intercept = (page: Page, path: string, status: number, body: unknown) =>
  page.route(`**${API}${path}`, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );

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

test.describe('cadastro e verificação', () => {
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

  async function fillRegistration(
    page: Page,
    email: string,
    password = 'uma senha boa',
    confirmation = password,
  ): Promise<void> {
    await field(page, 'E-mail').fill(email);
    await field(page, 'Nome').fill('Joana Prado');
    await page.getByLabel(/Telefone/).pressSequentially('11987654321');
    await field(page, 'Senha').fill(password);
    await field(page, 'Confirmar senha').fill(confirmation);
  }
  const submit = (page: Page) => page.getByRole('button', { name: /Criar conta|Criando/ }).click();

  test('R-SHELL-06 R-SHELL-08 R-AUTH-14 R-AUTH-19 R-AUTH-20 R-AUTH-22 R-AUTH-23 R-AUTH-24 R-AUTH-27 R-AUTH-28 R-AUTH-08 do cadastro ao primeiro acesso', async ({
    page,
  }) => {
    const email = `joana-${Date.now()}@exemplo.com.br`;
    await page.goto('/cadastro');
    await fillRegistration(page, email);
    await expect(page.getByLabel(/Telefone/)).toHaveValue('(11) 98765-4321');
    await page.getByLabel(/Telefone/).pressSequentially('999');
    await expect(page.getByLabel(/Telefone/)).toHaveValue('(11) 98765-4321');
    await submit(page);
    await expect(page).toHaveURL('/verify-email');
    expect(await stored(page, 'pendingVerificationEmail')).toBe(email);
    await expect(page.getByText(email)).toBeVisible();

    // Before the code is confirmed, signing in leads back here.
    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    await fillLogin(page, email, 'uma senha boa');
    await login.submit(page).click();
    await expect(page).toHaveURL('/verify-email');
    expect(await stored(page, 'pendingVerificationEmail')).toBe(email);

    const code = await codeFor(email);
    await field(page, 'Código').pressSequentially(`${code}99`);
    await expect(field(page, 'Código')).toHaveValue(code);
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expect(page.getByText('E-mail verificado com sucesso!')).toBeVisible();
    expect(await stored(page, 'pendingVerificationEmail')).toBeNull();
    const shown = Date.now();
    await page.waitForURL('/', { timeout: 6_000 });
    expect(Date.now() - shown).toBeGreaterThan(2_000);
    await fillLogin(page, email, 'uma senha boa');
    await login.submit(page).click();
    await expect(page).toHaveURL('/chat');
  });

  test('R-AUTH-15 senhas diferentes não saem da tela', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/auth/register') && calls.push(request.url()));
    await page.goto('/cadastro');
    await fillRegistration(page, 'x@exemplo.com.br', 'uma senha boa', 'outra senha boa');
    await submit(page);
    await expect(page.getByText('As senhas não coincidem!')).toBeVisible();
    expect(calls).toEqual([]);
  });

  test('R-AUTH-16 R-AUTH-17 R-CONST-02 uma senha de 7 caracteres é apontada ao sair do campo', async ({
    page,
  }) => {
    await page.goto('/cadastro');
    await field(page, 'Senha').fill('1234567');
    await field(page, 'Senha').blur();
    await expect(page.getByText('A senha deve ter no mínimo 8 caracteres.')).toBeVisible();
  });

  test('R-AUTH-18 um e-mail impossível é recusado na tela', async ({ page }) => {
    await page.goto('/cadastro');
    for (const email of ['abc', 'a@b']) {
      await fillRegistration(page, email);
      await submit(page);
      await expect(page.getByText('Por favor, insira um e-mail válido.')).toBeVisible();
    }
  });

  test('R-ERR-05 o cadastro que falha sem texto diz o contexto', async ({ page }) => {
    await intercept(page, '/auth/register', 500, {});
    await page.goto('/cadastro');
    await fillRegistration(page, 'x@exemplo.com.br');
    await submit(page);
    await expect(page.getByRole('alert')).toContainText('Erro no cadastro. Por favor, tente novamente');
  });

  test('um e-mail já cadastrado é dito, e o que foi digitado fica', async ({ page, person }) => {
    await page.goto('/cadastro');
    await fillRegistration(page, person.email);
    await submit(page);
    await expect(page.getByRole('alert')).toContainText('Este e-mail já está cadastrado.');
    await expect(field(page, 'Nome')).toHaveValue('Joana Prado');
  });

  test('R-AUTH-29 sem e-mail pendente a verificação manda registrar de novo', async ({ page }) => {
    await page.goto('/verify-email');
    await expect(page.getByText('Email não encontrado. Por favor, faça o registro novamente.')).toBeVisible();
  });

  async function openVerification(page: Page): Promise<void> {
    await page.addInitScript(() => localStorage.setItem('pendingVerificationEmail', 'x@exemplo.com.br'));
    await page.goto('/verify-email');
  }

  test('R-AUTH-30 R-ERR-06 a verificação que falha sem texto diz por quê', async ({ page }) => {
    await intercept(page, '/auth/verify-email', 200, { success: false });
    await openVerification(page);
    await field(page, 'Código').fill('123456');
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expect(page.getByRole('alert')).toContainText('Erro ao verificar email');
    await expect(page.getByRole('alert')).toContainText(
      'Erro na verificação de e-mail. Por favor, tente novamente',
    );
  });

  test('R-AUTH-25 R-AUTH-26 R-CONST-03 reenviar o código conta 30 segundos no botão', async ({ page }) => {
    await page.clock.install();
    await openVerification(page);
    const request = page.waitForRequest((sent) => sent.url().includes('/auth/resend-verification?email='));
    await page.getByRole('button', { name: 'Reenviar código' }).click();
    expect((await request).method()).toBe('POST');
    const button = page.getByRole('button', { name: /Reenviar código em \d+ s/ });
    await expect(button).toBeDisabled();
    await page.clock.runFor(10_000);
    await expect(page.getByRole('button', { name: /Reenviar código em (20|19|21) s/ })).toBeDisabled();
    await page.clock.runFor(21_000);
    await expect(page.getByRole('button', { name: 'Reenviar código', exact: true })).toBeEnabled();
  });

  test('R-AUTH-31 R-ERR-07 o reenvio que falha sem texto diz por quê', async ({ page }) => {
    await page.route(`**${API}/auth/resend-verification*`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await openVerification(page);
    await page.getByRole('button', { name: 'Reenviar código' }).click();
    await expect(page.getByRole('alert')).toContainText('Erro ao reenviar código de verificação');
    await expect(page.getByRole('alert')).toContainText(
      'Erro ao reenviar email de verificação. Por favor, tente novamente',
    );
  });
});

test.describe('recuperar a senha', () => {
  test('R-SHELL-07 R-AUTH-34 R-AUTH-35 R-AUTH-36 R-AUTH-37 a senha temporária chega, entra e só deixa definir outra', async ({
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
    await page.waitForURL('/', { timeout: 6_000 });
    const temporary = await letterTo(person.email, /Senha temporária:\s+(\S+)/);
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

  test('R-AUTH-38 R-ERR-08 a recuperação que falha sem texto diz por quê', async ({ page }) => {
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

test.describe('a sessão', () => {
  test('R-SHELL-09 as telas de entrada levam ao chat quem já entrou', async ({ page, person }) => {
    await enter(page, person);
    for (const path of ['/', '/cadastro', '/esqueci-senha', '/verify-email']) {
      await page.goto(path);
      await expect(page).toHaveURL('/chat');
    }
  });

  test('R-AUTH-44 R-AUTH-46 um token vencido é renovado uma vez só e ninguém percebe', async ({
    page,
    person,
  }) => {
    await enter(page, person);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    let refreshes = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) refreshes += 1;
    });
    await page.evaluate(() => localStorage.setItem('token', 'vencido'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/chat');
    expect(refreshes).toBe(1);
    expect(await stored(page, 'token')).not.toBe('vencido');
  });

  test('R-AUTH-47 um segundo 401 não é repetido de novo', async ({ page, person }) => {
    await enter(page, person);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    let tries = 0;
    await page.route(`**${API}/users/me`, (route) => {
      tries += 1;
      return route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: '{"success":false,"detail":"Não autenticado.","code":"not_authenticated"}',
      });
    });
    await page.reload();
    await expect(page).toHaveURL('/');
    expect(tries).toBeLessThanOrEqual(2);
  });

  test('R-AUTH-48 R-AUTH-42 R-AUTH-43 quando a renovação falha, os tokens somem e a entrada aparece', async ({
    page,
    person,
  }) => {
    const failures = [
      {
        status: 401,
        body: { success: false, detail: 'Token de atualização inválido', code: 'invalid_refresh_token' },
      },
      { status: 200, body: { success: true, data: { access_token: 'só um' } } },
    ];
    for (const { status, body } of failures) {
      await page.unrouteAll();
      await page.goto('/');
      await page.evaluate(() => {
        localStorage.setItem('token', 'vencido');
        localStorage.setItem('refreshToken', 'qualquer');
      });
      await intercept(page, '/auth/refresh', status, body);
      await page.goto('/chat');
      await expect(page).toHaveURL('/');
      expect(await stored(page, 'token')).toBeNull();
      expect(await stored(page, 'refreshToken')).toBeNull();
    }
    void person;
  });

  test('R-SHELL-26 R-SHELL-27 sem um dos tokens, ou sem conta válida, ninguém passa', async ({
    page,
    person,
  }) => {
    for (const key of ['token', 'refreshToken']) {
      await enter(page, person);
      await page.goto('/chat');
      await expect(page).toHaveURL('/chat');
      await page.evaluate((name) => localStorage.removeItem(name), key);
      await page.goto('/profile');
      await expect(page).toHaveURL('/');
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    }
  });

  test('R-AUTH-50 o navegador guarda só as chaves combinadas', async ({ page }) => {
    const someone = await registerPerson(page.request);
    await page.goto('/');
    await fillLogin(page, someone.email, someone.password);
    await login.submit(page).click();
    await expect(page).toHaveURL('/chat');
    await page.getByRole('button', { name: /Fechar barra lateral/ }).click();
    await page.goto('/profile');
    const keys = await page.evaluate(() => Object.keys(localStorage));
    const allowed = [
      'token',
      'refreshToken',
      'pendingChatQuestion',
      'lastUsedAgentId',
      'pendingVerificationEmail',
      'sidebarState',
    ];
    expect(keys.filter((key) => !allowed.includes(key))).toEqual([]);
  });
});
