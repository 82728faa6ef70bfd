import { intercept, login } from '../support/accounts.ts';
import { walkPast } from '../support/looks.ts';
import { API, expect, test } from '../support/test-server.ts';

const sign_in = { providers: [], login_names: true, closed_domains: [], registration: 'refused' };
const config = { api_url: '', api_backup_url: null, passkeys: false, local: {}, sign_in };
const reply = (data: unknown) => ({ success: true, data, message: '' });

test('R-ACC-27 a name of the network enters the form, and what stands in its way is said', async ({
  page,
}) => {
  await intercept(page, '/config', 200, reply(config));
  await intercept(page, '/auth/login', 200, reply({ waiting: true }));
  await page.goto('/');
  const name = page.getByLabel('E-mail ou usuário da rede');
  await expect(name).toHaveAttribute('type', 'text');
  await name.fill('ana.souza');
  await page.getByLabel('Senha', { exact: true }).fill('senha da rede');
  await walkPast(page, [['entrada com usuário da rede', async () => {}]]);
  await login.submit(page).click();
  await expect(page.getByRole('heading', { name: 'Seu cadastro espera aprovação.' })).toBeVisible();
  await page.getByRole('button', { name: 'Voltar ao login' }).click();
  await expect(name).toHaveValue('ana.souza');
  const link = { token: '1.x', email_masked: 'a••@exemplo.gov.br' };
  await intercept(page, '/auth/login', 200, reply({ link }));
  await login.submit(page).click();
  await expect(page.getByRole('heading', { name: 'Esta conta já existe.' })).toBeVisible();
  await expect(page.getByText('para entrar com sua conta da rede daqui em diante')).toBeVisible();
});

test('R-ACC-02 where the installation wants it, the form for passwords opens by a link below the buttons', async ({
  page,
}) => {
  const providers = [{ slug: 'casa', name: 'Prefeitura', kind: 'oidc' }];
  const folded = { ...sign_in, login_names: false, providers, password_door: 'link' };
  await intercept(page, '/config', 200, reply({ ...config, sign_in: folded }));
  await page.goto('/');
  const email = page.getByLabel('E-mail', { exact: true });
  await expect(page.getByRole('button', { name: 'Entrar com Prefeitura' })).toBeVisible();
  await expect(email).toHaveCount(0);
  await walkPast(page, [['entrada com a senha atrás de um link', async () => {}]]);
  await page.getByRole('button', { name: 'Entrar com senha' }).click();
  await expect(email).toBeFocused();
  await expect(page.getByRole('button', { name: 'Entrar com senha' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Entrar com Prefeitura' })).toBeVisible();
});

test('R-ACC-01 an installation that names no other way in has the form that it always had', async ({
  page,
  person,
}) => {
  await page.route(`**${API}/config`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    // Other stories add providers meanwhile.
    body.data.sign_in = { providers: [], login_names: false, closed_domains: [], registration: 'enters' };
    body.data.passkeys = false;
    await route.fulfill({ response, json: body });
  });
  await page.goto('/');
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveAttribute('type', 'email');
  await expect(page.getByRole('link', { name: 'Cadastre-se' })).toBeVisible();
  await expect(page.getByText('ou', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Entrar/ })).toHaveCount(1);
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await login.submit(page).click();
  await expect(page).toHaveURL(/\/chat$/);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('sso:'))),
  ).toEqual([]);
});
