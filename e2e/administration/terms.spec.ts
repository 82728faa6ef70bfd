import type { Page, Route } from '@playwright/test';
import { breakCall, expectFailure } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('R-ACC-55 a draft of the terms is written beside its reading, kept, and deleted', async ({ page }) => {
  await breakCall(page, '/admin/terms', 'GET');
  await enter(page, ADMIN, '/admin/access?tab=terms');
  await expect(page.getByText('Falha ao carregar os termos').first()).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await button(page, 'Nova versão de Aviso de Privacidade').click();
  const dialog = page.getByRole('dialog', { name: 'Rascunho de Aviso de Privacidade' });
  await dialog.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(dialog.getByText('Escreva o texto.')).toBeVisible();
  await dialog.getByLabel('Texto (Markdown)').fill('## Dados\n\nGuardamos **nome** e e-mail.');
  await expect(dialog.getByRole('heading', { name: 'Dados' })).toBeVisible();
  await walkPast(page, [['um rascunho dos termos', async () => {}]]);
  await breakCall(page, '/admin/terms', 'POST');
  await dialog.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(dialog.getByText('Falha ao salvar o rascunho').first()).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(page.getByText('Rascunho', { exact: true })).toBeVisible();
  await walkPast(page, [['os termos', async () => {}]]);
  await button(page, 'Publicar').click();
  await expect(page.getByText('Publicar esta versão de Aviso de Privacidade?')).toBeVisible();
  await page.keyboard.press('Escape');
  await breakCall(page, '/admin/terms/*', 'DELETE');
  await button(page, 'Excluir rascunho').click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Excluir rascunho' }).click();
  await expectFailure(question, 'Falha ao excluir o rascunho');
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Excluir rascunho' }).click();
  await expect(button(page, 'Nova versão de Aviso de Privacidade')).toBeVisible();
});

const BODY = `## Uso\n\n${'O Prosa responde com as fontes da organização. '.repeat(60)}`;
const published = { version: 3, required: true, published_at: '2026-11-20T12:00:00.000Z', body: BODY };
const inForce = [
  { id: 1, kind: 'terms', title: 'Termos de Uso', ...published },
  { id: 2, kind: 'privacy', title: 'Aviso de Privacidade', ...published },
];

test('the acceptances of a published version that cannot be downloaded say so', async ({ page }) => {
  const version = {
    id: 9,
    kind: 'terms',
    version: 1,
    title: 'Termos de Uso',
    body: 'Texto.',
    required: true,
  };
  const dates = { published_at: '2026-11-20T12:00:00.000Z', updated_at: '2026-11-20T12:00:00.000Z' };
  await page.route(`**${API}/admin/terms`, (route) =>
    route.fulfill({ json: { success: true, data: [{ ...version, ...dates, accepted: 2 }] } }),
  );
  await breakCall(page, '/admin/terms/9/acceptances', 'GET');
  await enter(page, ADMIN, '/admin/access?tab=terms');
  await page.getByRole('button', { name: /aceites/i }).click();
  await expect(page.getByText('Falha ao baixar os aceites').first()).toBeVisible();
});

