/** R-TBL-15, 18, 23 and 27: words that had passed without effect, or had been taken for another, change the plan or stop the answer. */
import { expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const harvest: AskedTable = {
  name: 'Produção da cooperativa',
  rows_word: { one: 'lote', many: 'lotes' },
  date_column: 'dt_producao',
  money_column: 'vl_liquido',
  main_column: 'observacao',
  columns: [
    column('observacao', 'text'),
    column('produtor', 'category', ['Ana Reis', 'Beto Lima', 'Caio Nunes']),
    column('cultura', 'category', ['Café', 'Milho', 'Soja']),
    column('estado', 'category', ['Paraná', 'Pará', 'Bahia', 'Ceará', 'Espírito Santo']),
    column('galpao', 'category', ['Depósito Técnico Sul', 'Galpão Velho', 'Silo da Serra']),
    column('dt_producao', 'date'),
    column('dt_vistoria', 'date'),
    column('peso_kg', 'number'),
    column('custo_tec', 'money'),
    column('vl_liquido', 'money'),
    column('organico', 'boolean', ['true', 'false']),
  ],
};

const kennel: AskedTable = {
  name: 'Clínica de animais',
  rows_word: { one: 'consulta', many: 'consultas' },
  date_column: 'dt_consulta',
  money_column: 'valor',
  main_column: 'queixa',
  columns: [
    column('queixa', 'text'),
    column('especie', 'category', ['Cão', 'Gato', 'Coelho']),
    column('raca', 'category', ['Poodle', 'Siamês']),
    column('sexo', 'category', ['F', 'M']),
    column('custos_extra', 'money'),
    column('valor', 'money'),
    column('dt_consulta', 'date'),
  ],
};

/** The last of several questions, each of which follows the one before. */
function asked(table: AskedTable, questions: string) {
  const lexicon = lexiconOf(table);
  let before: Plan | null = null;
  let last = parseQuestion('', lexicon, { today: '2026-11-23', before });
  for (const question of questions.split(' » ')) {
    last = parseQuestion(question, lexicon, { today: '2026-11-23', before });
    before = last.plan;
  }
  return last;
}

test.each([
  // A noun for people is a group, although the day has its root.
  [
    'top 3 produtores em 2026 por valor líquido',
    'sum vl_liquido / by produtor / dt_producao between 2026-01-01|2026-12-31; produtor filled / order measure desc / limit 3',
  ],
  [
    'ranking de produtores em 2025 por peso',
    'sum peso_kg / by produtor / dt_producao between 2025-01-01|2025-12-31 / order measure desc',
  ],
  // A cut name of a column says more than one word of a longer value.
  ['quanto foi gasto com técnico?', 'sum custo_tec'],
  ['custo técnico do milho', 'sum custo_tec / cultura in Milho'],
  ['lotes do Depósito Técnico Sul', 'rows / galpao in Depósito Técnico Sul'],
  // Groups by the sum that a verb of money tells.
  [
    'produtores que faturaram mais de 250 mil',
    'sum vl_liquido / by produtor / produtor filled / having 0 > 250000',
  ],
  [
    'estados que arrecadaram menos de R$ 900 em 2025',
    'sum vl_liquido / by estado / dt_producao between 2025-01-01|2025-12-31; estado filled / having 0 < 900',
  ],
  // The order is the one that is said, and «para» is no state.
  [
    'estados ordenados do maior valor líquido para o menor',
    'sum vl_liquido / by estado / order measure desc',
  ],
  ['culturas ordenadas do menor peso para o maior', 'sum peso_kg / by cultura / order measure asc'],
  ['lotes no Pará', 'rows / estado in Pará'],
  // States that are written out have codes and regions too.
  ['quantos lotes no ES?', 'count / estado in Espírito Santo'],
  ['peso dos lotes do Nordeste', 'sum peso_kg / estado in Bahia|Ceará'],
  // The event is counted, which not all rows have had.
  ['quantas vistorias no Ceará?', 'count / dt_vistoria filled; estado in Ceará'],
  // A number after the groups compares their figures, and not the rows.
  ['peso médio por cultura acima de 900', 'average peso_kg / by cultura / cultura filled / having 0 > 900'],
  ['número de lotes por estado menor que 10', 'count / by estado / estado filled / having 0 < 10'],
  // A month of no row is no month.
  [
    'mês com mais vistorias',
    'count / by dt_vistoria/month / dt_vistoria filled / order measure desc / limit 1',
  ],
  // The whole is named before its part.
  [
    'dos lotes de café, quantos por cento são orgânicos?',
    'count / cultura in Café; organico in true / share 1',
  ],
])('R-TBL-27 no word is taken for another: «%s» is read as %s', (question, line) => {
  const { refusals, texts, plan } = asked(harvest, question);
  expect([...refusals, ...texts]).toEqual([]);
  expect(planLine(plan)).toBe(line);
});

test.each([
  ['quantos lotes em fevereiro de 2025? » e em março?', 'count / dt_producao between 2025-03-01|2025-03-31'],
  ['peso em agosto de 2024 » e em fevereiro?', 'sum peso_kg / dt_producao between 2024-02-01|2024-02-29'],
  ['peso por cultura » menos soja', 'sum peso_kg / by cultura / cultura not_in Soja'],
  ['lotes por estado » e menos Bahia', 'count / by estado / estado not_in Bahia'],
  ['quantos lotes na Bahia? » abre por cultura', 'count / by cultura / estado in Bahia'],
  ['peso do café » detalha por estado', 'sum peso_kg / by estado / cultura in Café'],
  [
    'peso por estado em 2025 » troca por cultura',
    'sum peso_kg / by cultura / dt_producao between 2025-01-01|2025-12-31',
  ],
  [
    'top 3 produtores por valor líquido » por quantidade de lotes',
    'count / by produtor / produtor filled / order measure desc / limit 3',
  ],
  [
    'top 3 produtores por valor líquido » por peso',
    'sum peso_kg / by produtor / produtor filled / order measure desc / limit 3',
  ],
  ['lotes por estado » só os que têm mais de 20', 'count / by estado / estado filled / having 0 > 20'],
  ['peso por cultura » apenas com mais de 900', 'sum peso_kg / by cultura / cultura filled / having 0 > 900'],
  ['lotes por estado » e menos de 5?', 'count / by estado / estado filled / having 0 < 5'],
  ['peso do café na Bahia » são quantos lotes?', 'count / cultura in Café; estado in Bahia'],
])(
  'R-TBL-23 what goes on from an answer keeps what it does not change: «%s» is read as %s',
  (questions, line) => {
    const { refusals, texts, plan } = asked(harvest, questions);
    expect([...refusals, ...texts]).toEqual([]);
    expect(planLine(plan)).toBe(line);
  },
);

test.each([
  ['quantas gatas?', 'count / especie in Gato; sexo in F'],
  ['valor médio das cadelas', 'average valor / especie in Cão; sexo in F'],
  ['quantos gatos?', 'count / especie in Gato'],
  ['quantas gatas fêmeas?', 'count / especie in Gato; sexo in F'],
])(
  'R-TBL-19 a noun for females narrows where the table has the sex: «%s» is read as %s',
  (question, line) => {
    const { refusals, texts, plan } = asked(kennel, question);
    expect([...refusals, ...texts]).toEqual([]);
    expect(planLine(plan)).toBe(line);
  },
);

test.each([
  ['quanto foi pago de custas?', 'custas'],
  ['quanto gastamos com ração em 2026?', 'ração'],
])('R-TBL-20 another ending makes another noun, and no slip: «%s» looks for «%s»', (question, word) => {
  const { refusals, texts } = asked(kennel, question);
  expect(refusals).toEqual([]);
  expect(texts).toEqual([word]);
});

const contracts: AskedTable = {
  name: 'Contratos da cidade',
  rows_word: { one: 'contrato', many: 'contratos' },
  date_column: 'dt_inicio',
  money_column: 'valor_contrato',
  main_column: 'objeto',
  columns: [
    column('objeto', 'text'),
    column('qtd_aditivos', 'number'),
    column('qtd_vistorias', 'number'),
    column('valor_contrato', 'money'),
    column('valor_pago', 'money'),
    column('dt_inicio', 'date'),
  ],
};

test.each([
  ['quanto pagamos de aditivos?', 'aditivos'],
  ['quanto pagamos com vistorias em 2026?', 'vistorias'],
])('R-TBL-27 a number that the plan has not stops the answer: «%s» names «%s»', (question, word) => {
  expect(asked(contracts, question).refusals.join(' ')).toContain(`«${word}»`);
});

test.each([
  'quantos lotes tiveram mofo anotado na observação?',
  'quantos lotes com mofo registrado na observação?',
])('R-TBL-18 that something was written down is no word of what was written: «%s»', (question) => {
  const { texts, text_columns } = asked(harvest, question);
  expect({ texts, text_columns }).toEqual({ texts: ['mofo'], text_columns: ['observacao'] });
});
