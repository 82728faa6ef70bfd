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
  ['quem paga em dia?', 'quem'],
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

const harvests: AskedTable = {
  name: 'Produção agrícola',
  rows_word: { one: 'colheita', many: 'colheitas' },
  date_column: 'dt_plantio',
  money_column: 'receita',
  main_column: 'talhao',
  columns: [
    column('talhao', 'text'),
    column('fazenda', 'category', ['Boa Sorte', 'Santa Inês']),
    column('cultura', 'category', ['Soja', 'Milho', 'Café']),
    column('praga', 'category', ['Ferrugem', 'Lagarta', 'Nenhuma']),
    column('desfecho', 'category', ['Alta', 'Perda', 'Indeferida']),
    column('risco', 'category', ['Baixo', 'Médio', 'Alto']),
    column('sexo', 'category', ['F', 'M']),
    column('idade', 'number'),
    column('area_ha', 'number'),
    column('pontos', 'number'),
    column('dias_armazenado', 'number'),
    column('taxa', 'money'),
    column('preco_saca', 'money'),
    column('receita', 'money'),
    column('custo', 'money'),
    column('reirrigacao', 'boolean', ['true', 'false']),
    column('dt_plantio', 'date'),
    column('dt_validade', 'date'),
  ],
};
const harvested = (question: string) =>
  parseQuestion(question, lexiconOf(harvests), { today: '2026-11-23', before: null });

test.each([
  ['taxa de indeferimento por cultura', 'count / by cultura / desfecho in Indeferida / share 0'],
  [
    'colheitas que expiram nos próximos 30 dias, quantas?',
    'count / dt_validade between 2026-11-23|2026-12-23',
  ],
  ['compare Soja e Milho por fazenda', 'count / by fazenda, cultura / cultura in Soja|Milho'],
  ['liste as colheitas de soja por data', 'rows / cultura in Soja / order dt_plantio asc'],
  ['colheitas de risco baixo ou médio', 'rows / risco in Baixo|Médio'],
  ['quantas colheitas médias?', 'count / risco in Médio'],
  ['fazendas com mais de 20 pontos', 'sum pontos / by fazenda / fazenda filled / having 0 > 20'],
  ['homens acima de 60', 'rows / idade > 60; sexo in M'],
  ['preço da saca de soja', 'average preco_saca / cultura in Soja'],
  ['colheitas sem praga', 'rows / praga in Nenhuma'],
  ['quantas foram reirrigadas?', 'count / reirrigacao in true'],
  ['quantas altas em 2025?', 'count / dt_plantio between 2025-01-01|2025-12-31; desfecho in Alta'],
  ['quanto custa uma colheita de café?', 'average custo / cultura in Café'],
])('R-TBL-27 a word is what the table makes of it: «%s» is read as %s', (question, line) => {
  const { refusals, texts, plan } = harvested(question);
  expect([...refusals, ...texts]).toEqual([]);
  expect(planLine(plan)).toBe(line);
});

test.each([
  ['receita menos custo por fazenda', 'contas entre colunas'],
  ['quais fazendas não tiveram ferrugem?', 'a que grupos faltam'],
  ['quanto de soja foi colhido?', 'colhido'],
  ['quanto economizamos com a taxa?', 'economizamos'],
  ['quantas sacas de café?', 'sacas'],
  ['média de colheitas por fazenda', 'média de contagens'],
  ['quantas ainda estão armazenadas?', 'armazenadas'],
  ['de onde vêm as colheitas?', 'com esta tabela'],
  ['colheitas acima de 60', 'acima de 60'],
  ['quanto a Boa Sorte deve?', 'deve'],
])('R-TBL-27 «%s» has no figure that would be its answer', (question, said) => {
  expect(harvested(question).refusals.join(' ')).toContain(said);
});

const gym: AskedTable = {
  name: 'Matrículas da academia',
  rows_word: { one: 'matrícula', many: 'matrículas' },
  date_column: 'dt_matricula',
  money_column: 'mensalidade',
  main_column: 'aluno',
  columns: [
    column('aluno', 'text'),
    column('plano', 'category', ['Mensal', 'Anual']),
    column('turno', 'category', ['Manhã', 'Noite']),
    column('sexo', 'category', ['F', 'M']),
    column('priority', 'category', ['High', 'Low']),
    { ...column('faltas', 'number'), lacks: { empty: false, zero: true } },
    { ...column('avisos', 'number'), lacks: { empty: true, zero: true } },
    column('visitantes', 'number'),
    column('atraso_min', 'number'),
    column('lotacao_pct', 'number'),
    column('mensalidade', 'money'),
    column('dt_matricula', 'date'),
    column('dt_cancelamento', 'date'),
  ],
};
const joined = (question: string) =>
  parseQuestion(question, lexiconOf(gym), { today: '2026-11-23', before: null });

