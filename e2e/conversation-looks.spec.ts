import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { keepRecords } from './conversation-records.ts';
import { enter, expect, openConversation, test } from './support/house.ts';
import { LOOKS } from './support/looks.ts';

const panel = (page: Page) => page.locator('[data-source-panel]');

/** An answer with everything that can stand under one, opened. */
async function fullConversation(page: Page) {
  const id = await openConversation(page);
  await keepRecords(id, [
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
  ]);
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('Defesa prévia')).toBeVisible();
}

async function graveFaults(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

for (const [theme, width, height] of LOOKS)
  test(`uma conversa com fontes, filtros e avaliação não tem faltas graves de acessibilidade: ${theme}, ${width} px`, async ({
    page,
    context,
    person,
  }) => {
    await page.setViewportSize({ width, height });
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.PROSA_E2E_URL ?? '' }]);
    await enter(page, person);
    await fullConversation(page);
    await page.getByRole('button', { name: 'Esta resposta não ajudou' }).last().click();
    await expect(page.getByLabel('O que faltou? (opcional)')).toBeVisible();
    expect(await graveFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('[data-source-card="2"]').click();
    await expect(panel(page).getByRole('definition')).toHaveText('1200');
    expect(await graveFaults(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
