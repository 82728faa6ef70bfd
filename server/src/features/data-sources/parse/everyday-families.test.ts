/** Families of how people ask a table that the parser does not know: words for late, early and who, cut and numbered values, names in two columns. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const bicycles: AskedTable = {
  name: 'Aluguéis de bicicletas',
  rows_word: { one: 'aluguel', many: 'aluguéis' },
  row_nouns: ['alugueis'],
  described: 'Aluguéis de bicicletas das lojas',
  date_column: 'dt_retirada',
  money_column: 'vl_total',
  main_column: 'cliente',
  columns: [
    column('nr_aluguel', 'identifier'),
    column('dt_reserva', 'date'),
    column('dt_retirada', 'date'),
    column('dt_prev', 'date'),
    column('dt_devol', 'date'),
    { ...column('cliente', 'text'), repeats: true },
    column('loja', 'category', ['Loja Centro', 'Loja Praia', 'Loja Serra']),
    column('atendente', 'category', ['Bruno Salles', 'Marta Praia', 'Nilo Reis']),
    column('urgencia', 'category', ['1-Crítica', '2-Alta', '3-Baixa']),
    column('modelo', 'category', ['ARO-29', 'ARO-26']),
    column('frota', 'category', ['1009', '1010', '1011']),
    column('st', 'category', ['PEND', 'CONF', 'DIVERG']),
    column('fase', 'category', ['Em atend.', 'Ag. peça', 'Encerrado']),
    column('hotel', 'category', ['Res. Jardim Azul', 'Pq. das Flores', 'Shell Rodoviária']),
    { ...column('vl_total', 'money'), words_for_number: ['a combinar', 'cortesia'] },
    column('vl_hora', 'money'),
    column('km_rod', 'number'),
    column('nota', 'number'),
    {
      ...column('obs', 'text', [
        'Pneu furado na volta, cliente reclamou',
        'Corrente solta, trocada na hora.',
      ]),
    },
  ],
};

const chain = (...questions: string[]) => askInTurn(bicycles, ...questions);
const lineOf = (...questions: string[]) => {
  const { plan, refusals, texts } = chain(...questions);
  return refusals.length > 0 ? refusals[0] : [planLine(plan), ...texts].join(' + ');
};

test.each([
  ['quantos críticos?', 'count / urgencia in 1-Crítica'],
  ['quantos aluguéis de aro29?', 'count / modelo in ARO-29'],
  ['quantos aluguéis de ARO-29?', 'count / modelo in ARO-29'],
  ['quantos estão em atendimento?', 'count / fase in Em atend.'],
  ['quantos aluguéis do Residencial Jardim Azul?', 'count / hotel in Res. Jardim Azul'],
  ['quantos no Parque das Flores?', 'count / hotel in Pq. das Flores'],
  ['quantos aluguéis no Shell da Rodoviária?', 'count / hotel in Shell Rodoviária'],
  ['total por loja de atendimento', 'count / by loja'],
  ['quantos estão pendentes e quantos deram divergência?', 'count / by st / st in PEND|DIVERG'],
  [
    'quantos estão em atendimento e quantos estão aguardando a peça?',
    'count / by fase / fase in Em atend.|Ag. peça',
  ],
  ['quantos alugueis terminaram em divergência?', 'count / st in DIVERG'],
  ['quantos que perdemos, ou seja, com divergência?', 'count / st in DIVERG'],
])(
  'R-TBL-19 a value is named without its numbering, its hyphen or its abbreviations: %s',
  (question, line) => {
    expect(lineOf(question)).toBe(line);
  },
);

test.each([
  ['quantos com valor a combinar?', 'count / vl_total in a combinar'],
  ['quantos aluguéis foram cortesia?', 'count / vl_total in cortesia'],
])('R-TBL-29 words that stand where the other cells have an amount are asked for: %s', (question, line) => {
  expect(lineOf(question)).toBe(line);
});

test.each([
  [
    'quantos km o carro 1009 rodou em 2026?',
    'sum km_rod / dt_retirada between 2026-01-01|2026-12-31; frota in 1009',
  ],
  ['quantos km o carro 7777 rodou?', 'sum km_rod + carro 7777'],
])('R-TBL-27 a number after a noun is a code, and no amount of the verb behind it: %s', (question, line) => {
  expect(lineOf(question)).toBe(line);
});

const HELD = 'dt_retirada → dt_devol';
const AHEAD = 'dt_reserva → dt_retirada';
test.each([
  ['em média quantos dias o pessoal leva pra devolver depois da retirada?', `average ${HELD}`],
  ['quantos dias leva, em média, da reserva até a retirada?', `average ${AHEAD}`],
  ['com quantos dias de antecedência, em média, o pessoal reserva?', `average ${AHEAD}`],
  ['quantos aluguéis com mais de 7 dias de antecedência?', `count / ${AHEAD} > 7`],
  ['aluguéis com o prazo já vencido', 'rows / dt_prev < 2026-11-23; dt_devol empty'],
  ['quantos já passaram da previsão?', 'count / dt_prev < 2026-11-23; dt_devol empty'],
  [
    'qual o aluguel mais atrasado?',
    'rows / dt_prev < 2026-11-23; dt_devol empty / order dt_prev asc / limit 1',
  ],
  [
    'quantas retiradas na segunda quinzena de março de 2026?',
    'count / dt_retirada between 2026-03-16|2026-03-31',
  ],
  ['quantos aluguéis novos este ano?', 'count / dt_retirada between 2026-01-01|2026-12-31'],
  ['aluguéis q n foram devolvidos', 'rows / dt_devol empty'],
])('R-TBL-03 days between, days ahead and what is overdue are read: %s', (question, line) => {
  expect(lineOf(question)).toBe(line);
});

test.each([
  [['clientes com mais de 3 aluguéis'], 'count / by cliente / cliente filled / having 0 > 3'],
  [['quem tirou a maior nota?'], 'rows / order nota desc / limit 1'],
  [['qual foi a maior nota e de quem?'], 'rows / order nota desc / limit 1'],
  [
    ['quem são os 2 atendentes que mais alugaram?'],
    'count / by atendente / atendente filled / order measure desc / limit 2',
  ],
  [
    ['quantos aluguéis por loja', 'e qual delas tem mais aluguel?'],
    'count / by loja / loja filled / order measure desc / limit 1',
  ],
  [
    ['quantos aluguéis com prazo vencido', 'me mostra só os da Loja Serra'],
    'rows / dt_prev < 2026-11-23; dt_devol empty; loja in Loja Serra',
  ],
  [['quantas pessoas diferentes atenderam?'], 'count_distinct atendente'],
  [['qual o maior preço por hora?'], 'maximum vl_hora'],
])('R-TBL-09 who, which of them and how many people are read: %s', (questions, line) => {
  expect(lineOf(...questions)).toBe(line);
});

test('R-TBL-11 «1 ou 2» are one part of a share, and those that were judged are the whole', () => {
  const { plan } = chain('dos aluguéis avaliados em 2026, qual a porcentagem que levou nota 1 ou 2?');
  expect(planLine(plan)).toBe(
    'count / nota in 1|2; dt_retirada between 2026-01-01|2026-12-31; nota filled / share 0',
  );
});

test('R-TBL-22 a name that two columns have is read both ways', () => {
  const readings = (question: string) => chain(question).plan.alternatives.map(({ text }) => text);
  expect(readings('quantos aluguéis da Praia?')).toEqual(['Atendente Marta Praia']);
  expect(readings('quantos aluguéis na loja Praia?')).toEqual([]);
});

test.each([
  ['quantos falam de pneu ou corrente?', ['pneu', 'corrente'], true],
  ['quantos falam de pneu e de corrente?', ['pneu', 'corrente'], false],
  ['quantos relatam problema com pneu?', ['pneu'], false],
  ['em quantos reclamaram de alguma coisa?', ['reclamaram'], false],
  ['quantos pediram capacete?', ['capacete'], false],
])('R-TBL-19 words of remarks, one of which may be enough: %s', (question, words, isEither) => {
  const { texts, is_either_text, refusals } = chain(question);
  expect({ texts, is_either_text, refusals }).toEqual({
    texts: words,
    is_either_text: isEither,
    refusals: [],
  });
});
