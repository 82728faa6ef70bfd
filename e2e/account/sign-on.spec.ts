import type { APIRequestContext, Page } from '@playwright/test';
import { CLIENT, type OidcStandIn, startOidcProvider } from '../../server/test/identity/oidc-provider.ts';
import { login } from '../support/accounts.ts';
import { asAdmin, breakCall } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, API, expect, signIn, test, textOfEmailTo } from '../support/test-server.ts';

let provider: OidcStandIn;
test.beforeAll(async () => {
  provider = await startOidcProvider();
});
test.afterAll(() => provider.close());

type Made = { id: number; remove: () => Promise<void> };

/** One that is there for the story only: every other page of sign-in would show its button too. */
async function makeProvider(request: APIRequestContext, slug: string, active = true): Promise<Made> {
  const { access_token } = await signIn(request, ADMIN);
  const headers = { authorization: `Bearer ${access_token}` };
  const settings = { issuer: provider.issuer, client_id: CLIENT.client_id };
  const data = { slug, kind: 'oidc', name: `Órgão ${slug}`, active, settings, secret: CLIENT.secret };
  const made = await request.post(`${API}/admin/identity-providers`, { headers, data });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()).data;
  const remove = async () => {
    await request.delete(`${API}/admin/identity-providers/${id}`, { headers });
  };
  return { id, remove };
}

const button = (page: Page, slug: string) => page.getByRole('button', { name: `Entrar com Órgão ${slug}` });
const unique = () => Math.random().toString(36).slice(2, 10);

test('R-ACC-02 R-ACC-07 somebody enters by the button of their provider, and the answer leaves the address', async ({
  page,
}) => {
  const [slug, other, off] = [unique(), unique(), unique()];
  const made = [
    await makeProvider(page.request, slug),
    await makeProvider(page.request, other),
    await makeProvider(page.request, off, false),
  ];
  try {
    provider.state.present = {
      sub: slug,
      email: `${slug}@exemplo.gov.br`,
      email_verified: true,
      name: 'Ana Souza',
    };
    await page.goto('/');
    await expect(button(page, slug)).toBeVisible();
    await expect(button(page, other)).toBeVisible();
    await expect(button(page, off)).toHaveCount(0);
    const offered = await page.getByRole('button', { name: /^Entrar com/ }).allTextContents();
    const order = [slug, other].map((one) => offered.findIndex((text) => text.includes(one)));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    await walkPast(page, [['sign-on', async () => {}]]);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await button(page, slug).click();
    await expect(page).toHaveURL(/\/chat$/);
    expect(addresses.some((url) => url.includes('/entrar/retorno/'))).toBe(true);
    await page.goBack();
    expect(page.url()).not.toContain('code=');
    const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(keys.filter((key) => key.startsWith('sso:'))).toEqual([]);
    await page.goto('/profile');
    await expect(page.getByText(`com Órgão ${slug}`).first()).toBeVisible();
  } finally {
    for (const one of made) await one.remove();
  }
});

test('R-RCH-08 the page that was opened before the sign-in comes after the way over a provider', async ({
  page,
}) => {
  const slug = unique();
  const made = await makeProvider(page.request, slug);
  try {
    provider.state.present = {
      sub: slug,
      email: `${slug}@exemplo.gov.br`,
      email_verified: true,
      name: 'Ana',
    };
    await page.goto('/subscription?de=carta');
    await expect(page).toHaveURL('/');
    await button(page, slug).click();
    await expect(page).toHaveURL('/subscription?de=carta');
  } finally {
    await made.remove();
  }
});

test('R-ACC-10 somebody proves the account that they had, once; and an answer in another tab opens nothing', async ({
  page,
  person,
}) => {
  const slug = unique();
  const made = await makeProvider(page.request, slug);
  try {
    provider.state.present = { sub: slug, email: person.email, email_verified: true };
    await page.goto(`/entrar/${slug}`);
    await expect(page.getByRole('heading', { name: 'Esta conta já existe.' })).toBeVisible();
    await walkPast(page, [['sign-on-link', async () => {}]]);
    await page.getByLabel('Senha', { exact: true }).fill('outra senha');
    await page.keyboard.press('Enter');
    await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible();
    await page.getByLabel('Senha', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/chat$/);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`/entrar/retorno/${slug}?state=a.b&code=x`);
    await expect(
      page.getByText('Esta entrada começou em outra aba ou expirou. Comece de novo.').first(),
    ).toBeVisible();
    expect(page.url()).not.toContain('?');
    await walkPast(page, [['sign-on-failed', async () => {}]]);
    await page.getByRole('link', { name: 'Voltar ao login' }).click();
    await expect(login.submit(page)).toBeVisible();
  } finally {
    await made.remove();
  }
});

test('an invitation of a closed domain asks for no password and leads to its provider, into the group of the invitation', async ({
  page,
}) => {
  const slug = unique();
  const made = await makeProvider(page.request, slug);
  const domain = `${slug}.exemplo.br`;
  const email = `ana@${domain}`;
  try {
    await inDatabase((client) =>
      client.query(
        `insert into email_domains (domain, written, provider_id, door, closed_at) values ($1, $1, $2, 'provider', now())`,
        [domain, made.id],
      ),
    );
    await page.goto('/');
    await asAdmin(page, 'POST', '/invitations', { emails: [email], user_group_id: 2 });
    provider.state.present = { sub: slug, email, email_verified: true, name: 'Ana Souza' };
    await page.goto(`/convite#${await textOfEmailTo(email, /\/convite#([\w-]{43})\s/)}`);
    await expect(
      page.getByText(`Pessoas com o e-mail ${email} entram com a conta da organização.`),
    ).toBeVisible();
    await expect(page.getByLabel(/Senha/)).toHaveCount(0);
    await walkPast(page, [['convite de um domínio fechado', async () => {}]]);
    await button(page, slug).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/chat$/);
    const { rows } = await inDatabase((client) =>
      client.query('select user_group_id from users where email = $1', [email]),
    );
    expect(rows).toEqual([{ user_group_id: 2 }]);
  } finally {
    await made.remove();
    await inDatabase((client) => client.query('delete from email_domains where domain = $1', [domain]));
  }
});

test('R-ACC-02 a provider that cannot be reached, and a proof that fails, are said', async ({
  page,
  person,
}) => {
  const slug = unique();
  const made = await makeProvider(page.request, slug);
  try {
    await breakCall(page, `/auth/sso/${slug}/start`, 'POST');
    await page.goto('/');
    await button(page, slug).click();
    await expect(page.getByText('Erro ao entrar pelo provedor')).toBeVisible();
    await page.unrouteAll();
    provider.state.present = { sub: slug, email: person.email, email_verified: true };
    await button(page, slug).click();
    await expect(page.getByRole('heading', { name: 'Esta conta já existe.' })).toBeVisible();
    await breakCall(page, '/auth/sso/link', 'POST');
    await page.getByLabel('Senha', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Erro ao confirmar a conta')).toBeVisible();
  } finally {
    await made.remove();
  }
});
