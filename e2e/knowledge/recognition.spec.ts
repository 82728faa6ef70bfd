/** Scanned pages from the upload to the citation, on a server of its own that may recognise text. */
import type { Page } from '@playwright/test';
import type { Settings } from '#contract/settings.ts';
import { linesAt } from '../../tests/fixtures/pdf.ts';
import { type PrintedWord, type Scan, scannedPdf, scanOf, scanPicture } from '../../tests/fixtures/scans.ts';
import { asAdmin, makeAgent } from '../support/agents.ts';
import { documents, type MadeBase, makeBase, openBase } from '../support/knowledge.ts';
import { walkPast, walkPastOnPhone } from '../support/looks.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { ADMIN, enter, expect, openConversation, test } from '../support/test-server.ts';

let testServer: ServerProcess;
const shared = { url: process.env.PROSA_E2E_URL, data: process.env.PROSA_E2E_DATA };
test.beforeAll(async () => {
  testServer = await startServerProcess({ OCR: 'auto' });
  process.env.PROSA_E2E_URL = testServer.url;
  process.env.PROSA_E2E_DATA = testServer.folder;
});
test.afterAll(async () => {
  process.env.PROSA_E2E_URL = shared.url;
  process.env.PROSA_E2E_DATA = shared.data;
  await testServer.close();
});

const MINUTES = [
  'ATA DA REUNIÃO DO CONSELHO MUNICIPAL DE TRÂNSITO',
  'Aos doze dias do mês de março, o conselho reuniu-se na sede da prefeitura.',
  'O conselho aprovou a compra de quarenta bicicletas para os agentes de trânsito.',
  'A entrega das bicicletas será feita em até sessenta dias.',
];
const PARKING = [
  'SEGUNDA PARTE DA ATA',
  'O estacionamento do prédio fecha às vinte horas, também aos sábados.',
  'A multa por atraso na retirada do veículo é de cem reais por dia.',
];
/** Further pages, so that somebody may pause before the last. */
const MORE = ['terceira', 'quarta'].map((number) => [
  `${number.toUpperCase()} PARTE DA ATA`,
  `Na ${number} parte da reunião foram lidas as cartas dos moradores.`,
]);

const scans: Scan[] = [MINUTES, PARKING, ...MORE].map((lines) =>
  scanOf(linesAt(lines, { y: 90, size: 13, pitch: 24 }), { noise: 12, height: 260 }),
);
const FILE = {
  name: 'Ata digitalizada.pdf',
  mimeType: 'application/pdf',
  buffer: scannedPdf(scans.map(scanPicture)),
};

const row = (page: Page) => documents(page).filter({ hasText: FILE.name });
const picture = (page: Page, number: number) =>
  page.getByRole('img', { name: `Página ${number} digitalizada` });

/** The share of each of the printed words that lies within a box, the least of them. */
async function overlap(page: Page, printed: PrintedWord[]): Promise<number> {
  const boxes = await page.locator('[data-box]').evaluateAll((all) =>
    all.map((box) => {
      const picture = box.parentElement?.getBoundingClientRect();
      const { left, top, width, height } = box.getBoundingClientRect();
      if (!picture) throw new Error('no picture');
      return {
        x: (left - picture.left) / picture.width,
        y: (top - picture.top) / picture.height,
        w: width / picture.width,
        h: height / picture.height,
      };
    }),
  );
  const shared = (one: PrintedWord, box: (typeof boxes)[number]) =>
    Math.max(0, Math.min(one.x + one.w, box.x + box.w) - Math.max(one.x, box.x)) *
    Math.max(0, Math.min(one.y + one.h, box.y + box.h) - Math.max(one.y, box.y));
  return Math.min(
    ...printed.map((word) => Math.max(0, ...boxes.map((box) => shared(word, box))) / (word.w * word.h)),
  );
}

async function waitUntilRead(page: Page): Promise<void> {
  await expect(row(page).getByText('4 de 4 páginas por OCR')).toBeVisible({ timeout: 240_000 });
  await expect(row(page).getByText('Ready', { exact: true })).toBeVisible();
}

/** The server tries its engine after it has begun to serve. */
const engineIsReady = (page: Page) =>
  expect
    .poll(() => asAdmin<Settings>(page, 'GET', '/admin/settings').then(({ ocr }) => ocr.ok), {
      timeout: 60_000,
    })
    .toBe(true);

async function uploadScan(page: Page): Promise<MadeBase> {
  await engineIsReady(page);
  const base = await makeBase(page);
  await openBase(page, base);
  await page.getByLabel('Upload Document', { exact: true }).setInputFiles(FILE);
  return base;
}

