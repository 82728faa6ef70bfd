/** Personal data in a question: the dialog of «Avisar» with its three ways, the refusal of «Bloquear», and the badge. */
import type { Page } from '@playwright/test';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';

const QUESTION = 'De quem é 529.982.247-25?';
const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });

const refusal = {
  success: false,
  code: 'personal_data_found',
  detail: 'A pergunta tem dados pessoais.',
  found: { cpf: 1, email: 2 },
  provider: 'OpenAI',
  residency: 'exterior',
};

/** Asks once; returns the decisions that were sent. */
async function asked(page: Page): Promise<(string | undefined)[]> {
  const decisions: (string | undefined)[] = [];
  await page.route(`**${API}/chat/sessions/*/messages`, (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    const { personal_data } = request.postDataJSON();
    decisions.push(personal_data);
    if (!personal_data) return route.fulfill({ status: 409, json: refusal });
    return route.fulfill({
      status: 200,
      contentType: 'text/event-stream',
      body: `data: {"content":"De Ana.","done":false}\n\ndata: {"content":"","done":true,"message_id":987654,"status":"done","sources":[]${personal_data === 'mask' ? ',"masked":3' : ''}}\n\n`,
    });
  });
  await page.goto(`/chat/${await openConversation(page)}`);
  await box(page).fill(QUESTION);
  await box(page).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  return decisions;
}

test.describe('R-GRD-06', () => {
  test('the dialog says what was found, and marks are sent instead', async ({ page, person }) => {
    await admit(page, person);
    const decisions = await asked(page);
    await expect(page.getByRole('dialog')).toContainText(
      'A pergunta tem dados pessoais: 1 CPF e 2 e-mails. Este agente usa OpenAI, no exterior.',
    );
    await page.getByRole('button', { name: 'Trocar por marcas' }).click();
    await expect(page.getByText('De Ana.')).toBeVisible();
    await expect(page.getByText('3 dados pessoais foram trocados por marcas antes de sair.')).toBeVisible();
    await expect(box(page)).toHaveValue('');
    expect(decisions).toEqual([undefined, 'mask']);
  });

  test('the question is sent as it is', async ({ page, person }) => {
    await admit(page, person);
    const decisions = await asked(page);
    await page.getByRole('button', { name: 'Enviar assim mesmo' }).click();
    await expect(page.getByText('De Ana.')).toBeVisible();
    expect(decisions).toEqual([undefined, 'send']);
  });

  test('the reader goes back, and the text is still there', async ({ page, person }) => {
    await admit(page, person);
    const decisions = await asked(page);
    await page.getByRole('button', { name: 'Voltar e editar' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(box(page)).toHaveValue(QUESTION);
    expect(decisions).toEqual([undefined]);
    await expect(page.getByText('A pergunta não foi enviada')).toBeVisible();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('R-GRD-07: a refused question says why, and its text is kept', async ({ page, person }) => {
  await admit(page, person);
  const detail = 'Este agente não recebe CPF. Retire-os da pergunta.';
  await page.route(`**${API}/chat/sessions/*/messages`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { success: false, code: 'personal_data_blocked', detail } })
      : route.continue(),
  );
  await page.goto(`/chat/${await openConversation(page)}`);
  await box(page).fill(QUESTION);
  await box(page).press('Enter');
  await expect(page.getByText(detail)).toBeVisible();
  await expect(page.getByText('A pergunta não foi enviada')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(0);
  await expect(box(page)).toHaveValue(QUESTION);
});

const MARKS = 'CPF e outros dados são trocados por marcas antes de sair.';
for (const [residency, beyond, label, line] of [
  ['local', null, 'Não sai da casa', 'ficam nesta casa'],
  ['local', 'Google', 'Pode sair da casa', `também pode ir a Google, no exterior`],
  ['brasil', null, 'Processado no Brasil', `vão a este provedor. ${MARKS}`],
  ['exterior', null, 'Processado por OpenAI (exterior)', `vão a este provedor. ${MARKS}`],
] as const)
  test(`R-GRD-09: the badge of a conversation that is processed at ${residency}, ${beyond ? 'with a reserve abroad' : 'and nowhere else'}`, async ({
    page,
    person,
  }) => {
    await admit(page, person);
    await page.route(`**${API}/chat/sessions/*-*-*-*-*`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const body = await (await route.fetch()).json();
      const processing = {
        ...{ provider: 'OpenAI', residency, is_masked: true },
        ...(beyond ? { beyond: { provider: beyond, residency: 'exterior' } } : {}),
      };
      await route.fulfill({ json: { ...body, data: { ...body.data, processing } } });
    });
    await page.goto(`/chat/${await openConversation(page)}`);
    const badge = page.getByRole('button', { name: label });
    await expect(badge).toBeVisible();
    await badge.focus();
    await expect(page.getByRole('tooltip')).toContainText(line);
  });
