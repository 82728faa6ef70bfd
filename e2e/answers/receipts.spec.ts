import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { breakCall, expectFailure } from '../support/agents.ts';
import { ADMIN, admit, enter, expect, test } from '../support/test-server.ts';

const answers = (page: Page) => page.locator('[data-role="assistant"][data-status="done"]');

/** Asks the agent of the manual, and opens the menu of its answer. */
async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Agentes' })
    .getByRole('button', { name: 'Como crio um agente?' })
    .click();
  await expect(answers(page)).toHaveCount(1);
  await answers(page).getByRole('button', { name: 'Mais ações' }).click();
}

test('R-PRF-01 an answer is saved in three kinds of files', async ({ page, person }) => {
  await enter(page, person);
  await openMenu(page);
  for (const [item, ending] of [
    ['Baixar em PDF', 'pdf'],
    ['Baixar em DOCX', 'docx'],
    ['Baixar em Markdown', 'md'],
  ] as const) {
    const started = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe(`prosa-Como-crio-um-agente.${ending}`);
    expect((await readFile(await file.path())).length).toBeGreaterThan(200);
    if (ending !== 'md') await answers(page).getByRole('button', { name: 'Mais ações' }).click();
  }
});

test('R-PRF-01 R-PRF-04 R-PRF-05 a receipt is made, checked by its code and by its file, fails when it was altered, and is revoked', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Comprovante…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Comprovante' });
  await expect(dialog.getByLabel('Incluir a pergunta')).toBeChecked();
  await expect(dialog.getByLabel('Incluir meu nome')).not.toBeChecked();
  const started = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Gerar comprovante' }).click();
  const pdf = await readFile(await (await started).path());
  const code = (await dialog.getByText(/^PRSA-[0-9A-Z]{12}$/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();

  await page.goto('/conferir');
  await page.getByLabel('Código').fill('PRSA');
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await expect(page.getByText('Digite os 12 caracteres do código.')).toBeVisible();
  await page.getByLabel('Código').fill(code.toLowerCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await expect(page.getByText(/^Confere\. O Prosa de .+ disse isto em/)).toBeVisible();
  await expect(page.getByText('Como crio um agente?')).toBeVisible();
  await expect(page.getByText('igual', { exact: true }).first()).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar comprovante.json' }).click();
  const json = await readFile(await (await saved).path(), 'utf8');
  const drop = (name: string, buffer: Buffer, mimeType: string) =>
    page.getByLabel('Escolher arquivo').first().setInputFiles({ name, mimeType, buffer });
  await drop('c.pdf', pdf, 'application/pdf');
  await expect(page.getByText('Este é o texto que foi assinado: compare com o arquivo.')).toBeVisible();
  await drop('c.json', Buffer.from(json.replace('agente', 'agenta')), 'application/json');
  await expect(page.getByText('Não confere: o conteúdo foi alterado.')).toBeVisible();
  await drop('c.json', Buffer.from('{}'), 'application/json');
  await expect(page.getByText('Este arquivo não tem comprovante.')).toBeVisible();

  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Comprovantes' });
  await section.getByRole('button', { name: `Revogar o comprovante ${code}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar' }).click();
  await expect(section.getByText(`O comprovante ${code} foi revogado.`)).toBeVisible();
  await section.getByRole('link', { name: code }).click();
  await expect(page.getByText(/^Revogado em .+ por quem o gerou\.$/)).toBeVisible();
});

test('R-PRF-06 without an account the page asks for a sign-in, and still checks a file', async ({ page }) => {
  await page.goto('/conferir');
  await expect(page.getByText('Entre para conferir pelo código.')).toBeVisible();
  await expect(page.getByText('Escolher arquivo', { exact: true })).toBeVisible();
});

test('what fails with receipts and files says so', async ({ page, person }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await enter(page, person);
  await openMenu(page);
  await breakCall(page, '/chat/messages/*/export*', 'GET');
  await page.getByRole('menuitem', { name: 'Baixar em Markdown' }).click();
  await expectFailure(answers(page), 'Falha ao baixar o arquivo');
  await breakCall(page, '/chat/sessions/*/export*', 'GET');
  await page.getByRole('button', { name: 'Opções da conversa' }).click();
  await page.getByRole('menuitem', { name: 'Baixar conversa em Markdown' }).click();
  await expectFailure(page, 'Falha ao baixar a conversa');
  await page.unrouteAll();
  await breakCall(page, '/chat/messages/*/receipts', 'POST');
  await answers(page).getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Comprovante…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Comprovante' });
  await dialog.getByRole('button', { name: 'Gerar comprovante' }).click();
  await expectFailure(dialog, 'Falha ao gerar o comprovante');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Gerar comprovante' }).click();
  await dialog.getByRole('button', { name: 'Copiar código' }).click();
  await expect(
    dialog.getByText('Não foi possível copiar. Selecione o código e copie.', { exact: true }),
  ).toBeVisible();
  const code = (await dialog.getByText(/^PRSA-[0-9A-Z]{12}$/).textContent()) ?? '';

  await breakCall(page, '/receipts/*/check', 'GET');
  await page.goto(`/conferir/${code}`);
  await expectFailure(page, 'Falha ao conferir o comprovante');
  await breakCall(page, '/receipts?*', 'GET');
  await page.goto('/profile');
  await expectFailure(page, 'Falha ao carregar os comprovantes');
  await page.unrouteAll();
  await page.reload();
  await breakCall(page, '/receipts/*', 'DELETE');
  await page.getByRole('button', { name: `Revogar o comprovante ${code}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Revogar' }).click();
  await expectFailure(question, 'Falha ao revogar o comprovante');
});

test('R-PRF-06 a superadmin names the organisation and switches public checks on; what fails says so', async ({
  page,
}) => {
  await admit(page, ADMIN);
  await breakCall(page, '/admin/interface', 'GET');
  await page.goto('/admin/settings');
  const card = page.getByRole('region', { name: 'Comprovantes' });
  await expectFailure(card, 'Falha ao carregar a configuração dos comprovantes');
  await page.unrouteAll();
  await card.getByRole('button', { name: 'Tentar novamente' }).click();
  await breakCall(page, '/admin/interface', 'PUT');
  await card.getByRole('switch', { name: 'Conferência pública de comprovantes' }).click();
  await expectFailure(card, 'Falha ao salvar os comprovantes');
  await page.unrouteAll();
  await card.getByLabel('Nome da organização').fill('Prefeitura de Exemplo');
  await card.getByRole('button', { name: 'Salvar' }).click();
  await expect(card.getByRole('switch', { name: 'Conferência pública de comprovantes' })).not.toBeChecked();
  await expect(card.getByLabel('Nome da organização')).toHaveValue('Prefeitura de Exemplo');
  await card.getByLabel('Nome da organização').fill('');
  await card.getByRole('button', { name: 'Salvar' }).click();
});
