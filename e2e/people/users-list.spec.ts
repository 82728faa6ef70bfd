import { breakCall, listenTo, uniqueName } from '../support/agents.ts';
import {
  crowd,
  findPeople,
  makeGroup,
  makePeople,
  makePerson,
  openUsers,
  pagesOf,
  uniqueDomain,
  userRow,
} from '../support/groups.ts';
import { ADMIN, API, enter, expect, test, typeQuickly } from '../support/test-server.ts';

const LIST = /\/users\/all$/;

test('R-ADM-06 R-ADM-10 R-ADM-13 R-ADM-26 R-CONST-11 the table shows role, status, group, usage and last sign-in; a long name is cut at a hundred characters', async ({
  page,
}) => {
  const long = uniqueName('Nome').padEnd(150, 'x');
  const domain = uniqueDomain();
  await makePeople(
    [
      { name: long, active: false },
      {
        name: 'Débora Assunção',
        user_group_id: 2,
        role: 'user_td',
        token_used: 61_480,
        last_login: '2026-11-20T12:12:00Z',
      },
    ],
    domain,
  );
  await openUsers(page);
  await expect(page.getByRole('tab')).toHaveText([
    'Usuários',
    'Grupos de Usuários',
    'Convites',
    'Importar',
    /^Esperando aprovação/,
  ]);
  await findPeople(page, domain);
  await expect(page.getByText('2 de 2', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Usuários' }).getByRole('columnheader')).toHaveText([
    'Nome',
    'Perfil',
    'Status',
    'Grupo',
    'Tokens',
    'Último acesso',
  ]);
  const first = userRow(page, `p1@${domain}`);
  const shown = `${long.slice(0, 100)}...`;
  await expect(first.getByText(shown, { exact: true })).toHaveAttribute('title', long);
  for (const text of ['Inativo', 'Free', '0%', 'Nunca'])
    await expect(first.getByText(text, { exact: true })).toBeVisible();
  const second = userRow(page, 'Débora Assunção');
  for (const text of ['Ativo', 'Plus', '61%', '20/11/2026 09:12'])
    await expect(second.getByText(text, { exact: true })).toBeVisible();
  await expect(second.getByRole('combobox')).toHaveValue('user_td');
  await expect(second.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '61.480 de 100.000 tokens');
});

test('R-ADM-07 R-ADM-08 R-CONST-05 the search waits for 500 ms of silence and finds part of the name or address, without accents; refreshing asks again', async ({
  page,
}) => {
  const name = uniqueName('Ótávio');
  const { email } = await makePerson({ name });
  await openUsers(page);
  const asked = listenTo(page, 'GET', LIST);
  const began = Date.now();
  const typed = name.replace('Ótávio', 'otavio');
  await typeQuickly(page.getByRole('textbox', { name: 'Buscar por nome ou e-mail' }), typed);
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible();
  expect(Date.now() - began).toBeGreaterThanOrEqual(500);
  expect(asked.map(({ url }) => url.searchParams.get('search'))).toEqual([typed]);
  await findPeople(page, email.slice(0, -8));
  await expect(userRow(page, name)).toBeVisible();
  await expect.poll(() => asked.length).toBe(2);
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect.poll(() => asked.length).toBe(3);
  await findPeople(page, uniqueName('ninguém'));
  await expect(page.getByText('Nenhum usuário encontrado')).toBeVisible();
});

test('R-ADM-09 R-ADM-14 R-CONST-04 forty-five people come twenty at a time, inactive ones too', async ({
  page,
}) => {
  const name = uniqueName('Multidão');
  await makePeople(crowd(name, 45, { active: false }));
  await openUsers(page);
  const asked = listenTo(page, 'GET', LIST);
  const switches = page.getByRole('switch');
  await findPeople(page, name);
  await expect(page.getByText('20 de 45')).toBeVisible();
  await expect(switches).toHaveCount(20);
  const more = page.getByRole('button', { name: 'Carregar mais' });
  await more.click();
  await expect(switches).toHaveCount(40);
  await more.click();
  await expect(switches).toHaveCount(45);
  await expect(more).toHaveCount(0);
  expect(pagesOf(asked)).toEqual([
    ['0', '20'],
    ['20', '20'],
    ['40', '20'],
  ]);
  for (const { url } of asked) expect(url.searchParams.get('include_inactive')).toBe('true');
});

test('the people of one group are shown alone, together with every other filter', async ({ page }) => {
  const [group, empty] = [await makeGroup(page), await makeGroup(page)];
  const domain = uniqueDomain();
  const [ana, rui, eva] = await makePeople(
    [
      { name: 'Ana do Grupo', user_group_id: group.id },
      { name: 'Rui do Grupo', user_group_id: group.id, active: false },
      { name: 'Eva de Fora' },
    ],
    domain,
  );
  if (!ana || !rui || !eva) throw new Error('nobody was made');
  await openUsers(page);
  const ofGroup = page.getByRole('combobox', { name: 'Grupo', exact: true });
  await ofGroup.selectOption(group.name);
  await expect(page.getByText('2 de 2', { exact: true })).toBeVisible();
  for (const { name } of [ana, rui]) await expect(userRow(page, name)).toBeVisible();
  await page.getByRole('combobox', { name: 'Mostrar' }).selectOption('Desativadas');
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible();
  await expect(userRow(page, rui.name)).toBeVisible();
  await ofGroup.selectOption(empty.name);
  await expect(page.getByText('Escolha outro grupo, ou mostre todas as pessoas deste.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Mostrar' }).selectOption('Todas as pessoas');
  await expect(page.getByText('Ninguém está neste grupo')).toBeVisible();
  await ofGroup.selectOption('Todos os grupos');
  await findPeople(page, domain);
  await expect(page.getByText('3 de 3', { exact: true })).toBeVisible();
  await ofGroup.selectOption(group.name);
  await expect(userRow(page, eva.name)).toHaveCount(0);
});

test('R-ADM-21 R-ERR-11 R-ERR-02 a list that fails says what failed and why, and tries again', async ({
  page,
}) => {
  await breakCall(page, '/users/all?*', 'GET');
  await enter(page, ADMIN, '/admin/users');
  const alert = page.getByRole('alert');
  await expect(alert.getByText('Falha ao carregar usuários', { exact: true })).toBeVisible();
  await expect(
    alert.getByText('Falha ao buscar usuários. Por favor, tente novamente daqui a alguns instantes.'),
  ).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await page.unrouteAll();
  await page.route(`**${API}/users/all?*`, (route) =>
    route.fulfill({
      json: { success: true, data: [], metadata: { total: 0, has_more: false }, message: '' },
    }),
  );
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('Nenhum usuário ainda')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByRole('switch').first()).toBeVisible();
});

test('on a phone each person is a card with the same data and controls', async ({ page }) => {
  const person = await makePerson({ token_used: 97_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  await openUsers(page);
  await findPeople(page, person.email);
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible();
  const card = page.getByRole('list', { name: 'Usuários' }).getByRole('listitem');
  for (const text of [person.name, person.email, 'Perfil', 'Status', 'Ativo', 'Free', '97%', 'Nunca'])
    await expect(card.getByText(text, { exact: true }).first()).toBeVisible();
  await card.getByRole('switch').click();
  await expect(card.getByText('Inativo', { exact: true })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
