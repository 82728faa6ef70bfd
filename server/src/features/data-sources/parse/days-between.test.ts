/** Numbers that no column holds: the days between two dates; conditions of which one is enough; other places of a ranking. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const orders: AskedTable = {
  name: 'Ordens de serviço',
  rows_word: { one: 'ordem', many: 'ordens' },
  row_nouns: ['ordens'],
  described: 'Ordens de serviço da oficina',
  date_column: 'dt_abertura',
  money_column: 'vl_total',
  main_column: 'descricao',
  columns: [
    column('numero', 'identifier'),
    column('setor', 'category', ['Elétrica', 'Pintura', 'Motor']),
    column('tipo_manut', 'category', ['Corretiva', 'Preventiva']),
    column('situacao', 'category', ['Concluída', 'Cancelada', 'Aberta']),
    column('vl_total', 'money'),
    column('reclamacoes', 'number'),
    column('dt_abertura', 'date'),
    column('dt_conclusao', 'date'),
    column('descricao', 'text'),
  ],
};
const letters: AskedTable = {
  ...orders,
  columns: [...orders.columns, column('dt_envio', 'date'), column('dt_resposta', 'date')],
};

const lineOf = ({ refusals, plan }: ReturnType<typeof askInTurn>) => refusals.join(' ') || planLine(plan);

const TOOK = 'dt_abertura → dt_conclusao';

test.each([
  ['quanto tempo levou, em média, entre a abertura e a conclusão?', `average ${TOOK}`],
  ['tempo médio entre abertura e conclusão das corretivas', `average ${TOOK} / tipo_manut in Corretiva`],
  ['qual a mediana de dias da abertura até a conclusão por setor?', `median ${TOOK} / by setor`],
  ['quanto tempo demora em média?', `average ${TOOK}`],
  ['tempo médio de conclusão', `average ${TOOK}`],
  ['quantas demoraram mais de 10 dias pra concluir?', `count / ${TOOK} > 10`],
  ['quantas ordens demoraram mais de 10 dias?', `count / ${TOOK} > 10`],
  [
    'qual setor demora mais para concluir?',
    `average ${TOOK} / by setor / setor filled / order measure desc / limit 1`,
  ],
  ['qual a ordem que mais demorou?', `rows / order ${TOOK} desc / limit 1`],
  ['quantos dias em média entre a abertura e a conclusão?', `average ${TOOK}`],
])('R-TBL-54 «%s» counts days between two dates', (question, expected) => {
  expect(lineOf(askInTurn(orders, question))).toBe(expected);
});

const planned: AskedTable = { ...orders, columns: [...orders.columns, column('dt_prevista', 'date')] };
const LATE = 'dt_prevista → dt_conclusao';

test.each([
  ['quantas foram concluídas depois da data prevista?', `count / ${LATE} > 0; situacao in Concluída`],
  ['quantas ficaram prontas depois da data prevista?', `count / ${LATE} > 0`],
  ['quantas terminaram dentro do prazo?', `count / ${LATE} <= 0`],
  ['quantas foram concluídas mais de 3 dias depois da abertura?', `count / ${TOOK} > 3`],
])('R-TBL-54 «%s» compares two dates of a row', (question, expected) => {
  expect(lineOf(askInTurn(planned, question))).toBe(expected);
});

test('R-TBL-54 where several dates could be meant, the answer asks for the two', () => {
  const asked = askInTurn(letters, 'quanto tempo demora em média?');
  expect(asked.refusals).toEqual([
    'Não sei entre quais datas contar os dias: diga as duas, como em «dias entre data de abertura e data de conclusão».',
  ]);
  expect(lineOf(askInTurn(letters, 'tempo médio entre o envio e a resposta'))).toBe(
    'average dt_envio → dt_resposta',
  );
});

test('R-TBL-54 a follow-up keeps the days', () => {
  expect(lineOf(askInTurn(orders, 'tempo médio de conclusão por setor', 'e só das preventivas?'))).toBe(
    `average ${TOOK} / by setor / tipo_manut in Preventiva`,
  );
});

test.each([
  [
    'quantas ordens foram canceladas ou tiveram reclamações?',
    'count / reclamacoes > 0; situacao in Cancelada',
  ],
  [
    'quantas canceladas ou acima de 5 mil reais em 2025?',
    'count / vl_total > 5000; dt_abertura between 2025-01-01|2025-12-31; situacao in Cancelada',
  ],
])('R-TBL-55 «%s» counts rows of either condition', (question, expected) => {
  const asked = askInTurn(orders, question);
  expect(lineOf(asked)).toBe(expected);
  const { filters, either } = asked.plan;
  expect(either?.map((place) => filters[place]?.column).includes('situacao')).toBe(true);
  expect(either).toHaveLength(2);
});

test('R-TBL-55 a choice that other conditions could narrow on one side is refused', () => {
  const asked = askInTurn(orders, 'quantas corretivas na pintura ou canceladas?');
  expect(asked.refusals).toEqual([
    'Não sei a que condições o «ou» se aplica: pergunte por um lado de cada vez.',
  ]);
});

const RANKED = 'sum vl_total / by setor / setor filled / order measure desc / limit 1';

test.each([
  ['e o segundo?', 1, RANKED],
  ['e o terceiro?', 2, RANKED],
  ['e o terceiro colocado?', 2, RANKED],
  ['e o último?', undefined, RANKED.replace('desc', 'asc')],
])('R-TBL-56 «%s» after a ranking is another place of it', (question, skip, expected) => {
  const asked = askInTurn(orders, 'qual setor gastou mais?', question);
  expect(lineOf(asked)).toBe(expected);
  expect(asked.plan.skip).toBe(skip);
});
