import { intercept, login } from '../support/accounts.ts';
import { walkPast } from '../support/looks.ts';
import { expect, test } from '../support/test-server.ts';

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
