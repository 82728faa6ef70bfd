import { expect, test } from 'vitest';
import { titledColumn as titled } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const rentals: AskedTable = {
  name: 'Locações de bicicletas',
  rows_word: { one: 'locação', many: 'locações' },
  row_nouns: ['locações'],
  described:
    'Locações de bicicletas. sit: AT = atrasada, DV = devolvida, TR = trocada. turno: MAT = matutino, VES = vespertino.',
  date_column: 'dt_loc',
  money_column: 'vl_total',
  main_column: 'ciclista',
  columns: [
    titled('nr_loc', 'identifier', 'Número da locação'),
    { ...titled('ciclista', 'text', 'Ciclista', ['Ana Prado', 'Beto Reis']), repeats: true },
    titled('estacao', 'category', 'Estação', ['Centro', 'Lagoa']),
    titled('sit', 'category', 'Situação', ['AT', 'DV', 'TR']),
    titled('turno', 'category', 'Turno', ['MAT', 'VES']),
    titled('horas', 'number', 'Horas'),
    titled('vl_hora', 'money', 'Valor da hora'),
    titled('vl_total', 'money', 'Valor total'),
    titled('dt_loc', 'date', 'Data da locação'),
  ],
};
const lexicon = lexiconOf(rentals);
const ask = (question: string) => parseQuestion(question, lexicon, { today: '2026-11-30', before: null });

test.each([
  [
    'qual ciclista já gastou mais com a gente?',
    'sum vl_total / by ciclista / ciclista filled / order measure desc / limit 1',
  ],
  [
    'qual ciclista mais gastou no Centro?',
    'sum vl_total / by ciclista / estacao in Centro; ciclista filled / order measure desc / limit 1',
  ],
])('R-TBL-09 what somebody did adds up over all rows of theirs: «%s»', (question, line) => {
  expect(planLine(ask(question).plan)).toBe(line);
});

test('R-TBL-15 people are compared by how many times they came', () => {
  const { plan } = ask('quais ciclistas alugaram mais de 3 vezes?');
  expect(plan.group_by).toEqual([{ column: 'ciclista', bucket: null }]);
  expect(plan.having).toEqual([{ measure: 0, op: '>', value: '3' }]);
});

test('a second figure that is asked for is no part of the first', () => {
  const { plan } = ask('quantas horas a Ana Prado teve e quanto gastou?');
  expect(plan.measures).toEqual([
    { fn: 'sum', column: 'horas' },
    { fn: 'sum', column: 'vl_total' },
  ]);
});

test('the row with the largest amount is asked for, and not the amount alone', () => {
  expect(planLine(ask('qual foi a locação de maior valor total?').plan)).toBe(
    'rows / order vl_total desc / limit 1',
  );
  expect(planLine(ask('qual o maior valor total?').plan)).toBe('maximum vl_total');
});

test('what one hour costs is neither added up nor offered as a sum', () => {
  const { plan, refusals } = ask('quanto somam em valor as locações do Centro?');
  expect(refusals).toEqual([]);
  expect(plan.measures).toEqual([{ fn: 'sum', column: 'vl_total' }]);
  expect(plan.alternatives.flatMap(({ measures = [] }) => measures)).not.toContainEqual({
    fn: 'sum',
    column: 'vl_hora',
  });
});

test('R-TBL-19 words for the meaning of a code ask for it, and its letters stand for no other words', () => {
  expect(ask('quantas locações da tarde?').plan.filters).toEqual([
    { column: 'turno', op: 'in', values: ['VES'] },
  ]);
  expect(ask('me passa os telefones dos responsáveis').plan.filters).toEqual([]);
  expect(ask('alugueis de terça').plan.filters).not.toContainEqual({
    column: 'sit',
    op: 'in',
    values: ['AT'],
  });
});

test('groups that are counted are put in the order that is said, although the table has no amount', () => {
  const plain = lexiconOf({ ...rentals, money_column: null, columns: rentals.columns.slice(0, 5) });
  const { plan, refusals } = parseQuestion(
    'quantidade de locações por estação, do maior para o menor',
    plain,
    {
      today: '2026-11-30',
      before: null,
    },
  );
  expect(refusals).toEqual([]);
  expect(planLine(plan)).toBe('count / by estacao / order measure desc');
});

