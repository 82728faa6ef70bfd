import { randomUUID } from 'node:crypto';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import { CLIENT, type OidcStandIn, startOidcProvider } from '../../server/test/identity/oidc-provider.ts';
import { asAdmin, breakCall, expectFailure } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { API, enter, expect, test } from '../support/test-server.ts';

let stand: OidcStandIn;
test.beforeAll(async () => {
  stand = await startOidcProvider();
});
test.afterAll(() => stand.close());

test('an account of the organisation is linked in the profile, and unlinked again', async ({
  page,
  person,
}) => {
  const slug = randomUUID().slice(0, 8);
  const name = `Órgão ${slug}`;
  const made = await asAdmin<IdentityProvider>(page, 'POST', '/admin/identity-providers', {
    ...{ slug, kind: 'oidc', name, active: true, secret: CLIENT.secret },
    settings: { issuer: stand.issuer, client_id: CLIENT.client_id },
  });
  try {
    stand.state.present = { sub: slug, email: `${slug}@exemplo.gov.br`, email_verified: true };
    await breakCall(page, '/users/me/identities', 'GET');
    await enter(page, person, '/profile');
    await expect(page.getByText('Falha ao carregar as contas vinculadas').first()).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    await breakCall(page, `/users/me/identities/${slug}/start`, 'POST');
    await page.getByRole('button', { name: `Vincular ${name}`, exact: true }).click();
    await expectFailure(page, 'Falha ao vincular a conta');
    await page.unrouteAll();
    await page.getByRole('button', { name: `Vincular ${name}`, exact: true }).click();
    await expect(page.getByText(`${slug}@exemplo.gov.br`, { exact: false })).toBeVisible();
    await expect(page).toHaveURL(/\/profile$/);
    await walkPast(page, [['contas vinculadas', async () => {}]]);
    await breakCall(page, `/users/me/identities/${slug}`, 'DELETE');
    await page.getByRole('button', { name: `Desvincular ${name}` }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Desvincular' }).click();
    await expectFailure(question, 'Falha ao desvincular a conta');
    await page.unrouteAll();
    await question.getByRole('button', { name: 'Desvincular' }).click();
    await expect(page.getByText(`A conta de ${name} foi desvinculada.`)).toBeVisible();
  } finally {
    await asAdmin(page, 'DELETE', `/admin/identity-providers/${made.id}`).catch(() => undefined);
  }
});

test('R-ACC-66 an account of the network is linked by its name and password, and a closed domain has no password here', async ({
  page,
  person,
}) => {
  const rede = { slug: 'rede', name: 'Rede', kind: 'ldap' };
  const account = {
    ...rede,
    address: 'ana@exemplo.gov.br',
    linked_at: '2026-11-20T12:00:00.000Z',
    last_used_at: '2026-11-20T12:00:00.000Z',
    removable: false,
  };
  const offered = { linked: [], offered: [rede], only_by: null };
  const linked = { linked: [account], offered: [], only_by: 'Rede' };
  const reply = (data: unknown) => ({ json: { success: true, data } });
  // The way to a real directory is shown with OpenLDAP among the tests of the server.
  await page.route(`**${API}/users/me/identities`, (route) => route.fulfill(reply(offered)));
  const wrong = { code: 'wrong_network_password', detail: 'Usuário ou senha da rede incorretos.' };
  const sent: unknown[] = [];
  await page.route(`**${API}/users/me/identities/rede/password`, (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill(sent.length === 1 ? { status: 403, json: wrong } : reply(linked));
  });
  await enter(page, person, '/profile');
  await expect(page.getByRole('region', { name: 'Alterar Senha' })).toBeVisible();
  await page.getByRole('button', { name: 'Vincular Rede' }).click();
  const dialog = page.getByRole('dialog', { name: 'Vincular Rede' });
  await dialog.getByLabel('Usuário da rede').fill('ana.souza');
  await dialog.getByLabel('Senha da rede', { exact: true }).fill('errada');
  await dialog.getByRole('button', { name: 'Vincular' }).click();
  await expectFailure(dialog, wrong.detail);
  await walkPast(page, [['a conta da rede no perfil', async () => {}]]);
  await dialog.getByLabel('Senha da rede', { exact: true }).fill('certa');
  await dialog.getByRole('button', { name: 'Vincular' }).click();
  await expect(page.getByText('A conta de Rede foi vinculada.')).toBeVisible();
  expect(sent.at(-1)).toEqual({ username: 'ana.souza', password: 'certa' });
  const card = page.getByRole('region', { name: 'Senha', exact: true });
  await expect(card.getByText('Você entra com Rede. Não há senha aqui.')).toBeVisible();
  await expect(page.getByLabel('Nova senha')).toHaveCount(0);
  await expect(page.getByText('É por ela que você entra.')).toBeVisible();
  await walkPast(page, [['a senha de um domínio fechado', () => card.scrollIntoViewIfNeeded()]]);
});
