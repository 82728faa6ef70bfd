import { describe, expect, test } from 'vitest';
import { failureText, failureWords, messageOf } from './error-message.ts';
import { ApiFailure } from './failure.ts';

const context = 'Erro no login';
const fallback = 'Erro no login. Por favor, tente novamente daqui a alguns instantes.';
const said = (body: unknown) => messageOf(new ApiFailure({ kind: 'http', status: 400, body }), context);

describe('R-ERR-01 the words of a failure', () => {
  test('are its detail, before its error_message, before its message', () => {
    expect(said({ detail: 'um', error_message: 'dois', message: 'três' })).toBe('um');
    expect(said({ error_message: 'dois', message: 'três' })).toBe('dois');
    expect(said({ message: 'três' })).toBe('três');
  });

  test('are only taken when they are strings', () => {
    expect(said({ detail: [{ msg: 'x' }], message: 'três' })).toBe('três');
    expect(said({ detail: { a: 1 }, error_message: 7, message: null })).toBe(fallback);
    expect(said({ detail: '  ' })).toBe(fallback);
  });
});

test.each([{}, null, [], 'text', undefined])(
  'R-ERR-02 an answer that says nothing (%j) is told by its context',
  (body) => {
    expect(said(body)).toBe(fallback);
  },
);

test('R-ERR-03 no answer at all is shown as a lost connection', () => {
  expect(messageOf(new ApiFailure({ kind: 'network' }), context)).toBe(
    'Não foi possível conectar ao servidor. Por favor, tente novamente daqui a alguns instantes.',
  );
});

test('what the client itself found wrong is said in its own words', () => {
  const failure = new ApiFailure({ kind: 'malformed', fallback: 'Token de atualização inválido' });
  expect(messageOf(failure, context)).toBe('Token de atualização inválido');
});

test('an error from elsewhere never shows its own text', () => {
  expect(messageOf(new Error('undefined is not a function'), context)).toBe(fallback);
});

test('R-ERR-30 a screen whose sentences stand alone says the server’s words, else its sentence without an appendix', () => {
  const sentence = 'Falha ao buscar tags';
  const failed = (body: unknown) =>
    failureText(new ApiFailure({ kind: 'http', status: 500, body }), sentence);
  expect(failed({ detail: 'O banco não respondeu.' })).toBe('O banco não respondeu.');
  expect(failed({})).toBe(sentence);
  expect(failureText(new ApiFailure({ kind: 'network' }), sentence)).toMatch(/^Não foi possível conectar/);
});

test('a screen of ours says what failed, and the server’s words below it where it has some', () => {
  const title = 'Falha ao carregar auditoria';
  const failed = (body: unknown) => failureWords(new ApiFailure({ kind: 'http', status: 500, body }), title);
  expect(failed({ detail: 'O banco não respondeu.' })).toEqual({ title, line: 'O banco não respondeu.' });
  expect(failed({})).toEqual({ title });
});

test('a fault of the server names its request, so that it can be found in the log; a refusal does not', () => {
  const body = {
    detail: 'Erro interno. Nossa equipe foi notificada.',
    request_id: '1a2b3c4d-0000-4000-8000-000000000000',
  };
  expect(said({ ...body, code: 'internal' })).toBe(
    'Erro interno. Nossa equipe foi notificada. Código: 1a2b3c4d.',
  );
  expect(said({ ...body, code: 'internal', request_id: 7 })).toBe(body.detail);
  expect(said({ ...body, code: 'validation' })).toBe(body.detail);
});
