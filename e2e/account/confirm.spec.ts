import { CLIENT, type OidcStandIn, startOidcProvider } from '../../server/test/identity/oidc-provider.ts';
import { breakCall } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, API, expect, signIn, test } from '../support/test-server.ts';

let provider: OidcStandIn;
test.beforeAll(async () => {
  provider = await startOidcProvider();
});
test.afterAll(() => provider.close());

test('R-ACC-47 somebody without a password makes a key after the provider has asked in another tab, and no field is lost', async ({
  page,
}) => {
  const slug = Math.random().toString(36).slice(2, 10);
  const { access_token } = await signIn(page.request, ADMIN);
  const headers = { authorization: `Bearer ${access_token}` };
  const settings = { issuer: provider.issuer, client_id: CLIENT.client_id };
  const data = { slug, kind: 'oidc', name: `Órgão ${slug}`, active: true, settings, secret: CLIENT.secret };
  const made = await page.request.post(`${API}/admin/identity-providers`, { headers, data });
  const { id } = (await made.json()).data;
  try {
    const person = { sub: slug, email: `${slug}@exemplo.gov.br`, email_verified: true, name: 'Ana Souza' };
    provider.state.present = person;
    await page.goto('/');
    await page.getByRole('button', { name: `Entrar com Órgão ${slug}` }).click();
    await expect(page).toHaveURL(/\/chat$/);
    await page.goto('/profile');
    // As if a quarter of an hour had passed.
    const refusal = { code: 'reauthentication_required', detail: 'Confirme sua senha atual.' };
    await page.route(`**${API}/users/me/access-keys`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 403, json: refusal }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Criar chave' }).click();
    const form = page.getByRole('dialog', { name: 'Nova chave de acesso' });
    await form.getByLabel('Nome').fill('Planilha');
    await form.getByRole('button', { name: 'Criar chave' }).click();
    const question = page.getByRole('dialog', { name: 'Confirme que é você' });
    const leave = question.getByRole('link', { name: 'Confirmar com o provedor' });
    await expect(leave).toBeVisible();
    await walkPast(page, [['confirmar com o provedor', async () => {}]]);
    // One that does not say when the person signed in confirms nothing.
    const [refused] = await Promise.all([page.context().waitForEvent('page'), leave.click()]);
    await expect(
      refused.getByText('O provedor não confirmou que você acabou de entrar').first(),
    ).toBeVisible();
    await walkPast(refused, [['não confirmado', async () => {}]]);
    await expect(question.getByText('Esperando a confirmação na outra aba…')).toBeVisible();
    await breakCall(refused, '/auth/confirm/start', 'POST');
    await refused.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(refused.getByText('Erro ao confirmar que é você').first()).toBeVisible();
    await refused.unrouteAll();
    await page.unrouteAll();
    provider.state.present = { ...person, auth_time: Math.floor(Date.now() / 1_000) };
    await refused.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(question).toHaveCount(0);
    await expect(page.getByText('Planilha').first()).toBeVisible();
  } finally {
    await page.request.delete(`${API}/admin/identity-providers/${id}`, { headers });
  }
});
