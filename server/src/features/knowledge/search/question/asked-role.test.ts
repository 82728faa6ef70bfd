import { expect, test } from 'vitest';
import { fold, wordsOf } from '../../../../language/words.ts';
import { missingThing } from './missing-thing.ts';
import { namedThings } from './named-things.ts';

/** A base in which every word of the question is usual, as the name of a country is in its laws. */
function missingIn(question: string, content: string, section = ''): string | null {
  const asked = wordsOf(question).map((form) => ({
    lexeme: fold(form),
    forms: [question.slice(fold(question).indexOf(form), fold(question).indexOf(form) + form.length)],
    document_frequency: 60,
  }));
  return missingThing({
    question,
    terms: { asked, passages: 100 },
    found: [{ title: 'leis.pdf', section, content }],
    known_names: [],
    isDated: false,
  });
}

test.each([
  [
    'Quem é o presidente do Brasil?',
    'As leis do Brasil são publicadas no diário oficial.',
    'presidente do Brasil',
  ],
  [
    'Quem é o presidente do Brasil?',
    `O presidente da comissão assina a ata. ${'Nada mais consta. '.repeat(30)} O Brasil aderiu ao acordo.`,
    'presidente do Brasil',
  ],
  ['Quem é o presidente do Brasil?', 'O presidente do Brasil sanciona as leis.', null],
  ['Qual é a senha do servidor?', 'O servidor principal é reiniciado pelo painel.', 'senha'],
  ['Qual é a senha do servidor?', 'A senha é trocada no primeiro acesso.', null],
])(
  'R-DOC-26 one thing of another is refused where no passage speaks of it: %s',
  (question, content, missing) => {
    expect(missingIn(question, content)).toBe(missing);
  },
);

test.each([
  ['Qual é o objetivo do Projeto Alfa?', 'O Projeto Alfa quer reduzir as filas.'],
  ['Quem é o autor do Tutorial de Beamer?', 'Tutorial de Beamer. Carlos Campani.'],
  ['Quais são as taxas do Porto Novo?', 'O Porto Novo cobra 2 % na entrada.'],
  ['Qual é o papel do Conselho Fiscal?', 'O Conselho Fiscal examina as contas.'],
  ['Qual é o horário da Biblioteca Central?', 'A Biblioteca Central abre das 8h às 18h.'],
  ['Quem é o diretor do filme Central do Brasil?', 'CENTRAL do Brasil. Direção: Walter Salles. 1 filme.'],
  ['Qual é a situação do Porto Novo?', 'O Porto Novo está fechado.'],
])('R-DOC-26 what passages state without naming it is not required: %s', (question, content) => {
  expect(missingIn(question, content)).toBeNull();
});

test('R-DOC-26 a section names the thing for its passages', () => {
  expect(missingIn('Qual é a capital do Acre?', 'Rio Branco, à margem do rio Acre.', 'Capital')).toBeNull();
});

test.each([
  ['o que diz o artigo 37 da constituição?', 'artigo 37', 'Art. 37. A administração obedece à lei.', null],
  [
    'o que diz o artigo 37 da constituição?',
    'artigo 37',
    'Art. 137. A constituição trata disso.',
    'artigo 37',
  ],
  ['qual o prazo do art. 5º?', 'art. 5º', 'Artigo 5o. O prazo é de dez dias.', null],
  ['a lei nº 8.112 vale para mim?', '8.112', 'Lei nº 8112, de 1990: vale para servidores.', null],
  ['a lei nº 8.112 vale para mim?', '8.112', 'A lei vale para todos os servidores.', '8.112'],
])(
  'R-DOC-26 numbers of acts and articles are named in small letters, too: %s',
  (question, name, content, missing) => {
    expect(namedThings(question)).toContainEqual({ name, isWhole: true });
    expect(missingIn(question, content)).toBe(missing);
  },
);
