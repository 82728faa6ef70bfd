import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

/** Path, heading and visible texts of each admin page in the mixed interface language. */
const ADMIN_PLACES: [path: string, heading: string, words: string[]][] = [
  ['/admin', 'Esta semana no Prosa', ['Novos usuários', 'Novas perguntas', 'Novas conversas']],
  ['/admin/users', 'Usuários', ['Usuários', 'Grupos de Usuários']],
  ['/admin/agents', 'Agents', ['New Agent', 'Deployed']],
  ['/admin/agents/1', 'Ajuda do Prosa', ['Configuration', 'Knowledge Base', 'Test Agent', 'Undeploy']],
  ['/admin/databases', 'Knowledge Bases', ['New Knowledge Base']],
  ['/admin/databases/1', 'Manual do Prosa', ['Total Storage', 'Total Tokens']],
  ['/admin/datasources', 'Data Sources', ['New Data Source']],
  ['/admin/datasources/1', 'Licitações', ['Settings', 'Data Viewer', 'Edit Settings']],
  ['/admin/settings', 'System Settings (Coming Soon)', ['Configurações']],
];

test('R-SHELL-10 R-SHELL-11 R-SHELL-12 R-SHELL-13 R-SHELL-14 without a sign-in, every protected page leads to the sign-in screen', async ({
  page,
}) => {
  for (const path of [
    '/chat',
    '/chat/00000000-0000-4000-8000-000000000000',
    '/profile',
    '/subscription',
    '/subscription/manage',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByLabel('E-mail')).toBeVisible();
  }
});

test('R-SHELL-03 R-SHELL-10 R-SHELL-12 R-SHELL-13 R-SHELL-14 R-SHELL-32 signed-in people reach their pages, with header and sidebar', async ({
  page,
  person,
}) => {
  await enter(page, person);
  const places: [string, string][] = [
    ['/chat', 'Sobre o que vamos prosear?'],
    ['/profile', 'Perfil'],
    ['/subscription', 'Planos e Preços'],
    ['/subscription/manage', 'Gerenciar Assinatura'],
  ];
  for (const [path, heading] of places) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Barra lateral' })).toBeVisible();
  }
});

test('R-SHELL-15 R-SHELL-16 R-SHELL-17 R-SHELL-18 R-SHELL-19 R-SHELL-20 R-SHELL-21 R-SHELL-22 R-SHELL-23 R-SHELL-28 R-CONST-13 administrators reach each page of the administration, in the language that was asked for', async ({
  page,
}) => {
  await enter(page, ADMIN);
  for (const [path, heading, words] of ADMIN_PLACES) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    for (const word of words) await expect(page.getByText(word, { exact: true }).first()).toBeVisible();
  }
});

test('R-SHELL-28 R-SHELL-29 R-SHELL-30 people who do not administrate end in the chat, from every page of the administration', async ({
  page,
  person,
}) => {
  await enter(page, person);
  for (const [path] of ADMIN_PLACES) {
    await page.goto(path);
    await expect(page).toHaveURL('/chat');
  }
});

test('R-SHELL-25 the sibling addresses lead to the real pages', async ({ page }) => {
  await enter(page, ADMIN);
  const aliases: [string, string][] = [
    ['/admin/knowledge-bases', '/admin/databases'],
    ['/admin/knowledge-bases/1', '/admin/databases/1'],
    ['/admin/data-sources', '/admin/datasources'],
    ['/admin/data-sources/1', '/admin/datasources/1'],
  ];
  for (const [alias, path] of aliases) {
    await page.goto(alias);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('an address that does not exist leads to the sign-in screen, and from there to the chat', async ({
  page,
  person,
}) => {
  await page.goto('/nada-aqui');
  await expect(page).toHaveURL('/');
  await enter(page, person, '/nada-aqui');
  await expect(page).toHaveURL('/chat');
});

test('a failure of the server while it checks the account signs nobody out', async ({ page, person }) => {
  await enter(page, person);
  await page.route(`**${API}/users/me`, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  await page.reload();
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeTruthy();
});
