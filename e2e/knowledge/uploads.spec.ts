import { DOCUMENT_EXTENSIONS, DOCUMENT_TYPES } from '#contract/document-types.ts';
import { xlsxOf } from '../../server/test/sheets/make-sheets.ts';
import { pptxOf, shape } from '../../tests/fixtures/office.ts';
import { breakCall, holdBack } from '../support/agents.ts';
import {
  addDocument,
  countUploads,
  documents,
  dropFiles,
  makeBase,
  openBase,
  textFile,
  uploadInput,
  uploads,
} from '../support/knowledge.ts';
import { expect, test } from '../support/test-server.ts';

test('R-KB-19 R-KB-20 R-KB-23 R-KB-29 the first document of an empty knowledge base', async ({ page }) => {
  const base = await makeBase(page);
  await openBase(page, base);
  await expect(page.getByText('No documents uploaded yet')).toBeVisible();
  await expect(page.getByText('Upload your first document to get started')).toBeVisible();
  await expect(uploadInput(page)).toHaveAttribute(
    'accept',
    '.pdf,.doc,.docx,.txt,.py,.md,.json,.yaml,.yml,.csv',
  );
  const chooser = page.waitForEvent('filechooser');
  await page.getByText('Upload Document', { exact: true }).click();
  await (await chooser).setFiles([textFile('Férias e licenças.md', '# Férias\n\nTrinta dias por ano.\n')]);
  await expect(documents(page)).toHaveCount(1);
  const row = documents(page).first();
  for (const part of [
    'Férias e licenças.md',
    'Markdown',
    '32 Bytes',
    /^\d+ tokens$/,
    /^\d\d\/\d\d\/\d{4}$/,
    'Ready',
  ])
    await expect(row.getByText(part, { exact: true }).first()).toBeVisible();
  await expect(uploads(page)).toHaveCount(0);
  await expect(page.getByText('No documents uploaded yet')).toHaveCount(0);
});

test('R-DOC-27 R-DOC-28 R-DOC-29 a presentation and a spreadsheet come through the second picker or by drop, and an old format says what to do', async ({
  page,
}) => {
  const base = await makeBase(page);
  await openBase(page, base);
  const more = page.getByLabel('Outros formatos', { exact: true });
  const further = DOCUMENT_EXTENSIONS.filter((type) => DOCUMENT_TYPES[type].picker === 'more');
  await expect(more).toHaveAttribute('accept', further.map((type) => `.${type}`).join());
  await more.setInputFiles([
    {
      name: 'metas.pptx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(pptxOf([{ shapes: shape('title', 'Metas de vacinação') }])),
    },
    {
      name: 'obras.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(
        xlsxOf([
          {
            name: 'Obras',
            rows: [
              ['Bairro', 'Obra'],
              ['Centro', 'Ponte pênsil'],
            ],
          },
        ]),
      ),
    },
  ]);
  await expect(documents(page)).toHaveCount(2);
  await expect(documents(page).filter({ hasText: 'metas.pptx' })).toContainText('PowerPoint');
  await dropFiles(page, 'h1', [
    { name: 'carta.html', text: '<h1>Carta</h1><p>Poda em cinco dias.</p>' },
    { name: 'velho.xls', text: 'x' },
  ]);
  await expect(documents(page)).toHaveCount(3);
  await expect(uploads(page)).toContainText(
    'Tipo de arquivo não suportado. Salve como .xlsx ou .csv e envie de novo.',
  );
  await page.getByLabel('O que um agente acharia?').fill('ponte pênsil');
  await expect(page.getByText('obras.xlsx').last()).toBeVisible();
});

