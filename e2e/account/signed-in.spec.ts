import { fillLogin, intercept, login, stored } from '../support/accounts.ts';
import { API, enter, expect, registerPerson, test } from '../support/test-server.ts';

test.describe('the session', () => {
  test('R-SHELL-09 the sign-in screens lead people who are signed in to the chat', async ({
    page,
    person,
  }) => {
    await enter(page, person);
    for (const path of ['/', '/cadastro', '/esqueci-senha', '/verify-email']) {
      await page.goto(path);
      await expect(page).toHaveURL('/chat');
    }
  });

  test('R-AUTH-44 R-AUTH-46 R-AUTH-47 an expired token is refreshed once and unnoticed; a second 401 is not repeated again', async ({
    page,
    person,
  }) => {
    await enter(page, person);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    let refreshes = 0;
    // On a page that asks for nothing, so that every refresh belongs to the one that is opened next.
    await page.goto(`${API}/health`);
    await page.evaluate(() => localStorage.setItem('token', 'vencido'));
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) refreshes += 1;
    });
    await page.goto('/chat');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/chat');
    await expect.poll(() => refreshes).toBe(1);
    await expect.poll(() => stored(page, 'token')).not.toBe('vencido');

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

  test('R-AUTH-48 R-AUTH-42 R-AUTH-43 when the refresh fails, the tokens go and the sign-in screen appears', async ({
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
      await expect(page.getByText('Sua sessão terminou. Entre de novo para continuar.')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bom te ver de novo.');
      await expect.poll(() => stored(page, 'token')).toBeNull();
      await expect.poll(() => stored(page, 'refreshToken')).toBeNull();
    }
    void person;
  });

  test('R-SHELL-26 R-SHELL-27 without one of the tokens, or without a valid account, a protected page does not open', async ({
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

  test('R-AUTH-50 the browser keeps only the agreed keys', async ({ page, person }) => {
    await page.goto('/');
    await fillLogin(page, person.email, person.password);
    await login.submit(page).click();
    await expect(page).toHaveURL('/chat');
    await page.getByRole('button', { name: /Fechar barra lateral/ }).click();
    await page
      .getByRole('button', { name: /Escolher um agente|Trocar de agente/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Ajuda do Prosa', { exact: true }).first().click();
    await page.getByRole('textbox', { name: /pergunta/i }).fill('Quanto tempo vale a senha temporária?');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(page.locator('[data-role="assistant"][data-status="done"]')).toBeVisible();
    await page.goto('/profile');
    await page.getByRole('radio', { name: 'Escuro' }).check();
    await page.goto('/subscription');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The address and the question that wait for their screens have both been taken away there.
    const keys = await page.evaluate(() => Object.keys(localStorage));
    expect(keys.toSorted()).toEqual(['lastUsedAgentId', 'refreshToken', 'sidebarState', 'token']);
  });

  test('R-AUTH-50 R-CHAT-15 a sign-out leaves no agent chosen for the next person at the same browser', async ({
    page,
    person,
  }) => {
    await enter(page, person);
    await page
      .getByRole('button', { name: /^Ajuda do Prosa/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^Agente escolhido: Ajuda do Prosa/ })).toBeVisible();
    await page.getByRole('button', { name: 'O que é o modo local?' }).first().click();
    await expect(page.locator('[data-role="assistant"][data-status="done"]')).toHaveCount(1);
    await expect.poll(() => stored(page, 'lastUsedAgentId')).not.toBeNull();
    await page.getByRole('button', { name: `Menu de ${person.name}` }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    const next = await registerPerson(page.request, 'Otávio Luz');
    await fillLogin(page, next.email, next.password);
    await login.submit(page).click();
    await expect(page).toHaveURL('/chat');
    await expect(page.getByRole('region', { name: 'Agentes' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Escolher um agente' })).toBeVisible();
    // The history of the tab has the choice of the person before.
    await page.goBack();
    await expect(page.getByRole('button', { name: /^Agente escolhido/ })).toHaveCount(0);
  });
});
