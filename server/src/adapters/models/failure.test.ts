import { expect, test } from 'vitest';
import { failureOf, shortMessage } from './failure.ts';
import { unseen } from './wire.ts';

const secrets = {
  key: 'chave-muito-secreta',
  texts: ['O paciente João da Silva Sauro tem consulta na terça-feira às dez.'],
};
const answered = (status: number) => ({ ...unseen(), status });

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
    passing: false,
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
    passing: false,
  });
  expect(failureOf({ responseBody: '{"error":"Rate limit"}' }, answered(429), secrets)).toMatchObject({
    code: 'model_busy',
    passing: true,
  });
});

test('an address with a password in it is not repeated', () => {
  const error = new TypeError(
    'Request cannot be constructed from a URL that includes credentials: http://a:b@x/',
  );
  expect(failureOf(error, unseen(), secrets)).toEqual({
    code: 'model_failed',
    status: null,
    message: 'no answer (TypeError)',
    passing: false,
  });
});

test.each([
  [{ statusCode: 529, message: 'Overloaded' }, 'model_failed', true],
  [{ statusCode: 429, message: 'slow down' }, 'model_busy', true],
  [{ code: 429, message: 'slow down' }, 'model_busy', true],
  [{ code: 'server_error', message: 'oops' }, 'model_failed', false],
])('an error event says with its own status what it is: %j', (error, code, passing) => {
  expect(failureOf(error, answered(200), secrets)).toMatchObject({ code, passing });
});

test('things that are no errors are failures all the same', () => {
  for (const thing of [undefined, null, 'texto', 7, {}, []])
    expect(failureOf(thing, answered(200), secrets)).toMatchObject({ code: 'model_failed', status: 200 });
});
