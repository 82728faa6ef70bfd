/** Steps on an agent's page that the stories of the test chat and of the checks share. */
import type { Locator, Page } from '@playwright/test';
import { asAdmin, type MadeAgent, makeAgent, openAgent } from '../support/agents.ts';
import { expect } from '../support/test-server.ts';

export const popup = (page: Page) => page.getByRole('dialog', { name: /^Test chat with/ });
export const box = (page: Page) => popup(page).getByRole('textbox', { name: 'Sua pergunta' });
export const send = (page: Page) => popup(page).getByRole('button', { name: 'Send', exact: true });
export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Test conversations' }).getByRole('listitem');
export const bubbles = (page: Page, role: 'user' | 'assistant') =>
  popup(page).locator(`article[data-role="${role}"]`);

/** A draft that reads the manual, which every installation has. */
export async function makeReadingAgent(page: Page): Promise<MadeAgent> {
  const agent = await makeAgent(page);
  const bases = await asAdmin<{ id: number; name: string }[]>(page, 'GET', '/knowledge-bases');
  const manual = bases.find(({ name }) => name === 'Manual do Prosa');
  await asAdmin(page, 'POST', `/agents/${agent.id}/knowledge-bases/${manual?.id}`);
  return agent;
}

export async function openTest(page: Page, agent: MadeAgent): Promise<void> {
  await openAgent(page, agent, 'test');
  await expect(page.getByRole('button', { name: 'New Chat' })).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
}

export async function newChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Chat' }).click();
  await expect(box(page)).toBeVisible();
}

/** Asks, and waits until the answer has ended. */
export async function ask(page: Page, question: string): Promise<Locator> {
  await box(page).fill(question);
  // On a phone Enter is a new line.
  await send(page).click();
  const answer = bubbles(page, 'assistant').last();
  await expect(answer).toHaveAttribute('data-status', 'done', { timeout: 20_000 });
  return answer;
}
