import { expect, test } from 'vitest';
import { ChatRequest } from '#contract/openai.ts';
import { AppError } from '../../app-error.ts';
import { conversationOf, refusals } from './conversation.ts';
import { longestAnswer, requirePossible } from './settings.ts';

const read = (messages: unknown[]) =>
  conversationOf(ChatRequest.parse({ model: 'agente-1', messages }).messages);

function refusalOf(work: () => unknown): [string | undefined, string] {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return [error.details.errors?.[0]?.field, error.detail];
    throw error;
  }
  throw new Error('nothing was refused');
}

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });

test('the last words of the user are the question, what went before is history, the system is guidance', () => {
  expect(
    read([
      { role: 'system', content: 'Seja breve.' },
      user('Primeira?'),
      assistant('Sim.'),
      { role: 'developer', content: 'Sem emojis.' },
      user('Segunda'),
      user([
        { type: 'text', text: 'parte?' },
        { type: 'text', text: 'outra?' },
      ]),
    ]),
  ).toEqual({
    guidance: 'Seja breve.\n\nSem emojis.',
    history: [{ question: 'Primeira?', answer: 'Sim.' }],
    question: 'Segunda\n\nparte?\n\noutra?',
  });
});

test('answers in a row are one; a greeting that nobody asked for is left out, and so is what no database holds', () => {
  expect(
    read([assistant('Olá!'), user('a\0b \ud800?'), assistant('Sim.'), assistant('Claro.'), user('E?')]),
  ).toEqual({
    guidance: '',
    history: [{ question: 'ab ?', answer: 'Sim.\n\nClaro.' }],
    question: 'E?',
  });
  expect(read([user('Oi?'), assistant(null), user('Oi?')]).history).toEqual([
    { question: 'Oi?', answer: '' },
  ]);
});

test('images, sounds, files and tools are refused where they stand, in Portuguese', () => {
  const image = { type: 'image_url', image_url: { url: 'https://exemplo.com.br/a.png' } };
  expect(refusalOf(() => read([user([{ type: 'text', text: 'O que é?' }, image])]))).toEqual([
    'messages.0.content.1',
    refusals.image,
  ]);
  expect(refusalOf(() => read([user([{ type: 'input_audio' }])]))[1]).toBe(refusals.audio);
  expect(refusalOf(() => read([user([{ type: 'file' }])]))[1]).toBe(refusals.file);
  expect(refusalOf(() => read([user('Oi?'), { role: 'tool', content: '{}' }]))).toEqual([
    'messages.1.role',
    refusals.tool,
  ]);
});

test('without a question there is nothing to answer', () => {
  expect(refusalOf(() => read([user('Oi?'), assistant('Sim.')]))[1]).toBe(refusals.last);
  expect(refusalOf(() => read([{ role: 'system', content: 'Seja breve.' }]))[1]).toBe(refusals.last);
  expect(refusalOf(() => read([user('  \0 ')]))[1]).toBe(refusals.empty);
  expect(refusalOf(() => read([user('x'.repeat(20_001))]))[1]).toBe(refusals.long);
  expect(refusalOf(() => read([{ role: 'system', content: 'x'.repeat(20_001) }, user('Oi?')]))[1]).toBe(
    refusals.guidanceLong,
  );
});

test('what would change the form of the answer is refused; what tunes a model and what is unknown is passed over', () => {
  const asked = (more: object) => ChatRequest.parse({ model: 'agente-1', messages: [user('Oi?')], ...more });
  for (const [field, more] of Object.entries({
    n: { n: 2 },
    stop: { stop: ['\n'] },
    logprobs: { logprobs: true },
    tools: { tools: [{ type: 'function' }] },
    response_format: { response_format: { type: 'json_object' } },
    modalities: { modalities: ['text', 'audio'] },
  }))
    expect(refusalOf(() => requirePossible(asked(more)))[0]).toBe(field);
  const fine = { n: 1, stop: null, tools: [], response_format: { type: 'text' }, modalities: ['text'] };
  requirePossible(asked({ ...fine, temperature: 2, top_p: 0.1, seed: 7, user: 'ana', chat_id: 'x' }));
});

test('the shortest wish for the longest answer counts', () => {
  const asked = (more: object) =>
    longestAnswer(ChatRequest.parse({ model: 'agente-1', messages: [user('Oi?')], ...more }));
  expect(asked({})).toBeNull();
  expect(asked({ max_tokens: 50 })).toBe(50);
  expect(asked({ max_tokens: 50, max_completion_tokens: 20 })).toBe(20);
  expect(asked({ max_tokens: null, max_completion_tokens: 20 })).toBe(20);
});