test('R-DOC-35 R-DOC-37 a scanned file is recognised, paused and continued, found, and shown with the found words in boxes', async ({
  page,
}) => {
  test.setTimeout(400_000);
  await uploadScan(page);
  await expect(row(page).getByText(/Reconhecendo texto: \d de 4 páginas/)).toBeVisible();
  await row(page)
    .getByRole('button', { name: `Pausar o reconhecimento de ${FILE.name}` })
    .click();
  await expect(row(page).getByText(/Pausado: [0-3] de 4 páginas/)).toBeVisible();
  const resume = row(page).getByRole('button', { name: `Continuar o reconhecimento de ${FILE.name}` });
  await page.reload();
  await walkPast(page, [['o reconhecimento pausado', () => expect(resume).toBeVisible()]]);
  await resume.click();
  await waitUntilRead(page);

  await page.getByLabel('O que um agente acharia?').fill('compra de bicicletas');
  const hits = page.getByRole('list', { name: 'Trechos que um agente acharia' }).getByRole('listitem');
  await expect(hits.first()).toContainText('quarenta bicicletas');
  await walkPast(page, [
    [
      'a página do documento',
      async () => {
        await hits.first().getByRole('button').click();
        await page.getByRole('dialog').getByText('Página', { exact: true }).click();
        await expect(picture(page, 1)).toBeVisible();
      },
    ],
  ]);
  const found = (scans[0] as Scan).words.filter(({ text }) => text === 'bicicletas');
  expect(found).toHaveLength(2);
  expect(await overlap(page, found)).toBeGreaterThanOrEqual(0.8);
  await picture(page, 1).locator('xpath=ancestor::section[1]').focus();
  await page.keyboard.press('+');
  await expect(page.getByText('125 %')).toBeVisible();
  await page.keyboard.press('-');
  await page.keyboard.press('ArrowRight');
  await expect(picture(page, 2)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(picture(page, 1)).toBeVisible();
});

test('R-DOC-37 the citation of a scanned page shows the page with the cited words in boxes', async ({
  page,
}) => {
  test.setTimeout(400_000);
  const base = await uploadScan(page);
  await waitUntilRead(page);
  const [agent] = await asAdmin<{ id: number }[]>(page, 'GET', '/agents/available?search=Ajuda');
  await asAdmin(page, 'POST', `/agents/${agent?.id}/knowledge-bases/${base.id}`);
  await enter(page, ADMIN);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  const box = page.getByRole('textbox', { name: /pergunta/i });
  await box.fill('A que horas fecha o estacionamento do prédio?');
  await box.press('Enter');
  const card = page.locator('[data-source-card="1"]');
  await expect(card).toContainText('Ata digitalizada.pdf');
  const panel = page.locator('[data-source-panel]');
  const { words } = scans[1] as Scan;
  const cited = words.slice(
    words.findIndex(({ text }) => text === 'estacionamento'),
    words.findIndex(({ text }) => text === 'horas,') + 1,
  );
  const showPage = async () => {
    await panel.getByText('Página', { exact: true }).click();
    await expect(picture(page, 2)).toBeVisible();
    expect(await overlap(page, cited)).toBeGreaterThanOrEqual(0.8);
  };
  await walkPast(page, [
    [
      'a página citada',
      async () => {
        await card.click();
        await showPage();
      },
    ],
  ]);
  // On a phone the panel is another one, which begins anew.
  await walkPastOnPhone(page, [['a página citada, no telefone', showPage]]);
});

test('R-DOC-37 R-DOC-40 a scan that is put into a conversation holds the question until its pages are recognised', async ({
  page,
}) => {
  test.setTimeout(400_000);
  await enter(page, ADMIN);
  await engineIsReady(page);
  const agent = await makeAgent(page, { files: 'only_files' });
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });
  await page.goto(`/chat/${await openConversation(page, agent.name)}`);
  const box = page.getByRole('textbox', { name: /pergunta/i });
  const chips = page.getByRole('list', { name: 'Arquivos anexados' }).getByRole('listitem');
  await page.locator('input[type=file][aria-label="Anexar arquivo"]').setInputFiles(FILE);
  await box.fill('A que horas fecha o estacionamento do prédio?');
  await box.press('Enter');
  await walkPast(page, [
    [
      'o reconhecimento de um arquivo anexado',
      () => expect(chips.getByText(/Reconhecendo texto: \d de 4 páginas/)).toBeVisible(),
    ],
  ]);
  await expect(page.getByText(`Será enviada quando ${FILE.name} terminar de ser lido.`)).toBeVisible();
  const card = page.locator('[data-source-card="1"]');
  await expect(card).toContainText('seu arquivo', { timeout: 240_000 });
  await card.click();
  const panel = page.locator('[data-source-panel]');
  await expect(panel.locator('mark')).toContainText('vinte horas');
  await panel.getByText('Página', { exact: true }).click();
  await expect(picture(page, 2)).toBeVisible();
  const cited = (scans[1] as Scan).words.filter(({ text }) => text === 'estacionamento');
  expect(await overlap(page, cited)).toBeGreaterThanOrEqual(0.8);
  // On a phone the panel is another one, which begins anew.
  await walkPast(page, [['o painel de um arquivo da conversa', async () => {}]]);
});