test.each([
  ['taxa de cancelamento por turno', 'count / by turno / dt_cancelamento filled / share 0'],
  ['proporção de homens e mulheres', 'count / by sexo / sexo in M|F'],
  ['matrículas sem faltas', 'rows / faltas between 0|0'],
  [
    'diferença de mensalidade entre o plano anual e o mensal',
    'sum mensalidade / by plano / plano in Anual|Mensal',
  ],
  ['quantos visitantes por matrícula em média?', 'average visitantes'],
  ['qual o pior atraso da noite?', 'maximum atraso_min / turno in Noite'],
  ['matrículas com lotação acima de 90%', 'rows / lotacao_pct > 90'],
  ['matrículas de alta prioridade', 'rows / priority in High'],
])('R-TBL-11 parts, averages and qualities: «%s» is read as %s', (question, line) => {
  const { refusals, texts, plan } = joined(question);
  expect([...refusals, ...texts]).toEqual([]);
  expect(planLine(plan)).toBe(line);
});

test.each([
  ['média diária de visitantes', 'média diaria'],
  ['média de alunos por turno', 'média de contagens'],
  ['matrículas com lotação baixa', 'baixa'],
  ['quanto ganha a turma da noite?', 'ganha'],
])('R-TBL-27 «%s» is refused, because no figure of the table is meant', (question, said) => {
  expect(joined(question).refusals.join(' ')).toContain(said);
});

test('R-TBL-22 «sem avisos» may be a zero and an empty cell', () => {
  expect(joined('matrículas sem avisos').plan).toMatchObject({
    filters: [{ column: 'avisos', op: 'between', values: ['0', '0'] }],
    alternatives: [{ filters: [{ column: 'avisos', op: 'empty', values: [] }] }],
  });
});

const works: AskedTable = {
  name: 'Obras da cidade',
  rows_word: { one: 'obra', many: 'obras' },
  date_column: 'dt_inicio',
  money_column: 'valor_contrato',
  main_column: 'descricao',
  columns: [
    column('descricao', 'text'),
    column('empresa', 'category', ['Alfa Obras', 'Engeplan']),
    column('area', 'category', ['Saúde', 'Ensino']),
    column('forma', 'category', ['Dinheiro', 'Pix']),
    column('qtd_pedida', 'number'),
    column('qtd_entregue', 'number'),
    column('hospede', 'text'),
    column('hospedes', 'number'),
    column('diarias', 'number'),
    column('valor_diaria', 'money'),
    column('valor_contrato', 'money'),
    column('valor_pago', 'money'),
    column('dt_inicio', 'date'),
    column('dt_prev_termino', 'date'),
    column('dt_termino', 'date'),
  ],
};
const built = (question: string) =>
  parseQuestion(question, lexiconOf(works), { today: '2026-11-23', before: null });

test.each([
  ['obras que terminam em 2027, quantas?', 'count / dt_prev_termino between 2027-01-01|2027-12-31'],
  ['quantas terminaram em 2025?', 'count / dt_termino between 2025-01-01|2025-12-31'],
  [
    'quantas começaram em 2024 e já terminaram?',
    'count / dt_inicio between 2024-01-01|2024-12-31; dt_termino filled',
  ],
  ['quantas obras atrasadas?', 'count / dt_prev_termino < 2026-11-23; dt_termino empty'],
  ['diária média por área', 'average valor_diaria / by area'],
  ['quantas diárias em saúde?', 'sum diarias / area in Saúde'],
  ['quantos hóspedes por área?', 'sum hospedes / by area'],
  ['total investido em ensino', 'sum valor_contrato / area in Ensino'],
  ['total pago em dinheiro', 'sum valor_pago / forma in Dinheiro'],
  ['qual a diária mais cara?', 'rows / order valor_diaria desc / limit 1'],
  ['empresa que mais recebeu', 'sum valor_pago / by empresa / empresa filled / order measure desc / limit 1'],
  ['área que dá mais dinheiro', 'sum valor_contrato / by area / area filled / order measure desc / limit 1'],
])(
  'R-TBL-02 the tense tells the day, and the number of a noun tells the column: «%s» is read as %s',
  (question, line) => {
    const { refusals, texts, plan } = built(question);
    expect([...refusals, ...texts]).toEqual([]);
    expect(planLine(plan)).toBe(line);
  },
);

test.each([
  ['quantidade pedida e entregue por área', 'entregue'],
  ['itens mais pedidos', 'mais'],
  ['as 5 maiores obras e quanto já pagamos', 'Não sei contar'],
])('R-TBL-27 the second of two amounts is not passed over: «%s»', (question, said) => {
  expect(built(question).refusals.join(' ')).toContain(said);
});
