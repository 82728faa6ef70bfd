import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { AuditEntry } from '#contract/audit.ts';
import { asAdmin, breakCall, expectFailure, holdBack, listenTo, uniqueName } from '../support/agents.ts';
import { makeGroup, makePerson } from '../support/groups.ts';
import { ADMIN, API, enter, expect, test, typeQuickly } from '../support/test-server.ts';

const LIST = /\/admin\/audit$/;
const entries = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Registros de auditoria' }).getByRole('row').filter({ hasText: text });

async function openAudit(page: Page, filter = ''): Promise<void> {
  await enter(page, ADMIN, `/admin/audit${filter}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Auditoria' })).toBeVisible();
}

/** An entry as the contract has it, for what takes months to come about. */
const entry = (id: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  created_at: '2026-11-20T12:12:00.000Z',
  action: 'group.updated',
  actor: { id: 7, name: 'Ana Lima', email: 'ana@exemplo.com.br' },
  by_system: false,
  object_type: 'group',
  object_id: 4,
  object_name: `Grupo ${id}`,
  person: null,
  before: { name: 'Antes' },
  after: { name: 'Depois' },
  erased_fields: [],
  ip: '203.0.113.9',
  user_agent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  hash: '0'.repeat(64),
  ...change,
});

const answer = (page: Page, data: AuditEntry[], total = data.length) =>
  page.route(`**${API}/admin/audit?*`, (route) =>
    route.fulfill({
      json: { success: true, data, metadata: { total, has_more: data.length < total }, message: '' },
    }),
  );

test('what a superadmin changes stands in the audit trail, opened from the menu: when, by whom, what, on which object, from what to what and from where', async ({
  page,
}) => {
  const group = await makeGroup(page);
  const name = uniqueName('Renomeado');
  await asAdmin(page, 'PUT', `/user-groups/${group.id}`, { name });
  const person = await makePerson();
  await asAdmin(page, 'POST', `/admin/promote/${person.id}/admin`);
  await enter(page, ADMIN, '/admin');
  await page.getByRole('link', { name: 'Auditoria' }).click();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Quando',
    'Quem',
    'O quê',
    'Objeto',
    'Mudança',
    'De onde',
  ]);
  const asked = listenTo(page, 'GET', LIST);
  await typeQuickly(page.getByRole('textbox', { name: 'Buscar na auditoria' }), name);
  const renamed = entries(page, 'Alterou o grupo').first();
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible();
  await expect(renamed).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  for (const text of ['Administrador', ADMIN.email, `ID ${group.id}`, group.name, name, '127.0.0.1'])
    await expect(renamed).toContainText(text);
  expect(asked.map(({ url }) => url.searchParams.get('search'))).toEqual([name]);
  await page.getByRole('textbox', { name: 'Buscar na auditoria' }).fill(person.email);
  const promoted = entries(page, 'Alterou o perfil do usuário');
  await expect(promoted).toContainText(person.name);
  await expect(promoted).toContainText('perfil: antes userdepois admin');
});

test('filters stand in the address: object, person and whole days; clearing them shows everything', async ({
  page,
}) => {
  const admin = await makePerson({ role: 'admin' });
  await openAudit(page);
  const asked = listenTo(page, 'GET', LIST);
  const last = () => Object.fromEntries(asked.at(-1)?.url.searchParams ?? []);
  await page.getByRole('combobox', { name: 'Objeto' }).selectOption('Grupo');
  await expect.poll(last).toMatchObject({ object_type: 'group' });
  const people = page.getByRole('combobox', { name: 'Pessoa' });
  await people.fill(ADMIN.email);
  await expect(page.getByRole('option', { name: 'Administrador' })).toBeVisible();
  const release = await holdBack(page, '/users/all?*', 'GET');
  const looked = page.waitForRequest(/users\/all\?/);
  await people.fill(admin.email);
  await looked;
  // A person found for other words is not the one that is meant.
  await people.press('Enter');
  release();
  await expect(page.getByRole('option', { name: admin.name })).toBeVisible();
  await people.press('Enter');
  await expect.poll(last).toMatchObject({ object_type: 'group', actor_id: String(admin.id) });
  await expect(page.getByText(`Feito por ${admin.name}`)).toBeVisible();
  await expect(page.getByText('Nenhum registro encontrado')).toBeVisible();
  await page.getByLabel('De', { exact: true }).fill('2026-11-01');
  await page.getByLabel('Até').fill('2026-11-20');
  await expect.poll(last).toMatchObject({ from: '2026-11-01T03:00:00.000Z', to: '2026-11-21T02:59:59.999Z' });
  await expect(page).toHaveURL(`/admin/audit?object=group&actor=${admin.id}&from=2026-11-01&to=2026-11-20`);
  await page.reload();
  await expect(page.getByLabel('Até')).toHaveValue('2026-11-20');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(page).toHaveURL('/admin/audit');
  await expect(page.getByRole('button', { name: 'Limpar filtros' })).toHaveCount(0);
  const who = page.getByRole('button', { name: 'Administrador', exact: true }).first();
  await who.click();
  await expect(page.getByText('Feito por Administrador')).toBeVisible();
});

test('the list continues fifty at a time, downloads as CSV and says whether it is intact', async ({
  page,
}) => {
  const group = await makeGroup(page);
  await openAudit(page, `?search=${encodeURIComponent(group.name)}`);
  await expect(entries(page, group.name)).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^prosa-auditoria-.*\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.trim().split(/\r?\n/)).toHaveLength(2);
  expect(csv).toContain(group.name);
  await page.getByRole('button', { name: 'Verificar integridade' }).click();
  await expect(page.getByText(/registros? conferidos?: a sequência está íntegra\.$/)).toBeVisible();
  await page.route(`**${API}/admin/audit/verify`, (route) =>
    route.fulfill({
      json: { success: true, data: { entries: 9, with_erased_words: 0, intact: false, broken_at: 4 } },
    }),
  );
  await page.getByRole('button', { name: 'Verificar integridade' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('A sequência de registros foi rompida.');
  await expect(alert).toContainText('A partir do registro 4');
  await answer(
    page,
    Array.from({ length: 50 }, (_, index) => entry(100 - index)),
    60,
  );
  await page.goto('/admin/audit');
  await expect(page.getByText('50 de 60')).toBeVisible();
  const asked = listenTo(page, 'GET', LIST);
  await page.getByRole('button', { name: 'Carregar mais' }).click();
  await expect.poll(() => asked.map(({ url }) => url.searchParams.get('skip'))).toEqual(['50']);
});

test('a failure is named, and an empty audit trail says what the screen is for', async ({ page }) => {
  await breakCall(page, '/admin/audit?*', 'GET', 'O banco está em manutenção.');
  await openAudit(page);
  await expectFailure(page, 'Falha ao carregar auditoria');
  await expectFailure(page, 'O banco está em manutenção.');
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await breakCall(page, '/admin/audit/export*', 'GET');
  await breakCall(page, '/admin/audit/verify', 'GET');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  await expectFailure(page, 'Falha ao baixar auditoria');
  await page.getByRole('button', { name: 'Verificar integridade' }).click();
  await expectFailure(page, 'Falha ao verificar integridade');
  await page.unrouteAll();
  await answer(page, []);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('Nenhum registro ainda')).toBeVisible();
});

test('on a phone each entry is a card; deleted accounts and the product itself have names', async ({
  page,
}) => {
  const many = { a: 1, b: 2, c: 3, d: 4 };
  await answer(page, [
    entry(3, { before: many, after: { a: 5, b: 6, c: 7, d: 8 } }),
    entry(2, { actor: null, action: 'group.deleted', after: null, ip: null, user_agent: null }),
    entry(1, { actor: null, by_system: true, action: 'subscription.ended', object_type: 'subscription' }),
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await openAudit(page);
  const cards = page.getByRole('list', { name: 'Registros de auditoria' }).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(0)).toContainText('Chrome no Windows');
  await expect(cards.nth(0).getByText('d:')).toBeHidden();
  await cards.nth(0).getByText('mais 1 campo').click();
  await expect(cards.nth(0).getByText('d:')).toBeVisible();
  for (const text of ['Excluiu o grupo', 'Conta removida', 'Não registrado'])
    await expect(cards.nth(1)).toContainText(text);
  for (const text of ['Encerrou a assinatura', 'Prosa']) await expect(cards.nth(2)).toContainText(text);
});

test('an admin sees the audit trail neither in the menu nor by its address', async ({ page }) => {
  await enter(page, await makePerson({ role: 'admin' }), '/admin/audit');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('link', { name: 'Configurações' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Auditoria' })).toHaveCount(0);
});
