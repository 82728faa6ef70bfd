/** Invitations, from the address that an administrator types to the first chat of the person. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { configured } from '../support/accounts.ts';
import { breakCall, expectFailure } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, expectCopied, test, textOfEmailTo } from '../support/test-server.ts';

const newAddress = () => `c-${randomUUID().slice(0, 12)}@exemplo.com.br`;
const PASSWORD = 'uma senha boa';

async function openInvitations(page: Page) {
  await enter(page, ADMIN, '/admin/users?tab=invites');
  await expect(page.getByRole('heading', { level: 2, name: 'Convites' })).toBeVisible();
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Convidar', exact: true }).click();
  return page.getByRole('dialog', { name: 'Convidar pessoas' });
}

async function invite(page: Page, typed: string, button: string) {
  const dialog = await openDialog(page);
  await dialog.getByLabel('E-mails', { exact: true }).fill(typed);
  await dialog.getByLabel('Grupo').selectOption({ label: 'Plus' });
  await dialog.getByRole('button', { name: button }).click();
}

async function fillForm(page: Page) {
  await page.getByLabel('Nome').fill('Bia Lima');
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmar senha').fill(PASSWORD);
}

const linkTo = async (email: string) => `/convite#${await textOfEmailTo(email, /\/convite#([\w-]{43})\s/)}`;

/** A browser that nobody has signed in to. */
async function elsewhere(page: Page) {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('no browser');
  return context.newPage();
}

test('R-ACC-48 addresses are invited, the reply has the outcome of each, and the link leads to the chat once', async ({
  page,
}) => {
  const email = newAddress();
  await openInvitations(page);
  await invite(page, `Bia Lima <${email}>; ${ADMIN.email}\nsem arroba`, 'Criar 2 convites');
  const results = page.getByRole('dialog', { name: '1 convite criado' });
  await expect(results.getByRole('listitem')).toHaveText([
    `${email}criadoCopiar link`,
    `${ADMIN.email}já tem conta`,
    'sem arrobainválido',
  ]);
  // The installation of the stories sends no e-mails.
  await expect(results.getByRole('link', { name: 'caixa de e-mails local' })).toBeVisible();
  await results.getByRole('button', { name: 'Fechar' }).last().click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row.getByText('Plus', { exact: true })).toBeVisible();
  const link = await linkTo(email);
  const guest = await elsewhere(page);
  await guest.goto(link);
  await expect(guest.getByText('Administrador convidou você para o Prosa.')).toBeVisible();
  await expect(guest.getByLabel('E-mail')).toHaveValue(email);
  await fillForm(guest);
  await guest.getByRole('button', { name: 'Criar conta e entrar' }).click();
  await expect(guest).toHaveURL('/chat');
  await guest.context().clearCookies();
  await guest.evaluate(() => localStorage.clear());
  await guest.goto('about:blank');
  await guest.goto(link);
  await expectFailure(
    guest,
    'Este convite venceu, foi retirado ou já foi usado. Peça outro a quem convidou você.',
  );
  await guest.getByRole('link', { name: 'Ir para o login' }).click();
  await expect(guest).toHaveURL('/');
  await guest.context().close();
  await page.reload();
  await expect(row.getByText('Aceito', { exact: true })).toBeVisible();
});

test('R-ACC-48 invitations can be sent once an address is typed, and the dialog says that names are not kept', async ({
  page,
}) => {
  await openInvitations(page);
  const dialog = await openDialog(page);
  const [field, send] = [dialog.getByLabel('E-mails', { exact: true }), dialog.locator('[type=submit]')];
  await expect(dialog.getByText('De «Nome <e-mail>» fica só o e-mail')).toBeVisible();
  for (const [typed, label, count] of [
    ['', 'Criar convites', '0 e-mails'],
    ['Bia Lima', 'Criar convites', '0 e-mails'],
    ['Bia <bia@exemplo.com.br>; bia@exemplo.com.br', 'Criar 1 convite', '1 e-mail'],
  ] as const) {
    await field.fill(typed);
    await expect(send).toHaveText(label);
    await expect(send).toBeEnabled({ enabled: label !== 'Criar convites' });
    await expect(dialog.getByRole('status').filter({ hasText: 'e-mail' }).last()).toHaveText(count);
  }
});

