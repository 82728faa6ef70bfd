import { expect, test } from 'vitest';
import { isSmallTalk } from './small-talk.ts';

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
