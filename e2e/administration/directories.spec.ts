import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import { asAdmin, breakCall, expectFailure } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, API, enter, expect, expectCopied, test } from '../support/test-server.ts';

const unique = () => randomUUID().slice(0, 8);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('R-ACC-35 a superadmin makes the token of a directory, sees what it called, and revokes it', async ({
  page,
}) => {
  const slug = unique();
  const name = `Diretório ${slug}`;
  const provider = await asAdmin<IdentityProvider>(page, 'POST', '/admin/identity-providers', {
    ...{ slug, kind: 'oidc', name, active: true },
    settings: { issuer: 'http://127.0.0.1:9', client_id: 'prosa' },
  });
  try {
    await breakCall(page, '/admin/identity-providers', 'GET');
    await enter(page, ADMIN, '/admin/access?tab=scim');
    await expect(page.getByText('Falha ao carregar os diretórios').first()).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await page.evaluate(() => {
      const denied = () => Promise.reject(new Error('denied'));
      Object.defineProperty(navigator, 'clipboard', { value: { write: denied, writeText: denied } });
      document.execCommand = () => false;
    });
    await button(page, `Copiar o endereço SCIM de ${name}`).click();
    await expectFailure(page, 'Não foi possível copiar. Selecione o texto e copie');
    await page.reload();
    await breakCall(page, `/admin/identity-providers/${provider.id}/scim-tokens`, 'POST');
    await button(page, `Criar token SCIM de ${name}`).click();
    await expect(page.getByText('Falha ao criar o token').first()).toBeVisible();
    await page.unrouteAll();
    await button(page, `Criar token SCIM de ${name}`).click();
    const dialog = page.getByRole('dialog', { name: 'Token SCIM criado' });
    await expect(dialog.getByText(/^prosa_scim_/)).toBeVisible();
    await walkPast(page, [['o token de um diretório', async () => {}]]);
    await page.keyboard.press('Escape');
    await expect(dialog.getByText('Você ainda não copiou o token.', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copiar token' }).click();
    const secret = await expectCopied(page, /^prosa_scim_/);
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    const called = await page.request.get(`${API}/scim/v2/Users/x`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(called.status()).toBe(404);
    await page.reload();
    await expect(page.getByText('Última chamada recusada (404): GET /Users/:id')).toBeVisible();
    await walkPast(page, [['os diretórios', async () => {}]]);
    await breakCall(page, `/admin/identity-providers/${provider.id}/scim-tokens/*`, 'DELETE');
    await button(page, `Revogar o token que termina em ${secret.slice(-4)}`).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Revogar' }).click();
    await expectFailure(question, 'Falha ao revogar o token');
    await page.unrouteAll();
    await question.getByRole('button', { name: 'Revogar' }).click();
    await expect(page.getByText(`prosa_scim_…${secret.slice(-4)}`)).toHaveCount(0);
  } finally {
    await asAdmin(page, 'DELETE', `/admin/identity-providers/${provider.id}`).catch(() => undefined);
  }
});
