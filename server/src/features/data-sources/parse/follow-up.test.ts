import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';

const lexicon = lexiconOf({
  name: 'Colheitas',
  rows_word: { one: 'colheita', many: 'colheitas' },
  date_column: 'data_plantio',
  money_column: 'valor_venda',
  main_column: 'talhao',
  columns: [
    column('talhao', 'text'),
    column('cidade', 'category', ['São Paulo', 'Olinda']),
    column('umidade', 'number'),
    column('valor_venda', 'money'),
    column('data_plantio', 'date'),
    column('data_secagem', 'date'),
  ],
});
const parse = (question: string, before: ReturnType<typeof parseQuestion>['plan'] | null) =>
  parseQuestion(question, lexicon, { today: '2026-11-23', before }).plan;

test.each([
  ['quantas colheitas com umidade acima de 14?', 'e acima de 18?', 'count / umidade > 18'],
  [
    'quantas colheitas com data de secagem em 2025?',
    'e em 2026?',
    'count / data_secagem between 2026-01-01|2026-12-31',
  ],
])('a range without a column goes on about the column before: %s %s', (first, next, plan) => {
  expect(planLine(parse(next, parse(first, null)))).toBe(plan);
});

test('a follow-up that changes nothing is refused instead of repeating the answer before', () => {
  const before = parse('soma do valor de venda em 2025', null);
  const { refusals } = parseQuestion('e o total?', lexicon, { today: '2026-11-23', before });
  expect(refusals).toEqual([
    'Não entendi o que muda em relação à resposta anterior: faça a pergunta inteira.',
  ]);
});

test('«na verdade» corrects the question before, and is no word of the table', () => {
  const first = parse('quantas colheitas em 2025?', null);
  expect(planLine(parse('na verdade em 2026', first))).toBe(
    'count / data_plantio between 2026-01-01|2026-12-31',
  );
});

test.each(['e quantas colheitas foram?', 'e quantas colheitas teve?', 'e quantas colheitas?'])(
  'R-TBL-23 «%s» counts the rows of the answer before',
  (question) => {
    const first = parse('qual o valor de venda das colheitas com umidade acima de 14?', null);
    expect(planLine(parse(question, first))).toBe('count / umidade > 14');
  },
);

test('R-TBL-23 «quantas colheitas são?» counts those of the answer before, and offers those of the whole table', () => {
  const first = parse('qual o valor de venda das colheitas com umidade acima de 14?', null);
  const plan = parse('quantas colheitas são?', first);
  expect(planLine(plan)).toBe('count / umidade > 14');
  expect(plan.alternatives).toEqual([expect.objectContaining({ filters: [] })]);
});

test('R-TBL-24 «e quantas colheitas no total?» leaves the answer before', () => {
  const first = parse('qual o valor de venda das colheitas com umidade acima de 14?', null);
  expect(planLine(parse('e quantas colheitas no total?', first))).toBe('count');
});

test.each(['quantas colheitas em São Paulo?', 'e quantas colheitas em São Paulo?'])(
  'R-TBL-24 «%s» is a question of its own, although a name begins like a verb',
  (question) => {
    const first = parse('qual o valor de venda das colheitas com umidade acima de 14?', null);
    expect(planLine(parse(question, first))).toBe('count / cidade in São Paulo');
  },
);
