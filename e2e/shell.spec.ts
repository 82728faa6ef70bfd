import { ADMIN, API, enter, expect, registerPerson, test } from './support/house.ts';

const ADMIN_PLACES: [path: string, heading: RegExp][] = [
  ['/admin', /nesta|Prosa|Dashboard|Hoje|semana/i],
  ['/admin/users', /Usuários/],
  ['/admin/agents', /Agents/],
  ['/admin/agents/1', /Agent/],
  ['/admin/databases', /Knowledge Bases/],
  ['/admin/databases/1', /Knowledge/],
  ['/admin/datasources', /Data Sources/],
  ['/admin/datasources/1', /Data Source/],
  ['/admin/settings', /System Settings/],
];

test.describe('caminhos e guardas', () => {
  test('R-SHELL-10 R-SHELL-11 R-SHELL-12 R-SHELL-13 R-SHELL-14 sem entrar, toda página protegida leva à entrada', async ({
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

  test('R-SHELL-03 R-SHELL-10 R-SHELL-12 R-SHELL-13 R-SHELL-14 R-SHELL-32 quem entrou alcança as suas páginas, com cabeçalho e barra lateral', async ({
    page,
    person,
  }) => {
    await enter(page, person);
    const places: [string, RegExp][] = [
      ['/chat', /./],
      ['/profile', /Perfil|Seu perfil/],
      ['/subscription', /Planos e Preços/],
      ['/subscription/manage', /Assinatura/],
    ];
    for (const [path, heading] of places) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('complementary', { name: 'Barra lateral' })).toBeVisible();
    }
  });

  test('R-SHELL-15 R-SHELL-16 R-SHELL-17 R-SHELL-18 R-SHELL-19 R-SHELL-20 R-SHELL-21 R-SHELL-22 R-SHELL-23 R-SHELL-28 administradores alcançam cada página da administração', async ({
    page,
  }) => {
    await enter(page, ADMIN);
    for (const [path, heading] of ADMIN_PLACES) {
      await page.goto(path);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
    await page.goto('/admin/settings');
    await expect(page.getByText('System Settings (Coming Soon)', { exact: true })).toBeVisible();
  });

  test('R-SHELL-28 R-SHELL-29 R-SHELL-30 quem não administra acaba no chat, em toda página da administração', async ({
    page,
    person,
  }) => {
    await enter(page, person);
    for (const [path] of ADMIN_PLACES) {
      await page.goto(path);
      await expect(page).toHaveURL('/chat');
    }
  });

  test('R-SHELL-25 os endereços irmãos levam às páginas de verdade', async ({ page }) => {
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

  test('um endereço que não existe leva à entrada, e de lá ao chat', async ({ page, person }) => {
    await page.goto('/nada-aqui');
    await expect(page).toHaveURL('/');
    await enter(page, person, '/nada-aqui');
    await expect(page).toHaveURL('/chat');
  });

  test('uma falha do servidor ao conferir a conta não expulsa ninguém', async ({ page, person }) => {
    await enter(page, person);
    await page.route(`**${API}/users/me`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await page.reload();
    await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy();
  });
});

test.describe('cabeçalho e menu', () => {
  test('R-SHELL-36 R-SHELL-37 R-SHELL-38 R-SHELL-39 R-SHELL-40 R-SHELL-42 R-SHELL-43 R-PROF-14 o logo, o Feedback e o menu', async ({
    page,
    person,
  }) => {
    await enter(page, person, '/profile');
    await page.getByRole('banner').getByRole('link', { name: /Prosa/ }).click();
    await expect(page).toHaveURL('/chat');
    await expect(page.getByRole('button', { name: 'Feedback' })).toBeVisible();

    const icon = page.getByRole('button', { name: `Menu de ${person.name}` });
    const menu = page.getByRole('menu');
    await icon.click();
    await expect(menu.getByRole('menuitem', { name: 'Perfil' })).toBeVisible();
    await expect(menu.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
    await expect(menu.getByRole('menuitem', { name: 'Administração' })).toHaveCount(0);
    await icon.click({ force: true });
    await expect(menu).toHaveCount(0);
    await icon.click();
    await page.mouse.click(500, 500);
    await expect(menu).toHaveCount(0);
    await icon.click();
    await menu.getByRole('menuitem', { name: 'Perfil' }).click();
    await expect(page).toHaveURL('/profile');
    await icon.click();
    await menu.getByRole('menuitem', { name: 'Assinatura' }).click();
    await expect(page).toHaveURL('/subscription');
  });

  test('R-SHELL-41 Sair limpa os tokens, leva à entrada, e Voltar não entra de novo', async ({
    page,
    person,
  }) => {
    await enter(page, person);
    await page.getByRole('button', { name: `Menu de ${person.name}` }).click();
    await page.getByRole('menuitem', { name: 'Perfil' }).click();
    await expect(page).toHaveURL('/profile');
    await page.getByRole('button', { name: `Menu de ${person.name}` }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/');
    expect(
      await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')]),
    ).toEqual([null, null]);
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('a administração está no menu de quem administra', async ({ page }) => {
    await enter(page, ADMIN);
    await page.getByRole('button', { name: /^Menu de/ }).click();
    await page.getByRole('menuitem', { name: 'Administração' }).click();
    await expect(page).toHaveURL('/admin');
  });

  test('o tema escolhido fica, sem ocupar o armazenamento local', async ({ page, person }) => {
    await enter(page, person);
    await page.getByRole('button', { name: /^Menu de/ }).click();
    await page.getByRole('menuitemradio', { name: 'Escuro' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test.describe('barra lateral', () => {
  const sidebar = (page: import('@playwright/test').Page) =>
    page.getByRole('complementary', { name: 'Barra lateral' });

  test('R-SHELL-32 R-SHELL-33 fechar e abrir fica lembrado em sidebarState', async ({ page, person }) => {
    await enter(page, person);
    await expect(sidebar(page)).toBeVisible();
    await page.getByRole('button', { name: 'Fechar barra lateral' }).click();
    await expect(sidebar(page)).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('sidebarState'))).not.toBeNull();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Abrir barra lateral' })).toBeVisible();
    await expect(sidebar(page)).toBeHidden();
  });

  test('R-SHELL-34 R-CONST-01 sem escolha guardada, aberta a 769 px e fechada a 768 px', async ({
    page,
    person,
  }) => {
    await page.setViewportSize({ width: 769, height: 800 });
    await enter(page, person);
    await expect(sidebar(page)).toBeVisible();
    await page.setViewportSize({ width: 768, height: 800 });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Abrir barra lateral' })).toBeVisible();
    await expect(sidebar(page)).toBeHidden();
  });

  test('R-SHELL-35 cruzar 768 px volta ao que estava guardado ou ao padrão', async ({ page, person }) => {
    await page.setViewportSize({ width: 1024, height: 800 });
    await enter(page, person);
    await expect(sidebar(page)).toBeVisible();
    await page.setViewportSize({ width: 600, height: 800 });
    await expect(sidebar(page)).toBeHidden();
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(sidebar(page)).toBeVisible();
    await page.getByRole('button', { name: 'Fechar barra lateral' }).click();
    await page.setViewportSize({ width: 600, height: 800 });
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(sidebar(page)).toBeHidden();
  });

  test('R-SHELL-46 R-SHELL-47 R-SHELL-49 a da administração tem as seis entradas, nesta ordem, e o caminho de volta', async ({
    page,
  }) => {
    await enter(page, ADMIN, '/admin');
    const links = sidebar(page).getByRole('link');
    await expect(sidebar(page).getByRole('link', { name: 'Configurações' })).toBeVisible();
    const entries = await links.evaluateAll((all) =>
      all.map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
    );
    expect(entries.filter(([, href]) => href?.startsWith('/admin'))).toEqual([
      ['Dashboard', '/admin'],
      ['Usuários', '/admin/users'],
      ['Agentes', '/admin/agents'],
      ['Bancos de Dados', '/admin/databases'],
      ['Data Sources', '/admin/datasources'],
      ['Configurações', '/admin/settings'],
    ]);
    await sidebar(page).getByRole('link', { name: /chat/i }).last().click();
    await expect(page).toHaveURL('/chat');
  });

  test('R-SHELL-44 R-SHELL-45 R-SHELL-02 a do chat tem «Novo chat» e as conversas com título, data e excluir', async ({
    page,
    person,
  }) => {
    await enter(page, person);
    const tokens = await page.evaluate(() => localStorage.getItem('token'));
    const headers = { authorization: `Bearer ${tokens}` };
    const agents = await (await page.request.get(`${API}/agents/available`, { headers })).json();
    for (let count = 0; count < 2; count += 1)
      await page.request.post(`${API}/chat/create-session?agent_id=${agents.data[0].id}`, { headers });
    await page.reload();
    const rows = sidebar(page).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Novo chat');
    await expect(rows.first()).toContainText(/Hoje|\d{2}\/\d{2}\/\d{4}/);
    await expect(rows.first().getByRole('button', { name: /Excluir/ })).toBeAttached();
    await page.goto('/profile');
    await sidebar(page).getByRole('link', { name: 'Novo chat' }).first().click();
    await expect(page).toHaveURL('/chat');
  });

  test('no celular ela é uma gaveta que Esc fecha', async ({ page, person }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, person);
    await page.getByRole('button', { name: 'Abrir barra lateral' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('R-SHELL-48 uma resposta malformada acaba na tela de erro, nunca em uma página em branco', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/./);
  await enter(page, person);
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, name: { not: 'a name' } } } });
  });
  await page.goto('/profile');
  await expect(
    page.getByText('Ocorreu um erro inesperado. Nossa equipe foi notificada.', { exact: true }).first(),
  ).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('R-SHELL-02 datas e horas aparecem em português', async ({ page }) => {
  const someone = await registerPerson(page.request);
  await enter(page, someone);
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({
      response,
      json: { ...body, data: { ...body.data, last_login: '2025-03-09T17:05:00.000Z' } },
    });
  });
  await page.goto('/profile');
  await expect(page.getByText(/09\/03\/2025,? 14:05/)).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
