import { breakCall, expectFailure, listenTo } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import {
  addDocument,
  documents,
  makeBase,
  openBase,
  showBase,
  shownBase,
  shownDocument,
} from '../support/knowledge.ts';
import { expect, test } from '../support/test-server.ts';

test('R-DOC-16 documents of an earlier reader are marked, and all of them are read again after a question', async ({
  page,
}) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'Prazos.txt', 'Trinta dias.');
  await addDocument(page, base, 'Multas.txt', 'Dois por cento.');
  await inDatabase((client) =>
    client.query('update documents set reader_version = 1 where knowledge_base_id = $1', [base.id]),
  );
  await openBase(page, base);
  const line = page.getByText('2 documentos foram lidos por uma versão anterior do leitor.');
  await expect(line).toBeVisible();
  await expect(documents(page).getByText('lido com um leitor anterior')).toHaveCount(2);
  await page.getByRole('button', { name: 'Ler de novo', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Ler 2 documentos de novo?' });
  await expect(question).toContainText('Os textos atuais continuam valendo até os novos ficarem prontos.');
  // This installation has no embedding model.
  await expect(question).not.toContainText('embeddings');
  await breakCall(page, `/knowledge-bases/${base.id}/reread`, 'POST');
  await question.getByRole('button', { name: 'Ler de novo' }).click();
  await expectFailure(question, 'Falha ao mandar ler os documentos de novo');
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Ler de novo' }).click();
  await expect(question).toHaveCount(0);
  await expect(line).toHaveCount(0);
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(2);
  await expect(documents(page).getByText('lido com um leitor anterior')).toHaveCount(0);
});

test('R-DOC-16 one document is read again, after the page has said how many passages are sent to the model', async ({
  page,
}) => {
  const base = await makeBase(page);
  const old = { reader_version: 1, can_reread: true };
  const shown = [1, 2, 3, 4].map((id) => shownDocument(id, id < 3 ? old : {}));
  await showBase(page, base, () => shownBase(base, shown, { old_documents: 2, passages_to_embed: 2300 }));
  await page.route(`**/knowledge-bases/${base.id}/reread`, (route) =>
    route.fulfill({ json: { success: true, data: { queued: 1 } } }),
  );
  const asked = listenTo(page, 'POST', /\/reread$/);
  await openBase(page, base);
  await page.getByRole('button', { name: 'Ler de novo', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Os textos atuais continuam valendo até os novos ficarem prontos. Cerca de 2.300 trechos serão enviados ao modelo de embeddings.',
  );
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Ler de novo Documento 001.pdf' }).click();
  await expect(dialog).toContainText('Documento 001.pdf');
  await expect(dialog).toContainText('Cerca de 1.150 trechos serão enviados');
  await dialog.getByRole('button', { name: 'Ler de novo' }).click();
  await expect(dialog).toHaveCount(0);
  expect(asked.map(({ body }) => body)).toEqual([{ document_ids: [1] }]);
});
