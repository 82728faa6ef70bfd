/** The switch «Recusar números não conferidos» of an agent's configuration. */
import type { Page } from '@playwright/test';
import { asAdmin, edit, makeAgent, openAgent, save, saved, unfoldRules } from '../support/agents.ts';
import { expect, test } from '../support/test-server.ts';

const refuses = (page: Page) => page.getByRole('switch', { name: 'Recusar números não conferidos' });

test('R-TBL-39: an administrator switches it on, and it is stored with the agent', async ({ page }) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  await unfoldRules(page);
  await expect(refuses(page)).not.toBeChecked();
  await expect(refuses(page)).toBeDisabled();
  await expect(refuses(page)).toHaveAccessibleDescription(
    'Nas respostas sobre tabelas, a frase com um número que não vem da fonte é retirada.',
  );
  await edit(page);
  await refuses(page).focus();
  await page.keyboard.press('Space');
  await expect(refuses(page)).toBeChecked();
  await save(page);
  await saved(page);
  const stored = await asAdmin<{ refuse_unchecked_numbers: boolean }>(page, 'GET', `/agents/${agent.id}`);
  expect(stored.refuse_unchecked_numbers).toBe(true);
});
