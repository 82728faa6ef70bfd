import { breakCall, makeAgent, openAgent } from '../support/agents.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const card = 'Perguntas de exemplo';

test('R-FST-05 R-FST-07 an administrator writes examples, orders them by keyboard and saves them without a new version', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await openAgent(page, agent);
  const region = page.getByRole('region', { name: card });
  const field = (place: number) => region.getByRole('textbox', { name: `Pergunta ${place}` });
  await field(1).fill('Qual é o prazo?');
  await field(2).fill('Quem assina?');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(field(1)).toHaveValue('Quem assina?');
  await expect(field(1)).toBeFocused();
  await region.getByRole('button', { name: 'Subir a pergunta 2' }).click();
  await expect(field(1)).toHaveValue('Qual é o prazo?');
  await region.getByRole('textbox', { name: 'O que se pode perguntar' }).fill('Pergunte sobre prazos.');
  const save = region.getByRole('button', { name: 'Salvar perguntas' });
  await breakCall(page, `/agents/${agent.id}`, 'PUT');
  await save.click();
  await expect(region.getByText(/Falha ao salvar as perguntas/)).toBeVisible();
  await page.unroute(`**${API}/agents/${agent.id}`);
  await field(3).fill('QUAL E O PRAZO?');
  await save.click();
  await expect(region.getByText('Esta pergunta está repetida.')).toBeVisible();
  await field(3).fill('');
  await save.click();
  await expect(region.getByText('Perguntas salvas')).toBeVisible();
  await page.reload();
  await expect(field(2)).toHaveValue('Quem assina?');
  await expect(page.getByRole('textbox', { name: 'O que se pode perguntar' })).toHaveValue(
    'Pergunte sobre prazos.',
  );
});

test('R-FST-08 proposals are chosen from what the agent’s documents say; without documents there is none', async ({
  page,
}) => {
  const bare = await makeAgent(page);
  await openAgent(page, bare);
  const propose = `/agents/${bare.id}/openers/propose`;
  await breakCall(page, propose, 'POST');
  await page.getByRole('button', { name: 'Propor perguntas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Propor perguntas' });
  await expect(dialog.getByText('Falha ao propor perguntas')).toBeVisible();
  await page.unroute(`**${API}${propose}`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Propor perguntas' }).click();
  await expect(dialog.getByText('Nenhuma proposta: ligue uma base com documentos prontos.')).toBeVisible();
  await page.keyboard.press('Escape');
  await enter(page, ADMIN, '/admin/agents?search=Ajuda');
  await page
    .getByRole('link', { name: /Ajuda do Prosa/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Propor perguntas' }).click();
  const choices = dialog.getByRole('checkbox');
  await expect(choices.first()).toBeVisible();
  expect(await choices.count()).toBeLessThanOrEqual(12);
  for (const place of [0, 1, 2]) await choices.nth(place).check();
  await expect(choices.nth(3)).toBeDisabled();
  const region = page.getByRole('region', { name: card });
  const field = (place: number) => region.getByRole('textbox', { name: `Pergunta ${place}` });
  await expect(dialog.getByText('As escolhidas são salvas na hora')).toBeVisible();
  // The agent is of all stories: what it is given here goes nowhere.
  const chosen = await Promise.all(
    [0, 1, 2].map((place) => choices.nth(place).locator('xpath=..').innerText()),
  );
  let sent: string[] = [];
  await page.route(`**${API}/agents/*`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    const { openers } = route.request().postDataJSON() as { openers: string[] };
    const stored = await route.fetch({ method: 'GET', postData: '' });
    const body = (await stored.json()) as { data: object };
    sent = openers;
    return route.fulfill({ json: { ...body, data: { ...body.data, openers } } });
  });
  await dialog.getByRole('button', { name: 'Salvar as 3 perguntas escolhidas' }).click();
  await expect(dialog).toHaveCount(0);
  expect(sent).toHaveLength(6);
  expect(sent.slice(3).every((opener, place) => chosen[place]?.includes(opener))).toBe(true);
  // Saved, and the questions are what one sees.
  await expect(region.getByRole('status')).toHaveText('Perguntas salvas');
  await expect(field(6)).toHaveValue(sent[5] ?? '');
  await expect(field(6)).toBeInViewport();
  await expect(region.getByRole('button', { name: 'Salvar perguntas' })).toBeDisabled();
});
