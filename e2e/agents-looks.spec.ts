import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { asAdmin, edit, type MadeAgent, makeAgent, makeTag, openAgent, openList } from './support/agents.ts';
import { expect, test } from './support/house.ts';
import { LOOKS } from './support/looks.ts';

/** Every state that has something of its own on the screen. */
const states: [name: string, open: (page: Page, agent: MadeAgent) => Promise<void>][] = [
  ['a lista', (page) => openList(page)],
  ['um agente novo', (page) => after(openList(page), () => press(page, 'New Agent'))],
  ['as tags', (page) => after(openList(page), () => press(page, 'Manage Tags'))],
  ['a configuração', (page, agent) => openAgent(page, agent)],
  ['a edição', (page, agent) => after(openAgent(page, agent), () => edit(page))],
  [
    'os modelos',
    (page, agent) =>
      after(openAgent(page, agent), async () => {
        await edit(page);
        await page.getByRole('button', { name: /^Model/ }).click();
      }),
  ],
  ['as versões', (page, agent) => after(openAgent(page, agent), () => press(page, 'View versions'))],
  ['a exclusão', (page, agent) => after(openAgent(page, agent), () => press(page, 'Delete agent'))],
  ['as bases', (page, agent) => openAgent(page, agent, 'knowledge')],
  [
    'a escolha de base',
    (page, agent) => after(openAgent(page, agent, 'knowledge'), () => press(page, 'Add Knowledge Base')),
  ],
  ['as fontes', (page, agent) => openAgent(page, agent, 'data-sources')],
];

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const after = (opened: Promise<void>, then: () => Promise<void>) => opened.then(then);

async function lived(page: Page): Promise<MadeAgent> {
  const agent = await makeAgent(page, { model: 'gpt-5', description: 'Multas e recursos.'.repeat(8) });
  const tag = await makeTag(page);
  await asAdmin(page, 'POST', `/agents/${agent.id}/tags/${tag.id}`);
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });
  return agent;
}

for (const [theme, width, height] of LOOKS)
  test(`os agentes sem faltas graves de acessibilidade: ${theme}, ${width} px`, async ({ page, context }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.PROSA_E2E_URL ?? '' }]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const agent = await lived(page);
    const found: string[] = [];
    for (const [name, open] of states) {
      await open(page, agent);
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      found.push(...grave.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`));
    }
    expect(found).toEqual([]);
  });

test('nenhuma tela de agentes rola para o lado em 360 px', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  const agent = await lived(page);
  for (const [name, open] of states) {
    await open(page, agent);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  }
});
