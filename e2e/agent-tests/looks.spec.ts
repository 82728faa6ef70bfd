import type { Page } from '@playwright/test';
import { asAdmin, type MadeAgent } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { expect, test } from '../support/test-server.ts';
import { ask, makeReadingAgent, newChat, openTest, popup } from './test-chat-steps.ts';

const QUESTION = 'Quanto tempo vale a senha temporária?';

async function kept(page: Page): Promise<void> {
  await ask(page, QUESTION);
  await popup(page).getByRole('button', { name: 'Guardar como verificação' }).click();
  await expect(popup(page).getByText('Guardada como verificação')).toBeVisible();
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

test('the test tab fits every width and has no serious accessibility fault', async ({ page }) => {
  await openTest(page, await lived(page));
  // In the order in which one comes upon them.
  await walkPast(page, [
    ['um chat vazio', () => newChat(page)],
    ['uma resposta guardada', () => kept(page)],
    ['o caminho da resposta', () => traced(page)],
    ['uma verificação em edição', () => popup(page).getByRole('button', { name: 'Mudar' }).click()],
    [
      'a aba depois de rodar',
      async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Rodar verificações' }).click();
        await expect(page.getByText('1 de 2 verificações mantidas').first()).toBeVisible({ timeout: 20_000 });
      },
    ],
    ['a exclusão', () => page.getByRole('button', { name: `Delete ${QUESTION}` }).click()],
  ]);
});