test('R-ACC-55 terms in force are read and accepted before anything else', async ({ page, person }) => {
  let accepted: unknown = null;
  await page.route(`**${API}/users/me`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const pending = accepted === null ? ['terms'] : [];
    await route.fulfill({ response, json: { ...body, data: { ...body.data, pending } } });
  });
  await breakCall(page, '/terms', 'GET');
  const accept = (route: Route) => {
    accepted = route.request().postDataJSON();
    return route.fulfill({ json: { success: true, data: { complete: true } } });
  };
  await enter(page, person, '/chat');
  await expect(page.getByRole('heading', { name: 'Antes de continuar' })).toBeVisible();
  await expect(page.getByText('Falha ao carregar os termos').first()).toBeVisible();
  await page.unroute(`**${API}/terms`);
  await page.route(`**${API}/terms`, (route) => route.fulfill({ json: { success: true, data: inForce } }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Aviso de Privacidade' })).toBeVisible();
  await walkPast(page, [['os termos antes de entrar', async () => {}]]);
  await button(page, 'Continuar').click();
  await expect(page.getByText('Marque o que você leu para continuar.')).toBeVisible();
  await page.getByLabel('Li e aceito os Termos de Uso (versão 3)').check();
  await page.getByLabel('Li o Aviso de Privacidade (versão 3)').check();
  await breakCall(page, '/users/me/terms', 'POST');
  await button(page, 'Continuar').click();
  await expectFailure(page, 'Falha ao registrar o aceite');
  await page.unroute(`**${API}/users/me/terms`);
  await page.route(`**${API}/users/me/terms`, accept);
  await button(page, 'Continuar').click();
  await expect(page.getByRole('heading', { name: 'Antes de continuar' })).toHaveCount(0);
  expect(accepted).toEqual({ ids: [1, 2] });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('R-ACC-55 the registration asks for the terms where there are some, and says what was not read', async ({
  page,
}) => {
  let isAway = true;
  await page.route(`**${API}/terms`, (route) =>
    isAway ? route.fulfill({ status: 500 }) : route.fulfill({ json: { success: true, data: inForce } }),
  );
  let sent: unknown = null;
  await page.route(`**${API}/auth/register`, (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({
      status: 409,
      json: { code: 'terms_outdated', detail: 'Os termos mudaram. Leia a versão atual.' },
    });
  });
  await page.goto('/cadastro');
  await expect(page.getByText('Falha ao carregar os termos').first()).toBeVisible();
  isAway = false;
  await button(page, 'Tentar novamente').click();
  await page.getByLabel('E-mail').fill('rui@exemplo.com.br');
  await page.getByLabel('Nome').fill('Rui Lima');
  await page.getByLabel('Senha', { exact: true }).fill('uma senha bem longa');
  await page.getByLabel(/Confirm/).fill('uma senha bem longa');
  await page.getByLabel('Li e aceito os Termos de Uso (versão 3)').check();
  await page.locator('form [type=submit]').click();
  await expect(page.getByText('Marque o que você leu para continuar.')).toBeVisible();
  expect(sent).toBeNull();
  await walkPast(page, [['o cadastro com termos', async () => {}]]);
  await button(page, 'Ler «Aviso de Privacidade»').click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Uso' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();
  await page.getByLabel('Li o Aviso de Privacidade (versão 3)').check();
  await page.locator('form [type=submit]').click();
  await expect(page.getByText('Os termos mudaram. Leia a versão atual.').first()).toBeVisible();
  expect(sent).toMatchObject({ terms_ids: [1, 2] });
  // The new texts are read anew.
  await expect(page.getByLabel('Li o Aviso de Privacidade (versão 3)')).not.toBeChecked();
});

test('R-ACC-55 the form of an invitation asks for the terms, and sends which version was accepted', async ({
  page,
}) => {
  await page.route(`**${API}/terms`, (route) => route.fulfill({ json: { success: true, data: inForce } }));
  const looked = {
    email: 'bia@exemplo.com.br',
    inviter: 'Ana Souza',
    group: null,
    provider: null,
    closed: false,
  };
  await page.route(`**${API}/auth/invitations/look`, (route) =>
    route.fulfill({ json: { success: true, data: looked } }),
  );
  let sent: unknown = null;
  await page.route(`**${API}/auth/invitations/accept`, (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({
      status: 409,
      json: { code: 'terms_outdated', detail: 'Os termos mudaram. Leia a versão atual.' },
    });
  });
  await page.goto(`/convite#${'a'.repeat(43)}`);
  await expect(page.getByText('Ana Souza convidou você para o Prosa.')).toBeVisible();
  await page.getByLabel('Nome').fill('Bia Lima');
  await page.getByLabel('Senha', { exact: true }).fill('uma senha bem longa');
  await page.getByLabel('Confirmar senha').fill('uma senha bem longa');
  const accept = page.getByLabel('Li e aceito os Termos de Uso (versão 3)');
  const read = page.getByLabel('Li o Aviso de Privacidade (versão 3)');
  await accept.check();
  await button(page, 'Criar conta e entrar').click();
  await expect(page.getByText('Marque o que você leu para continuar.')).toBeVisible();
  expect(sent).toBeNull();
  await walkPast(page, [['um convite com termos', () => read.scrollIntoViewIfNeeded()]]);
  await button(page, 'Ler «Termos de Uso»').click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Uso', exact: true })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();
  await read.check();
  await button(page, 'Criar conta e entrar').click();
  await expect(page.getByText('Os termos mudaram. Leia a versão atual.').first()).toBeVisible();
  expect(sent).toMatchObject({ name: 'Bia Lima', terms_ids: [1, 2] });
  // The new texts are read anew, and what was typed stays.
  await expect(read).not.toBeChecked();
  await expect(page.getByLabel('Nome')).toHaveValue('Bia Lima');
});
