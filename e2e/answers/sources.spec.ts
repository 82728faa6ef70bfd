import type { Page } from '@playwright/test';
import type { Source, SourceView } from '#contract/citations.ts';
import { keepRecords } from '../conversation/records.ts';
import { writeAnswersByHand } from '../conversation/streamed-answer.ts';
import { walkPast } from '../support/looks.ts';
import { API, admit, enter, expect, openConversation, test } from '../support/test-server.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /pergunta/i });
const panel = (page: Page) => page.locator('[data-source-panel]');

const source = (index: number, rest: Partial<Source> = {}): Source => ({
  index,
  kind: 'document',
  title: `manual-${index}.pdf`,
  snippet: 'prazo não inferior a trinta dias',
  page: 14,
  document_id: index,
  ...rest,
});
const ROW = source(3, {
  kind: 'row',
  title: 'Licitações',
  snippet: 'Município: Recife',
  data_source_id: 1,
  row: { Valor: 1200, Município: 'Recife' },
});
const TEXT = `${'Um parágrafo que vem antes.\n\n'.repeat(40)}A notificação traz o prazo não inferior a trinta dias para a defesa.\n\n${'Um parágrafo que vem depois.\n\n'.repeat(40)}`;
const view = (state: SourceView['state'], index = 1): SourceView => {
  const start = TEXT.indexOf('prazo não inferior');
  const shown = state === 'shown';
  return {
    source: source(index),
    state,
    text: shown ? TEXT : null,
    start: shown ? start : null,
    end: shown ? start + source(1).snippet.length : null,
    more_before: shown,
    more_after: shown,
    page: null,
    validity: null,
    validity_changed: false,
  };
};

/** A stored answer with three sources, opened. */
async function answered(page: Page): Promise<number> {
  const id = await openConversation(page);
  const [messageId = 0] = await keepRecords(id, [
    {
      question: 'Qual é o prazo?',
      answer: 'Trinta dias. [1] Veja também. [2] E o registro. [3]',
      sources: [source(1), source(2), ROW],
    },
  ]);
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('Trinta dias.')).toBeVisible();
  return messageId;
}

/** Answers what a source looks like; the path ends in its number. */
const showing = (page: Page, of: (index: number) => { status?: number; json: unknown }) =>
  page.route(`**${API}/chat/messages/*/sources/*`, (route) =>
    route.fulfill(of(Number(route.request().url().split('/').at(-1)))),
  );
const success = (data: unknown) => ({ json: { success: true, data } });