test('R-KB-21 R-KB-40 many files dropped on the page: three at a time, and the refused ones say why', async ({
  page,
}) => {
  const base = await makeBase(page);
  await openBase(page, base);
  const release = await holdBack(page, `/knowledge-bases/${base.id}/documents`, 'POST');
  const asked = countUploads(page);
  const good = Array.from({ length: 5 }, (_, index) => ({
    name: `nota ${index}.txt`,
    text: `Prazo ${index}.`,
  }));
  await dropFiles(page, 'h1', [...good, { name: 'virus.exe', text: 'x' }, { name: 'vazio.csv', text: '' }]);
  await expect(uploads(page)).toHaveCount(7);
  await expect(page.getByText('5 arquivos por enviar, 2 arquivos não foram enviados').first()).toBeVisible();
  await expect(uploads(page).filter({ hasText: 'virus.exe' })).toContainText(
    'Tipo de arquivo não suportado.',
  );
  await expect(uploads(page).filter({ hasText: 'vazio.csv' })).toContainText('O arquivo está vazio.');
  await expect(uploads(page).getByText(/^Na fila/)).toHaveCount(2);
  expect(asked.sent).toBe(3);
  await page.getByRole('button', { name: 'Cancelar o envio de nota 4.txt' }).click();
  release();
  await expect(documents(page)).toHaveCount(4);
  await expect(uploads(page)).toHaveCount(2);
  expect(asked.sent).toBe(4);
  await page.getByRole('button', { name: 'Dispensar todos' }).click();
  await expect(uploads(page)).toHaveCount(0);
  // Too large: said without being sent.
  await dropFiles(page, 'h1', [{ name: 'grande.pdf', text: '', size: 25 * 1024 * 1024 + 1 }]);
  await expect(uploads(page)).toContainText('O arquivo excede o limite de 25 MB.');
  expect(asked.sent).toBe(4);
});

test('R-ERR-34 an upload that fails says what failed and is tried again once; one that the server read and refused is not', async ({
  page,
}) => {
  const base = await makeBase(page);
  await openBase(page, base);
  await breakCall(page, `/knowledge-bases/${base.id}/documents`, 'POST');
  await uploadInput(page).setInputFiles([textFile('nota.txt', 'Um prazo.')]);
  await expect(uploads(page).getByRole('alert')).toHaveText('Falha ao fazer upload do documento');
  await page.unrouteAll();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Tentar de novo o envio de nota.txt' }).click();
  await expect(uploads(page).getByRole('alert')).toHaveText(
    'Não foi possível conectar ao servidor. Por favor, tente novamente daqui a alguns instantes.',
  );
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Tentar de novo o envio de nota.txt' }).dblclick();
  await expect(documents(page)).toHaveCount(1);
  await expect(uploads(page)).toHaveCount(0);
  await uploadInput(page).setInputFiles([textFile('falso.pdf', 'isto não é um PDF')]);
  await expect(uploads(page).getByRole('alert')).toHaveText(
    'O conteúdo do arquivo não corresponde à extensão .pdf.',
  );
  await expect(page.getByRole('button', { name: /^Tentar/ })).toHaveCount(0);
  await expect(documents(page)).toHaveCount(1);
});

test('an upload shows how much has left, and refreshes an expired access', async ({ page, context }) => {
  const base = await makeBase(page);
  await openBase(page, base);
  await page.evaluate(() => localStorage.setItem('token', 'vencido'));
  const asked = countUploads(page);
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100 * 1024,
  });
  await uploadInput(page).setInputFiles([textFile('lento.txt', 'Um prazo. '.repeat(20_000))]);
  await expect(uploads(page).getByText(/^Enviando: \d.* KB de 195\.31 KB$/)).toBeVisible();
  const bar = uploads(page).getByRole('progressbar', { name: 'Envio de lento.txt' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(20);
  await expect(documents(page).getByText('Ready')).toBeVisible({ timeout: 20_000 });
  await expect(uploads(page)).toHaveCount(0);
  expect(asked.sent).toBe(2);
});

