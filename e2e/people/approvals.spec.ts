/** Approval of registrations: the queue, one decision and many, and what fails. */
import type { Page } from '@playwright/test';
import { breakCall, expectFailure } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { type MadePerson, makePeople, uniqueDomain } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, API, emailsTo, enter, expect, test } from '../support/test-server.ts';

async function openQueue(page: Page) {
  await enter(page, ADMIN, '/admin/users?tab=waiting');
  await expect(page.getByRole('heading', { level: 2, name: 'Esperando aprovação' })).toBeVisible();
}

/** People whose domain asked for approval when they registered. */
async function waitingPeople(names: string[]): Promise<MadePerson[]> {
  const domain = uniqueDomain();
  const people = await makePeople(
    names.map((name) => ({ name: `${name} ${domain}` })),
    domain,
  );
  await inDatabase((client) =>
    client.query(`update users set approval = 'waiting', approval_at = now() where email like '%@' || $1`, [
      domain,
    ]),
  );
  return people;
}

const codeOf = async (page: Page, { email, password }: MadePerson) => {
  const reply = await page.request.post(`${API}/auth/login`, { form: { username: email, password } });
  return reply.ok() ? 'enters' : ((await reply.json()) as { code: string }).code;
};

const subjects = async (email: string) => (await emailsTo(email)).map(({ subject }) => subject);

test('R-ACC-54 registrations wait, are approved into a group or refused, and each person gets an e-mail', async ({
  page,
}) => {
  const [ana, bia] = await waitingPeople(['Ana', 'Bia']);
  if (!ana || !bia) throw new Error('nobody waits');
  expect(await codeOf(page, ana)).toBe('approval_pending');
  await openQueue(page);
  await page.getByRole('checkbox', { name: `Marcar ${ana.name}` }).check();
  await page.getByLabel('Grupo de quem for aprovado').selectOption({ label: 'Plus' });
  await page.getByRole('button', { name: 'Aprovar (1)' }).click();
  await expect(page.getByRole('row').filter({ hasText: ana.email })).toHaveCount(0);
  expect(await codeOf(page, ana)).toBe('enters');
  await expect.poll(() => subjects(ana.email)).toEqual(['Seu cadastro foi aprovado']);
  await page.getByRole('checkbox', { name: `Marcar ${bia.name}` }).check();
  await page.getByRole('button', { name: 'Recusar (1)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Recusar 1 cadastro?' });
  await question.getByRole('button', { name: 'Recusar' }).click();
  await expect(page.getByRole('row').filter({ hasText: bia.email })).toHaveCount(0);
  expect(await codeOf(page, bia)).toBe('approval_refused');
  await page.getByRole('radio', { name: 'Recusados' }).click();
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: bia.email })
      .getByText(/^apagado em/),
  ).toBeVisible();
  await expect.poll(() => subjects(bia.email)).toEqual(['Seu cadastro não foi aprovado']);
});

test('a queue that cannot be loaded and a decision that fails say so', async ({ page }) => {
  const [caio] = await waitingPeople(['Caio']);
  await breakCall(page, '/users/waiting?*', 'GET');
  await breakCall(page, '/user-groups?*', 'GET');
  await openQueue(page);
  await expectFailure(page, 'Falha ao carregar a fila de aprovação');
  await page.unrouteAll();
  await breakCall(page, '/user-groups?*', 'GET');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expectFailure(page, 'Falha ao carregar os grupos da aprovação');
  await page.unrouteAll();
  await breakCall(page, '/users/*/approval', 'POST');
  await page.getByRole('checkbox', { name: `Marcar ${caio?.name}` }).check();
  await page.getByRole('button', { name: 'Aprovar (1)' }).click();
  await expectFailure(page, 'Falha ao decidir o cadastro');
  await expect(page.getByRole('checkbox', { name: `Marcar ${caio?.name}` })).toBeChecked();
});

test('the queue fits every width and has no serious accessibility fault', async ({ page }) => {
  const [davi] = await waitingPeople(['Davi', 'Elisa']);
  await walkPast(page, [
    ['a fila', () => openQueue(page)],
    [
      'uma recusa',
      async () => {
        await page.getByRole('checkbox', { name: `Marcar ${davi?.name}` }).check();
        await page.getByRole('button', { name: 'Recusar (1)' }).click();
      },
    ],
  ]);
});
