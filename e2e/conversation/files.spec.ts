import type { FileChooser, Page } from '@playwright/test';
import { pdfOf } from '../../tests/fixtures/pdf.ts';
import { newChat, openTest, popup } from '../agent-tests/test-chat-steps.ts';
import { asAdmin, breakCall, expectFailure, holdBack, makeAgent } from '../support/agents.ts';
import { dropFiles, textFile } from '../support/knowledge.ts';
import { ADMIN, admit, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const chips = (page: Page) => page.getByRole('list', { name: 'Arquivos anexados' }).getByRole('listitem');
const picker = (page: Page) => page.locator('input[type=file][aria-label="Anexar arquivo"]');
const ready = (page: Page) => chips(page).getByLabel('pronto');

/** A conversation with an agent that reads files, opened. */
async function openWithFiles(page: Page, files = 'only_files'): Promise<{ id: string; agent: number }> {
  await admit(page, ADMIN);
  const agent = await makeAgent(page, { files });
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });
  const id = await openConversation(page, agent.name);
  await page.goto(`/chat/${id}`);
  await expect(page.getByRole('button', { name: 'Anexar arquivo' })).toBeVisible();
  return { id, agent: agent.id };
}

async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await box(page).press('Enter');
}

test('R-DOC-39 R-DOC-43 a file is chosen by keyboard, read, cited as one’s own with its page, listed and removed', async ({
  page,
}) => {
  await openWithFiles(page);
  await box(page).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Anexar arquivo' })).toBeFocused();
  let chooser: FileChooser | undefined;
  await expect(async () => {
    const opened = page.waitForEvent('filechooser', { timeout: 3_000 });
    await page.keyboard.press('Enter');
    chooser = await opened;
  }).toPass();
  const pages = ['O contrato de limpeza vale por doze meses.', 'A multa por atraso é de dois por cento.'];
  const buffer = pdfOf(pages.map((text) => [{ text, x: 72, y: 80 }]));
  await chooser?.setFiles([{ name: 'contrato.pdf', mimeType: 'application/pdf', buffer }]);
  await expect(ready(page)).toHaveCount(1);
  await expect(page.getByText('Só você vê este arquivo. Ele é apagado com a conversa.')).toBeVisible();

  await ask(page, 'Qual é a multa por atraso?');
  await expect(page.getByText('dois por cento').first()).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
  const card = page.locator('[data-source-card]');
  await expect(card).toContainText('contrato.pdf');
  await expect(card).toContainText('p. 2 · seu arquivo');
  await card.click();
  const panel = page.locator('[data-source-panel]');
  await expect(panel.locator('mark')).toHaveText('A multa por atraso é de dois por cento.');
  await expect(panel).toContainText('seu arquivo');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Esta resposta não ajudou' }).click();
  await expect(
    page.getByText('Esta resposta usou um arquivo seu: administradores não veem a pergunta.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Arquivos desta conversa' }).click();
  const list = page.getByRole('dialog', { name: 'Arquivos desta conversa' });
  await expect(list).toContainText('2 páginas');
  const download = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Baixar contrato.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('contrato.pdf');
  await list.getByRole('button', { name: 'Remover contrato.pdf' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Remover contrato.pdf desta conversa?' });
  await expect(confirm).toContainText('As respostas continuam; as citações mostram “arquivo removido”.');
  await confirm.getByRole('button', { name: 'Remover' }).click();
  await expect(list).toContainText('Nenhum arquivo nesta conversa.');
  await page.keyboard.press('Escape');
  await card.click();
  await expect(panel).toContainText('arquivo removido');
});

test('R-DOC-40 a question waits for the file and goes by itself, or without it, or is taken back', async ({
  page,
}) => {
  const { id } = await openWithFiles(page);
  const path = `/chat/sessions/${id}/files`;
  let release = await holdBack(page, path, 'POST');
  await picker(page).setInputFiles([textFile('regras.txt', 'A taxa anual é de dez reais.')]);
  await ask(page, 'Qual é a taxa anual?');
  await expect(page.getByText('Será enviada quando regras.txt terminar de ser lido.')).toBeVisible();
  // Another text takes it back.
  await box(page).fill('Qual é a taxa?');
  await expect(page.getByText(/Será enviada quando/)).toHaveCount(0);
  await box(page).fill('Qual é a taxa anual?');
  await box(page).press('Enter');
  await expect(page.getByText(/Será enviada quando/)).toBeVisible();
  release();
  await expect(page.getByText('dez reais').first()).toBeVisible();
  await expect(box(page)).toHaveValue('');

  release = await holdBack(page, path, 'POST');
  await picker(page).setInputFiles([textFile('outro.txt', 'A taxa mensal é de um real.')]);
  await ask(page, 'Quanto custa a taxa anual?');
  await page.getByRole('button', { name: 'Enviar sem o arquivo' }).click();
  await expect(page.getByText('dez reais')).not.toHaveCount(1);
  await expect(box(page)).toBeFocused();
  release();
});

test('R-DOC-40 a question whose file cannot be read stays, and goes without the file or when it was read', async ({
  page,
}) => {
  const { id } = await openWithFiles(page, 'with_sources');
  const path = `/chat/sessions/${id}/files`;
  const failing = await holdBack(page, path, 'POST');
  await picker(page).setInputFiles([textFile('vazio.txt', '   ')]);
  await ask(page, 'Qual é a taxa anual?');
  await expect(page.getByText('Será enviada quando vazio.txt terminar de ser lido.')).toBeVisible();
  failing();
  await expect(page.getByText('A pergunta não foi enviada: vazio.txt não pôde ser lido.')).toBeVisible();
  await expect(box(page)).toHaveValue('Qual é a taxa anual?');
  await page.getByRole('button', { name: 'Enviar sem o arquivo' }).click();
  await expect(box(page)).toHaveValue('');
  await expect(page.locator('[data-role=user]')).toHaveCount(1);
  // A question waits for the answer before it, and would not say that it waits for a file.
  await expect(page.locator('[data-status=done]')).toHaveCount(1);
  await chips(page).getByRole('button', { name: 'Remover vazio.txt' }).click();
  // A file whose reading took longer than its upload waits for is in the list, and asks before it goes.
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Remover' });
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click();
    await expect(chips(page)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();

  // The same with a file that can be tried again: the question goes by itself.
  await page.unrouteAll();
  await breakCall(page, path, 'POST');
  await picker(page).setInputFiles([textFile('b.txt', 'A taxa anual é de dez reais.')]);
  await expect(chips(page).getByRole('alert')).toContainText('Falha ao anexar o arquivo');
  await page.unrouteAll();
  const release = await holdBack(page, path, 'POST');
  await chips(page).getByRole('button', { name: 'Tentar de novo com b.txt' }).click();
  await ask(page, 'Quanto custa a taxa anual?');
  await expect(page.getByText('Será enviada quando b.txt terminar de ser lido.')).toBeVisible();
  release();
  await expect(page.getByText('dez reais').first()).toBeVisible();
});

test('R-DOC-39 a test conversation takes files, and lists them in its own header', async ({ page }) => {
  await admit(page, ADMIN);
  const agent = await makeAgent(page, { files: 'only_files' });
  await openTest(page, agent);
  await newChat(page);
  await popup(page).getByRole('button', { name: 'Anexar arquivo' }).waitFor();
  await picker(page).setInputFiles([textFile('a.txt', 'A taxa é de um real.')]);
  await expect(ready(page)).toHaveCount(1);
  await ask(page, 'Qual é a taxa?');
  await expect(popup(page).getByText('um real').first()).toBeVisible();
  await popup(page).getByRole('button', { name: 'Arquivos desta conversa' }).click();
  await expect(page.getByRole('dialog', { name: 'Arquivos desta conversa' })).toContainText('a.txt');
});

test('R-DOC-39 files come by drop and by paste; a refused one says why and can be tried again', async ({
  page,
}) => {
  const { id } = await openWithFiles(page, 'with_sources');
  await dropFiles(page, 'body', [
    { name: 'a.txt', text: 'A taxa é de um real.' },
    { name: 'a.exe', text: 'x' },
  ]);
  await expect(chips(page)).toHaveCount(2);
  await expect(chips(page).filter({ hasText: 'Tipo de arquivo não suportado.' })).toHaveCount(1);
  // Until then the first becomes narrower, and the other moves under the pointer.
  await expect(ready(page)).toHaveCount(1);
  await chips(page).getByRole('button', { name: 'Remover a.exe' }).click();
  await expect(chips(page)).toHaveCount(1);
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Um texto colado.'], 'colado.txt'));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, cancelable: true }));
  });
  await expect(ready(page)).toHaveCount(2);

  const path = `/chat/sessions/${id}/files`;
  await breakCall(page, path, 'POST');
  await picker(page).setInputFiles([textFile('b.txt', 'Texto.')]);
  await expect(chips(page).getByRole('alert')).toContainText('Falha ao anexar o arquivo');
  await page.unrouteAll();
  await chips(page).getByRole('button', { name: 'Tentar de novo com b.txt' }).click();
  await expect(ready(page)).toHaveCount(3);
});

test('failures of the list, of a download and of a removal are said', async ({ page }) => {
  const { id } = await openWithFiles(page, 'with_sources');
  await picker(page).setInputFiles([textFile('a.txt', 'A taxa é de um real.')]);
  await expect(ready(page)).toHaveCount(1);
  const path = `/chat/sessions/${id}/files`;
  await page.getByRole('button', { name: 'Arquivos desta conversa' }).click();
  const list = page.getByRole('dialog', { name: 'Arquivos desta conversa' });
  await breakCall(page, `${path}/*/file`, 'GET');
  await list.getByRole('button', { name: 'Baixar a.txt' }).click();
  await expectFailure(list, 'Falha ao baixar o arquivo');
  await breakCall(page, `${path}/*`, 'DELETE');
  await list.getByRole('button', { name: 'Remover a.txt' }).click();
  const confirm = page.getByRole('alertdialog');
  await confirm.getByRole('button', { name: 'Remover' }).click();
  await expect(confirm.getByRole('alert')).toContainText('Falha ao remover o arquivo');
  await page.unrouteAll();
  await breakCall(page, path, 'GET');
  await page.reload();
  await expectFailure(page, 'Falha ao carregar os arquivos');
});

test('R-DOC-45 an administrator lets an agent read files; a conversation begins with one', async ({
  page,
}) => {
  await admit(page, ADMIN);
  const agent = await makeAgent(page);
  await page.goto(`/admin/agents/${agent.id}`);
  await page.getByRole('button', { name: 'Edit Configuration' }).click();
  const modes = page.getByRole('combobox', { name: 'Arquivos na conversa' });
  await expect(modes).toHaveValue('no');
  await modes.selectOption({ label: 'Só os arquivos da pessoa' });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Configuration saved.')).toBeVisible();
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });

  await page.goto('/chat');
  await page
    .getByRole('button', { name: /Escolher um agente|Ajuda|Agente/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('searchbox')
    .or(dialog.getByPlaceholder(/Buscar/))
    .first()
    .fill(agent.name);
  await dialog.getByText(agent.name).first().click();
  await box(page).fill('Qual é a taxa?');
  await picker(page).setInputFiles([textFile('a.txt', 'A taxa é de um real.')]);
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  await expect(ready(page)).toHaveCount(1);
  await expect(box(page)).toHaveValue('Qual é a taxa?');
  await box(page).press('Enter');
  await expect(page.getByText('um real').first()).toBeVisible();
});

test('a superadmin sets how long files are kept and how much one person may have', async ({ page }) => {
  await admit(page, ADMIN);
  await breakCall(page, '/admin/settings/chat-files', 'GET');
  await page.goto('/admin/settings');
  await expectFailure(page, 'Falha ao carregar os arquivos de conversas');
  await page.unrouteAll();
  await page.reload();
  const days = page.getByLabel('Apagar depois de dias sem perguntas');
  await days.fill('4000');
  await expect(page.getByText('Informe de 1 a 3.650 dias.')).toBeVisible();
  await days.fill('30');
  const save = page
    .getByRole('region', { name: 'Arquivos de conversas' })
    .getByRole('button', { name: 'Salvar' });
  await breakCall(page, '/admin/settings/chat-files', 'PUT');
  await save.click();
  await expectFailure(page, 'Falha ao salvar os arquivos de conversas');
  await page.unrouteAll();
  await save.click();
  await expect(page.getByText('Falha ao salvar os arquivos de conversas')).toHaveCount(0);
  await page.reload();
  await expect(days).toHaveValue('30');
  await asAdmin(page, 'PUT', '/admin/settings/chat-files', { days: null, per_person_bytes: 524_288_000 });
});
