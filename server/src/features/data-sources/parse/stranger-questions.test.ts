/** R-TBL-24, R-TBL-27: causes that tables of strangers have shown, each in the words of another table. */
import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const dives: AskedTable = {
  name: 'Mergulhos da escola',
  rows_word: { one: 'mergulho', many: 'mergulhos' },
  date_column: 'dt_mergulho',
  money_column: 'vl_taxa',
  main_column: 'ponto',
  columns: [
    { ...column('ponto', 'text', ['12 Naufrágio', '27 Laje Grande', 'Gruta Azul']), repeats: true },
    column('modalidade', 'category', ['Noturno livre', 'Batismo', 'Corrente']),
    column('instrutor', 'category', ['Davi Rocha', 'Elisa Prado']),
    column('temporada', 'category', ['2024/2025', '2025/2026']),
    column('barco', 'category', ['Marisol Vento', 'Corveta de casco largo', 'Lancha']),
    column('fase', 'category', ['Mergulhado', 'Cancelado', 'Não embarcou', 'Emergente']),
    column('taxa_paga', 'category', ['Paga', 'Vencida']),
    { ...column('st_filmado', 'category', ['S', 'N']), label: 'Mergulho filmado (S/N)' },
    column('forma', 'category', ['Faturado', 'Check feito']),
    column('risco', 'category', ['Alto', 'Médio', 'Baixo']),
    { ...column('nivel_db', 'number'), label: 'Ruído' },
    column('gas_m3', 'number'),
    column('lastro_kg', 'number'),
    { ...column('lastro', 'number'), label: 'Lastro' },
    { ...column('vl_lastro', 'money'), label: 'Valor do lastro' },
    column('horas_fundo', 'number'),
    { ...column('vl_fundo', 'money'), label: 'Valor das horas fundo' },
    { ...column('idade_aluno', 'number'), label: 'Idade do aluno' },
    column('vl_taxa', 'money'),
    column('dt_mergulho', 'date'),
    { ...column('dt_venc', 'date'), label: 'Vencimento' },
    { ...column('dt_repart', 'date'), label: 'Data de repartição' },
  ],
};
const lexicon = lexiconOf(dives);
const ask = (question: string, ...before: string[]) => {
  const plan = before.reduce<ReturnType<typeof parseQuestion>['plan'] | null>(
    (last, one) => parseQuestion(one, lexicon, { today: '2026-11-23', before: last }).plan,
    null,
  );
  return parseQuestion(question, lexicon, { today: '2026-11-23', before: plan });
};

