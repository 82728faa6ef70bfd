import { linesAt, pdfOf } from '../../tests/fixtures/pdf.ts';
import { breakCall, expectFailure, listenTo } from '../support/agents.ts';
import {
  addDocument,
  documents,
  makeBase,
  openBase,
  showBase,
  shownBase,
  shownDocument,
  uploadInput,
} from '../support/knowledge.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

/** For what comes in portions, on a machine that may be busy with others. */
const PATIENTLY = { timeout: 30_000 };

test('R-KB-24 R-ERR-37 the text of a document is fetched when it is opened, with the borders of its passages', async ({
  page,
}) => {
  const base = await makeBase(page);
  const made = await addDocument(
    page,
    base,
    'Prazos.md',
    '# Prazos\n\n## Defesa\n\nTrinta dias.\n\n## Recurso\n\nDez dias.\n',
  );
  const asked = listenTo(page, 'GET', /\/documents\/\d+$/);
  await openBase(page, base);
  await expect(documents(page)).toHaveCount(1);
  expect(asked).toEqual([]);
  await breakCall(page, `/knowledge-bases/${base.id}/documents/${made.id}`, 'GET');
  await documents(page)
    .first()
    .click({ position: { x: 400, y: 26 } });
  const dialog = page.getByRole('dialog', { name: 'Prazos.md' });
  await expectFailure(dialog, 'Falha ao carregar conteúdo do documento');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  const text = dialog.getByRole('region', { name: 'Texto do documento' });
  await expect(text.getByText('Trinta dias.')).toBeVisible();
  await expect(text.getByText('Dez dias.')).toBeVisible();
  await expect(text.getByText(/^Trecho \d+$/).first()).toBeVisible();
  await expect(text.getByText(/Recurso/).first()).toBeVisible();
  await expect(dialog).toContainText('Markdown');
  await dialog.getByLabel('Procurar neste texto').fill('DIAS');
  await expect(dialog.getByText('1 de 2', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('2 de 2', { exact: true })).toBeVisible();
  await expect(text.locator('mark[data-current]')).toHaveText('dias');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Prazos.md', exact: true })).toBeFocused();
});

test('R-KB-25 R-ERR-35 a document is deleted after it is confirmed', async ({ page }) => {
  const base = await makeBase(page);
  const made = await addDocument(page, base, 'Prazos.txt', 'Trinta dias.');
  await openBase(page, base);
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this document? This action cannot be undone.',
  });
  const open = () => page.getByRole('button', { name: 'Delete Prazos.txt' }).click();
  await open();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(documents(page)).toHaveCount(1);
  await breakCall(page, `/knowledge-bases/${base.id}/documents/${made.id}`, 'DELETE');
  await open();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectFailure(question, 'Falha ao excluir documento');
  await page.unrouteAll();
  const asked = listenTo(page, 'DELETE', /documents/);
  await question.getByRole('button', { name: 'Delete' }).dblclick();
  await expect(page.getByText('No documents uploaded yet')).toBeVisible();
  await expect(page.getByText('0 Bytes')).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('a document that is being read shows its progress, and is followed to the end without a reload', async ({
  page,
}) => {
  const base = await makeBase(page);
  let shown = [
    shownDocument(1, { status: 'queued', progress: 0, searchable: false }),
    shownDocument(2, { status: 'extracting', progress: 0.3, searchable: false }),
    shownDocument(3, { status: 'indexing', progress: 0.62 }),
  ];
  await showBase(page, base, () => shownBase(base, shown));
  await openBase(page, base);
  const row = (id: number) => documents(page).filter({ hasText: `Documento 00${id}.pdf` });
  await expect(row(1)).toContainText('Queued');
  await expect(row(2)).toContainText('Extracting 30%');
  await expect(row(3)).toContainText('Indexing 62%');
  await expect(row(3).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '62');
  shown = shown.map((_, index) => shownDocument(index + 1));
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(3);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('five hundred documents and a text of three million characters do not block the page', async ({
  page,
}) => {
  test.slow();
  const base = await makeBase(page);
  const shown = Array.from({ length: 500 }, (_, index) => shownDocument(index + 1));
  await showBase(page, base, () => shownBase(base, shown));
  const paragraph = `${'O prazo conta da notificação. '.repeat(34)}\n\n`;
  const count = 3_000;
  const content_text = `${paragraph.repeat(count - 1)}${'O ÚLTIMO PARÁGRAFO.'.padEnd(paragraph.length)}`;
  const passages = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    start: index * paragraph.length,
    end: (index + 1) * paragraph.length - 2,
    section: '',
    page: index + 1,
  }));
  await page.route(`**${API}/knowledge-bases/${base.id}/documents/500`, (route) =>
    route.fulfill({
      json: { success: true, data: { ...shownDocument(500), content_text, passages, recognised_pages: [] } },
    }),
  );
  // By selectors here: asking for roles would lay out everything that the page takes care not to.
  await enter(page, ADMIN, `/admin/databases/${base.id}`);
  await expect(page.locator('ul[aria-label="Documentos"] > li')).toHaveCount(500, PATIENTLY);
  // The longest time in which the page would not have answered a key, and in how many portions a text is drawn.
  await page.evaluate(() => {
    const seen = { longest: 0, portions: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
    new MutationObserver((changes) => {
      const isGrown = changes.some(({ addedNodes }) =>
        [...addedNodes].some(({ nodeName }) => nodeName === 'ARTICLE'),
      );
      if (isGrown) seen.portions += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.locator('button[title="Documento 500.pdf"]').click();
  await expect(page.locator('article').first()).toContainText('Trecho 1');
  await expect(page.locator('article')).toHaveCount(count, PATIENTLY);
  const { longest, portions } = await page.evaluate(
    () => (window as unknown as { seen: { longest: number; portions: number } }).seen,
  );
  expect(longest).toBeLessThan(3_000);
  expect(portions).toBeGreaterThan(3);
  await page.locator('[role=dialog] form input').fill('último parágrafo');
  const isInSight = () =>
    page.evaluate(() => {
      const mark = document.querySelector('mark[data-current]')?.getBoundingClientRect();
      return mark !== undefined && mark.top > 0 && mark.bottom < innerHeight;
    });
  await expect.poll(isInSight, PATIENTLY).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.locator('article')).toHaveCount(0);
});

test('R-DOC-15 the row of a document that is read says its page, and its bar never goes back', async ({
  page,
}) => {
  test.slow();
  const base = await makeBase(page);
  const lines = Array.from(
    { length: 40 },
    (_, line) => `O artigo ${line} trata de prazos e de licitações públicas.`,
  );
  const content = pdfOf(Array.from({ length: 300 }, () => linesAt(lines)));
  await openBase(page, base);
  await uploadInput(page).setInputFiles([
    { name: 'Livro.pdf', mimeType: 'application/pdf', buffer: content },
  ]);
  const bar = documents(page).getByRole('progressbar', { name: 'Leitura de Livro.pdf' });
  await expect(bar).toBeVisible();
  await expect(documents(page).getByText(/^página \d+ de 300$/)).toBeVisible();
  const seen: number[] = [];
  const ready = documents(page).getByText('Ready', { exact: true });
  while (!(await ready.isVisible())) {
    const value = await bar.getAttribute('aria-valuenow', { timeout: 1_000 }).catch(() => null);
    if (value !== null) seen.push(Number(value));
  }
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((value, index) => value < (seen[index - 1] ?? 0))).toEqual([]);
  await expect(documents(page).getByText(/^página/)).toHaveCount(0);
});

test('what a reading left out is said above the text, a line for each kind', async ({ page }) => {
  const base = await makeBase(page);
  const document = shownDocument(1, {
    notes: [
      { kind: 'struck', count: 12 },
      { kind: 'form_fields', count: 8 },
      { kind: 'fields_cut', count: 1 },
      { kind: 'contents', count: 40 },
      { kind: 'hidden_sheets', count: 2 },
      { kind: 'hidden_rows', count: 1 },
      { kind: 'attachments', count: 2 },
      { kind: 'weak_pages', count: 3 },
      { kind: 'unreadable_pages', count: 1 },
    ],
  });
  await showBase(page, base, () => shownBase(base, [document]));
  await page.route(`**${API}/knowledge-bases/${base.id}/documents/1`, (route) =>
    route.fulfill({
      json: {
        success: true,
        data: { ...document, content_text: 'Trinta dias.', passages: [], recognised_pages: [] },
      },
    }),
  );
  await openBase(page, base);
  await page.getByRole('button', { name: 'Documento 001.pdf', exact: true }).click();
  for (const line of [
    '12 trechos riscados ficaram de fora.',
    '8 campos de formulário lidos.',
    '1 campo de formulário era longo demais e foi cortado.',
    'O sumário não é usado nas respostas.',
    '2 planilhas ocultas ficaram de fora.',
    '1 linha oculta ficou de fora.',
    'Anexos deste e-mail não foram lidos: 2.',
    '3 páginas com leitura fraca.',
    '1 página não pôde ser lida.',
  ])
    await expect(page.getByRole('dialog').getByText(line, { exact: true })).toBeVisible();
});
