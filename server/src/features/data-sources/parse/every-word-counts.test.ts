/** R-TBL-27: each word of a question changes its plan, or the question is refused with that word: values of one column, words that count or order, nouns of measures. */
import { expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const bills: AskedTable = {
  name: 'Boletos do edifício',
  rows_word: { one: 'boleto', many: 'boletos' },
  date_column: 'dt_emissao',
  money_column: 'valor',
  main_column: 'apartamento',
  columns: [
    column('apartamento', 'text'),
    column('torre', 'category', ['Norte', 'Sul']),
    column('quadra', 'category', ['Vila Rica', 'Lagoa']),
    column('garagem', 'category', ['Vaga Lagoa', 'Vaga Horto']),
    column('fase', 'category', ['Quitado', 'Atrasado', 'Contestado']),
    column('forma', 'category', ['Boleto', 'Pix', 'Cartão']),
    column('zelador', 'category', ['Dr. Ivo Sá', 'Dra. Lia Reis', 'Dr. Rui Paz']),
    column('espera_min', 'number'),
    column('nivel_ruido', 'number'),
    column('valor', 'money'),
    column('preco_unitario', 'money'),
    column('ano_construcao', 'number'),
    column('vistoriado', 'boolean', ['true', 'false']),
    column('dt_emissao', 'date'),
    column('dt_vencimento', 'date'),
    column('dt_pagamento', 'date'),
  ],
};
const lexicon = lexiconOf(bills);

function chain(questions: string) {
  let before: Plan | null = null;
  let last = parseQuestion('', lexicon, { today: '2026-11-23', before });
  for (const question of questions.split(' » ')) {
    last = parseQuestion(question, lexicon, { today: '2026-11-23', before });
    before = last.plan;
  }
  return last;
}

test.each([
  // Nouns of measures.
  ['tempo médio de espera', 'average espera_min'],
  ['os 5 boletos com maior tempo de espera', 'rows / order espera_min desc / limit 5'],
  ['qual o maior nível de ruído?', 'maximum nivel_ruido'],
  // The rows are no value, although one is called so.
  ['quantos boletos em Pix?', 'count / forma in Pix'],
  ['quantos boletos pagos com boleto?', 'count / dt_pagamento filled; forma in Boleto'],
  ['boletos acima de 500 reais ordenados por vencimento', 'rows / valor > 500 / order dt_vencimento asc'],
  // «uma» after a comparison is a number.
  ['quantos boletos com mais de uma hora de espera?', 'count / espera_min > 60'],
  // A difference between two periods compares them.
  ['diferença de valor entre 2024 e 2025', 'sum valor / by dt_emissao/year / dt_emissao in 2024|2025'],
  // People with a title are named by it.
  ['quantos médicos diferentes?', 'count_distinct zelador'],
  ['boletos por ano de construção', 'count / by ano_construcao'],
  // The day on which it fell due is over.
  ['quantos boletos vistoriados e em atraso hoje?', 'count / vistoriado in true; fase in Atrasado'],
  // The usual amount, and not the price of one.
  ['faturamento por torre', 'sum valor / by torre'],
  ['boletos da torre norte sem contar os do Pix', 'rows / torre in Norte; forma not_in Pix'],
])('«%s» is read as %s', (question, line) => {
  const { refusals, texts, plan } = chain(question);
  expect([...refusals, ...texts]).toEqual([]);
  expect(planLine(plan)).toBe(line);
});

test.each([
  ['quantos boletos quitados contestados?', '«Quitado» e «Contestado» são valores diferentes'],
  ['boletos atrasados quitados por torre', '«Atrasado» e «Quitado» são valores diferentes'],
  ['quanto rendeu o Pix no cartão?', '«Pix» e «Cartão» são valores diferentes'],
  ['quem paga em dia?', 'dia'],
  ['quantos dias demora?', 'dias'],
  ['boletos mais', 'mais'],
  ['quantos itens por registro?', 'em cada boleto'],
  ['em que ano venceu o boleto mais antigo?', 'mais antigo'],
])('«%s» is refused with its words', (question, said) => {
  expect(chain(question).refusals.join(' ')).toContain(said);
});

test('R-TBL-22 a name that is a value and a part of another is offered in both readings', () => {
  expect(chain('quantos boletos na Lagoa?').plan.alternatives).toMatchObject([
    { filters: [{ column: 'garagem', op: 'in', values: ['Vaga Lagoa'] }] },
  ]);
});

test.each([
  [
    'quantos boletos da torre sul? » qual foi o mais caro?',
    'rows / torre in Sul / order valor desc / limit 1',
  ],
  ['quantos boletos da torre sul? » lista pra mim', 'rows / torre in Sul'],
  ['valor por torre » top 1', 'sum valor / by torre / torre filled / order measure desc / limit 1'],
  ['quantos boletos quitados? » em quais torres?', 'count / by torre / fase in Quitado'],
  ['valor médio da torre sul » soma tudo', 'sum valor / torre in Sul'],
  ['quantos boletos quitados? » e em reais?', 'sum valor / fase in Quitado'],
  ['valor da torre sul » quanto isso representa do total?', 'sum valor / torre in Sul / share 0'],
  ['quantos boletos da torre sul? » isso é quanto por cento?', 'count / torre in Sul / share 0'],
  [
    'as 2 torres com mais boletos » e as quadras?',
    'count / by quadra / quadra filled / order measure desc / limit 2',
  ],
])('R-TBL-23 «%s» goes on from the answer before', (questions, line) => {
  const { refusals, texts, plan } = chain(questions);
  expect([...refusals, ...texts]).toEqual([]);
  expect(planLine(plan)).toBe(line);
});
