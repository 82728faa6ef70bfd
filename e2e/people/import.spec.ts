/** Importing people from a sheet: nothing before the preview is applied, and what the result says. */
import type { Page } from '@playwright/test';
import { breakCall, expectFailure, listenTo } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { findPeople, makePeople, openUsers, uniqueDomain, userRow } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

async function openImport(page: Page) {
  await enter(page, ADMIN, '/admin/users?tab=import');
  await expect(page.getByRole('heading', { level: 2, name: 'Importar' })).toBeVisible();
}

const choose = (page: Page, text: string) =>
  page.getByLabel('Planilha de pessoas').setInputFiles({
    name: 'pessoas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });

const card = (page: Page, name: string) => page.getByRole('button', { name });

const peopleIn = (domain: string) =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ people: string }>(
      `select count(*) people from users where email like '%@' || $1`,
      [domain],
    );
    return Number(rows[0]?.people);
  });

async function sheetOf(domain: string) {
  const [ana] = await makePeople([{ name: 'Ana Souza' }, { name: 'Bia Lima' }], domain);
  const lines = [
    'Nome;E-mail;Grupo;Perfil',
    `Ana Souza Lima;${ana?.email};;admin`,
    `Caio Reis;caio@${domain};Setor ${domain};`,
    `Davi;davi@@${domain};;`,
  ];
  return lines.join('\n');
}

test('R-ACC-49 R-ACC-51 a preview shows each outcome and writes nobody; what is ticked and switched is applied, and no role', async ({
  page,
}) => {
  const domain = uniqueDomain();
  await openImport(page);
  await choose(page, await sheetOf(domain));
  await expect(card(page, 'Novas 1')).toBeVisible();
  await expect(card(page, 'Mudam 1')).toBeVisible();
  await expect(page.getByText('A coluna «Perfil» não é importada.')).toBeVisible();
  // Problems are shown first.
  await expect(
    page.getByRole('row').filter({ hasText: 'O e-mail não é válido.' }).getByText('4', { exact: true }),
  ).toBeVisible();
  await card(page, 'Novas 1').click();
  await expect(page.getByRole('row').filter({ hasText: `caio@${domain}` })).toBeVisible();
  expect(await peopleIn(domain)).toBe(2);
  await card(page, 'Fora da planilha').click();
  await expect(page.getByText('Ninguém fora da planilha perde o acesso')).toBeVisible();
  const sent = listenTo(page, 'POST', /\/apply$/);
  await page.getByRole('switch', { name: 'Criar o grupo que falta' }).click();
  await page.getByRole('switch', { name: 'Enviar convite por e-mail' }).click();
  await page.getByRole('button', { name: 'Aplicar' }).click();
  const question = page.getByRole('alertdialog', { name: 'Aplicar a importação?' });
  await expect(question.getByText('1 pessoa nova, 1 muda, convites por e-mail.')).toBeVisible();
  await question.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Importação aplicada')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { create_groups: true, send_invitations: true, deactivate_ids: [] },
  ]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar linhas com problema' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('linhas-com-problema.csv');
  await openUsers(page);
  await findPeople(page, domain);
  await expect(page.getByText('3 de 3', { exact: true })).toBeVisible();
  await expect(userRow(page, 'Caio Reis').getByRole('combobox')).toHaveValue('user');
  await expect(userRow(page, 'Ana Souza Lima').getByRole('combobox')).toHaveValue('user');
});

test('R-ACC-52 a sheet whose people changed meanwhile is refused, and one that changes nothing cannot be applied', async ({
  page,
}) => {
  const domain = uniqueDomain();
  const sheet = await sheetOf(domain);
  await openImport(page);
  await choose(page, sheet);
  await expect(card(page, 'Mudam 1')).toBeVisible();
  await inDatabase((client) =>
    client.query(`update users set name = 'Outra', updated_at = now() where email like '%@' || $1`, [domain]),
  );
  await page.getByRole('button', { name: 'Aplicar' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Aplicar' }).click();
  await expect(
    question.getByText('A planilha ou as pessoas mudaram. Envie a planilha de novo.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Outra planilha' }).click();
  await choose(page, `e-mail;nome\np1@${domain};Outra`);
  await expect(page.getByText('A planilha não muda nada.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aplicar' })).toBeDisabled();
});

test('an unreadable sheet and calls that fail are said', async ({ page }) => {
  await openImport(page);
  await choose(page, 'nome\nAna');
  await expectFailure(page, 'Não foi possível ler a planilha: a primeira linha não tem a coluna «e-mail».');
  await breakCall(page, '/users/imports', 'POST');
  await choose(page, 'e-mail;nome\na@b.br;Ana');
  await expectFailure(page, 'Falha ao ler a planilha');
  await page.unrouteAll();
  await breakCall(page, '/users/imports/*?*', 'GET');
  await choose(page, 'e-mail;nome\na@b.br;Ana\nb@@b.br;Bia');
  await expectFailure(page, 'Falha ao carregar a importação');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('O e-mail não é válido.')).toBeVisible();
  await breakCall(page, '/users/imports/*/apply', 'POST');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Aplicar' }).click();
  await expect(question.getByText('Falha ao aplicar a importação')).toBeVisible();
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Aplicar' }).click();
  await breakCall(page, '/users/imports/*/problems', 'GET');
  await page.getByRole('button', { name: 'Baixar linhas com problema' }).click();
  await expectFailure(page, 'Falha ao baixar as linhas com problema');
});

test('an import fits every width and has no serious accessibility fault', async ({ page }) => {
  const domain = uniqueDomain();
  await walkPast(page, [
    ['a escolha do arquivo', () => openImport(page)],
    [
      'as linhas com problema',
      async () => {
        await choose(page, await sheetOf(domain));
        await expect(page.getByText('O e-mail não é válido.')).toBeVisible();
      },
    ],
    ['as pessoas novas', () => card(page, 'Novas 1').click()],
    ['quem está fora', () => card(page, 'Fora da planilha').click()],
    [
      'o resultado',
      async () => {
        await page.getByRole('button', { name: 'Aplicar' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Aplicar' }).click();
        await expect(page.getByText('Importação aplicada')).toBeVisible();
      },
    ],
  ]);
});
