import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { holdBack } from './support/agents.ts';
import { expect, test } from './support/house.ts';
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
} from './support/knowledge.ts';
import { LOOKS } from './support/looks.ts';

const LONG = `${'nome-de-arquivo-sem-espaço-'.repeat(6)}fim.md`;
const reason = 'Não foi possível extrair texto deste arquivo: ele está protegido por senha.';

/** One walk past every state that has something of its own on the screen; each goes on from the one before. */
const walk: [state: string, go: (page: Page, base: MadeBase) => Promise<void>][] = [
  ['a lista', (page) => openBases(page)],
  [
    'uma base nova',
    async (page) => {
      await page.getByRole('button', { name: 'New Knowledge Base' }).click();
      await expect(page.getByLabel('Name')).toBeFocused();
    },
  ],
  ['a base', (page, base) => openBase(page, base)],
  [
    'a busca',
    async (page) => {
      await page.getByLabel('What would an agent find?').fill('qual é o prazo?');
      await expect(page.getByRole('list', { name: 'Passages an agent would find' })).toBeVisible();
    },
  ],
  [
    'o texto',
    async (page) => {
      await page.getByRole('button', { name: LONG, exact: true }).click();
      await page.getByLabel('Find in this text').fill('prazo');
      await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
    },
  ],
  [
    'a exclusão e os envios',
    async (page, base) => {
      await page.keyboard.press('Escape');
      await holdBack(page, `/knowledge-bases/${base.id}/documents`, 'POST');
      await dropFiles(page, 'h1', [
        { name: LONG, text: 'x' },
        { name: 'virus.exe', text: 'x' },
      ]);
      await expect(uploads(page)).toHaveCount(2);
      await page.getByRole('button', { name: 'Delete knowledge base' }).click();
    },
  ],
  [
    'os envios e os estados',
    async (page, base) => {
      await page.keyboard.press('Escape');
      const rows = [
        shownDocument(1, { status: 'extracting', progress: 0.3, original_filename: LONG }),
        shownDocument(2, { pages: 40, pages_without_text: 12 }),
        shownDocument(3, { status: 'failed', error: reason }),
      ];
      await showBase(page, base, () => shownBase(base, rows));
      // Whoever puts something away has it looked at anew.
      await page.getByRole('button', { name: `Cancel the upload of ${LONG}` }).click();
      await expect(documents(page)).toHaveCount(3);
    },
  ],
];

async function lived(page: Page): Promise<MadeBase> {
  const base = await makeBase(page, 'Leis, resoluções e manuais. '.repeat(6));
  await addDocument(page, base, LONG, '# Prazos\n\nO prazo é de trinta dias.\n');
  return base;
}

for (const [theme, width, height] of LOOKS)
  test(`as bases de conhecimento sem faltas graves de acessibilidade: ${theme}, ${width} px`, async ({
    page,
    context,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.PROSA_E2E_URL ?? '' }]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const base = await lived(page);
    const found: string[] = [];
    for (const [state, go] of walk) {
      await go(page, base);
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      found.push(...grave.map(({ id, nodes }) => `${state} ${id}: ${nodes[0]?.html}`));
    }
    expect(found).toEqual([]);
  });

test('nenhuma tela de bases de conhecimento rola para o lado em 360 px', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  const base = await lived(page);
  for (const [state, go] of walk) {
    await go(page, base);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${state} scrolls sideways`).toBeLessThanOrEqual(0);
    const wide = await page.evaluate(
      () =>
        [...document.querySelectorAll('main *, [role=dialog] *')].filter(
          (element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('.sr-only'),
        ).length,
    );
    expect(wide, `${state} has something beyond the edge`).toBe(0);
  }
});
