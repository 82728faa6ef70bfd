import type { Page } from '@playwright/test';
import { holdBack } from '../support/agents.ts';
import {
  addDocument,
  documents,
  dropFiles,
  type MadeBase,
  makeBase,
  openBase,
  openBases,
  showBase,
  shownBase,
  shownDocument,
  uploads,
} from '../support/knowledge.ts';
import { walkPast } from '../support/looks.ts';
import { expect, test } from '../support/test-server.ts';

const LONG = `${'nome-de-arquivo-sem-espaço-'.repeat(6)}fim.md`;
const reason = 'Não foi possível extrair texto deste arquivo: ele está protegido por senha.';

async function lived(page: Page): Promise<MadeBase> {
  const base = await makeBase(page, 'Leis, resoluções e manuais. '.repeat(6));
  await addDocument(page, base, LONG, '# Prazos\n\nO prazo é de trinta dias.\n');
  return base;
}

test('knowledge bases fit every width and have no serious accessibility fault', async ({ page }) => {
  const base = await lived(page);
  // Each goes on from the one before.
  await walkPast(page, [
    ['a lista', () => openBases(page)],
    [
      'uma base nova',
      async () => {
        await page.getByRole('button', { name: 'New Knowledge Base' }).click();
        await expect(page.getByLabel('Name')).toBeFocused();
      },
    ],
    ['a base', () => openBase(page, base)],
    [
      'a busca',
      async () => {
        await page.getByLabel('O que um agente acharia?').fill('qual é o prazo?');
        await expect(page.getByRole('list', { name: 'Trechos que um agente acharia' })).toBeVisible();
      },
    ],
    [
      'o texto',
      async () => {
        await page.getByRole('button', { name: LONG, exact: true }).click();
        await page.getByLabel('Procurar neste texto').fill('prazo');
        await expect(page.getByText('1 de 2', { exact: true })).toBeVisible();
      },
    ],
    [
      'a exclusão e os envios',
      async () => {
        await page.keyboard.press('Escape');
        await holdBack(page, `/knowledge-bases/${base.id}/documents`, 'POST');
        await dropFiles(page, 'h1', [
          { name: `novo-${LONG}`, text: 'x' },
          { name: 'virus.exe', text: 'x' },
        ]);
        await expect(uploads(page)).toHaveCount(2);
        await page.getByRole('button', { name: 'Delete knowledge base' }).click();
      },
    ],
    [
      'arquivos que já existem',
      async () => {
        await page.keyboard.press('Escape');
        await dropFiles(page, 'h1', [
          { name: LONG, text: 'y' },
          { name: LONG, text: 'z' },
        ]);
        await expect(page.getByRole('button', { name: 'Substituir todos' })).toBeVisible();
      },
    ],
    [
      'os envios e os estados',
      async () => {
        const rows = [
          shownDocument(1, { status: 'extracting', progress: 0.3, original_filename: LONG }),
          shownDocument(2, { pages: 40, pages_without_text: 12 }),
          shownDocument(3, { status: 'failed', error: reason }),
        ];
        await showBase(page, base, () => shownBase(base, rows));
        // A screen is looked at again after something on it was closed.
        await page.getByRole('button', { name: `Cancelar o envio de novo-${LONG}` }).click();
        await expect(documents(page)).toHaveCount(3);
      },
    ],
  ]);
});
