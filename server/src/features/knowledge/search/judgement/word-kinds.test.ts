/** Things, deeds and the story among the words of a question. */
import { describe, expect, test } from 'vitest';
import { askedHeads, askedMeasures, isCode, wordKinds } from './word-kinds.ts';

const kindsOf = (question: string, kind: string) =>
  [...wordKinds(question)].filter(([, other]) => other === kind).map(([word]) => word);

describe('R-DOC-26 the words of a question', () => {
  test('behind an article or a preposition are things, those that tell what was done are deeds', () => {
    const deeds = kindsOf('perdi o crachá do clube, consigo entrar pela portaria?', 'deed');
    expect(deeds).toEqual(expect.arrayContaining(['perdi', 'entrar']));
    expect(deeds).not.toEqual(expect.arrayContaining(['cracha']));
    expect(deeds).not.toEqual(expect.arrayContaining(['portaria']));
  });

  test('before the sentence that asks are a story', () => {
    const story = kindsOf('Comprei um barco na praia. Onde fica a marina?', 'story');
    expect(story).toEqual(expect.arrayContaining(['barco', 'praia']));
    expect(story).not.toEqual(expect.arrayContaining(['marina']));
  });

  test('that are signs or names are things wherever they stand', () => {
    expect(kindsOf('eu não vi E7 nem Salvador', 'thing')).toEqual(expect.arrayContaining(['e7', 'salvador']));
    expect([isCode('E7'), isCode('VPN'), isCode('Barco'), isCode('2024')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test.each([
  ['qual o telefone da marina?', ['telefone']],
  ['Qual é o valor da mensalidade do clube?', ['mensalidade']],
  ['o clube tem estacionamento para sócios?', ['estacionamento']],
  ['Comprei um barco. Quem é o zelador?', ['zelador']],
  ['posso levar meu cachorro?', []],
])('R-DOC-26 what «%s» asks for', (question, heads) => {
  expect([...askedHeads(question)]).toEqual(heads);
});

test.each([
  ['qual o nome da zeladora?', ['nome']],
  ['em que horário posso fazer obra?', ['horario']],
  ['qual o número máximo de barcos?', ['numero', 'maximo']],
  ['o nome do barco pode mudar?', ['nome']],
  ['posso mudar o nome do barco?', []],
])('R-DOC-26 what only says of what kind the answer to «%s» is', (question, measures) => {
  expect([...askedMeasures(question)]).toEqual(measures);
});
