import { writeAnswersByHand } from '../conversation/streamed-answer.ts';
import { asAdmin, breakCall, expectFailure, listenTo, makeAgent } from '../support/agents.ts';
import { walkPast } from '../support/looks.ts';
import { API, expect, expectCopied, test } from '../support/test-server.ts';
import { ask, box, bubbles, makeReadingAgent, newChat, openTest, popup } from './test-chat-steps.ts';

const TRACE = /\/chat\/messages\/\d+\/trace$/;
const DAY_MS = 86_400_000;
const QUESTION = 'Quanto tempo vale a senha temporária?';

test('the trace of an answer is fetched only when it is opened: passages, prompt, tokens and times', async ({
  page,
}) => {
  const agent = await makeReadingAgent(page);
  const asked = listenTo(page, 'GET', TRACE);
  await openTest(page, agent);
  await newChat(page);
  await ask(page, QUESTION);
  const head = popup(page).getByRole('button', { name: 'Trace' });
  await expect(head).toHaveAttribute('aria-expanded', 'false');
  expect(asked).toEqual([]);
  await head.click();
  const part = (name: string | RegExp) => popup(page).getByRole('region', { name });
  await expect(part(/^\d+ passages?$/)).toContainText('04-conta-e-acesso.md');
  await expect(part(/^\d+ passages?$/)).toContainText(/score \d/);
  await expect(part('Time')).toContainText(/Total\s*[\d.]+ ms/);
  // The stories run in local mode: no provider was called, and the trace does not claim it.
  await expect(part('Tokens')).toContainText('No model was asked.');
  await expect(part('Prompt as sent')).toHaveCount(0);
  await expect(part('Prompt, not sent to a model')).toContainText(QUESTION);
  // It is read from its beginning, though a conversation follows its end.
  await expect(head).toBeInViewport();
  await part('Prompt, not sent to a model').getByRole('button', { name: 'Copy prompt' }).click();
  await expect(part('Prompt, not sent to a model').getByText('Copied')).toBeVisible();
  expect(await expectCopied(page, /^## Instructions\n/)).toContain(QUESTION);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('recusado'));
    document.execCommand = () => false;
  });
  await part('Prompt, not sent to a model').getByRole('button', { name: 'Copy prompt' }).click();
  await expect(part('Prompt, not sent to a model').getByText('Could not be copied')).toBeVisible();
  await head.click();
  await head.click();
  await expect(part('Tokens')).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('R-LOP-08 R-LOP-10 the trace of a verified answer says by which wording it was given or came near, and fits every look', async ({
  page,
}) => {
  const agent = await makeReadingAgent(page);
  await asAdmin(page, 'POST', `/agents/${agent.id}/verified-answers`, {
    question: 'Em quanto tempo respondem um pedido de matrícula na creche municipal?',
    wordings: ['Qual é o prazo de resposta de um pedido de matrícula na creche municipal?'],
    answer: 'O pedido é respondido **em até dez dias úteis**.',
    owner_label: 'Educação',
    review_on: new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10),
  });
  await openTest(page, agent);
  await newChat(page);
  await ask(page, 'Qual o prazo para resposta de pedido de matrícula na creche?');
  await popup(page).getByRole('button', { name: 'Trace' }).click();
  const part = popup(page).getByRole('region', { name: 'Verified answer', exact: true });
  await expect(part.first()).toContainText('prazo de resposta de um pedido de matrícula na creche municipal');
  await expect(part.first()).toContainText('municip');
  // No model is there to read it.
  await expect(part.first()).not.toContainText('A model read it');
  await walkPast(page, [['trace of a similar verified answer', async () => {}]]);
  await ask(page, 'Em quanto tempo respondem um pedido de matrícula na creche municipal?');
  await expect(popup(page).getByRole('button', { name: 'Trace' })).toHaveCount(2);
  await popup(page).getByRole('button', { name: 'Trace' }).last().click();
  await expect(part.last()).toContainText('Given: the question is “Em quanto tempo respondem');
  // Nothing was searched, written or sent.
  await expect(popup(page).getByRole('region', { name: 'Tokens', exact: true }).last()).toContainText(
    'No model was asked.',
  );
  await expect(popup(page).getByRole('region', { name: 'Time', exact: true })).toHaveCount(1);
  await walkPast(page, [['trace of a given verified answer', async () => {}]]);
});

test('filters and SQL of a data source stand in the trace of the answer', async ({ page }) => {
  const agent = await makeAgent(page);
  const wire = await writeAnswersByHand(page);
  await page.route(`**${API}/chat/messages/*/trace`, (route) =>
    route.fulfill({ json: { success: true, data: TENDERS } }),
  );
  await openTest(page, agent);
  await newChat(page);
  await box(page).fill('Oi?');
  await box(page).press('Enter');
  await wire.write({ content: 'Doze.', done: true, message_id: 987_654_001, sources: [], status: 'done' });
  await popup(page).getByRole('button', { name: 'Trace' }).click();
  const part = (name: string) => popup(page).getByRole('region', { name, exact: true });
  await expect(part('Filters')).toContainText('municipio: Recife, Olinda in Licitações');
  await expect(part('Data sources')).toContainText(
    'Licitações: 12 rows found, 5 used · no row passed the filters: searched without them · dropped, not a known value: municipio «Gotham»',
  );
  await expect(part('SQL')).toContainText('select * from licitacoes where municipio = any($1)');
  await expect(part('SQL')).toContainText('Parameters: Recife, Olinda · 12 rows');
  await expect(part('0 passages')).toContainText('No passage was read.');
  await expect(part('Tokens')).toContainText(/search \(estimated\)\s*gpt-5\s*1\.234\s*56/);
  await expect(part('Time')).toContainText(/First word\s*—/);
});

test('a missing trace, and one that does not load, are named', async ({ page }) => {
  const agent = await makeReadingAgent(page);
  await openTest(page, agent);
  await newChat(page);
  await ask(page, QUESTION);
  await breakCall(page, '/chat/messages/*/trace', 'GET');
  await popup(page).getByRole('button', { name: 'Trace' }).click();
  await expectFailure(popup(page), 'The trace could not be loaded');
  await page.unrouteAll();
  await page.route(`**${API}/chat/messages/*/trace`, (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, detail: 'Não há registro.', code: 'trace_not_found' },
    }),
  );
  await popup(page).getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(popup(page).getByText('No trace was kept for this answer.')).toBeVisible();
  await expect(bubbles(page, 'assistant')).toHaveCount(1);
});

const TENDERS = {
  agent_version_id: 1,
  model: 'gpt-5',
  temperature: 0.5,
  prompt: { instructions: 'Você é guia.', turns: [{ role: 'user', text: 'Oi?' }] },
  passages: [],
  filters: [
    {
      data_source_id: 1,
      data_source_name: 'Licitações',
      parameter: 'municipio',
      values: ['Recife', 'Olinda'],
    },
  ],
  searches: [
    {
      data_source_id: 1,
      data_source_name: 'Licitações',
      rows_found: 12,
      rows_used: 5,
      dropped: [{ parameter: 'municipio', value: 'Gotham' }],
      relaxed: true,
    },
  ],
  queries: [
    {
      data_source_id: 1,
      sql: 'select * from licitacoes where municipio = any($1)',
      params: ['Recife', 'Olinda'],
      rows: 12,
    },
  ],
  calls: [{ purpose: 'search', model: 'gpt-5', input_tokens: 1234, output_tokens: 56, estimated: true }],
  retrieval_ms: 12.4,
  first_token_ms: null,
  total_ms: 340,
};
