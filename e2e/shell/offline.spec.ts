/** The network goes while the app is open: what is said, what stays, and what comes back by itself. */
import { ADMIN, admit, expect, test } from '../support/test-server.ts';

test('without network a screen that was never opened says so, the others stay, and it opens when the network is back', async ({
  page,
  context,
  expectComplaints,
}) => {
  expectComplaints(/dynamically imported module/);
  // Where requests are routed the browser takes nothing out of its cache, which earlier stories have filled.
  await page.route('**/assets/**', (route) => route.continue());
  await admit(page, ADMIN);
  await page.goto('/admin/users');
  await expect(page.getByRole('table')).toBeVisible();
  await context.setOffline(true);
  const sidebar = page.getByRole('navigation').first();
  await sidebar.getByRole('link', { name: 'Auditoria' }).click();
  const away = page.getByRole('alert').filter({ hasText: 'Sem conexão com o servidor' });
  await expect(away).toContainText('Esta tela abre sozinha quando a conexão voltar.');
  // One that is here already is shown in the meantime.
  await sidebar.getByRole('link', { name: 'Usuários' }).click();
  await expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible();
  await expect(away).toHaveCount(0);
  await sidebar.getByRole('link', { name: 'Auditoria' }).click();
  await expect(away).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Auditoria' })).toBeVisible();
  await expect(page).toHaveURL('/admin/audit');
});

test('a list that the network failed is asked for again by itself when the network is back', async ({
  page,
  context,
}) => {
  await admit(page, ADMIN);
  await page.goto('/admin/users');
  await expect(page.getByRole('table')).toBeVisible();
  const search = page.getByRole('textbox', { name: 'Buscar por nome ou e-mail' });
  await context.setOffline(true);
  await search.fill(ADMIN.email);
  const failure = page.getByRole('alert').filter({ hasText: 'Falha ao carregar usuários' });
  await expect(failure).toContainText('Não foi possível conectar ao servidor.');
  await context.setOffline(false);
  await expect(page.getByRole('row').filter({ hasText: ADMIN.email })).toBeVisible();
  await expect(failure).toHaveCount(0);
  await expect(search).toHaveValue(ADMIN.email);
});
