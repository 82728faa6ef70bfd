import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import { startDirectoryStandIn } from '../../server/test/identity/directory-stand-in.ts';
import { CLIENT, type OidcStandIn, startOidcProvider } from '../../server/test/identity/oidc-provider.ts';
import { intercept } from '../support/accounts.ts';
import { asAdmin, breakCall, expectFailure } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, expectCopied, test } from '../support/test-server.ts';

let stand: OidcStandIn;
test.beforeAll(async () => {
  stand = await startOidcProvider();
});
test.afterAll(() => stand.close());

const unique = () => randomUUID().slice(0, 8);

async function makeProvider(page: Page, active = false): Promise<IdentityProvider> {
  const slug = unique();
  return asAdmin<IdentityProvider>(page, 'POST', '/admin/identity-providers', {
    ...{ slug, kind: 'oidc', name: `Órgão ${slug}`, active, secret: CLIENT.secret },
    settings: { issuer: stand.issuer, client_id: CLIENT.client_id },
  });
}
const remove = (page: Page, { id }: Pick<IdentityProvider, 'id'>) =>
  asAdmin(page, 'DELETE', `/admin/identity-providers/${id}`).catch(() => undefined);
const at = ({ id }: Pick<IdentityProvider, 'id'>) => `/admin/access/providers/${id}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Accounts that an address opened; a sign-in needs one. */
const accountsOf = (email: string) =>
  inDatabase(async (client) => {
    const { rows } = await client.query('select id from users where email = $1', [email]);
    return rows.length;
  });

test('R-ACC-23 a provider is added, its connection is tried, and it is switched on after a question', async ({
  page,
}) => {
  await intercept(page, '/admin/identity-providers', 200, { success: true, data: [], message: '' });
  await enter(page, ADMIN, '/admin/access');
  await expect(page.getByText('Nenhum provedor ainda')).toBeVisible();
  await walkPast(page, [['provedores vazios', async () => {}]]);
  await page.unrouteAll();
  await button(page, 'Adicionar provedor').click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar provedor' });
  await dialog.getByLabel('Tipo').selectOption({ label: 'Outro OpenID Connect' });
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await expect(dialog.getByText('Campo obrigatório.').first()).toBeVisible();
  const slug = unique();
  const name = `Órgão ${slug}`;
  await dialog.getByLabel('Nome no botão').fill(name);
  await dialog.getByLabel('Nome no endereço').fill('NÃO SERVE');
  await dialog.getByLabel('Emissor').fill('https://169.254.169.254');
  await dialog.getByLabel('ID do cliente').fill(CLIENT.client_id);
  await dialog.getByLabel('Segredo do cliente').fill(CLIENT.secret);
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await expect(dialog.getByText(/Use de 2 a 40 letras/)).toBeVisible();
  await dialog.getByLabel('Nome no endereço').fill(slug);
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await expect(dialog.getByText(/metadados da nuvem/)).toBeVisible();
  await dialog.getByLabel('Emissor').fill(stand.issuer);
  await breakCall(page, '/admin/identity-providers', 'POST');
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await expectFailure(dialog, 'Falha ao adicionar o provedor');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await expect(page).toHaveURL(/\/admin\/access\/providers\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  try {
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByText('Inativo', { exact: true })).toBeVisible();
    await button(page, 'Testar conexão').click();
    const steps = page.getByRole('list', { name: 'Passos do teste' });
    await expect(steps.getByRole('listitem')).toHaveCount(6);
    await expect(steps.getByText('Documento de descoberta lido')).toBeVisible();
    await expect(steps.getByText('Não anunciado; será enviado mesmo assim.')).toBeVisible();
    await walkPast(page, [['provedor', async () => {}]]);
    await button(page, 'Ativar').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Este provedor ainda não foi testado. Ativar mesmo assim?');
    await question.getByRole('button', { name: 'Ativar' }).click();
    await expect(page.getByText('Ativo', { exact: true })).toBeVisible();
    await button(page, 'Copiar Endereço de retorno').click();
    await expectCopied(page, new RegExp(`/entrar/retorno/${slug}$`));
  } finally {
    await remove(page, { id });
  }
});

test('R-ACC-23 a trial sign-in shows claims and outcome, and opens no sign-in', async ({ page }) => {
  const provider = await makeProvider(page);
  try {
    const email = `${unique()}@exemplo.gov.br`;
    stand.state.present = {
      ...{ sub: 'identificador-longo', email, email_verified: true },
      ...{ name: 'Bia Lima', amr: ['pwd', 'mfa'] },
    };
    await enter(page, ADMIN, at(provider));
    await expect(page.getByText('Nenhuma entrada de teste')).toBeVisible();
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Testar entrada' }).click(),
    ]);
    await expect(tab.getByRole('heading', { name: 'O que aconteceria' })).toBeVisible();
    expect(tab.url()).toMatch(/\/admin\/access\/test\/\d+$/);
    await expect(tab.getByText('Bia Lima (', { exact: false })).toBeVisible();
    await expect(tab.getByText('Seria criada agora.')).toBeVisible();
    await expect(tab.getByText('Pedido pelo provedor')).toBeVisible();
    await expect(tab.getByRole('row', { name: /^sub/ })).toContainText('id••••');
    await walkPast(tab, [['teste de entrada', async () => {}]]);
    // It was made and taken back.
    expect(await accountsOf(email)).toBe(0);
    await tab.close();
    await page.reload();
    await expect(page.getByText('Última entrada de teste')).toBeVisible();
    await page.goto(`/admin/access/test/999999`);
    await expectFailure(page, 'Este provedor de acesso não existe.');
    await breakCall(page, `/admin/identity-providers/${provider.id}/test-sign-in/start`, 'POST');
    await page.goto(`/admin/access/test/${provider.id}`);
    await expectFailure(page, 'Falha ao testar a entrada');
  } finally {
    await remove(page, provider);
  }
});

test('settings of a provider are changed with its mapping of groups, and nothing of others is lost', async ({
  page,
}) => {
  const provider = await makeProvider(page);
  try {
    await enter(page, ADMIN, at(provider));
    await button(page, 'Editar').click();
    await page.getByLabel('Escopos').fill('openid email profile groups');
    await page.getByLabel('Claim dos grupos').fill('groups');
    await page.getByText('Pode dar o perfil admin').click();
    await button(page, 'Adicionar linha').click();
    await button(page, 'Salvar').click();
    await expect(page.getByText('Campo obrigatório.')).toBeVisible();
    await page.getByLabel('Valor da linha 1').fill('financeiro');
    await button(page, 'Adicionar linha').click();
    await page.getByLabel('Valor da linha 2').fill('chefia');
    await page.getByRole('checkbox', { name: 'Dá o perfil admin' }).nth(1).check();
    await button(page, 'Mover a linha 2 para cima').click();
    await page.getByLabel('Duração de um acesso, em horas').fill('900');
    await button(page, 'Salvar').click();
    await expect(page.getByText('Informe de 1 a 720 horas, ou deixe em branco.')).toBeVisible();
    await page.getByLabel('Duração de um acesso, em horas').fill('12');
    await page.getByRole('link', { name: 'Provedores' }).first().click();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await breakCall(page, `/admin/identity-providers/${provider.id}`, 'PUT');
    await button(page, 'Salvar').click();
    await expectFailure(page, 'Falha ao salvar o provedor');
    await page.unrouteAll();
    await button(page, 'Salvar').click();
    await expect(page.getByText('Salvo', { exact: true })).toBeVisible();
    const stored = await asAdmin<IdentityProvider>(page, 'GET', `/admin/identity-providers/${provider.id}`);
    expect(stored.group_mappings.map(({ value, grants_admin }) => [value, grants_admin])).toEqual([
      ['chefia', true],
      ['financeiro', false],
    ]);
    expect(stored.settings).toMatchObject({
      session_hours: 12,
      claim_groups: 'groups',
      may_grant_admin: true,
    });
    expect(stored.secret_set_at).toBe(provider.secret_set_at);

    await button(page, 'Editar').click();
    await page.getByLabel('Nome no botão').fill('Meu nome');
    const { name, active, settings, updated_at } = stored;
    const theirs = { name: `${name} deles`, active, settings, updated_at };
    await asAdmin(page, 'PUT', `/admin/identity-providers/${provider.id}`, theirs);
    await button(page, 'Salvar').click();
    await expect(page.getByText('Outra pessoa mudou este provedor.')).toBeVisible();
    await button(page, 'Ver o que foi salvo').click();
    await expect(page.getByLabel('Nome no botão')).toHaveValue(`${name} deles`);
  } finally {
    await remove(page, provider);
  }
});

test('what fails on the pages of providers is said, and removing one asks for its name', async ({ page }) => {
  const provider = await makeProvider(page, true);
  const path = `/admin/identity-providers/${provider.id}`;
  try {
    await enter(page, ADMIN, '/chat');
    await breakCall(page, path, 'GET');
    await page.goto(at(provider));
    await expectFailure(page, 'Falha ao carregar o provedor');
    await page.unrouteAll();
    await breakCall(page, '/user-groups?*', 'GET');
    await page.goto(at(provider));
    await expectFailure(page, 'Falha ao carregar grupos');
    await page.unrouteAll();
    await breakCall(page, `${path}/test`, 'POST');
    await button(page, 'Testar conexão').click();
    await expectFailure(page, 'Falha ao testar a conexão');
    await breakCall(page, path, 'PUT');
    await button(page, 'Desativar').click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Desativar' }).click();
    await expect(question).toContainText('Falha ao mudar o provedor');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await page.evaluate(() => {
      const denied = () => Promise.reject(new Error('denied'));
      Object.defineProperty(navigator, 'clipboard', { value: { write: denied, writeText: denied } });
      document.execCommand = () => false;
    });
    await button(page, 'Copiar Endereço de retorno').click();
    await expect(page.getByText('Não foi possível copiar')).toBeVisible();

    await button(page, 'Excluir provedor').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await expect(dialog.getByText('O nome não confere.')).toBeVisible();
    await dialog.getByRole('textbox').fill(provider.name);
    await breakCall(page, path, 'DELETE');
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await expectFailure(dialog, 'Falha ao excluir o provedor');
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await expect(page).toHaveURL(/\/admin\/access$/);
    await expect(page.getByText(provider.name)).toHaveCount(0);
    await page.goto(at(provider));
    await expect(page.getByText('Provedor não encontrado').first()).toBeVisible();
  } finally {
    await remove(page, provider);
  }
});

test('domains are entrusted to a provider, and one is closed only with an emergency account', async ({
  page,
}) => {
  const provider = await makeProvider(page, true);
  const domain = `${unique()}.gov.br`;
  try {
    await enter(page, ADMIN, '/admin/access?tab=domains');
    await expect(page.getByRole('listitem', { name: 'Todos os outros' })).toBeVisible();
    await button(page, 'Adicionar domínio').click();
    await button(page, 'Salvar').click();
    await expect(page.getByText('Informe um domínio.')).toBeVisible();
    await page.getByLabel('Domínio', { exact: true }).last().fill('não é domínio');
    await button(page, 'Salvar').click();
    await expect(page.getByText(/Informe um domínio, como exemplo/)).toBeVisible();
    await page.getByLabel('Domínio', { exact: true }).last().fill(domain);
    const row = page.getByRole('listitem', { name: domain });
    await row.getByLabel('Quem se cadastra').selectOption({ label: 'Espera aprovação' });
    await row.getByLabel('Confiado a').selectOption({ label: provider.name });
    await row.getByText('Só por aqui').click();
    await walkPast(page, [['domínios', async () => {}]]);
    await button(page, 'Salvar').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`As pessoas de ${domain} deixam de entrar com senha.`);
    await question.getByRole('button', { name: 'Fechar e salvar' }).click();
    await expect(question).toContainText('É preciso manter uma conta de emergência');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expectFailure(page, 'Marque antes uma conta de emergência com segundo fator.');
    await row.getByText('Só por aqui').click();
    await breakCall(page, '/admin/domains', 'PUT');
    await button(page, 'Salvar').click();
    await expectFailure(page, 'Falha ao salvar os domínios');
    await page.unrouteAll();
    await button(page, 'Salvar').click();
    await expect(page.getByText('Salvo', { exact: true })).toBeVisible();
    await page.reload();
    await expect(row.getByLabel('Confiado a')).toHaveValue(String(provider.id));
    await expect(row.getByLabel('Quem se cadastra')).toHaveValue('approval');
    await button(page, `Remover ${domain}`).click();
    await button(page, 'Salvar').click();
    await expect(page.getByText('Salvo', { exact: true })).toBeVisible();
    await expect(row).toHaveCount(0);
  } finally {
    await remove(page, provider);
  }
});

test('R-ACC-23 a directory is tried with a name and a password, without entering', async ({ page }) => {
  const directory = await startDirectoryStandIn();
  directory.state.attributes = {
    employeeNumber: '17',
    mail: `${unique()}@exemplo.gov.br`,
    displayName: 'Ana Lima',
  };
  const slug = unique();
  const provider = await asAdmin<IdentityProvider>(page, 'POST', '/admin/identity-providers', {
    ...{ slug, kind: 'ldap', name: `Rede ${slug}`, active: false, settings: directory.settings },
  });
  try {
    await enter(page, ADMIN, at(provider));
    await button(page, 'Testar conexão').click();
    await expect(page.getByRole('list', { name: 'Passos do teste' }).getByRole('listitem')).toHaveCount(4);
    await button(page, 'Testar entrada').click();
    const dialog = page.getByRole('dialog', { name: 'Testar entrada' });
    await dialog.getByRole('button', { name: 'Testar entrada' }).click();
    await expect(dialog.getByText('Campo obrigatório.').first()).toBeVisible();
    await dialog.getByLabel('Usuário da rede').fill('ana');
    await dialog.getByLabel('Senha da rede').fill('senha da rede');
    await dialog.getByRole('button', { name: 'Testar entrada' }).click();
    await expect(dialog.getByText('A pessoa não entraria.')).toBeVisible();
    await expect(dialog.getByText(/domínio do seu e-mail não foi confiado/)).toBeVisible();
    await expect(dialog.getByRole('row', { name: /^mail/ })).toContainText('••@exemplo.gov.br');
    await walkPast(page, [['teste de diretório', async () => {}]]);
    await breakCall(page, `/admin/identity-providers/${provider.id}/test-sign-in`, 'POST');
    await dialog.getByRole('button', { name: 'Testar entrada' }).click();
    await expectFailure(dialog, 'Falha ao testar a entrada');
    await dialog.getByRole('button', { name: 'Fechar' }).first().click();
    await expect(page.getByText('Última entrada de teste')).toBeVisible();
    await button(page, 'Editar').click();
    await page.getByLabel('Servidor').fill('ldap://diretorio.exemplo.gov.br');
    await button(page, 'Salvar').click();
    await expect(page.getByText(/precisa de LDAPS/).first()).toBeVisible();
    await walkPast(page, [['provedor de diretório', async () => {}]]);
    await button(page, 'Cancelar').click();
  } finally {
    await remove(page, provider);
    await directory.close();
  }
});