test('a marker opens the document at the cited passage, and leads from there to the other sources', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await showing(page, (index) => success(view('shown', index)));
  await answered(page);
  await page.getByRole('button', { name: 'Fonte 1: manual-1.pdf' }).click();
  await expect(panel(page).locator('mark')).toHaveText('prazo não inferior a trinta dias');
  await expect(panel(page).locator('mark')).toBeInViewport();
  await expect(panel(page)).toContainText('Fonte 1 de 3');
  await expect(panel(page)).toContainText('Um parágrafo que vem depois.');

  await panel(page).getByRole('button', { name: 'Próxima fonte' }).click();
  await expect(panel(page).getByRole('heading', { name: 'manual-2.pdf' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Próxima fonte' }).click();
  await expect(panel(page).getByRole('term')).toHaveText(['Valor', 'Município']);
  await expect(panel(page).getByRole('definition')).toHaveText(['1200', 'Recife']);
  await panel(page).getByRole('button', { name: 'Fonte anterior' }).click();
  await expect(panel(page).getByRole('heading', { name: 'manual-2.pdf' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
});

test('of a source that was removed, changed or withdrawn the literal passage stays, and the screen says why', async ({
  page,
  person,
}) => {
  await enter(page, person);
  const states = { 1: 'removed', 2: 'changed' } as const;
  await showing(page, (index) => success(view(states[index as 1 | 2], index)));
  await answered(page);
  await page.locator('[data-source-card="1"]').click();
  await expect(panel(page).getByText('fonte removida')).toBeVisible();
  await expect(panel(page).getByRole('blockquote')).toHaveText('prazo não inferior a trinta dias');
  await panel(page).getByRole('button', { name: 'Próxima fonte' }).click();
  await expect(panel(page).getByText('o documento mudou desde a resposta')).toBeVisible();

  await page.unrouteAll();
  await showing(page, (index) => success(view('withheld', index)));
  await page.reload();
  await page.locator('[data-source-card="1"]').click();
  await expect(panel(page).getByRole('blockquote')).toHaveText('prazo não inferior a trinta dias');
  await expect(panel(page).getByText(/removida|mudou/)).toHaveCount(0);
});

test('a source that does not open says why and recovers, and the passage is there all the same', async ({
  page,
  person,
}) => {
  await enter(page, person);
  await showing(page, () => ({ status: 500, json: {} }));
  await answered(page);
  await page.locator('[data-source-card="1"]').click();
  await expect(panel(page).getByText('Falha ao abrir a fonte', { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('blockquote')).toBeVisible();
  await page.unrouteAll();
  await showing(page, (index) => success(view('shown', index)));
  await panel(page).getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(panel(page).locator('mark')).toBeInViewport();
});

test('on a phone the source is a sheet from the bottom, and the passage is in view', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, person);
  await showing(page, (index) => success(view('shown', index)));
  await answered(page);
  await page.locator('[data-source-card="1"]').click();
  await expect(panel(page).locator('mark')).toBeInViewport();
  await expect.poll(async () => (await panel(page).boundingBox())?.width).toBe(390);
  await panel(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(panel(page)).toHaveCount(0);
});

test('the source of a real answer opens at the place it was read from', async ({ page, person }) => {
  await admit(page, person);
  const id = await openConversation(page);
  await page.goto(`/chat/${id}`);
  await box(page).fill('Quanto tempo vale a senha temporária?');
  await box(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Parar resposta' })).toHaveCount(0, { timeout: 20_000 });
  await page.locator('[data-source-card]').first().click();
  await expect(panel(page).locator('mark')).toBeInViewport();
  await expect(panel(page).locator('mark')).toContainText(/\S/);
});

const filters = [
  { data_source_id: 1, data_source_name: 'Licitações', parameter: 'Município', values: ['Recife', 'Olinda'] },
];

test('the understood filters stand above the sources; removing one asks the same question without it', async ({
  page,
  person,
}) => {
  const answer = await writeAnswersByHand(page);
  await admit(page, person);
  await page.goto(`/chat/${await openConversation(page)}`);
  await box(page).fill('Quantas licitações há?');
  await box(page).press('Enter');
  await answer.write({ content: 'Há três. [3]', seq: 1 });
  await expect(page.getByText('Há três.')).toBeVisible();
  await answer.write({ done: true, message_id: 987_654, status: 'done', sources: [ROW], filters });
  const chips = page.getByRole('list', { name: 'Filtros entendidos na pergunta' });
  await expect(chips.getByRole('listitem')).toHaveText(['Município: Recife', 'Município: Olinda']);

  await chips.getByRole('button', { name: 'Perguntar de novo sem Município: Recife' }).click();
  await expect.poll(async () => (await answer.wires()).length).toBe(2);
  expect(JSON.parse((await answer.wires()).at(-1)?.body ?? '')).toEqual({
    question: 'Quantas licitações há?',
    without: [{ data_source_id: 1, parameter: 'Município', value: 'Recife' }],
  });
  // While the answer is written no other may be asked for.
  await answer.write({ content: 'Há uma.', seq: 1 });
  await expect(page.getByText('Há uma.')).toBeVisible();
  await expect(
    chips.first().getByRole('button', { name: 'Perguntar de novo sem Município: Olinda' }),
  ).toBeDisabled();

  const left = [{ ...filters[0], values: ['Olinda'] }] as typeof filters;
  await answer.write({ done: true, message_id: 987_655, status: 'done', sources: [ROW], filters: left });
  await expect(page.getByText('sem Município: Recife')).toBeVisible();
  await chips.last().getByRole('button', { name: 'Perguntar de novo sem Município: Olinda' }).click();
  await expect.poll(async () => (await answer.wires()).length).toBe(3);
  expect(JSON.parse((await answer.wires()).at(-1)?.body ?? '').without).toEqual([
    { data_source_id: 1, parameter: 'Município', value: 'Recife' },
    { data_source_id: 1, parameter: 'Município', value: 'Olinda' },
  ]);
});

test('R-LOP-10 an answer that people wrote to a similar question stands among the sources with its name, area and day', async ({
  page,
  person,
}) => {
  await admit(page, person);
  const id = await openConversation(page);
  const written: Source = {
    index: 1,
    kind: 'verified',
    title: 'Qual é o prazo para recorrer de uma multa?',
    section: 'Trânsito, escrita em 14/11/2026',
    snippet: 'São **trinta dias**, contados da notificação.\n\n- Leve o documento;\n- e uma cópia.',
  };
  await keepRecords(id, [
    {
      question: 'Qual é o prazo para recorrer de uma multa de estacionamento?',
      answer: 'Trinta dias. [1] Veja também. [2]',
      sources: [written, source(2)],
    },
  ]);
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('2 trechos lidos em 1 documento e 1 resposta verificada')).toBeVisible();
  const card = page.locator('[data-source-card="1"]');
  await expect(card.getByText('Resposta verificada', { exact: true })).toBeVisible();
  await expect(card).toContainText('Trânsito, escrita em 14/11/2026');
  await walkPast(page, [['uma resposta verificada entre as fontes', async () => {}]]);
  await card.click();
  await expect(panel(page).getByText('Resposta escrita a esta pergunta')).toBeVisible();
  await expect(panel(page).locator('strong')).toHaveText('trinta dias');
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  await walkPast(page, [['o painel de uma resposta verificada', async () => {}]]);
});
