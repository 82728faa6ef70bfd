import { expect, test } from 'vitest';
import type { Source } from '#contract/citations.ts';
import { expectationOf } from './suggested-expectation.ts';

const source = (index: number, title: string, kind: Source['kind'] = 'document'): Source => ({
  index,
  kind,
  title,
  snippet: '…',
});

const QUESTION = 'Quanto tempo vale a senha temporária?';

test('the first document that the answer cites is expected again, not one that was only read', () => {
  const sources = [source(1, 'lido.md'), source(2, 'linha', 'row'), source(3, 'citado.md')];
  expect(expectationOf({ text: 'Vale trinta minutos [2][3].', sources }, QUESTION)).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'citado.md' },
      { kind: 'contains', value: 'trinta' },
      { kind: 'contains', value: 'minutos' },
    ],
  });
});

test('a row is expected again where no document is cited', () => {
  const sources = [source(1, 'Municípios', 'row')];
  expect(expectationOf({ text: 'São 12 [1].', sources }, QUESTION)).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'Municípios' },
      { kind: 'contains', value: '12' },
    ],
  });
});

test('the figures beside the words of the question are expected with their units, but none that the question names', () => {
  const text =
    'A multa é de 2% ao mês [2]. Em 2026, a taxa custa **R$ 1.250,00**. Ela vence em 30 dias [1]. Depois, 45 dias [2].';
  const sources = [source(1, 'taxas.pdf'), source(2, 'outras', 'row')];
  expect(expectationOf({ text, sources }, 'Quanto custa a taxa em 2026?')).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'taxas.pdf' },
      { kind: 'contains', value: 'R$ 1.250,00' },
    ],
  });
});

test.each([
  ['A biblioteca abre aos sábados?', ['9h', '13h']],
  ['Até que horas a biblioteca abre no sábado?', ['9h', '13h']],
  ['Qual é o horário da biblioteca de segunda a sexta?', ['8h', '18h30']],
])(
  'the figures of the day that the question names are expected, not those of another day: %s',
  (question, values) => {
    const sources = [source(1, 'regras.txt')];
    for (const text of [
      'A biblioteca abre de segunda a sexta, das 8h às 18h30, e aos sábados, das 9h às 13h [1].',
      'A biblioteca abre de segunda a sexta, das 8h às 18h30. Aos sábados, o horário é das 9h às 13h [1].',
      'A biblioteca abre de segunda a sexta das 8h às 18h30 e aos sábados das 9h às 13h [1].',
    ])
      expect(expectationOf({ text, sources }, question)).toEqual({
        kind: 'all',
        of: [{ kind: 'cites', value: 'regras.txt' }, ...values.map((value) => ({ kind: 'contains', value }))],
      });
  },
);

test('a figure before a colon counts as one', () => {
  const sources = [source(1, 'manual.md')];
  const text =
    'Se a senha temporária não entra, ela passou dos 30 minutos: só a mais recente vale. O limite é de 5 pedidos [1].';
  expect(expectationOf({ text, sources }, QUESTION)).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'manual.md' },
      { kind: 'contains', value: '30 minutos' },
    ],
  });
});

test('a question for the day expects the day', () => {
  const sources = [source(1, 'regras.txt')];
  const text = 'O pagamento da semana sai toda sexta-feira, até as 16h. Quem não falta recebe R$ 120,00 [1].';
  expect(expectationOf({ text, sources }, 'Quando recebo o pagamento da semana?')).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'regras.txt' },
      { kind: 'contains', value: 'sexta-feira' },
    ],
  });
});

test('where the clause of the question has no figure, the next one has it', () => {
  const sources = [source(1, 'regras.txt')];
  const text = 'Associados pagam meia taxa, R$ 60,00; empresas, por sua vez, pagam R$ 480,00 por dia [1].';
  expect(expectationOf({ text, sources }, 'Quanto pagam as empresas?')).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'regras.txt' },
      { kind: 'contains', value: 'R$ 480,00' },
    ],
  });
});

test('of a list that is cited as a whole, the item that the question is about is expected, and no number of an item', () => {
  const sources = [source(1, 'regras.txt')];
  const text = `Encontrei isto:

1. O auditório tem 180 lugares.
2. Entidades sem fins lucrativos pagam R$ 120,00 por dia.
3. Empresas e particulares pagam uma taxa de R$ 480,00 por dia.
4. É proibido fumar no auditório [1].`;
  expect(expectationOf({ text, sources }, 'Quanto custa alugar o auditório para uma empresa?')).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'regras.txt' },
      { kind: 'contains', value: 'R$ 480,00' },
    ],
  });
});

test('a list of which no item has a word of the question is expected with its first figures', () => {
  const sources = [source(1, 'regras.txt')];
  const text = '1. Reserva com 15 dias.\n2. Chaves até as 10 horas [1].';
  expect(expectationOf({ text, sources }, 'Quais são os prazos?')).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'regras.txt' },
      { kind: 'contains', value: '15 dias' },
      { kind: 'contains', value: '10 horas' },
    ],
  });
});

test.each([
  ['Conforme o art. 6º, a multa é de 2% ao mês [1].', ['2%']],
  ['Nos termos do Art. 6 e do § 2º, o prazo é de 30 dias [1].', ['30 dias']],
  ['Veja o item 3.2 da página 14: a taxa custa R$ 80,00 [1].', ['R$ 80,00']],
  ['Os artigos 4º, 5º e 6º da Lei nº 8.112/1990 dão 120 dias [1].', ['120 dias']],
  ['O art. 6º assegura a isenção ao aposentado [1].', ['assegura', 'aposentado']],
])('the number of an article, an item or a page is expected of no answer: %s', (text, values) => {
  expect(expectationOf({ text, sources: [source(1, 'lei.pdf')] }, 'Quem fica isento?')).toEqual({
    kind: 'all',
    of: [{ kind: 'cites', value: 'lei.pdf' }, ...values.map((value) => ({ kind: 'contains', value }))],
  });
});

test('an amount of money is expected without the word that follows it', () => {
  const text = 'Acima de R$ 20,00 fica suspenso; o fundo tem R$ 3 milhões [1].';
  expect(expectationOf({ text, sources: [source(1, 'multas.pdf')] }, 'E a multa?')).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'multas.pdf' },
      { kind: 'contains', value: 'R$ 20,00' },
      { kind: 'contains', value: 'R$ 3 milhões' },
    ],
  });
});

test('without figures the longest words that the question lacks are expected, in their order', () => {
  const sources = [source(1, 'manual.md')];
  const text = 'Segundo o manual:\n\n- Peça a recuperação na tela de entrada, com o e-mail cadastrado [1].';
  expect(expectationOf({ text, sources }, 'Como faço a recuperação da senha?')).toEqual({
    kind: 'all',
    of: [
      { kind: 'cites', value: 'manual.md' },
      { kind: 'contains', value: 'entrada' },
      { kind: 'contains', value: 'cadastrado' },
    ],
  });
});

test('an answer without telling words is expected to cite its document', () => {
  const sources = [source(1, 'manual.md')];
  expect(expectationOf({ text: 'Sim [1].', sources }, QUESTION)).toEqual({
    kind: 'cites',
    value: 'manual.md',
  });
});

test('an answer that cites nothing must stay a refusal, whatever was read', () => {
  expect(expectationOf({ text: 'Não encontrei isso.', sources: [source(1, 'lido.md')] }, QUESTION)).toEqual({
    kind: 'refuses',
    value: null,
  });
});
