import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { labelOf } from '../profile/labels.ts';
import { unitOf } from '../profile/name-units.ts';
import type { AskedTable } from './words/table-column.ts';

const measured = (name: string) => ({ ...column(name, 'number'), unit: unitOf(name, 'number') });

const blasts: AskedTable = {
  name: 'desmontes',
  rows_word: { one: 'desmonte', many: 'desmontes' },
  row_nouns: ['desmontes', 'pedreira'],
  described: 'desmontes Desmontes de rocha da pedreira',
  date_column: 'dt_desmonte',
  money_column: 'vl_explosivo',
  main_column: 'frente',
  columns: [
    column('nr_desmonte', 'identifier'),
    column('frente', 'category', ['Norte', 'Sul', 'Poço']),
    column('rocha', 'category', ['Granito', 'Gnaisse']),
    column('encarregado', 'category', ['Ivo Prates', 'Lia Campos']),
    column('dt_desmonte', 'date'),
    measured('peso_t'),
    measured('bancada_m'),
    measured('furo_m'),
    measured('area_ha'),
    measured('diesel_l'),
    column('vl_explosivo', 'money'),
    column('vl_pago', 'money'),
    column('vl_multa', 'money'),
  ],
};

const ask = (...questions: string[]) => {
  const { plan, refusals, texts, remarks } = askInTurn(blasts, ...questions);
  expect(remarks).toEqual([]);
  return refusals.length > 0 || texts.length > 0 ? 'refused' : planLine(plan);
};

test.each([
  ['total de toneladas de granito', 'sum peso_t / rocha in Granito'],
  ['quantas toneladas de gnaisse?', 'sum peso_t / rocha in Gnaisse'],
  ['tonelagem por frente', 'sum peso_t / by frente'],
  ['média de toneladas por desmonte', 'average peso_t'],
  ['frentes que passaram de 20 mil toneladas', 'sum peso_t / by frente / frente filled / having 0 > 20000'],
  ['desmontes com mais de 500 toneladas', 'rows / peso_t > 500'],
  ['desmontes com mais de 800 quilos de rocha', 'rows / peso_t > 0.8'],
  ['quantos desmontes com mais de 2 toneladas de minério?', 'refused'],
  ['desmontes com mais de 800 quilos', 'rows / peso_t > 0.8'],
  ['quantos desmontes passaram de meia tonelada?', 'count / peso_t > 0.5'],
  ['desmontes entre 800 quilos e 1,2 tonelada', 'rows / peso_t between 0.8|1.2'],
  ['quantos desmontes com furo acima de 80 centímetros?', 'count / furo_m > 0.8'],
  ['desmontes com mais de 12 metros de bancada', 'rows / bancada_m > 12'],
  ['desmontes com furo entre 80 cm e 1,5 m', 'rows / furo_m between 0.8|1.5'],
  ['desmontes com furo entre 10 litros e 2 metros', 'refused'],
  ['qual desmonte rendeu mais toneladas?', 'rows / order peso_t desc / limit 1'],
  [
    'qual encarregado desmontou mais toneladas?',
    'sum peso_t / by encarregado / encarregado filled / order measure desc / limit 1',
  ],
  ['quantos desmontes com furo acima de 12 metros aconteceram?', 'count / furo_m > 12'],
  ['quantos desmontes com bancada acima de 10 metros?', 'count / bancada_m > 10'],
  ['total de hectares no Sul', 'sum area_ha / frente in Sul'],
  ['litros por encarregado', 'sum diesel_l / by encarregado'],
])('«%s»: a unit names the column that is counted in it (R-TBL-64)', (question, plan) => {
  expect(ask(question)).toBe(plan);
});

test('«movimentação» and «volume» are what went through, where the table weighs it (R-TBL-64)', () => {
  expect(ask('qual foi a movimentação total do Sul?')).toBe('sum peso_t / frente in Sul');
  expect(ask('volume por rocha')).toBe('sum peso_t / by rocha');
});

test('an amount in a unit that no column has is refused instead of counting rows (R-TBL-64)', () => {
  const plain = { ...blasts, columns: blasts.columns.filter(({ name }) => name !== 'peso_t') };
  for (const question of ['total de toneladas de granito', 'qual encarregado desmontou mais toneladas?']) {
    const { refusals, texts } = askInTurn(plain, question);
    expect([...refusals, ...texts], question).not.toEqual([]);
  }
});

test('«pagou mais multa» is none of what was paid (R-TBL-64)', () => {
  expect(askInTurn(blasts, 'qual encarregado pagou mais multa?').plan.measures).toEqual([
    { fn: 'sum', column: 'vl_multa' },
  ]);
});

const milk: AskedTable = {
  ...blasts,
  name: 'entregas',
  rows_word: { one: 'entrega', many: 'entregas' },
  row_nouns: ['entregas'],
  described: 'entregas Entregas de leite da cooperativa',
  money_column: 'total_compra',
  date_column: null,
  main_column: 'produtor',
  columns: [
    column('produtor', 'text'),
    { ...column('preco_l', 'money'), label: labelOf('preco_l', 'money') },
    { ...column('total_compra', 'money'), label: labelOf('total_compra', 'money') },
    measured('leite_l'),
  ],
};

test.each([
  ['qual o preço médio do litro?', 'average preco_l'],
  ['em quantas entregas o preço do litro passou de 3 reais?', 'count / preco_l > 3'],
  ['quanto já compramos, em dinheiro?', 'sum total_compra'],
])('«%s»: the price of one is no amount that adds up (R-TBL-19)', (question, line) => {
  const { plan, refusals, texts } = askInTurn(milk, question);
  expect([refusals, texts]).toEqual([[], []]);
  expect(planLine(plan)).toBe(line);
});
