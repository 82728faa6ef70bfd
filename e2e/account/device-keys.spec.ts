import type { Page } from '@playwright/test';
import { temporaryFolder } from '../../server/test/process/temporary-folder.ts';
import { login } from '../support/accounts.ts';
import { breakCall, expectFailure } from '../support/agents.ts';
import { answering, freePort, startServer } from '../support/server-process.ts';
import { ADMIN, expect, test } from '../support/test-server.ts';

/** Browsers know device keys on a name only: this server is opened as «localhost». */
async function startByName() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const folder = await temporaryFolder('prosa-e2e-keys-');
  const server = startServer({ PORT: String(port), APP_URL: url, DATA_DIR: folder });
  await answering(`http://127.0.0.1:${port}`, server);
  return {
    url,
    close: async () => {
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
    },
  };
}

/** An authenticator that checks its person by itself, as a laptop with a fingerprint reader does. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const card = (page: Page) => page.getByRole('region', { name: 'Verificação em duas etapas' });

test('R-ACC-41 a device key is added, signs in alone, confirms what is delicate, and is taken away', async ({
  page,
}) => {
  const { url, close } = await startByName();
  try {
    await page.goto(url);
    await expect(page.getByRole('button', { name: 'Entrar com a chave do dispositivo' })).toHaveCount(0);
    await login.email(page).fill(ADMIN.email);
    await login.password(page).fill(ADMIN.password);
    await login.submit(page).click();
    await expect(page).toHaveURL(`${url}/chat`);
    await page.goto(`${url}/profile`);
    await plugInAuthenticator(page);
    await card(page).getByRole('button', { name: 'Adicionar chave do dispositivo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar chave do dispositivo' });
    await dialog.getByLabel('Nome da chave').fill('Notebook da sala');
    await breakCall(page, '/users/me/second-factor/passkeys', 'POST');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await expectFailure(dialog, 'Falha ao adicionar a chave do dispositivo');
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    const kept = page.getByRole('dialog', { name: 'Guarde seus códigos de recuperação' });
    await kept.getByRole('checkbox').check();
    await kept.getByRole('button', { name: 'Concluir' }).click();
    await expect(card(page).getByText('Notebook da sala')).toBeVisible();
    await expect(card(page).getByText(/nunca usada/)).toBeVisible();

    // The browser offers the key by itself among the suggestions; the authenticator answers at once.
    await page.evaluate(() => localStorage.clear());
    await breakCall(page, '/auth/passkey', 'POST');
    await page.goto(url);
    await expect(page.getByText(/^Erro ao entrar com a chave do dispositivo/)).toBeVisible();
    await page.unrouteAll();
    await page.goto(url);
    await expect(page).toHaveURL(`${url}/chat`);
    await page.goto(`${url}/profile`);
    await expect(card(page).getByText(/último uso: hoje/)).toBeVisible();

    await card(page).getByRole('button', { name: 'Renomear Notebook da sala' }).click();
    await page.getByLabel('Nome da chave').fill('Notebook');
    await breakCall(page, '/users/me/second-factor/passkeys/*', 'PATCH');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectFailure(page, 'Falha ao renomear a chave');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await breakCall(page, '/users/me/second-factor/passkeys/*', 'DELETE');
    await card(page).getByRole('button', { name: 'Remover Notebook', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Remover' }).click();
    await expectFailure(question, 'Falha ao remover a chave');
    await page.unrouteAll();
    await question.getByRole('button', { name: 'Remover' }).click();
    await expect(card(page).getByText('Chave do dispositivo removida.')).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Configurar aplicativo' })).toBeVisible();
  } finally {
    await close();
  }
});

test('R-ACC-41 where the address is a number, the profile says why there are no device keys', async ({
  page,
  person,
}) => {
  await page.goto('/');
  await login.email(page).fill(person.email);
  await login.password(page).fill(person.password);
  await login.submit(page).click();
  await expect(page).toHaveURL('/chat');
  await page.goto('/profile');
  await expect(card(page).getByText(/Chaves do dispositivo só funcionam/)).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Adicionar chave do dispositivo' })).toHaveCount(0);
});
