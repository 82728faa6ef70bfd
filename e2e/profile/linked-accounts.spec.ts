import { randomUUID } from 'node:crypto';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import { CLIENT, type OidcStandIn, startOidcProvider } from '../../server/test/identity/oidc-provider.ts';
import { asAdmin, breakCall, expectFailure } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { enter, expect, test } from '../support/test-server.ts';

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
