import type { Page } from '@playwright/test';
import { expectCountdownToLogin, fillLogin, intercept, login, stored } from '../support/accounts.ts';
import { inDatabase } from '../support/database.ts';
import { DEV_TOKEN } from '../support/server-process.ts';
import { API, codeFor, expect, test } from '../support/test-server.ts';

test.describe('registration and verification', () => {
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

  test('R-SHELL-06 R-SHELL-08 R-AUTH-14 R-AUTH-19 R-AUTH-20 R-AUTH-22 R-AUTH-23 R-AUTH-24 R-AUTH-27 R-AUTH-28 R-AUTH-08 from registration to the first sign-in', async ({
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
    await expect.poll(() => stored(page, 'pendingVerificationEmail')).toBe(email);
    await expect(page.getByText(email)).toBeVisible();

    // Before the code is confirmed, signing in leads back here.
    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    await fillLogin(page, email, 'uma senha boa');
    await login.submit(page).click();
    await expect(page).toHaveURL('/verify-email');
    await expect.poll(() => stored(page, 'pendingVerificationEmail')).toBe(email);

    const code = await codeFor(email);
    // The address of the local mailbox opens with its token; without it a sentence says where the token is.
    const [mailbox] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'caixa de e-mails local' }).click(),
    ]);
    await expect(mailbox.getByText('aparece no terminal')).toBeVisible();
    await mailbox.goto(`/dev/mailbox?token=${DEV_TOKEN}`);
    await mailbox.goto('/dev/mailbox');
    await expect(mailbox.getByText(`Para ${email}`)).toBeVisible();
    await expect(mailbox.getByText(code)).toBeVisible();
    await mailbox.close();
    await field(page, 'Código').pressSequentially(`${code}99`);
    await expect(field(page, 'Código')).toHaveValue(code);
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expect(page.getByText('E-mail verificado com sucesso!')).toBeVisible();
    await expect.poll(() => stored(page, 'pendingVerificationEmail')).toBeNull();
    const shown = Date.now();
    await page.waitForURL('/', { timeout: 12_000 });
    expect(Date.now() - shown).toBeGreaterThan(2_000);
    // The address was shown on the page before; it stands in the field and not in the address bar.
    await expect(field(page, 'E-mail')).toHaveValue(email);
    expect(page.url()).not.toContain(email.split('@')[0]);
    await field(page, 'Senha').fill('uma senha boa');
    await login.submit(page).click();
    await expect(page).toHaveURL('/chat');
  });

  test('R-AUTH-15 R-AUTH-16 R-AUTH-17 R-AUTH-18 R-CONST-02 different passwords, a password of 7 characters or an impossible e-mail address do not leave the screen', async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/auth/register') && calls.push(request.url()));
    await page.goto('/cadastro');
    await field(page, 'Senha').fill('1234567');
    await field(page, 'Senha').blur();
    await expect(page.getByText('A senha deve ter no mínimo 8 caracteres.')).toBeVisible();
    await fillRegistration(page, 'x@exemplo.com.br', 'uma senha boa', 'outra senha boa');
    await submit(page);
    await expect(page.getByText('As senhas não coincidem!')).toBeVisible();
    for (const email of ['abc', 'a@b']) {
      await fillRegistration(page, 'x@exemplo.com.br');
      await expect(page.getByText('Por favor, insira um e-mail válido.')).toHaveCount(0);
      await field(page, 'E-mail').fill(email);
      await submit(page);
      await expect(page.getByText('Por favor, insira um e-mail válido.')).toBeVisible();
    }
    expect(calls).toEqual([]);
  });

  test('R-ERR-05 a registration that fails without a text says what failed; an address that is taken is named, and what was typed stays', async ({
    page,
    person,
  }) => {
    await intercept(page, '/auth/register', 500, {});
    await page.goto('/cadastro');
    await fillRegistration(page, person.email);
    await submit(page);
    await expect(page.getByRole('alert')).toContainText('Erro no cadastro. Por favor, tente novamente');
    await page.unrouteAll();
    await submit(page);
    await expect(page.getByRole('alert')).toContainText('Este e-mail já está cadastrado.');
    await expect(field(page, 'Nome')).toHaveValue('Joana Prado');
  });

  test("the code of somebody else's registration asks for a new password before it signs in", async ({
    page,
    request,
  }) => {
    const email = `dona-${Date.now()}@exemplo.com.br`;
    const first = { email, name: 'Joana Prado', password: 'a senha do estranho' };
    expect((await request.post(`${API}/auth/register`, { data: first })).status()).toBe(201);
    // The stranger registered from another network.
    await inDatabase((client) =>
      client.query(
        `update pending_registrations set network_hash = 'other' where user_id = (select id from users where email = $1)`,
        [email],
      ),
    );
    const code = await codeFor(email);
    await page.goto('/verify-email');
    await page.evaluate((address) => localStorage.setItem('pendingVerificationEmail', address), email);
    const enterCode = async () => {
      await page.reload();
      await field(page, 'Código').fill(code);
      await page.getByRole('button', { name: 'Verificar' }).click();
      await expect(page.getByRole('heading', { name: 'Escolha sua senha.' })).toBeVisible();
    };
    await enterCode();
    // A page that was reloaded goes on with the same code.
    await enterCode();
    await field(page, 'Nova senha').fill('1234567');
    await field(page, 'Confirmar senha').fill('a senha da dona');
    await page.getByRole('button', { name: 'Criar senha' }).click();
    await expect(page.getByText('A senha deve ter no mínimo 8 caracteres.')).toBeVisible();
    await expect(page.getByText('As senhas não coincidem!')).toBeVisible();
    await field(page, 'Nova senha').fill('a senha da dona');
    await intercept(page, '/auth/choose-password', 500, {});
    await page.getByRole('button', { name: 'Criar senha' }).click();
    await expect(page.getByRole('alert')).toContainText('Erro ao criar a senha. Por favor, tente novamente');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Criar senha' }).click();
    await expect(page.getByText('Senha criada com sucesso!')).toBeVisible();
    await expect.poll(() => stored(page, 'pendingVerificationEmail')).toBeNull();
    await page.waitForURL('/', { timeout: 12_000 });
    await expect(field(page, 'E-mail')).toHaveValue(email);
    await field(page, 'Senha').fill('a senha do estranho');
    await login.submit(page).click();
    await expect(page.getByRole('alert')).toContainText('E-mail ou senha incorretos.');
    await field(page, 'Senha').fill('a senha da dona');
    await login.submit(page).click();
    await expect(page).toHaveURL('/chat');
  });

  async function openVerification(page: Page): Promise<void> {
    await page.addInitScript(() => localStorage.setItem('pendingVerificationEmail', 'x@exemplo.com.br'));
    await page.goto('/verify-email');
  }

  test('R-AUTH-29 R-AUTH-30 R-AUTH-31 R-ERR-06 R-ERR-07 without a pending address the verification sends people to register again; verifying and resending that fail without a text say why', async ({
    page,
  }) => {
    await page.goto('/verify-email');
    await expect(page.getByText('Email não encontrado. Por favor, faça o registro novamente.')).toBeVisible();
    await intercept(page, '/auth/verify-email', 200, { success: false });
    await page.route(`**${API}/auth/resend-verification*`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await openVerification(page);
    await field(page, 'Código').fill('123456');
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expect(page.getByRole('alert')).toContainText('Erro ao verificar email');
    await expect(page.getByRole('alert')).toContainText(
      'Erro na verificação de e-mail. Por favor, tente novamente',
    );
    await page.getByRole('button', { name: 'Reenviar código' }).click();
    await expect(page.getByRole('alert')).toContainText('Erro ao reenviar código de verificação');
    await expect(page.getByRole('alert')).toContainText(
      'Erro ao reenviar email de verificação. Por favor, tente novamente',
    );
  });

  test('R-AUTH-28 R-CONST-03 the confirmed address counts three seconds down in sight and then leads to the sign-in', async ({
    page,
  }) => {
    await page.clock.install();
    await intercept(page, '/auth/verify-email', 200, { success: true, data: null });
    await openVerification(page);
    await field(page, 'Código').fill('123456');
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expectCountdownToLogin(page);
  });

  test('R-AUTH-25 R-AUTH-26 R-CONST-03 resending the code counts 30 seconds down on the button', async ({
    page,
  }) => {
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
});
