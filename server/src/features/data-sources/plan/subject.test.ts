import { describe, expect, test } from 'vitest';
import { asksForAll, isSmallTalk } from './subject.ts';

const source = { name: 'Licitações públicas', description: 'Compras de merenda e de obras' };

test.each([
  'bom dia',
  'Olá!',
  'Oi, tudo bem?',
  'obrigado',
  'Muito obrigada, até logo',
  'Quem é você?',
  'me ajude',
  'você pode me ajudar?',
  '???',
  'ok, obrigado',
])('«%s» asks a table nothing', (said) => {
  expect(isSmallTalk(said)).toBe(true);
});

test.each(['Olá, quais licitações há em Recife?', 'ajuda com merenda', 'e em Salvador?', 'nome', 'merenda'])(
  '«%s» is a question',
  (said) => {
    expect(isSmallTalk(said)).toBe(false);
  },
);

describe('a question asks for all rows', () => {
  test.each([
    'quais licitações existem?',
    'liste tudo',
    'mostre as licitações',
    'liste todas as licitações públicas',
    'quais registros há?',
  ])('by the name of the source: «%s»', (said) => {
    expect(asksForAll(said, source, 'name')).toBe(true);
  });

  test.each(['licitações de foguetes', 'tudo bem?', 'liste', 'licitações de merenda'])(
    'and «%s» does not',
    (said) => {
      expect(asksForAll(said, source, 'name')).toBe(false);
    },
  );

  test('by its description only where searching finds nothing', () => {
    expect(asksForAll('compras', source, 'name')).toBe(false);
    expect(asksForAll('compras', source, 'description')).toBe(true);
  });
});
