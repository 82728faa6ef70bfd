import type { Page } from '@playwright/test';
import { stepAt, totpCode } from '../../server/src/features/factors/totp.ts';
import { fillLogin, login } from '../support/accounts.ts';
import { asAdmin, breakCall, expectFailure } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { findPeople, openUsers, userRow } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, type Person, registerPerson, test } from '../support/test-server.ts';

/** A step ahead of the last one that was used: the server takes the step beside its own too. */
const codeOf = (secret: string, by = 0) => totpCode(secret, stepAt(new Date()) + by);

const card = (page: Page) => page.getByRole('region', { name: 'Verificação em duas etapas' });

/** By keyboard alone, from the button to the end. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await card(page).getByRole('button', { name: 'Configurar aplicativo' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Configurar aplicativo' });
  await expect(dialog.getByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Código do aplicativo').focus();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Código incorreto.')).toBeVisible();
  await expect(dialog.getByLabel('Código do aplicativo')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  const kept = page.getByRole('dialog', { name: 'Guarde seus códigos de recuperação' });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const codes = await kept.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  await expect(kept).toBeVisible();
  await kept.getByRole('checkbox', { name: 'Guardei os códigos em lugar seguro' }).focus();
  await page.keyboard.press('Space');
  await kept.getByRole('button', { name: 'Concluir' }).focus();
  await page.keyboard.press('Enter');
  await expect(kept).toHaveCount(0);
  return { secret, codes };
}

async function toSecondStep(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await fillLogin(page, email, password);
  await login.submit(page).click();
  await expect(page.getByRole('heading', { name: 'Confirme que é você.' })).toBeVisible();
}

test('R-ACC-36 R-ACC-38 an app is set up by keyboard, its code signs in, and a recovery code does so once', async ({
  page,
  person,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) elsewhere.push(request.url());
  });
  await enter(page, person, '/profile');
  const { secret, codes } = await setUp(page);
  expect(elsewhere).toEqual([]);
  await expect(card(page).getByText('Restam 10')).toBeVisible();

  await toSecondStep(page, person);
  await page.getByLabel('Código do aplicativo').fill('111111');
  await expect(page.getByText('Código incorreto.')).toBeVisible();
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret, 1));
  await expect(page).toHaveURL('/chat');

  await toSecondStep(page, person);
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await page.getByLabel('Código de recuperação').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page).toHaveURL('/chat');
  await page.goto('/profile');
  await expect(page.getByText('Você usou um código de recuperação. Restam 9.')).toBeVisible();

  await card(page).getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(card(page).getByText('Verificação em duas etapas removida.')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Configurar aplicativo' })).toBeVisible();
});

test('R-ACC-39 the second step leads back to the password, and says when its time is over', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  const { secret } = await setUp(page);
  await toSecondStep(page, person);
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(login.password(page)).toHaveValue('');
  await fillLogin(page, person.email, person.password);
  await login.submit(page).click();
  await expect(page.getByLabel('Código do aplicativo')).toBeFocused();
  await inDatabase((client) =>
    client.query(`delete from sign_in_attempts where user_id = (select id from users where email = $1)`, [
      person.email,
    ]),
  );
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret, 1));
  await expect(page.getByText('O tempo para confirmar acabou. Entre de novo.')).toBeVisible();
  await expect(login.submit(page)).toBeVisible();
});

test('R-ACC-43 a person whose days of grace are over finds only the way to a second factor', async ({
  page,
  person,
}) => {
  const due = (at: string) =>
    inDatabase((client) =>
      client.query(`update users set second_factor_due = now() + $2::interval where email = $1`, [
        person.email,
        at,
      ]),
    );
  await due('3 days');
  await enter(page, person, '/chat');
  await expect(page.getByText(/A partir de .* seu perfil exige verificação em duas etapas\./)).toBeVisible();
  await due('-1 minute');
  await page.goto('/chat');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('Configure a verificação em duas etapas para continuar.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Uso do Sistema' })).toHaveCount(0);
  await setUp(page);
  await expect(page.getByRole('region', { name: 'Uso do Sistema' })).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Remover' })).toBeDisabled();
  await page.goto('/chat');
  await expect(page).toHaveURL('/chat');
});

test('R-RCH-08 the page that was opened before the sign-in comes after a second factor that has to be set up, and after its code', async ({
  page,
  person,
}) => {
  await inDatabase((client) =>
    client.query(`update users set second_factor_due = now() - interval '1 minute' where email = $1`, [
      person.email,
    ]),
  );
  await page.goto('/subscription?de=carta');
  await expect(page).toHaveURL('/');
  await fillLogin(page, person.email, person.password);
  await login.submit(page).click();
  await expect(page).toHaveURL('/profile');
  const { secret } = await setUp(page);
  await expect(page).toHaveURL('/subscription?de=carta');

  await page.evaluate(() => localStorage.clear());
  await page.goto('/subscription#planos');
  await expect(page).toHaveURL('/');
  await fillLogin(page, person.email, person.password);
  await login.submit(page).click();
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret, 1));
  await expect(page).toHaveURL('/subscription#planos');
});

test('R-ACC-45 a superadmin resets the second factor of somebody, after a question', async ({ page }) => {
  const person = await registerPerson(page.request, 'Otávio Luz');
  await inDatabase((client) =>
    client.query(`update users set has_second_factor = true where email = $1`, [person.email]),
  );
  await openUsers(page);
  await findPeople(page, person.email);
  const row = userRow(page, person.name);
  await expect(row.getByText('Com segundo fator')).toBeVisible();
  await row.getByRole('button', { name: `Redefinir o segundo fator de ${person.name}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('entra da próxima vez só com a senha e recebe um e-mail');
  await breakCall(page, '/users/*/second-factor/reset', 'POST');
  await question.getByRole('button', { name: 'Redefinir' }).click();
  await expect(page.getByText('Falha ao redefinir o segundo fator')).toBeVisible();
  await page.unrouteAll();
  await row.getByRole('button', { name: `Redefinir o segundo fator de ${person.name}` }).click();
  await question.getByRole('button', { name: 'Redefinir' }).click();
  await expect(row.getByText('Com segundo fator')).toHaveCount(0);
  await expect
    .poll(async () => {
      const [found] = await asAdmin<{ second_factor: boolean }[]>(
        page,
        'GET',
        `/users/all?search=${person.email}`,
      );
      return found?.second_factor;
    })
    .toBe(false);
});

