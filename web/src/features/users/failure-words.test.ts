import { expect, test } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { told } from './failure-words.ts';

const silent = new ApiFailure({ kind: 'http', status: 500, body: {} });
const speaking = new ApiFailure({ kind: 'http', status: 409, body: { detail: 'Não desta vez.' } });

test('R-ERR-01 what failed is the title, the server’s own words are the line', () => {
  expect(told(speaking, 'Falha ao salvar', 'Falha ao salvar')).toEqual({
    title: 'Falha ao salvar',
    line: 'Não desta vez.',
  });
});

test('R-ERR-02 a silent server leaves the sentence of the call, which is never said twice', () => {
  expect(told(silent, 'Falha ao salvar', 'Falha ao salvar')).toEqual({
    title: 'Falha ao salvar. Por favor, tente novamente daqui a alguns instantes.',
    line: null,
  });
  expect(told(silent, 'Falha ao carregar', 'Falha ao buscar')).toEqual({
    title: 'Falha ao carregar',
    line: 'Falha ao buscar. Por favor, tente novamente daqui a alguns instantes.',
  });
});
