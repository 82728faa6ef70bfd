import type { Page } from '@playwright/test';
import { breakCall, edit, makeAgent, openAgent } from '../support/agents.ts';
import { API, expect, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('button', { name: /^Model/ });
/** The reserves are a list of the browser with options of their own. */
const modelList = (page: Page) => page.getByRole('listbox', { name: 'Model' });
const temperature = (page: Page) => page.getByRole('slider', { name: 'Temperature' });

/** Id, name, context, badges; in the order of the catalogue. */
const groups: Record<string, [string, string, string, string[]][]> = {
  OpenAI: [
    ['gpt-4o', 'GPT-4o', '128k', []],
    ['gpt-5', 'GPT-5', '200k', ['new', 'recommended']],
    ['gpt-5-mini', 'GPT-5 mini', '128k', ['new']],
    ['gpt-5-nano', 'GPT-5 nano', '64k', ['new']],
  ],
  Anthropic: [
    ['claude-3-5-sonnet', 'Claude 3.5 Sonnet', '200k', []],
    ['claude-3-7-sonnet', 'Claude 3.7 Sonnet', '200k', []],
    ['claude-3-5-haiku', 'Claude 3.5 Haiku', '200k', []],
    ['claude-4-sonnet', 'Claude 4 Sonnet', '400k', ['new', 'recommended']],
  ],
  Google: [
    ['gemini-2.0-flash', 'Gemini 2.0 Flash', '1M', []],
    ['gemini-2.0-flash-lite', 'Gemini 2.0 Flash-Lite', '1M', []],
  ],
};

test('R-AGT-21 R-MOD-01 R-MOD-02 R-MOD-03 R-MOD-04 R-MOD-05 R-MOD-06 R-MOD-07 R-MOD-08 R-MOD-09 R-MOD-10 R-MOD-11 the catalogue lists its models by provider, the ten of the first release first', async ({
  page,
}) => {
  await openAgent(page, await makeAgent(page));
  await edit(page);
  await box(page).click();
  const list = page.getByRole('listbox', { name: 'Model' });
  await expect(list.getByRole('option')).toHaveCount(19);
  for (const [provider, models] of Object.entries(groups)) {
    const options = list.getByRole('group', { name: provider }).getByRole('option');
    for (const [index, [id, name, context, badges]] of models.entries()) {
      const option = options.nth(index);
      await expect(option).toContainText(`${id}, ${context} context, up to `);
      await expect(option.getByText(name, { exact: true })).toBeVisible();
      for (const badge of ['new', 'recommended'])
        await expect(option.getByText(badge, { exact: true })).toHaveCount(badges.includes(badge) ? 1 : 0);
      await expect(option).toContainText(/\p{L}{3,}.*\./u);
    }
  }
  await expect(list.getByRole('option', { name: /^GPT-5 nano/ })).toContainText('up to 4096 tokens');
  await expect(list.getByRole('option', { name: /^Claude 4 Sonnet/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('the model of an agent stays on one line while it is edited, and what is said about it is in English', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  const box = page.getByRole('button', { name: /^Model/ });
  const height = async () => (await box.boundingBox())?.height;
  await expect(page.getByText('The best choice for answering from documents.')).toBeVisible();
  await expect(page.getByText('up to 32.768 tokens an answer')).toBeVisible();
  const before = await height();
  await page.getByRole('button', { name: 'Edit Configuration' }).click();
  await expect(box).toBeEnabled();
  await expect.poll(height).toBe(before);
});

test('the model is chosen without a mouse: arrows, the beginning of its name, Enter and Esc', async ({
  page,
}) => {
  await openAgent(page, await makeAgent(page));
  await edit(page);
  await box(page).focus();
  await page.keyboard.press('ArrowDown');
  const list = page.getByRole('listbox', { name: 'Model' });
  await expect(list).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(box(page)).toContainText('gpt-5');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('gem');
  await page.keyboard.press('Escape');
  await expect(box(page)).toContainText('gpt-5');
});

test('a model without temperature disables the control and says why, without losing the value', async ({
  page,
}) => {
  const agent = await makeAgent(page, { model: 'gpt-4o', temperature: 0.3 });
  await openAgent(page, agent);
  await edit(page);
  await expect(temperature(page)).toBeEnabled();
  await box(page).click();
  await modelList(page)
    .getByRole('option', { name: /^GPT-5 mini/ })
    .click();
  await expect(temperature(page)).toBeDisabled();
  await expect(page.getByText('GPT-5 mini takes no temperature')).toBeVisible();
  await expect(temperature(page)).toHaveValue('0.3');
});

test('a model without a key, and one that its provider retired, say so; its successor is one click away (A-13)', async ({
  page,
  expectComplaints,
}) => {
  await page.route(`**${API}/models`, async (route) => {
    const body = await (await route.fetch()).json();
    const data = body.data.map((model: { id: string }) => ({
      ...model,
      configured: model.id !== 'gpt-4o',
      ...(model.id === 'gpt-5' ? { state: 'ending', ends_at: '2026-12-11' } : {}),
      ...(['claude-3-5-sonnet', 'claude-4-sonnet'].includes(model.id)
        ? { state: 'retired', ends_at: '2026-06-15', runs_on: 'claude-sonnet-5-5' }
        : {}),
    }));
    await route.fulfill({ json: { ...body, data } });
  });
  const withoutKey = await makeAgent(page, { model: 'gpt-4o' });
  const retired = await makeAgent(page, { model: 'claude-4-sonnet' });
  await openAgent(page, withoutKey);
  await expect(box(page)).toContainText('not configured');
  await expect(page.getByText('No key for OpenAI is configured on this server.')).toBeVisible();
  await edit(page);
  await box(page).click();
  await expect(modelList(page).getByRole('option', { name: /^GPT-5 .*ends on 11\/12\/2026/ })).toBeEnabled();
  const gone = modelList(page).getByRole('option', { name: /^Claude 3\.5 Sonnet/ });
  await expect(gone).toContainText('retired in 06/2026');
  await expect(gone).toBeDisabled();
  await page.keyboard.press('Escape');
  await openAgent(page, retired);
  await expect(box(page)).toContainText('retired in 06/2026');
  await expect(box(page)).not.toContainText('recommended');
  await expect(page.getByText('Respondendo com Claude Sonnet 5.5 até você escolher')).toBeVisible();
  await edit(page);
  await page.getByRole('button', { name: 'Usar Claude Sonnet 5.5' }).click();
  await expect(box(page)).toContainText('claude-sonnet-5-5');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(box(page)).toContainText('retired in 06/2026');
  await breakCall(page, `/agents/${retired.id}`, 'PUT');
  expectComplaints(/agents/);
  await page.getByRole('button', { name: 'Usar Claude Sonnet 5.5' }).click();
  await expect(page.getByText('Falha ao atualizar configuração do agente')).toBeVisible();
  await page.unroute(`**${API}/agents/${retired.id}`);
  await page.getByRole('button', { name: 'Usar Claude Sonnet 5.5' }).click();
  await expect(box(page)).toContainText('claude-sonnet-5-5');
  await expect(page.getByText(/^Respondendo com/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Comparar modelos' })).toBeFocused();
});

test('a catalogue that does not load says so and tries again', async ({ page }) => {
  await page.route(`**${API}/models`, (route) => route.fulfill({ status: 500, json: {} }));
  await openAgent(page, await makeAgent(page));
  await expect(page.getByText('The model catalogue could not be loaded')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(box(page)).toContainText('claude-4-sonnet');
});