test('what fails with the second factor says so, and nothing is changed', async ({ page, person }) => {
  await breakCall(page, '/users/me/second-factor/totp', 'POST');
  await enter(page, person, '/profile');
  await card(page).getByRole('button', { name: 'Configurar aplicativo' }).click();
  const begin = page.getByRole('dialog', { name: 'Configurar aplicativo' });
  await expectFailure(begin, 'Falha ao configurar o aplicativo');
  await page.unrouteAll();
  await page.keyboard.press('Escape');
  const { secret } = await setUp(page);

  await breakCall(page, '/users/me/second-factor/totp', 'DELETE');
  await breakCall(page, '/users/me/second-factor/recovery-codes', 'POST');
  const question = page.getByRole('alertdialog');
  await card(page).getByRole('button', { name: 'Remover' }).click();
  await question.getByRole('button', { name: 'Remover' }).click();
  await expectFailure(question, 'Falha ao remover a verificação em duas etapas');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await card(page).getByRole('button', { name: 'Gerar novos' }).click();
  await question.getByRole('button', { name: 'Gerar códigos' }).click();
  await expectFailure(question, 'Falha ao gerar os códigos');
  await page.unrouteAll();
  await page.evaluate(() => {
    const denied = () => Promise.reject(new Error('denied'));
    Object.defineProperty(navigator, 'clipboard', { value: { write: denied, writeText: denied } });
    document.execCommand = () => false;
  });
  await question.getByRole('button', { name: 'Gerar códigos' }).click();
  const kept = page.getByRole('dialog', { name: 'Guarde seus códigos de recuperação' });
  await kept.getByRole('button', { name: 'Copiar' }).click();
  await expectFailure(kept, 'Não foi possível copiar. Selecione os códigos e copie');

  await toSecondStep(page, person);
  await breakCall(page, '/auth/second-step', 'POST');
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret, 1));
  await expect(page.getByText(/^Erro ao verificar o código/)).toBeVisible();
});

test('a rule of access that cannot be saved says so, and stays as it was chosen', async ({ page }) => {
  await breakCall(page, '/admin/access-policy', 'PUT');
  await enter(page, ADMIN, '/admin/access?tab=factor');
  await page
    .getByLabel(/[Dd]ias/)
    .first()
    .fill('9');
  await page.getByRole('button', { name: 'Salvar' }).first().click();
  await expectFailure(page, 'Falha ao salvar a regra de acesso');
  await expect(page.getByLabel(/[Dd]ias/).first()).toHaveValue('9');
});

test('the page «Acesso», the second factor and its dialogs fit every width and have no serious accessibility fault', async ({
  page,
  person,
}) => {
  await enter(page, ADMIN, '/admin/access?tab=factor');
  await walkPast(page, [
    [
      'Acesso',
      async () => {
        await page.goto('/admin/access?tab=factor');
        await expect(page.getByRole('group', { name: 'Perfis obrigados' })).toBeVisible();
      },
    ],
  ]);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await fillLogin(page, person.email, person.password);
  await login.submit(page).click();
  await expect(page).toHaveURL('/chat');
  await walkPast(page, [
    [
      'perfil sem segundo fator',
      async () => {
        await page.goto('/profile');
        await expect(card(page).getByRole('button', { name: 'Configurar aplicativo' })).toBeVisible();
      },
    ],
    [
      'código QR',
      async () => {
        await card(page).getByRole('button', { name: 'Configurar aplicativo' }).click();
        await expect(page.getByRole('img', { name: /Código QR/ })).toBeVisible();
      },
    ],
    [
      'códigos de recuperação',
      async () => {
        await page.keyboard.press('Escape');
        await setUp(page).then(() => undefined);
        await card(page).getByRole('button', { name: 'Gerar novos' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Gerar códigos' }).click();
        await expect(page.getByRole('dialog', { name: /Guarde seus códigos/ })).toBeVisible();
      },
    ],
    [
      'segunda etapa',
      async () => {
        await toSecondStep(page, person);
      },
    ],
  ]);
});
