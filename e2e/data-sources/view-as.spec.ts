/** «Ver como…»: a superadmin sees what another person would get from a data source of rows of their own. */
import type { Page } from '@playwright/test';
import { asAdmin, breakCall, expectFailure } from '../support/agents.ts';
import { makeSource, openSource, press, readyWith, TENDERS } from '../support/data-sources.ts';
import { makePerson } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, registerPerson, test } from '../support/test-server.ts';

const OWN = `SELECT n AS numero, 'Pedido de ' || :usuario_email AS assunto, n * 1000 AS valor
FROM generate_series(1, 3) AS n
ORDER BY n`;
const REASON = 'Chamado 4312: a pessoa diz que falta um pedido.';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Ver como…' });

async function openDialog(page: Page) {
  await press(page, 'Ver como…');
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('A auditoria registra você, a pessoa e o motivo');
  return dialog;
}

async function choosePerson(page: Page, email: string): Promise<void> {
  const box = dialogOf(page).getByRole('combobox', { name: 'Pessoa' });
  await box.fill(email);
  await expect(page.getByRole('option')).toHaveCount(1);
  await box.press('Enter');
  await expect(dialogOf(page)).toContainText(email);
}

test('R-TBL-50 a superadmin sees the rows of another person, and the audit tells it', async ({ page }) => {
  const person = await registerPerson(page.request);
  const source = await makeSource(page, readyWith(OWN, 'assunto'));
  await openSource(page, source, 'viewer');
  await expect(page.getByText(`Pedido de ${ADMIN.email}`).first()).toBeVisible();
  const dialog = await openDialog(page);
  await press(dialog, 'Ver');
  await expect(dialog.getByText('Escolha uma pessoa.')).toBeVisible();
  await expect(dialog.getByText('Escreva uma pergunta.')).toBeVisible();
  await expect(dialog.getByText('Escreva o motivo, com 10 a 500 caracteres.')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Pessoa' })).toBeFocused();
  await choosePerson(page, person.email);
  await dialog.getByLabel('Pergunta').fill('Liste as linhas');
  await dialog.getByLabel('Motivo').fill(REASON);
  await press(dialog, 'Ver');
  await expect(dialog.getByRole('heading', { name: /^O que .* receberia$/ })).toBeFocused();
  await expect(dialog.getByRole('cell', { name: `Pedido de ${person.email}` })).toHaveCount(3);
  await expect(dialog.getByRole('region', { name: 'Registros' }).first()).toHaveText(/^Registros/);
  await expect(dialog).not.toContainText(ADMIN.email);

  await dialog.getByLabel('Pergunta').fill('Bom dia');
  await press(dialog, 'Ver');
  await expect(dialog.getByText('A pergunta não pede nada desta tabela.')).toBeVisible();
  await expect(dialog.getByRole('table')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('button', { name: 'Ver como…' })).toBeFocused();

  await page.goto('/admin/audit');
  const entry = page.getByText('Viu as linhas de outra pessoa na fonte de dados').first();
  await expect(entry).toBeVisible();
  await expect(page.getByText(REASON).first()).toBeVisible();
  await asAdmin(page, 'DELETE', `/data-sources/${source.id}`);
});

test('«Ver como…» looks right, says why it failed, and is not offered where rows are the same for all', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/view-as/);
  const shared = await makeSource(page, readyWith(TENDERS, 'objeto'));
  await openSource(page, shared, 'viewer');
  await expect(page.getByRole('button', { name: 'Refresh Results' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Ver como…' })).toHaveCount(0);

  const person = await registerPerson(page.request);
  const source = await makeSource(page, readyWith(OWN, 'assunto'));
  await openSource(page, source, 'viewer');
  const dialog = dialogOf(page);
  await walkPast(page, [
    ['the question', () => openDialog(page)],
    [
      'the result',
      async () => {
        await choosePerson(page, person.email);
        await dialog.getByLabel('Pergunta').fill('Liste as linhas');
        await dialog.getByLabel('Motivo').fill(REASON);
        await press(dialog, 'Ver');
        await expect(dialog.getByRole('heading', { name: /receberia$/ })).toBeVisible();
      },
    ],
  ]);
  await breakCall(page, `/data-sources/${source.id}/view-as`, 'POST');
  await press(dialog, 'Ver');
  await expectFailure(dialog, 'Falha ao ver como outra pessoa');
  for (const { id } of [shared, source]) await asAdmin(page, 'DELETE', `/data-sources/${id}`);
});

test('an admin who is no superadmin is not offered «Ver como…»', async ({ page }) => {
  const source = await makeSource(page, readyWith(OWN, 'assunto'));
  await enter(page, await makePerson({ role: 'admin' }), `/admin/datasources/${source.id}?tab=viewer`);
  await expect(page.getByRole('button', { name: 'Refresh Results' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Ver como…' })).toHaveCount(0);
  await asAdmin(page, 'DELETE', `/data-sources/${source.id}`);
});
