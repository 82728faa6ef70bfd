import { expect, test } from 'vitest';
import { sentenceQuestions } from './sentence-questions.ts';

test.each([
  ['É proibido fumar no auditório.', 'É permitido fumar no auditório?'],
  [
    'Art. 7º É vedada a entrada de animais na área da piscina, salvo cães-guia.',
    'É permitida a entrada de animais na área da piscina?',
  ],
  ['Não são permitidos os jogos de azar no clube.', 'São permitidos os jogos de azar no clube?'],
  ['3.2 O prazo para recurso é de dez dias.', 'Qual é o prazo para recurso?'],
  ['A taxa de limpeza será paga junto com a reserva.', 'Qual é a taxa de limpeza?'],
  ['A segunda via do crachá custa R$ 18,00.', 'Quanto custa a segunda via do crachá?'],
  ['As empresas pagam uma taxa de R$ 480,00 por dia.', 'Quanto pagam as empresas?'],
  ['A biblioteca abre de segunda a sexta, das 8h às 19h.', 'Qual é o horário da biblioteca?'],
  ['Os guichês funcionam das 9 h às 16 h.', 'Qual é o horário dos guichês?'],
  ['O crachá provisório vale por trinta dias.', 'Por quanto tempo o crachá provisório vale?'],
  ['A reserva deve ser feita na secretaria.', 'Como a reserva deve ser feita?'],
  [
    'Avaria ou extravio deve ser comunicado em até 48 horas.',
    'Em que prazo avaria ou extravio deve ser comunicado?',
  ],
  ['Se ninguém receber, tentamos mais duas vezes.', 'O que acontece se ninguém receber?'],
  ['Em caso de acidente, ligue para a central.', 'O que fazer em caso de acidente?'],
  [
    'Quem devolve depois do prazo paga cinquenta centavos por dia.',
    'O que acontece com quem devolve depois do prazo?',
  ],
  ['IV – As chaves devem ser entregues na portaria.', 'Como as chaves devem ser entregues?'],
])('a sentence of a rule is asked for: %s', (sentence, question) => {
  expect(sentenceQuestions(sentence)).toEqual([question]);
});

test.each([
  'Este parágrafo fala de sobremesas.',
  'O horário.',
  'Ela vale muito para nós, e por isso a guardamos.',
])('a sentence that states no rule is not asked for: %s', (sentence) => {
  expect(sentenceQuestions(sentence)).toEqual([]);
});

test('the questions of a text come in its order, each once', () => {
  const text =
    'REGULAMENTO\nA cota anual custa R$ 90,00. É proibido fumar no salão.\nA cota anual custa R$ 90,00 para sócios.';
  expect(sentenceQuestions(text)).toEqual(['Quanto custa a cota anual?', 'É permitido fumar no salão?']);
});
