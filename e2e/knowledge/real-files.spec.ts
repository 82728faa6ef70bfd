import type { Page } from '@playwright/test';
import { docxOf, heading, paragraph } from '../../tests/fixtures/docx.ts';
import { linesAt, pdfOf } from '../../tests/fixtures/pdf.ts';
import { asAdmin, breakCall } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import {
  documents,
  type MadeDocument,
  makeBase,
  openBase,
  uploadInput,
  uploads,
} from '../support/knowledge.ts';
import { expect, test } from '../support/test-server.ts';

/** Each is read in a process of its own. */
const PATIENTLY = { timeout: 30_000 };

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const rule = docxOf([heading(1, 'Regimento'), paragraph('A sessão abre às nove horas.')]);
const partlyScanned = pdfOf([
  linesAt(['O prazo do recurso é de dez dias.']),
  [],
  linesAt(['O edital abre em março.']),
]);

const row = (page: Page, name: string) => documents(page).filter({ hasText: name });

test('real files: what can be read is read, and each of the others says why it could not', async ({
  page,
}) => {
  const base = await makeBase(page);
  await openBase(page, base);
  await uploadInput(page).setInputFiles([
    file('Edital.pdf', partlyScanned),
    file('Regimento.docx', rule),
    file('Protegido.pdf', pdfOf([linesAt(['Segredo.'])], { encrypted: true })),
    file('Cortado.docx', rule.subarray(0, rule.length / 2)),
    file('Digitalizado.pdf', pdfOf([[], []], { pictures: true })),
    file('Falso.pdf', rule),
  ]);
  await expect(uploads(page).getByRole('alert')).toHaveCount(4, PATIENTLY);
  const nothing = 'Não foi possível extrair texto deste arquivo';
  for (const [name, reason] of [
    ['Protegido.pdf', `${nothing}: ele está protegido por senha.`],
    ['Cortado.docx', `${nothing}: ele está corrompido ou incompleto.`],
    ['Digitalizado.pdf', `${nothing}. As páginas parecem ser imagens digitalizadas.`],
    ['Falso.pdf', 'O conteúdo do arquivo não corresponde à extensão .pdf.'],
  ] as const)
    await expect(uploads(page).filter({ hasText: name }).getByRole('alert')).toHaveText(reason);
  // A refused file leaves nothing behind.
  await expect(documents(page)).toHaveCount(2);
  await expect(row(page, 'Edital.pdf')).toContainText('1 de 3 páginas sem texto');
  await expect(row(page, 'Regimento.docx').getByText('Ready', { exact: true })).toBeVisible();
  await expect(row(page, 'Regimento.docx')).not.toContainText('páginas sem texto');
  await page.getByRole('button', { name: 'Regimento.docx', exact: true }).click();
  const text = page.getByRole('region', { name: 'Texto do documento' });
  await expect(text.getByText('A sessão abre às nove horas.')).toBeVisible();
});

test('a document whose file was damaged says why, still answers with what it was, and is read again on request', async ({
  page,
}) => {
  const base = await makeBase(page);
  await openBase(page, base);
  await uploadInput(page).setInputFiles([file('Edital.pdf', partlyScanned)]);
  await expect(documents(page).getByText('Ready', { exact: true })).toBeVisible(PATIENTLY);
  const keep = (content: Buffer) =>
    inDatabase((client) =>
      client.query('update document_file_parts set content = $2 where knowledge_base_id = $1', [
        base.id,
        content,
      ]),
    );
  await keep(Buffer.alloc(partlyScanned.length));
  const {
    documents: [made],
  } = await asAdmin<{ documents: MadeDocument[] }>(page, 'GET', `/knowledge-bases/${base.id}`);
  await asAdmin(page, 'POST', `/knowledge-bases/${base.id}/documents/${made?.id}/retry`);
  await page.reload();
  await expect(row(page, 'Edital.pdf')).toContainText(
    'Não foi possível extrair texto deste arquivo: ele está corrompido ou incompleto.',
    PATIENTLY,
  );
  await expect(row(page, 'Edital.pdf')).toContainText('Os agentes ainda leem a versão anterior.');
  await keep(partlyScanned);
  await breakCall(page, `/knowledge-bases/${base.id}/documents/*/retry`, 'POST');
  await page.getByRole('button', { name: 'Tentar de novo a leitura de Edital.pdf' }).click();
  await expect(row(page, 'Edital.pdf')).toContainText('Falha ao mandar ler o documento de novo');
  await page.unrouteAll();
  // Without a reload: unfinished documents are polled.
  await page.getByRole('button', { name: 'Tentar de novo a leitura de Edital.pdf' }).click();
  await expect(row(page, 'Edital.pdf').getByText('Ready', { exact: true })).toBeVisible(PATIENTLY);
  await expect(row(page, 'Edital.pdf')).toContainText('1 de 3 páginas sem texto');
  await expect(page.getByRole('button', { name: /^Tentar/ })).toHaveCount(0);
});
