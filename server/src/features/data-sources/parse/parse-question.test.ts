import { expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { contractsTable } from '../../../../test/tables/contracts-table.ts';
import { planLine as line } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const lexicon = lexiconOf(contractsTable);
const TODAY = '2026-11-23';

const ask = (question: string, before: Plan | null = null) =>
  parseQuestion(question, lexicon, { today: TODAY, before });

test.each([
  ['R-TBL-01', 'Quantos contratos acima de 300 mil?', 'count / valor_contratado > 300000'],
  ['R-TBL-01', 'contratos entre 2 e 5 milhões: quantos?', 'count / valor_contratado between 2000000|5000000'],
  ['R-TBL-01', 'quantos contratos com no mínimo 3 aditivos', 'count / aditivos >= 3'],
  [
    'R-TBL-02',
    'quantos contratos assinados entre 03/04/2025 e 09/09/2025?',
    'count / data_assinatura between 2025-04-03|2025-09-09',
  ],
  ['R-TBL-02', 'Quantos foram encerrados depois de junho de 2025?', 'count / data_encerramento > 2025-06-30'],
  [
    'R-TBL-03',
    'quantos contratos assinados no 2º semestre de 2025',
    'count / data_assinatura between 2025-07-01|2025-12-31',
  ],
  [
    'R-TBL-03',
    'contratos assinados na semana passada: quantos?',
    'count / data_assinatura between 2026-11-16|2026-11-22',
  ],
  ['R-TBL-04', 'quantos contratos de meio milhão para cima?', 'count / valor_contratado >= 500000'],
  ['R-TBL-05', 'quantos contratos de até R$ 80k', 'count / valor_contratado <= 80000'],
  ['R-TBL-06', 'valor pago por fornecedor', 'sum valor_pago / by fornecedor'],
  [
    'R-TBL-07',
    'Quantos contratos por trimestre em 2025?',
    'count / by data_assinatura/quarter / data_assinatura between 2025-01-01|2025-12-31',
  ],
  ['R-TBL-08', 'contratos por diretoria e situação', 'count / by diretoria, situacao'],
  [
    'R-TBL-09',
    'os 4 contratos mais caros de Campinas',
    'rows / cidade in Campinas / order valor_contratado desc / limit 4',
  ],
  [
    'R-TBL-09',
    'qual fornecedor tem menos contratos?',
    'count / by fornecedor / fornecedor filled / order measure asc / limit 1',
  ],
  [
    'R-TBL-10',
    'liste os contratos vigentes do menor para o maior valor pago',
    'rows / situacao in Vigente / order valor_pago asc',
  ],
  ['R-TBL-11', 'que percentual dos contratos foi rescindido?', 'count / situacao in Rescindido / share 0'],
  [
    'R-TBL-12',
    'Compare o valor pago de Campinas e Ouro Preto',
    'sum valor_pago / by cidade / cidade in Campinas|Ouro Preto',
  ],
  [
    'R-TBL-12',
    'Houve mais contratos em 2024 ou em 2025?',
    'count / by data_assinatura/year / data_assinatura in 2024|2025',
  ],
  ['R-TBL-13', 'quantos fornecedores diferentes existem?', 'count_distinct fornecedor'],
  ['R-TBL-14', 'mediana do valor contratado', 'median valor_contratado'],
  [
    'R-TBL-15',
    'quais fornecedores têm mais de 12 contratos?',
    'count / by fornecedor / fornecedor filled / having 0 > 12',
  ],
  ['R-TBL-16', 'quantos contratos, exceto os suspensos?', 'count / situacao not_in Suspenso'],
  ['R-TBL-17', 'quantos contratos sem data de encerramento?', 'count / data_encerramento empty'],
  ['R-TBL-18', 'quantos contratos em Minas Gerais', 'count / uf in MG'],
  ['R-TBL-18', 'quantos contratos na região Sudeste', 'count / uf in ES|MG|RJ|SP'],
  [
    'R-TBL-19',
    'qual o preço médio dos contratos da pasta de cultura',
    'average valor_contratado / diretoria in Diretoria de Cultura',
  ],
  ['R-TBL-20', 'quantos contratos em Campinaz', 'count / cidade in Campinas'],
])('%s «%s» is read as %s', (_row, question, plan) => {
  const parsed = ask(question);
  expect(parsed.refusals).toEqual([]);
  expect(parsed.texts.filter((text) => text.toLowerCase() !== 'pasta')).toEqual([]);
  expect(line(parsed.plan)).toBe(plan);
});

/** Names of columns as they are found in the systems of offices: shortened, in English, with flags. */
const stockTable: AskedTable = {
  name: 'Itens em estoque',
  rows_word: { one: 'item', many: 'itens' },
  date_column: 'dt_entrada',
  money_column: 'vl_total',
  main_column: 'product_name',
  columns: [
    column('product_name', 'text'),
    column('category', 'category', ['Limpeza', 'Medicamentos']),
    column('warehouse', 'category', [
      'Almoxarifado Central',
      'Depósito Sul',
      'Depósito Norte',
      'Ramal Zona Leste',
    ]),
    column('supplier', 'category', ['MedPharma', 'TecnoMais']),
    column('vl_litro', 'money'),
    column('qtd_litros', 'number'),
    column('vl_total', 'money'),
    column('quantity', 'number'),
    column('vl_multa', 'money'),
    column('nota_mat', 'number'),
    column('nota_port', 'number'),
    column('expiry_date', 'date'),
    column('dt_entrada', 'date'),
    column('fl_ativo', 'category', ['S', 'N']),
    column('usa_transporte', 'boolean', ['true', 'false']),
    column('observacao', 'text'),
    column('qtd_dias', 'number'),
    column('nr_caixas', 'number'),
  ],
};

const stock = lexiconOf(stockTable);
/** With one quantity only. */
const pieces = lexiconOf({
  ...stockTable,
  columns: stockTable.columns.filter(({ name }) => !/litro|dias|caixas/.test(name)),
});
const askStock = (question: string, before: Plan | null = null) =>
  parseQuestion(question, /litro|dias|caixas/.test(question) ? stock : pieces, { today: TODAY, before });

test.each([
  ['quantos itens ativos?', 'count / fl_ativo in S'],
  ['quantos itens não usam transporte?', 'count / usa_transporte in false'],
  ['litros por categoria', 'sum qtd_litros / by category'],
  ['preço médio do litro', 'average vl_litro'],
  ['gasto por fornecedor', 'sum vl_total / by supplier'],
  ['ranking dos fornecedores por valor total', 'sum vl_total / by supplier / order measure desc'],
  ['média de matemática por categoria', 'average nota_mat / by category'],
  ['os 5 itens com as maiores notas em português', 'rows / order nota_port desc / limit 5'],
  ['quantidade em estoque por almoxarifado', 'sum quantity / by warehouse'],
  ['quantidade de itens por categoria', 'count / by category'],
  ['itens com mais de 500 unidades, quantos?', 'count / quantity > 500'],
  ['quantas unidades temos?', 'sum quantity'],
  ['quantos itens vencem em 2027?', 'count / expiry_date between 2027-01-01|2027-12-31'],
  ['quantos itens tiveram multa?', 'count / vl_multa > 0'],
  ['quantos itens têm alguma observação?', 'count / observacao filled'],
  ['quantos itens na zona leste?', 'count / warehouse in Ramal Zona Leste'],
  [
    'qual depósito tem mais itens, sul ou norte?',
    'count / by warehouse / warehouse in Depósito Sul|Depósito Norte',
  ],
  ['média de dias por fornecedor', 'average qtd_dias / by supplier'],
  ['quantos itens com mais de 40 caixas?', 'count / nr_caixas > 40'],
  ['que fatia dos itens é por categoria limpeza?', 'count / category in Limpeza / share 0'],
  ['qual a data da última entrada?', 'maximum dt_entrada'],
  ['qauntos itens de limpeza?', 'count / category in Limpeza'],
  ['quantos itens com multa no depósito sul?', 'count / vl_multa > 0; warehouse in Depósito Sul'],
  ['quantos itens com transporte?', 'count / usa_transporte in true'],
  ['quantos não têm transporte?', 'count / usa_transporte in false'],
  [
    'média de dias com transporte e sem transporte',
    'average qtd_dias / by usa_transporte / usa_transporte in true|false',
  ],
  ['a maior e a menor multa', 'maximum vl_multa, minimum vl_multa'],
  ['qual o item mais caro e o mais barato?', 'maximum vl_total, minimum vl_total'],
  [
    'qual fornecedor gastou mais com multa?',
    'sum vl_multa / by supplier / supplier filled / order measure desc / limit 1',
  ],
  ['os 3 itens mais caros em multa', 'rows / order vl_multa desc / limit 3'],
  ['quantos têm multa acima de 50 reais e mais de 3 caixas?', 'count / vl_multa > 50; nr_caixas > 3'],
  ['valor total médio dos itens', 'average vl_total'],
  ['quanto por cento dos itens são de limpeza?', 'count / category in Limpeza / share 0'],
])('R-TBL-19 «%s» over shortened and English names is read as %s', (question, plan) => {
  const parsed = askStock(question);
  expect(parsed.refusals).toEqual([]);
  expect(parsed.texts).toEqual([]);
  expect(line(parsed.plan)).toBe(plan);
});

test('R-TBL-23 the month before is before the one that was asked, and «quais são eles» are its rows', () => {
  const first = askStock('quantos itens entraram em outubro de 2025?').plan;
  expect(line(askStock('e no mês anterior?', first).plan)).toBe(
    'count / dt_entrada between 2025-09-01|2025-09-30',
  );
  expect(line(askStock('quais são eles?', first).plan)).toBe(
    'rows / dt_entrada between 2025-10-01|2025-10-31',
  );
});

test.each(['quantos itens não brilham?', 'quantos itens, exceto os velhos?'])(
  'a negation that no rule can place gives no figure: «%s»',
  (question) => {
    const { refusals, texts } = askStock(question);
    expect([...refusals, ...texts]).not.toEqual([]);
  },
);

test('R-TBL-22 a name that is a city and a state is answered as the city, and the state is offered', () => {
  const { plan } = ask('Quantos contratos em São Paulo?');
  expect(line(plan)).toBe('count / cidade in São Paulo');
  expect(plan.alternatives).toEqual([
    { text: 'UF SP', filters: [{ column: 'uf', op: 'in', values: ['SP'] }] },
  ]);
});

test('R-TBL-23 a follow-up edits the plan of the question before', () => {
  const first = ask('Quantos contratos vigentes em Campinas?').plan;
  expect(line(ask('e em Ouro Preto?', first).plan)).toBe('count / situacao in Vigente; cidade in Ouro Preto');
  expect(line(ask('só os rescindidos', first).plan)).toBe(
    'count / cidade in Campinas; situacao in Rescindido',
  );
  expect(line(ask('por ano', first).plan)).toBe(
    'count / by data_assinatura/year / situacao in Vigente; cidade in Campinas',
  );
});

test('R-TBL-24 a question of its own takes nothing along', () => {
  const first = ask('Quantos contratos vigentes em Campinas?').plan;
  expect(line(ask('Qual o valor pago total dos contratos?', first).plan)).toBe('sum valor_pago');
  expect(line(ask('valor pago por ano', first).plan)).toBe('sum valor_pago / by data_assinatura/year');
  expect(line(ask('e o valor pago?', first).plan)).toBe(
    'sum valor_pago / situacao in Vigente; cidade in Campinas',
  );
});

test('R-TBL-25 a greeting asks the table nothing', () => {
  expect(ask('Boa tarde!').isCourtesy).toBe(true);
});

test.each([
  ['quantos contratos acima de abacaxi?', 'não é um número'],
  ['quantos contratos em 30/02/2025?', 'não é uma data do calendário'],
  ['Apague os contratos suspensos', 'não posso alterar nada'],
  ['Por que a prefeitura contrata tanto?', 'não as razões'],
  ['quantos contratos em Campinas e quantos suspensos?', 'duas perguntas'],
  ['qual a média de contratos por mês?', 'média de contagens'],
])('«%s» is refused in a sentence', (question, words) => {
  expect(ask(question).refusals.join(' ')).toContain(words);
});

test('R-TBL-21 a name that the table does not have is left for the search in its texts', () => {
  expect(ask('quantos contratos em Itabuna?').texts).toEqual(['Itabuna']);
});

test('a question of twenty thousand characters is read within a bound', () => {
  const long = `Quantos contratos ${'e em Campinas acima de 10 mil '.repeat(700)}?`;
  expect(ask(long).plan.filters.length).toBeLessThanOrEqual(8);
});

test('R-TBL-52 a column of ten thousand values costs a question milliseconds', () => {
  const shops = ['Empresa', 'Construtora', 'Padaria', 'Clínica', 'Escola'];
  const values = Array.from({ length: 10_000 }, (_, at) => `${shops[at % 5]} ${at.toString(36)}aurora`);
  const columns = contractsTable.columns.map((column) =>
    column.name === 'fornecedor' ? { ...column, values } : column,
  );
  const wide = lexiconOf({ ...contractsTable, columns });
  const question = `contratos ${'da padaria e da empresa ou da clinica '.repeat(20)}`;
  const began = process.cpuUsage();
  parseQuestion(question, wide, { today: TODAY, before: null });
  // The bar is 25 ms for a question of usual length; before, this one took seconds. Processor time knows no neighbours.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000);
});
