import { describe, expect, test } from 'vitest';
import { refusals, unknownModel } from '../../../../test/providers/models.ts';
import { failureOf, refusalOf, shortMessage } from './failure.ts';
import { initialStreamState } from './stream-parsers.ts';

const secrets = {
  key: 'chave-muito-secreta',
  texts: ['O paciente João da Silva Sauro tem consulta na terça-feira às dez.'],
};
const refusal = (name: string) => refusals[name] as [number, object];
const answered = (status: number) => ({ ...initialStreamState(), status });

test('a message loses the key, whatever looks like one, and line breaks', () => {
  const message = 'Incorrect key chave-muito-secreta\nor sk-abcdefgh1234 or AIzaSyABCDEFGH12';
  expect(shortMessage({ message }, secrets)).toBe('Incorrect key [chave] or [chave] or [chave]');
});

test('a message that repeats what somebody said is withheld', () => {
  const message = 'Invalid content: "paciente João da Silva Sauro tem\n consulta na terça"';
  expect(shortMessage({ message, name: 'AI_APICallError' }, secrets)).toBe('AI_APICallError (text withheld)');
});

test('what is cut off is looked through before', () => {
  const filler = 'x'.repeat(190);
  expect(shortMessage({ message: `${filler} chave-muito-secreta` }, secrets)).toBe(`${filler} [chave]`);
  expect(shortMessage({ message: `${filler} João da Silva Sauro tem consulta na terça` }, secrets)).toBe(
    'unknown error (text withheld)',
  );
  expect(
    shortMessage({ message: 'Invalid: CPF 123.456-00' }, { key: null, texts: ['CPF 123.456-00'] }),
  ).toContain('withheld');
});

test('a message is short', () => {
  expect(shortMessage({ message: 'x'.repeat(5000) }, secrets).length).toBe(200);
});

test('what is said about a refused key is not repeated, not even a part of the key', () => {
  const error = { statusCode: 401, message: 'Incorrect API key provided: chav****reta.' };
  expect(failureOf(error, answered(401), secrets)).toMatchObject({
    code: 'model_refused_key',
    message: 'credential refused',
  });
});

test('Google’s wrong key is a wrong key although its status is 400', () => {
  const error = {
    statusCode: 400,
    message: 'API key not valid.',
    responseBody: '{"reason":"API_KEY_INVALID"}',
  };
  expect(failureOf(error, answered(400), secrets)).toMatchObject({
    code: 'model_refused_key',
    retryable: false,
  });
  expect(failureOf({ message: 'bad' }, answered(400), secrets).code).toBe('model_failed');
});

test.each([
  [429, '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}'],
  [
    400,
    '{"error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API."}}',
  ],
  [402, '{"error":{"message":"Insufficient Balance"}}'],
])('an account without credit (%i) is not busy: asking again does not help', (status, responseBody) => {
  expect(failureOf({ responseBody }, answered(status), secrets)).toMatchObject({
    code: 'model_without_credit',
    retryable: false,
  });
  expect(failureOf({ responseBody: '{"error":"Rate limit"}' }, answered(429), secrets)).toMatchObject({
    code: 'model_busy',
    retryable: true,
  });
});

test('an address with a password in it is not repeated', () => {
  const error = new TypeError(
    'Request cannot be constructed from a URL that includes credentials: http://a:b@x/',
  );
  expect(failureOf(error, initialStreamState(), secrets)).toEqual({
    code: 'model_failed',
    status: null,
    message: 'no answer (TypeError)',
    retryable: false,
  });
});

test.each([
  [{ statusCode: 529, message: 'Overloaded' }, 'model_failed', true],
  [{ statusCode: 429, message: 'slow down' }, 'model_busy', true],
  [{ code: 429, message: 'slow down' }, 'model_busy', true],
  [{ code: 'server_error', message: 'oops' }, 'model_failed', true],
  [{ type: 'overloaded_error', message: 'Overloaded' }, 'model_failed', true],
  [{ type: 'invalid_request_error', message: 'no' }, 'model_failed', false],
])('an error event says with its own status what it is: %j', (error, code, retryable) => {
  expect(failureOf(error, answered(200), secrets)).toMatchObject({ code, retryable });
});

test('things that are no errors are failures all the same', () => {
  for (const thing of [undefined, null, 'texto', 7, {}, []])
    expect(failureOf(thing, answered(200), secrets)).toMatchObject({ code: 'model_failed', status: 200 });
});

describe('R-MDL-08 a model that is not there', () => {
  const told = (status: number, body: object) =>
    failureOf(refusalOf(JSON.stringify(body)), answered(status), secrets).code;

  test.each([
    ['OpenAI', 404, unknownModel.responses('gpt-5')],
    ['Anthropic', 404, unknownModel.messages('claude-3-5-sonnet-20241022')],
    ['Google', 404, unknownModel.gemini('gemini-2.0-flash')],
    [
      'Google, without the name',
      404,
      { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } },
    ],
    ['Ollama', ...refusal('ollama')],
    ['Groq', ...refusal('deprecated')],
    ['a server that has taken it away', 410, { error: { message: 'The model x is no longer available' } }],
  ])('is model_gone in the words of %s', (_, status, body) => {
    expect(told(status, body)).toBe('model_gone');
  });

  test.each([
    ['a wrong address', ...refusal('address')],
    ['another page', 404, { error: 'Cannot POST /v1/responses' }],
    [
      'a parameter',
      400,
      { error: { message: 'temperature is deprecated for this model', param: 'temperature' } },
    ],
    [
      'a parameter without its name',
      400,
      { error: { message: 'For this model reasoning effort is deprecated: use thinking' } },
    ],
    ['a server at fault', 500, { error: { message: 'The model x does not exist' } }],
  ])('is not meant by %s', (_, status, body) => {
    expect(told(status, body)).toBe('model_failed');
  });
});