const store: AskedTable = {
  name: 'Peças da oficina',
  rows_word: { one: 'peça', many: 'peças' },
  row_nouns: ['peças'],
  described: 'Peças da oficina',
  date_column: 'dt_ult_compra',
  money_column: 'fat_6m',
  main_column: 'descr',
  columns: [
    titled('cod', 'identifier', 'Código'),
    titled('descr', 'text', 'Descrição', ['Lâmpada de painel', 'Correia dentada']),
    titled('linha', 'category', 'Linha', ['Freio', 'Motor']),
    titled('forn', 'category', 'Fornecedor', ['Sul Autopeças', 'Norte Autopeças']),
    titled('est_atual', 'number', 'Estoque atual'),
    titled('est_min', 'number', 'Estoque mínimo'),
    titled('pr_custo', 'money', 'Preço de custo'),
    titled('pr_venda', 'money', 'Preço de venda'),
    titled('qtd_vend_6m', 'number', 'Quantidade vendida 6 meses'),
    titled('fat_6m', 'money', 'Faturamento 6 meses'),
    titled('dt_ult_compra', 'date', 'Data última compra'),
    titled('dt_ult_venda', 'date', 'Data última venda'),
  ],
};
const shelves = lexiconOf(store);

test.each([
  // A bound belongs to the number of its own noun.
  ['quantas peças estão abaixo do estoque mínimo?', 'count / est_atual − est_min < 0'],
  // Money is compared with money, although the verb names a number too.
  ['peças vendidas abaixo do preço de custo', 'rows / pr_venda − pr_custo < 0'],
  ['quantas peças acabaram?', 'count / est_atual between 0|0'],
  ['quantas peças estão em falta na linha Freio?', 'count / est_atual between 0|0; linha in Freio'],
  // A year of sales is no price.
  ['quantas peças custam menos de 25 reais?', 'count / pr_venda < 25'],
  ['qual a peça mais cara da linha Motor?', 'rows / linha in Motor / order pr_venda desc / limit 1'],
  // The months are those of the column, and no condition.
  ['qual o faturamento nos últimos 6 meses?', 'sum fat_6m'],
  ['faturamento de 6 meses por linha, do maior para o menor', 'sum fat_6m / by linha / order measure desc'],
  // Months of a day that is asked for are a condition.
  [
    'quantas peças com última compra nos últimos 6 meses?',
    'count / dt_ult_compra between 2026-05-31|2026-11-30',
  ],
  ['qual a peça mais cara e a mais barata?', 'maximum pr_venda, minimum pr_venda'],
  ['quantas peças a gente compra da Sul Autopeças?', 'count / forn in Sul Autopeças'],
  ['quantas peças não são nem de freio nem de motor?', 'count / linha not_in Freio|Motor'],
  [
    'quantas peças com última compra em janeiro que vem?',
    'count / dt_ult_compra between 2027-01-01|2027-01-31',
  ],
  [
    'quantas peças com última compra em março passado?',
    'count / dt_ult_compra between 2026-03-01|2026-03-31',
  ],
])('R-TBL-19 a shop asks about its stock: «%s»', (question, line) => {
  const { plan, refusals } = parseQuestion(question, shelves, { today: '2026-11-30', before: null });
  expect([refusals, planLine(plan)]).toEqual([[], line]);
});

test('as many as were sold are added up, and the rows are counted where nothing else is named', () => {
  const of = (question: string) => parseQuestion(question, shelves, { today: '2026-11-30', before: null });
  const sold = of('quantas correias vendemos em 6 meses?');
  expect(sold.plan.measures).toEqual([{ fn: 'sum', column: 'qtd_vend_6m' }]);
  expect(sold.texts).toEqual(['correias']);
  expect(of('que lâmpadas custam menos de 25 reais?').texts).toEqual(['lâmpadas']);
});

test('a noun for what is marked belongs to the mark, although the source is called after it', () => {
  const pupils = lexiconOf({
    ...rentals,
    name: 'Alunos e notas',
    rows_word: { one: 'aluno', many: 'alunos' },
    row_nouns: ['alunos', 'notas'],
    described: 'Alunos e notas',
    money_column: null,
    main_column: 'nm_aluno',
    columns: [
      titled('ra', 'identifier', 'RA'),
      titled('nm_aluno', 'text', 'Nome do aluno'),
      titled('turma', 'category', 'Turma', ['7A', '7B']),
      titled('n_mat', 'number', 'Nota matemática'),
      titled('n_cie', 'number', 'Nota ciências'),
    ],
  });
  const { plan, refusals } = parseQuestion('qual a maior nota de ciências?', pupils, {
    today: '2026-11-30',
    before: null,
  });
  expect([refusals, planLine(plan)]).toEqual([[], 'maximum n_cie']);
});

test('months that belong to no column that is asked for are not passed over', () => {
  const { refusals } = parseQuestion('estoque de freio em 6 meses', shelves, {
    today: '2026-11-30',
    before: null,
  });
  expect(refusals.join(' ')).toContain('6');
});
