import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemInEnglish } from '#contract/english.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { filledError } from '../../app-error.ts';
import { withEnglishErrors } from './english-replies.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const ENGLISH = { headers: { 'x-prosa-language': 'en' } };

test('R-LNG-05 refusals and validation are English where the header asks for it, and Portuguese for all others', async () => {
  const as = testServer.as(await testServer.user());
  const wrong = { phone: '12', language: 'fr' };
  const said = async (extra?: typeof ENGLISH) => {
    const { body } = await as.patch('/users/me', wrong, extra);
    return [body.detail, ...body.errors.map(({ message }: { message: string }) => message)];
  };
  expect(await said(ENGLISH)).toEqual([
    'Enter a phone number with its area code.',
    'Enter a phone number with its area code.',
    'Choose an option from the list.',
  ]);
  expect((await said())[0]).toBe('Informe um telefone com DDD.');
  expect((await said({ headers: { 'x-prosa-language': 'fr' } }))[0]).toBe('Informe um telefone com DDD.');

  const missing = '/chat/sessions/00000000-0000-4000-8000-000000000000';
  expect((await as.get(missing, ENGLISH)).body.detail).toBe('Conversation not found.');
  expect((await as.get(missing)).body.detail).toBe('Conversa não encontrada.');
  expect((await testServer.anyone().get('/users/me', ENGLISH)).body.detail).toBe('Not signed in.');
});

test('R-LNG-05 a sentence is English whatever stands in its braces', () => {
  for (const size of ['500 MB', '1.024 MB', 'US$& $1 $$']) {
    const { detail } = filledError('files_quota', { size });
    expect(detail).toBe(`Você já guarda ${size} em arquivos de conversas. Remova alguns.`);
    expect(problemInEnglish('files_quota', detail)).toBe(
      `You already keep ${size} in files of conversations. Remove some.`,
    );
  }
});

test('R-LNG-05 the OpenAI and MCP forms stay as they are', async () => {
  const refused = await testServer.anyone().get('/openai/models', ENGLISH);
  expect(refused.body.error.message).toBe('Chave de acesso inválida.');
});

test('R-LNG-05 a failure within a reply or an event is English, and nothing else of it changes', () => {
  const record = { id: 1, question: 'Conversa não encontrada.', error: 'Conversa não encontrada.' };
  const english = { ...record, error: 'Conversation not found.' };
  expect(withEnglishErrors(record)).toEqual(english);
  expect(withEnglishErrors([record])).toEqual([english]);
  const other = { content: 'Olá', error: 'relation "x" does not exist' };
  expect(withEnglishErrors(other)).toEqual(other);
  expect(withEnglishErrors(null)).toBeNull();
});