test('leaving during an upload asks first', async ({ page }) => {
  const base = await makeBase(page);
  await openBase(page, base);
  const release = await holdBack(page, `/knowledge-bases/${base.id}/documents`, 'POST');
  await uploadInput(page).setInputFiles([textFile('nota.txt', 'Um prazo.')]);
  await expect(uploads(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Sair durante o envio de arquivos?' });
  await question.getByRole('button', { name: 'Continuar enviando' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/databases/${base.id}$`));
  release();
  await expect(documents(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/databases$/);
});

test('R-DOC-66 a document’s file is replaced by hand and given back as it was sent', async ({ page }) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'Prazos.txt', 'O prazo antigo é de dez dias.');
  await openBase(page, base);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Mais ações: Prazos.txt' }).click();
  await page.getByRole('menuitem', { name: 'Substituir arquivo…' }).click();
  await (await chooser).setFiles([textFile('Prazos 2026.md', 'O prazo novo é de trinta dias.')]);
  await expect(documents(page)).toHaveCount(1);
  await expect(documents(page)).toContainText('Prazos 2026.md');
  await expect(documents(page)).toContainText('Ready');
  await page.getByRole('button', { name: 'Prazos 2026.md', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('O prazo novo é de trinta dias.')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Baixar original' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Prazos 2026.md');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('O prazo novo é de trinta dias.');
});

test('a file of a name that the base has replaces its document or stands beside it, one by one or all at once', async ({
  page,
}) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'Tabela.txt', 'A coleta custa quarenta e cinco reais.');
  await addDocument(page, base, 'Prazos.txt', 'O prazo antigo é de dez dias.');
  await openBase(page, base);
  const areReady = (count: number) =>
    expect(documents(page).getByText('Ready')).toHaveCount(count, { timeout: 60_000 });
  await areReady(2);
  const asked = countUploads(page);
  await dropFiles(page, 'h1', [{ name: 'tabela.txt', text: 'A coleta custa sessenta reais.' }]);
  await expect(uploads(page)).toContainText('Já existe «Tabela.txt» nesta base.');
  expect(asked.sent).toBe(0);
  const replace = page.getByRole('button', { name: 'Substituir o documento pelo arquivo tabela.txt' });
  await replace.focus();
  await page.keyboard.press('Enter');
  await expect(uploads(page)).toHaveCount(0);
  await expect(documents(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'tabela.txt', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('A coleta custa sessenta reais.')).toBeVisible();
  await page.keyboard.press('Escape');

  await dropFiles(page, 'h1', [{ name: 'Prazos.txt', text: 'O prazo do interior é de doze dias.' }]);
  await page.getByRole('button', { name: 'Manter os dois: Prazos.txt' }).click();
  await expect(documents(page)).toHaveCount(3);
  await areReady(3);

  await dropFiles(page, 'h1', [
    { name: 'Prazos.txt', text: 'O prazo novo é de vinte dias.' },
    { name: 'Tabela.txt', text: 'A coleta custa setenta reais.' },
    { name: 'Contatos.txt', text: 'A central atende de manhã.' },
  ]);
  // The one that nobody has goes its way meanwhile.
  await expect(documents(page)).toHaveCount(4);
  await expect(uploads(page)).toHaveCount(2);
  await expect(page.getByText('2 arquivos já existem').first()).toBeVisible();
  await page
    .getByRole('group', { name: 'Para todos os que já existem:' })
    .getByRole('button', { name: 'Substituir todos' })
    .click();
  await expect(uploads(page)).toHaveCount(0);
  await expect(documents(page)).toHaveCount(4);
});

test('a replacement that fails says so and is tried again as one; leaving before the choice asks first', async ({
  page,
}) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'Tabela.txt', 'A coleta custa quarenta e cinco reais.');
  await openBase(page, base);
  await expect(documents(page).getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await breakCall(page, `/knowledge-bases/${base.id}/documents/*/file`, 'PUT');
  await dropFiles(page, 'h1', [{ name: 'Tabela.txt', text: 'A coleta custa sessenta reais.' }]);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Sair durante o envio de arquivos?' });
  await question.getByRole('button', { name: 'Continuar enviando' }).click();
  await page.getByRole('button', { name: 'Substituir o documento pelo arquivo Tabela.txt' }).click();
  await expect(uploads(page).getByRole('alert')).toHaveText('Falha ao fazer upload do documento');
  await expect(uploads(page)).toContainText('Substitui Tabela.txt');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar de novo o envio de Tabela.txt' }).click();
  await expect(uploads(page)).toHaveCount(0);
  await expect(documents(page)).toHaveCount(1);
});
