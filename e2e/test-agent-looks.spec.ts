import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { asAdmin, type MadeAgent } from './support/agents.ts';
import { expect, test } from './support/house.ts';
import { LOOKS } from './support/looks.ts';
import { ask, makeReadingAgent, newChat, openTest, popup } from './test-agent-steps.ts';

const QUESTION = 'Quanto tempo vale a senha temporária?';

/** Every state that has something of its own on the screen, in the order in which one comes upon them. */
const states: [name: string, open: (page: Page) => Promise<void>][] = [
  ['um chat vazio', (page) => newChat(page)],
  ['uma resposta guardada', (page) => kept(page)],
  ['o caminho da resposta', (page) => traced(page)],
  ['uma verificação em edição', (page) => popup(page).getByRole('button', { name: 'Change' }).click()],
  [
    'a aba depois de rodar',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Run checks' }).click();
      await expect(page.getByText('1 of 2 checks hold').first()).toBeVisible({ timeout: 20_000 });
    },
  ],
  ['a exclusão', (page) => page.getByRole('button', { name: `Delete ${QUESTION}` }).click()],
];

async function kept(page: Page): Promise<void> {
  await ask(page, QUESTION);
  await popup(page).getByRole('button', { name: 'Keep as check' }).click();
  await expect(popup(page).getByText('Kept as a check')).toBeVisible();
}

async function traced(page: Page): Promise<void> {
  await popup(page).getByRole('button', { name: 'Trace' }).click();
  await expect(popup(page).getByRole('region', { name: 'Tokens' })).toBeVisible();
}

async function lived(page: Page): Promise<MadeAgent> {
  const agent = await makeReadingAgent(page);
  const expectation = { kind: 'contains', value: 'quarenta dias'.repeat(20) };
  await asAdmin(page, 'POST', `/agents/${agent.id}/checks`, { question: QUESTION.repeat(6), expectation });
  return agent;
}

for (const [theme, width, height] of LOOKS)
  test(`a aba de teste sem faltas graves de acessibilidade: ${theme}, ${width} px`, async ({
    page,
    context,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.PROSA_E2E_URL ?? '' }]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openTest(page, await lived(page));
    const found: string[] = [];
    for (const [name, open] of states) {
      await open(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      found.push(...grave.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`));
    }
    expect(found).toEqual([]);
  });

test('nada da aba de teste rola para o lado em 360 px', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await openTest(page, await lived(page));
  for (const [name, open] of states) {
    await open(page);
    const widest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('section, form, header')].map(
          (part) => part.getBoundingClientRect().right,
        ),
      ),
    );
    expect(widest, `${name} is wider than the screen`).toBeLessThanOrEqual(360);
  }
});
