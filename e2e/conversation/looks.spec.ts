import type { Page } from '@playwright/test';
import { walkPast } from '../support/looks.ts';
import { admit, expect, openConversation, test } from '../support/test-server.ts';
import { keepRecords, type RecordWishes } from './records.ts';

const panel = (page: Page) => page.locator('[data-source-panel]');

/** Answers with everything that can stand under one. */
const records: RecordWishes[] = [
  { question: 'Interrompida?', answer: 'Só o começo', status: 'interrupted' },
  {
    question: 'Qual é o prazo para recorrer, e o que preciso enviar?',
    answer:
      '1. **Defesa prévia**, em até 30 dias. [1]\n2. Recurso. [2]\n\n| Documento | JARI |\n|---|---|\n| CNH | Sim |',
    sources: [
      {
        index: 1,
        kind: 'document',
        title: 'manual.pdf',
        snippet: 'prazo não inferior',
        document_id: 1,
        page: 14,
      },
      {
        index: 2,
        kind: 'row',
        title: 'Licitações',
        snippet: 'Recife',
        data_source_id: 1,
        row: { Valor: 1200 },
      },
    ],
    filters: [
      {
        data_source_id: 1,
        data_source_name: 'Licitações',
        parameter: 'Município',
        values: ['Recife', 'Olinda'],
      },
    ],
  },
];

test('a conversation with sources, filters and a rating fits every width and has no serious accessibility fault', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  await keepRecords(id, records);
  await walkPast(page, [
    [
      'a conversa',
      async () => {
        await page.goto(`/chat/${id}`);
        await expect(page.getByText('Defesa prévia')).toBeVisible();
      },
    ],
    [
      'o que faltou',
      async () => {
        await page.getByRole('button', { name: 'Esta resposta não ajudou' }).last().click();
        await expect(page.getByLabel('O que faltou? (opcional)')).toBeVisible();
      },
    ],
    [
      'a fonte',
      async () => {
        await page.keyboard.press('Escape');
        await page.locator('[data-source-card="2"]').click();
        await expect(panel(page).getByRole('definition')).toHaveText('1200');
      },
    ],
  ]);
});
