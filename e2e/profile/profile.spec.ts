import { API, enter, expect, signIn, test } from '../support/test-server.ts';

const json = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

test('R-PROF-02 R-PROF-03 R-PROF-04 R-PROF-05 R-PROF-08 the profile has three cards, read-only where it should be', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  for (const title of ['Dados Pessoais', 'Uso do Sistema', 'Alterar Senha'])
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(3);
  await expect(page.getByLabel('Nome')).toHaveValue(person.name);
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email);
  await expect(page.getByLabel('Telefone')).toHaveValue('(11) 98765-4321');
  for (const field of ['Nome', 'E-mail', 'Telefone']) await expect(page.getByLabel(field)).not.toBeEditable();
  await expect(page.getByLabel('Preferências')).toBeDisabled();
  await expect(page.getByText('Em breve')).toBeVisible();
  await expect(page.getByText('100.000').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Atualizar Senha' })).toBeVisible();
});

test('R-PROF-06 R-PROF-07 without an earlier sign-in it says «Nunca», and the bar stops at 100 %', async ({
  page,
  person,
}) => {
  await page.route(`**${API}/users/me`, async (route) => {
    const body = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, data: { ...body.data, last_login: null, token_used: 250_000 } } });
  });
  await enter(page, person, '/profile');
  await expect(page.getByText('Nunca', { exact: true })).toBeVisible();
  const bar = page.getByRole('main').getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuenow', '100');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('R-PROF-01 R-PROF-12 R-ERR-10 while it loads there is an indicator, and a failure says what happened', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${API}/users/me`, async (route) => {
    await held;
    await route.fulfill(json(500, {}));
  });
  await page.goto('/profile');
  await expect(page.getByRole('status').first()).toBeAttached();
  release();
  await expect(page.getByText('Falha ao carregar dados do usuário')).toBeVisible();
  await expect(
    page.getByText('Falha ao buscar perfil do usuário. Por favor, tente novamente daqui a alguns instantes.'),
  ).toBeVisible();
});

test('R-PROF-09 R-PROF-10 R-PROF-11 R-AUTH-40 changing the password: a short one does not leave, a good one counts at the next sign-in', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  const calls: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/auth/reset-password') && calls.push(request.url()),
  );
  await page.getByLabel('Nova senha').fill('1234567');
  await page.getByRole('button', { name: 'Atualizar Senha' }).click();
  await expect(page.getByText('A nova senha deve ter pelo menos 8 caracteres.')).toBeVisible();
  expect(calls).toEqual([]);
  await page.getByLabel('Nova senha').fill('outra senha boa');
  await page.getByRole('button', { name: 'Atualizar Senha' }).click();
  await expect(page.getByText('Senha atualizada com sucesso')).toBeVisible();
  // The password never travels in an address.
  expect(calls.some((url) => url.includes('new_password'))).toBe(false);
  await signIn(page.request, { email: person.email, password: 'outra senha boa' });
  const former = await page.request.post(`${API}/auth/login`, {
    form: { username: person.email, password: person.password },
  });
  expect(former.status()).toBe(401);
});

test('R-PROF-13 R-ERR-09 a change that fails says why', async ({ page, person }) => {
  await enter(page, person, '/profile');
  await page.route(`**${API}/auth/reset-password*`, (route) => route.fulfill(json(500, {})));
  await page.getByLabel('Nova senha').fill('outra senha boa');
  await page.getByRole('button', { name: 'Atualizar Senha' }).click();
  await expect(page.getByText('Falha ao atualizar senha')).toBeVisible();
  await expect(
    page.getByText('Erro ao redefinir senha. Por favor, tente novamente daqui a alguns instantes.'),
  ).toBeVisible();
});