test.each([
  [
    'a number that only one name begins with',
    'quantos mergulhos no ponto 27?',
    'count / ponto in 27 Laje Grande',
  ],
  ['and without the name of its column', 'quantos mergulhos na 12?', 'count / ponto in 12 Naufrágio'],
  [
    'a unit in words',
    'total de metros cúbicos em 2026',
    'sum gas_m3 / dt_mergulho between 2026-01-01|2026-12-31',
  ],
  ['the column of exactly that name', 'lastro por instrutor', 'sum lastro / by instrutor'],
  [
    'a verb that looks like a value',
    'em média, quanto paga a fase cancelado?',
    'average vl_taxa / fase in Cancelado',
  ],
  [
    'the whole of a share stands after «entre»',
    'qual o percentual de filmados entre os que têm vencimento?',
    'count / dt_venc filled; st_filmado in S / share 1',
  ],
  [
    'the day of the state that has lasted',
    'quantos estão vencidos há mais de 30 dias?',
    'count / dt_venc < 2026-10-24; taxa_paga in Vencida',
  ],
  ['what is paid is money', 'quanto pagamos de horas fundo?', 'sum vl_fundo'],
  [
    'people are counted, and their ages are not added up',
    'quantos alunos com Elisa?',
    'count / instrutor in Elisa Prado',
  ],
  ['«não» and its verb in the plural', 'quantos não embarcaram?', 'count / fase in Não embarcou'],
  [
    'the first month of a range in another year',
    'entre março e maio de 2025 quantos mergulhos?',
    'count / dt_mergulho between 2025-03-01|2025-05-31',
  ],
  [
    'a range of days, each with its word',
    'do dia 3 ao dia 9 de maio de 2026 quantos mergulhos?',
    'count / dt_mergulho between 2026-05-03|2026-05-09',
  ],
  [
    'two numbers and what they count',
    'quantos mergulhos com 10 a 20 horas fundo?',
    'count / horas_fundo between 10|20',
  ],
  [
    'the last time',
    'quando foi a última vez que Elisa mergulhou?',
    'maximum dt_mergulho / instrutor in Elisa Prado',
  ],
  [
    'a split participle that is an event',
    'quantos mergulhos repartidos em 2025?',
    'count / dt_repart between 2025-01-01|2025-12-31',
  ],
  [
    'a noun for the day and its end',
    'vencimento mais antigo dos cancelados',
    'minimum dt_venc / fase in Cancelado',
  ],
  ['what all listed have in common', 'quais instrutores são atendidos?', 'count / by instrutor'],
  [
    'a verb of money that looks like a value',
    'quanto faturamos com o risco baixo?',
    'sum vl_taxa / risco in Baixo',
  ],
  [
    'a verb of doing that looks like a part of one',
    'quantos mergulhos foram feitos por Davi?',
    'count / instrutor in Davi Rocha',
  ],
  [
    'the day on which the rows were made',
    'mergulhos feitos em 2025',
    'rows / dt_mergulho between 2025-01-01|2025-12-31',
  ],
  [
    'two adjectives before their noun',
    'quantos mergulhos de alto ou médio risco?',
    'count / risco in Alto|Médio',
  ],
  ['a unit with an irregular plural', 'mergulhos acima de 80 decibéis', 'rows / nivel_db > 80'],
  [
    'rows are counted after a condition on a number',
    'instrutores com mais de 20 horas fundo, quantos mergulhos?',
    'count / horas_fundo > 20',
  ],
  [
    'an amount of money and what it is for',
    'mergulhos entre 50 e 80 reais de lastro',
    'rows / vl_lastro between 50|80',
  ],
  ['a day of the week', 'quantos mergulhos aos sábados?', 'count / dt_mergulho in 6'],
  [
    'several of them',
    'quantos mergulhos no ponto 12 em sábado ou domingo?',
    'count / dt_mergulho in 6|7; ponto in 12 Naufrágio',
  ],
  [
    'a run of them',
    'quantos mergulhos de segunda a sexta em 2026?',
    'count / dt_mergulho between 2026-01-01|2026-12-31; dt_mergulho in 1|2|3|4|5',
  ],
  [
    'all but some of them',
    'quantos mergulhos não foram no fim de semana?',
    'count / dt_mergulho in 1|2|3|4|5',
  ],
])('R-TBL-24 %s: «%s»', (_title, question, planned) => {
  const { plan, refusals, texts } = ask(question);
  expect({ plan: planLine(plan), refusals, texts }).toEqual({ plan: planned, refusals: [], texts: [] });
});

test('R-TBL-23 a value beside its column keeps the figure of the answer before', () => {
  const { plan } = ask('e na temporada 2025/2026?', 'total de lastro de Davi Rocha');
  expect(planLine(plan)).toBe('sum lastro / instrutor in Davi Rocha; temporada in 2025/2026');
});

test('R-TBL-53 another day of the week keeps the year of the question before', () => {
  const { plan } = ask('e numa sexta-feira?', 'quantos mergulhos aos domingos em 2025?');
  expect(planLine(plan)).toBe('count / dt_mergulho between 2025-01-01|2025-12-31; dt_mergulho in 5');
});

test('R-TBL-27 one certain day of the week is not taken for all of them', () => {
  const { refusals, texts } = ask('quantos mergulhos no sábado?');
  expect([...refusals, ...texts]).not.toEqual([]);
});

test('R-TBL-27 «ou» between conditions of two columns is no sum of one of them', () => {
  const { refusals } = ask('cancelados ou com lastro');
  expect(refusals).not.toEqual([]);
});

test.each([
  ['a noun is no name of its root', 'qual o marido dos alunos?'],
  ['what is moved is not counted by rows', 'quem mais levou areia em 2025?'],
  ['what is asked of a thing and is no column', 'qual o apelido do instrutor da Lancha?'],
  ['one word of a long name where the rows would be named', 'quantas corvetas de Davi Rocha?'],
])('R-TBL-27 %s: «%s»', (_title, question) => {
  const { plan, refusals, texts } = ask(question);
  expect({
    filters: plan.filters.some(({ column: name }) => name === 'barco'),
    stops: refusals.length + texts.length > 0,
  }).toMatchObject({ stops: true });
});
