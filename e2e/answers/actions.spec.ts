import type { Page } from '@playwright/test';
import { keepRecords, type RecordWishes } from '../conversation/records.ts';
import { API, admit, enter, expect, expectCopied, openConversation, test } from '../support/test-server.ts';

const helped = (page: Page) => page.getByRole('button', { name: 'Esta resposta ajudou' });
const failed = (page: Page) => page.getByRole('button', { name: 'Esta resposta não ajudou' });
const reason = (page: Page) => page.getByLabel(/O que (ajudou|faltou)\?/);

async function answered(page: Page, ...records: RecordWishes[]): Promise<string> {
  const id = await openConversation(page);
  await keepRecords(id, records);
  await page.goto(`/chat/${id}`);
  await expect(page.getByText(records.at(-1)?.question ?? '').last()).toBeVisible();
  return id;
}
const PLAIN = { question: 'Qual é o prazo?', answer: 'São **30 dias**.\n\n- um\n- dois' };

const copiedHtml = (page: Page) =>
  page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text();
  });

test('a rating is kept with its reason, changes and can be undone', async ({ page, person }) => {
  await admit(page, person);
  await answered(page, PLAIN);
  await failed(page).click();
  await expect(failed(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(reason(page)).toBeFocused();
  await expect(reason(page)).toHaveAccessibleDescription(/Administradores podem ler esta pergunta/);
  await reason(page).fill('Faltou dizer de onde vem.');
  await page.getByRole('button', { name: 'Enviar motivo' }).click();
  await expect(reason(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mudar o motivo' })).toBeVisible();

  await page.reload();
  await expect(failed(page)).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Mudar o motivo' }).click();
  await expect(reason(page)).toHaveValue('Faltou dizer de onde vem.');
  await page.keyboard.press('Escape');
  await expect(reason(page)).toHaveCount(0);

  await helped(page).click();
  await expect(helped(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(failed(page)).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Escape');
  await helped(page).click();
  await expect(helped(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: /motivo/ })).toHaveCount(0);
  await page.reload();
  await expect(helped(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(failed(page)).toHaveAttribute('aria-pressed', 'false');
});

test('a rating that the server refuses shows at once, is reverted and says why', async ({ page, person }) => {
  await admit(page, person);
  await answered(page, PLAIN);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${API}/chat/messages/*/feedback`, async (route) => {
    await held;
    await route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });
  });
  await helped(page).click();
  await expect(helped(page)).toHaveAttribute('aria-pressed', 'true');
  release();
  await expect(page.getByText('Falha ao guardar a sua avaliação', { exact: true })).toBeVisible();
  await expect(helped(page)).toHaveAttribute('aria-pressed', 'false');
});

test('R-CHAT-19 R-CHAT-20 copying takes exactly the text of the answer, and the other button takes the sources too', async ({
  page,
  person,
}) => {
  await admit(page, person);
  await answered(page, PLAIN, {
    question: 'E depois?',
    answer: 'Recurso à JARI. [1]',
    sources: [
      { index: 1, kind: 'document', title: 'recursos.docx', snippet: 'interposto', section: 'Seção 3' },
    ],
  });
  const copy = page.getByRole('button', { name: 'Copiar resposta' });
  await copy.first().click();
  await expectCopied(page, PLAIN.answer);
  // The part of the clipboard that a mail program takes.
  await expect
    .poll(() => copiedHtml(page))
    .toContain('<p>São <strong>30 dias</strong>.</p><ul><li>um</li><li>dois</li></ul>');
  await expect(page.getByRole('button', { name: 'Copiado' })).toHaveCount(1);
  const from = Date.now();
  await expect(page.getByRole('button', { name: 'Copiado' })).toHaveCount(0, { timeout: 12_000 });
  expect(Date.now() - from).toBeGreaterThan(1_000);
  await copy.last().click();
  await expectCopied(page, 'Recurso à JARI. [1]');
  await page.getByRole('button', { name: 'Copiar com as fontes' }).click();
  await expectCopied(page, /^Recurso à JARI\. \[1\]\n\nFontes:\n.*recursos\.docx, Seção 3/);
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new Error('recusado'));
    navigator.clipboard.writeText = () => Promise.reject(new Error('recusado'));
    document.execCommand = () => false;
  });
  await copy.first().click();
  await expect(page.getByText('Não foi possível copiar', { exact: true }).first()).toBeVisible();
});

test('each ending of an answer has its word and its next step', async ({ page, person }) => {
  const ends: { record: RecordWishes; words: RegExp; buttons: string[]; none: string[] }[] = [
    {
      record: { question: 'Parada?', answer: 'Só o', status: 'stopped' },
      words: /resposta parada por você/,
      buttons: ['Perguntar de novo'],
      none: ['Continuar', 'Tentar novamente'],
    },
    {
      record: { question: 'Parada antes?', answer: '', status: 'stopped' },
      words: /resposta parada por você/,
      buttons: ['Tentar novamente'],
      none: ['Continuar', 'Perguntar de novo', 'Copiar resposta'],
    },
    {
      record: { question: 'Interrompida?', answer: 'Só o', status: 'interrupted' },
      words: /resposta interrompida/,
      buttons: ['Continuar', 'Tentar novamente'],
      none: [],
    },
    {
      record: { question: 'Falhou?', answer: '', status: 'failed' },
      words: /Erro de streaming/,
      buttons: ['Tentar novamente'],
      none: ['Continuar', 'Copiar resposta'],
    },
  ];
  await enter(page, person);
  for (const { record, words, buttons, none } of ends) {
    await answered(page, record);
    const answer = page.locator('[data-role="assistant"]');
    await expect(answer).toContainText(words);
    for (const name of buttons) await expect(answer.getByRole('button', { name })).toBeVisible();
    for (const name of none) await expect(answer.getByRole('button', { name })).toHaveCount(0);
  }
});