test('R-ACC-48 an invitation is sent again after a minute, and withdrawn; what fails is said', async ({
  page,
}) => {
  const email = newAddress();
  await configured(page, { sends_mail: true });
  await openInvitations(page);
  await breakCall(page, '/invitations', 'POST');
  await invite(page, email, 'Enviar 1 convite');
  await expectFailure(page, 'Falha ao enviar os convites');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Enviar 1 convite' }).click();
  await page
    .getByRole('dialog', { name: '1 convite enviado' })
    .getByRole('button', { name: 'Fechar' })
    .last()
    .click();
  const first = await linkTo(email);
  const resend = page.getByRole('button', { name: `Reenviar o convite de ${email}` });
  await breakCall(page, '/invitations/*/resend', 'POST');
  await resend.click();
  await expectFailure(page, 'Falha ao reenviar o convite');
  await page.unrouteAll();
  await resend.click();
  await expectFailure(page, 'Aguarde um minuto antes de reenviar este convite.');
  await inDatabase((client) =>
    client.query(`update invitations set letter_at = letter_at - interval '2 minutes' where email = $1`, [
      email,
    ]),
  );
  await resend.click();
  await expect(page.getByText(`Convite reenviado para ${email}.`)).toBeVisible();
  await expect.poll(() => linkTo(email)).not.toBe(first);
  await page.getByRole('button', { name: `Retirar o convite de ${email}` }).click();
  const question = page.getByRole('alertdialog', { name: `Retirar o convite de ${email}?` });
  await breakCall(page, '/invitations/*', 'DELETE');
  await question.getByRole('button', { name: 'Retirar' }).click();
  await expect(question.getByText('Falha ao retirar o convite')).toBeVisible();
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Retirar' }).click();
  await expect(
    page.getByRole('row').filter({ hasText: email }).getByText('Retirado', { exact: true }),
  ).toBeVisible();
});

test('where no e-mails are sent the link is copied, opens once, and a later one voids it; who could not open it is said', async ({
  page,
}) => {
  const email = newAddress();
  await openInvitations(page);
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('E-mails', { exact: true })).toBeFocused();
  const { origin } = new URL(page.url());
  await expect(dialog.getByText('Os links só abrem neste computador')).toBeVisible();
  await expect(dialog.getByText(`Eles começam com ${origin}.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await invite(page, email, 'Criar 1 convite');
  const results = page.getByRole('dialog', { name: '1 convite criado' });
  const copy = results
    .getByRole('listitem')
    .getByRole('button', { name: `Copiar link do convite de ${email}` });
  await breakCall(page, '/invitations/*/link', 'POST');
  await copy.click();
  await expectFailure(results, 'Falha ao fazer o link do convite');
  await page.unrouteAll();
  await copy.click();
  const link = await expectCopied(page, /\/convite#[\w-]{43}$/);
  expect(link.startsWith(`${origin}/convite#`)).toBe(true);
  await expect(results.getByText(link)).toBeVisible();
  // Pressed again it is the same one: it may have been sent on already.
  await copy.click();
  await expectCopied(page, link);
  const guest = await elsewhere(page);
  await guest.goto(link);
  await expect(guest.getByLabel('E-mail')).toHaveValue(email);
  await results.getByRole('button', { name: 'Fechar' }).last().click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row.getByText('Em aberto', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: `Copiar link do convite de ${email}` }).click();
  await expect(page.getByText(`Link de ${email}. O anterior não vale mais.`)).toBeVisible();
  await guest.reload();
  await expectFailure(
    guest,
    'Este convite venceu, foi retirado ou já foi usado. Peça outro a quem convidou você.',
  );
  await guest.context().close();
});

test('lists and groups of invitations that cannot be loaded say so', async ({ page }) => {
  await breakCall(page, '/invitations?*', 'GET');
  await breakCall(page, '/user-groups?*', 'GET');
  await openInvitations(page);
  await expectFailure(page, 'Falha ao carregar convites');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await breakCall(page, '/user-groups?*', 'GET');
  await openDialog(page);
  await expectFailure(page, 'Falha ao carregar os grupos do convite');
});

test('an invitation is not accepted with the account of somebody else, and refusals of its page are said', async ({
  page,
}) => {
  const email = newAddress();
  await openInvitations(page);
  await invite(page, email, 'Criar 1 convite');
  const link = await linkTo(email);
  await page.goto(link);
  await expect(page.getByText('Há uma conta aberta neste navegador.')).toBeVisible();
  await breakCall(page, '/auth/invitations/look', 'POST');
  await page.getByRole('button', { name: 'Sair desta conta' }).click();
  await expect(page.getByText('Erro ao abrir o convite')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await fillForm(page);
  await breakCall(page, '/auth/invitations/accept', 'POST');
  await page.getByRole('button', { name: 'Criar conta e entrar' }).click();
  await expect(page.getByText('Erro ao aceitar o convite')).toBeVisible();
  await page.unrouteAll();
  await inDatabase((client) =>
    client.query(
      `insert into users (email, name, password_hash, is_verified, token_limit, last_login) values ($1, 'Bia', 'x', true, 1, now())`,
      [email],
    ),
  );
  await page.getByRole('button', { name: 'Criar conta e entrar' }).click();
  await expectFailure(page, 'Você já tem conta. Entre para continuar.');
});

test('invitations fit every width and have no serious accessibility fault', async ({ page }) => {
  const email = newAddress();
  await walkPast(page, [
    ['os convites', () => openInvitations(page)],
    ['o formulário', () => openDialog(page)],
    [
      'o resultado',
      async () => {
        await page.keyboard.press('Escape');
        await invite(page, `${email}\nsem arroba`, 'Criar 1 convite');
        await expect(page.getByRole('dialog', { name: '1 convite criado' })).toBeVisible();
      },
    ],
    [
      'a página do convite',
      async () => {
        const link = await linkTo(email);
        await page.goto(link);
        await page.getByRole('button', { name: 'Sair desta conta' }).click();
        await expect(page.getByLabel('Nome')).toBeVisible();
      },
    ],
  ]);
});
