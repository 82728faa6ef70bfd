import type { Page } from '@playwright/test';
import { stored } from '../support/accounts.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Barra lateral' });

test('R-SHELL-32 R-SHELL-33 R-SHELL-34 R-SHELL-35 R-CONST-01 without a stored choice, open at 769 px and closed at 768 px; crossing 768 px returns to the default or to the choice, which is remembered in sidebarState', async ({
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

  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(sidebar(page)).toBeVisible();
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(sidebar(page)).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(sidebar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Fechar barra lateral' }).click();
  await expect(sidebar(page)).toBeHidden();
  await expect.poll(() => stored(page, 'sidebarState')).toBe('false');
  await page.setViewportSize({ width: 600, height: 800 });
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(sidebar(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Abrir barra lateral' })).toBeVisible();
  await expect(sidebar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Abrir barra lateral' }).click();
  await expect(sidebar(page)).toBeVisible();
  await expect.poll(() => stored(page, 'sidebarState')).toBe('true');
  // The choice counts at every width: on a phone it opens the drawer.
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(sidebar(page)).toBeVisible();
});

test("R-SHELL-46 R-SHELL-47 R-SHELL-49 the administration's sidebar has its sections, in this order, and the way back", async ({
  page,
}) => {
  await enter(page, ADMIN, '/admin');
  const links = sidebar(page).getByRole('link');
  await expect(sidebar(page).getByRole('link', { name: 'Configurações' })).toBeVisible();
  const entries = () =>
    links.evaluateAll((all) =>
      all
        .map((link) => [link.textContent?.trim(), link.getAttribute('href')])
        .filter(([, href]) => href?.startsWith('/admin')),
    );
  await expect.poll(entries).toEqual([
    ['Dashboard', '/admin'],
    ['Usuários', '/admin/users'],
    ['Agentes', '/admin/agents'],
    ['Bancos de Dados', '/admin/databases'],
    ['Data Sources', '/admin/datasources'],
    // For superadmins only.
    ['Conexões', '/admin/connections'],
    ['Modelos', '/admin/models'],
    ['Balcões', '/admin/balcoes'],
    ['Pedidos', '/admin/pedidos'],
    // For superadmins only, as the audit trail.
    ['Planos', '/admin/plans'],
    ['Configurações', '/admin/settings'],
    // For superadmins only: how people enter.
    ['Acesso', '/admin/access'],
    // For superadmins only: who hears of what.
    ['Avisos', '/admin/avisos'],
    ['Feedbacks', '/admin/feedback'],
    // For superadmins only; the stories of the audit tell who does not see it.
    ['Auditoria', '/admin/audit'],
  ]);
  await sidebar(page).getByRole('link', { name: /chat/i }).last().click();
  await expect(page).toHaveURL('/chat');
});

test("R-SHELL-44 R-SHELL-45 R-SHELL-02 the chat's sidebar has «Novo chat» and the conversations with title, date and delete", async ({
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

test('on a phone it is a drawer that Esc closes', async ({ page, person }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, person);
  await page.getByRole('button', { name: 'Abrir barra lateral' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
