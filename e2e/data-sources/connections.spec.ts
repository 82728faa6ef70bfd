/** Connections to databases: added, tried, chosen for a data source, changed and removed. */
import type { Page } from '@playwright/test';
import { hasMysqlServer, startMysqlServer } from '../../server/test/content/mysql-server.ts';
import { openTcpBridge } from '../../server/test/content/tcp-bridge.ts';
import { intercept } from '../support/accounts.ts';
import { asAdmin, breakCall, expectFailure, uniqueName } from '../support/agents.ts';
import { databaseAddress } from '../support/database.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

const open = (page: Page) => enter(page, ADMIN, '/admin/connections');
const cardOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Conexões a bancos de dados' })
    .getByRole('listitem')
    .filter({ hasText: name });

test('R-TBL-47 a connection is tried, added, chosen for a data source, changed and removed', async ({
  page,
}) => {
  const { host, port } = (await databaseAddress()) as { host: string; port: number };
  const bridge = await openTcpBridge({ host, port });
  const name = uniqueName('Obras');
  await open(page);
  await expect(cardOf(page, 'Banco desta instalação')).toContainText('Definida no servidor');
  await page.getByRole('button', { name: 'Adicionar conexão' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar conexão' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Campo obrigatório.')).toHaveCount(4);
  await dialog.getByLabel('Nome', { exact: true }).fill(name);
  await dialog.getByLabel('Servidor (nome ou endereço)').fill('169.254.169.254');
  await dialog.getByLabel('Porta').fill(String(bridge.port));
  await dialog.getByLabel('Banco de dados').fill('prosa_conteudo');
  await dialog.getByLabel('Usuário').fill('prosa');
  await dialog.getByLabel('Senha', { exact: true }).fill('uma-senha-de-historia');
  const tried = dialog.getByRole('button', { name: 'Testar conexão' });
  await tried.click();
  await expect(dialog.getByText(/^Este endereço não é permitido: /)).toBeVisible();
  await dialog.getByLabel('Servidor (nome ou endereço)').fill('127.0.0.1');
  await tried.click();
  await expect(dialog.getByText('O servidor responde, mas esta conta pode escrever.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText(/^Esta conta pode escrever\. Use uma que só lê\. /)).toBeVisible();
  await dialog.getByLabel('Usuário').fill('prosa_leitor');
  await tried.click();
  await expect(dialog.getByText(/^Tudo certo: PostgreSQL .*, e a conta só lê\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  const card = cardOf(page, name);
  await expect(card).toContainText(`127.0.0.1:${bridge.port}`);
  await expect(page.getByText('uma-senha-de-historia')).toHaveCount(0);
  await card.getByRole('button', { name: `Testar conexão ${name}` }).click();
  await expect(card.getByText(/e a conta só lê\.$/)).toBeVisible();

  const source = await asAdmin<{ id: number }>(page, 'POST', '/data-sources', { name: uniqueName('Fonte') });
  await page.goto(`/admin/datasources/${source.id}`);
  await page.getByRole('button', { name: 'Edit Settings' }).click();
  await page.getByLabel('Conexão', { exact: true }).selectOption({ label: name });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Conexão', { exact: true }).locator('option:checked')).toHaveText(name);

  await page.goto('/admin/connections');
  await card.getByRole('button', { name: `Remover ${name}` }).click();
  await page.getByRole('button', { name: 'Remover', exact: true }).click();
  const used = page.getByRole('dialog', { name: `${name} está em uso` });
  await expect(used.getByRole('link')).toHaveCount(1);
  await used.getByRole('button', { name: 'Fechar' }).first().click();

  await card.getByRole('button', { name: `Editar ${name}` }).click();
  const form = page.getByRole('dialog', { name: `Conexão ${name}` });
  await form.getByLabel('Porta').fill('1');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(
    form.getByText('O servidor, o banco ou o usuário mudou: digite a senha de novo.'),
  ).toBeVisible();
  await form.getByLabel('Porta').fill(String(bridge.port));
  await form.getByLabel('Nome', { exact: true }).fill(`${name} dois`);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(cardOf(page, `${name} dois`)).toContainText('prosa_leitor');

  await asAdmin(page, 'DELETE', `/data-sources/${source.id}`);
  await cardOf(page, `${name} dois`)
    .getByRole('button', { name: `Remover ${name} dois` })
    .click();
  await expect(
    page.getByText(`Remover a conexão ${name} dois? O banco de dados não é tocado.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(cardOf(page, name)).toHaveCount(0);
  await bridge.close();
});

test('R-TBL-48 a connection to MySQL or MariaDB is tried, added and chosen for a data source', async ({
  page,
}) => {
  test.skip(!hasMysqlServer, 'neither mariadbd nor mysqld is on this machine');
  const server = await startMysqlServer();
  await server.owner.query(`create database obras character set utf8mb4; use obras;
    create user leitor identified by 'uma-senha-de-historia'; grant select on obras.* to leitor;
    create user autor identified by 'uma-senha-de-historia'; grant select, insert on obras.* to autor;
    create table pontes (numero int primary key, nome text, valor decimal(14,2));
    insert into pontes values (1, 'Ponte velha', 10.50), (2, 'Ponte nova', 20.25)`);
  const name = uniqueName('Pontes');
  await open(page);
  await page.getByRole('button', { name: 'Adicionar conexão' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar conexão' });
  const port = dialog.getByLabel('Porta');
  await expect(port).toHaveValue('5432');
  await dialog.getByLabel('Tipo').selectOption('MySQL ou MariaDB');
  await expect(port).toHaveValue('3306');
  await dialog.getByLabel('Nome', { exact: true }).fill(name);
  await dialog.getByLabel('Servidor (nome ou endereço)').fill('127.0.0.1');
  await dialog.getByLabel('Banco de dados').fill('obras');
  await dialog.getByLabel('Usuário').fill('autor');
  await dialog.getByLabel('Senha', { exact: true }).fill('uma-senha-de-historia');
  await port.fill('1');
  const tried = dialog.getByRole('button', { name: 'Testar conexão' });
  await tried.click();
  await expect(dialog.getByText('Nada respondeu neste servidor e porta.')).toBeInViewport();
  await port.fill(String(server.port));
  await tried.click();
  await expect(dialog.getByText('A conta tem a permissão INSERT em `obras`.*.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText(/^Esta conta pode escrever\. Use uma que só lê\. /)).toBeVisible();
  await dialog.getByLabel('Usuário').fill('leitor');
  await tried.click();
  await expect(dialog.getByText(/^Tudo certo: (?:MariaDB|MySQL) [\d.]+, e a conta só lê\.$/)).toBeVisible();
  await walkPast(page, [['a connection to MySQL', () => expect(dialog).toBeVisible()]]);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, name)).toContainText('MySQL ou MariaDB');
  await expect(cardOf(page, name)).toContainText(`127.0.0.1:${server.port}`);

  const { id: connection_id } = (
    await asAdmin<{ id: number; name: string }[]>(page, 'GET', '/connections')
  ).find((one) => one.name === name) as { id: number };
  const source = await asAdmin<{ id: number }>(page, 'POST', '/data-sources', { name: uniqueName('Fonte') });
  await page.goto(`/admin/datasources/${source.id}`);
  await page.getByRole('button', { name: 'Edit Settings' }).click();
  await page.getByLabel('Conexão', { exact: true }).selectOption({ label: name });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(page.getByLabel('Conexão', { exact: true }).locator('option:checked')).toHaveText(name);
  await asAdmin(page, 'DELETE', `/data-sources/${source.id}`);
  await asAdmin(page, 'DELETE', `/connections/${connection_id}`);
  await server.close();
});

const stored = (wishes: object) => ({
  id: 9,
  name: 'Obras públicas',
  kind: 'postgres',
  settings: {
    host: 'banco.exemplo.com.br',
    port: 5432,
    database: 'obras',
    user: 'leitor',
    tls: 'verify',
    password: 'stored',
    version: 3,
  },
  data_sources: 2,
  ...wishes,
});

test('R-TBL-47 connections look right, and each failure has its sentence', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/connections/);
  const unreadable = { ...stored({}).settings, password: 'unreadable', tls: 'off' };
  await intercept(page, '/connections', 200, {
    success: true,
    data: [
      stored({ id: 1, name: 'Banco desta instalação', settings: null, data_sources: 1 }),
      stored({}),
      stored({ id: 10, name: 'Almoxarifado', settings: unreadable }),
    ],
  });
  await open(page);
  await expect(cardOf(page, 'Almoxarifado')).toContainText('Senha ilegível: digite-a de novo.');
  await expect(cardOf(page, 'Banco desta instalação').getByRole('button')).toHaveCount(0);
  const form = page.getByRole('dialog', { name: 'Conexão Obras públicas' });
  await walkPast(page, [
    ['the connections', () => expect(cardOf(page, 'Obras públicas')).toBeVisible()],
    [
      'a connection that is changed',
      async () => {
        await cardOf(page, 'Obras públicas').getByRole('button', { name: 'Editar Obras públicas' }).click();
        await expect(form).toBeVisible();
      },
    ],
  ]);
  await page.setViewportSize({ width: 1360, height: 850 });
  await breakCall(page, '/connections/test', 'POST');
  await form.getByRole('button', { name: 'Testar conexão' }).click();
  await expectFailure(form, 'Falha ao testar a conexão');
  await breakCall(page, '/connections/9', 'PUT');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(form, 'Falha ao salvar a conexão');
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await breakCall(page, '/connections/9', 'DELETE');
  await cardOf(page, 'Obras públicas').getByRole('button', { name: 'Remover Obras públicas' }).click();
  await page.getByRole('button', { name: 'Remover', exact: true }).click();
  await expectFailure(page, 'Falha ao remover a conexão');
});

test('connections that cannot be read say so and are read again', async ({ page, expectComplaints }) => {
  expectComplaints(/connections/);
  await breakCall(page, '/connections', 'GET');
  await open(page);
  await expect(page.getByText('Falha ao carregar as conexões')).toBeVisible();
  const source = await asAdmin<{ id: number }>(page, 'POST', '/data-sources', { name: uniqueName('Fonte') });
  await page.goto(`/admin/datasources/${source.id}`);
  await expect(page.getByText('Falha ao carregar as conexões desta fonte')).toBeVisible();
  await page.unrouteAll();
  await page.goto('/admin/connections');
  await expect(cardOf(page, 'Banco desta instalação')).toBeVisible();
});
