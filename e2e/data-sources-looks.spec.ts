import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { asAdmin, makeAgent } from './support/agents.ts';
import {
  edit,
  type MadeSource,
  makeSource,
  openSource,
  openSources,
  press,
  readyWith,
  TENDERS,
} from './support/data-sources.ts';
import { expect, test } from './support/house.ts';

/** Every state that has something of its own on the screen. */
const states: [name: string, open: (page: Page, source: MadeSource) => Promise<void>][] = [
  ['a lista', (page) => openSources(page)],
  ['uma fonte nova', (page) => openSources(page).then(() => press(page, 'New Data Source'))],
  [
    'as configurações',
    async (page, source) => {
      await openSource(page, source);
      await press(page, 'Test Regex of uf');
      await expect(page.getByText(/^Rows 360/)).toBeVisible();
      await press(page, 'Delete');
    },
  ],
  [
    'a edição',
    async (page, source) => {
      await openSource(page, source);
      await edit(page);
      await expect(page.getByText('Read-only, 7 columns')).toBeVisible();
      await page.getByLabel('Maximum Documents', { exact: true }).fill('0');
    },
  ],
  [
    'a escolha de agente',
    (page, source) => openSource(page, source).then(() => press(page, 'Associate Agent')),
  ],
  [
    'o visor',
    async (page, source) => {
      await openSource(page, source, 'viewer');
      await expect(page.getByText('Showing 10 of 360 results')).toBeVisible();
    },
  ],
];

async function lived(page: Page): Promise<MadeSource> {
  const source = await makeSource(
    page,
    readyWith(TENDERS, 'objeto', { uf: { regex_config: { enabled: true } }, situacao: ['Aberta'] }),
  );
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/data-sources/${source.id}/agents/${agent.id}`);
  return source;
}

/** The narrowest phone in the dark and a desk in the light: both themes, both layouts. */
for (const [theme, width, height] of [
  ['light', 1360, 850],
  ['dark', 360, 740],
] as const)
  test(`as fontes de dados sem faltas graves de acessibilidade, e nenhuma rola para o lado: ${theme}, ${width} px`, async ({
    page,
    context,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.PROSA_E2E_URL ?? '' }]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const source = await lived(page);
    const found: string[] = [];
    for (const [name, open] of states) {
      await open(page, source);
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      found.push(...grave.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`));
    }
    expect(found).toEqual([]);
  });
