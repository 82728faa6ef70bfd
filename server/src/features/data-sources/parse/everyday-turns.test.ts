/** Turns of everyday speech around a question: what somebody has already done, what the answer is for, a code behind the name of its column. */
import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { isSmallTalk } from './small-talk.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const inspections: AskedTable = {
  name: 'Vistorias de elevadores',
  rows_word: { one: 'vistoria', many: 'vistorias' },
  row_nouns: ['vistorias'],
  described: 'Vistorias de elevadores pedidas à prefeitura',
  date_column: 'dt_pedido',
  money_column: 'vl_taxa',
  main_column: 'achado',
  columns: [
    column('nr_laudo', 'identifier'),
    column('elevador', 'text'),
    column('inspetor', 'category', ['INS 204', 'INS 311']),
    column('situacao', 'category', ['Paga', 'Isenta', 'Concluída']),
    column('achado', 'text', ['Cabo gasto na faixa amarela', 'Porta sem sensor']),
    column('qtd', 'number'),
    column('vl_taxa', 'money'),
    column('vl_pago', 'money'),
    column('dt_pedido', 'date'),
    column('dt_prev_conclusao', 'date'),
    column('dt_conclusao', 'date'),
    column('obs', 'text', [
      'Síndico foi avisado da faixa amarela no piso',
      'Há ruído alto no motor da casa de máquinas',
    ]),
  ],
};
const lexicon = lexiconOf(inspections);
const ask = (question: string) => parseQuestion(question, lexicon, { today: '2026-11-23', before: null });
const plan = (question: string): string => {
  const asked = ask(question);
  return asked.refusals.length > 0 ? `refused: ${asked.refusals.join(' ')}` : planLine(asked.plan);
};

test.each([
  ['o elevador ELV2231 teve quantas vistorias?', 'count / elevador in ELV2231'],
  ['quantas vistorias tem o laudo LD20990?', 'count / nr_laudo in LD20990'],
  ['quantas vistorias o inspetor 311 fez?', 'count / inspetor in INS 311'],
])('A code belongs to the column that is named right before it: «%s»', (question, expected) => {
  expect(plan(question)).toBe(expected);
});

test.each([
  ['que percentual das vistorias já foi pago?', 'count / situacao in Paga / share 0'],
  [
    'quantas vistorias concluímos no segundo semestre de 2025?',
    'count / dt_conclusao between 2025-07-01|2025-12-31',
  ],
  ['qual a vistoria mais cara que a prefeitura já pediu?', 'rows / order vl_taxa desc / limit 1'],
])('R-TBL-19 What was done is told by its state and its real day: «%s»', (question, expected) => {
  expect(plan(question)).toBe(expected);
});

test.each([
  ['em média quantos dias leva uma vistoria?', 'average dt_pedido → dt_conclusao'],
  ['quantos dias em média a gente leva para concluir uma vistoria?', 'average dt_pedido → dt_conclusao'],
])(
  'A column of quantities is no time, so days are reckoned between two dates: «%s»',
  (question, expected) => {
    expect(plan(question)).toBe(expected);
  },
);

test.each([
  'vistorias por mês em 2025, pra eu por no relatório',
  'vistorias por mês em 2025 pra gente mostrar na reunião',
])('What the answer is for changes nothing: «%s»', (question) => {
  expect(plan(question)).toBe(plan('vistorias por mês em 2025'));
});

test('Words of the main column are looked for there, although a remark has them too', () => {
  const asked = ask('quantas vistorias de faixa amarela?');
  expect(asked.text_columns[0]).toBe('achado');
  expect(asked.texts).toEqual(['faixa', 'amarela']);
});

test('«problema de» before what is the matter is not looked for itself', () => {
  expect(ask('quais vistorias têm problema de ruído?').texts).toEqual(['ruído']);
});

test.each(['era isso por hoje, muito obrigado viu', 'valeu mesmo, hein'])(
  'A farewell asks the table nothing: «%s»',
  (question) => {
    expect(isSmallTalk(question)).toBe(true);
  },
);

test('One of two words of a table with one column of texts is enough: «de polia ou de ferrugem»', () => {
  const plain = lexiconOf({
    ...inspections,
    columns: inspections.columns.filter(({ name }) => name !== 'obs'),
  });
  const asked = parseQuestion('quantas vistorias falam de polia ou de ferrugem?', plain, {
    today: '2026-11-23',
    before: null,
  });
  expect(asked.refusals).toEqual([]);
  expect(asked.texts).toEqual(['polia', 'ferrugem']);
  expect(asked.is_either_text).toBe(true);
});

test('R-TBL-19 An abbreviation that two nouns fit is named by each of them: «por equipe» of a column «eqp»', () => {
  const orders = lexiconOf({
    ...inspections,
    columns: [...inspections.columns, column('eqp', 'category', ['A1', 'B2'])],
  });
  const asked = parseQuestion('vistorias por equipe', orders, { today: '2026-11-23', before: null });
  expect(planLine(asked.plan)).toBe('count / by eqp');
});

test('A value that is said between the two days narrows the rows: «uma vistoria isenta depois que pedem»', () => {
  expect(
    plan('em média quantos dias a gente leva para concluir uma vistoria isenta depois que pedem?'),
  ).toContain('situacao in Isenta');
});

test('R-TBL-19 What is still to end is no state, and no other day stands for its day: «o que conclui esta semana?»', () => {
  const undated = lexiconOf({
    ...inspections,
    columns: inspections.columns.filter(({ name }) => !/conclusao/.test(name)),
  });
  const asked = parseQuestion('o que conclui esta semana?', undated, { today: '2026-11-23', before: null });
  expect(asked.refusals.join(' ')).toContain('não tem a data de «conclui»');
});

test.each([
  ['quantas vistorias pra gente fazer em dezembro de 2026?', 'dt_pedido between 2026-12-01|2026-12-31'],
  ['quantas vistorias pra eu ver do inspetor 311?', 'inspetor in INS 311'],
])('A purpose with a condition in it is no talk: «%s»', (question, condition) => {
  expect(plan(question)).toMatch(new RegExp(`^refused|${condition.replace('|', '\\|')}`));
});

test('«na mão de obra» is no turn of speech', () => {
  expect(ask('quantas vistorias na mão de obra?').texts.join(' ')).toContain('mão');
});

test('Codes are counted and asked for, and never added up', () => {
  const coded = lexiconOf({
    ...inspections,
    columns: [...inspections.columns, column('cod_bairro', 'number')],
  });
  const asked = (question: string) => parseQuestion(question, coded, { today: '2026-11-23', before: null });
  expect(planLine(asked('quantas vistorias do código bairro 412?').plan)).toBe(
    'count / cod_bairro between 412|412',
  );
  expect(asked('qual a soma do código bairro?').refusals.join(' ')).toContain('são códigos');
});
