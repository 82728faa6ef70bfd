/** Rentals of machines: the code of one's own, for what an answer is, which day counts, and questions about the row that was shown. */
import { describe, expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const rentals: AskedTable = {
  name: 'Locações de máquinas',
  rows_word: { one: 'locação', many: 'locações' },
  row_nouns: ['locações'],
  described: 'Locações de máquinas Aluguel de máquinas a obras da região.',
  date_column: 'data_retirada',
  money_column: 'valor_cobrado',
  main_column: 'maquina',
  columns: [
    column('codigo', 'identifier'),
    column('maquina', 'text', ['Betoneira 400 L', 'Andaime tubular']),
    column('locador', 'category', ['Dirce Lopes', 'Hélio Prado']),
    column('cidade', 'category', ['Sobral', 'Crato', 'Tianguá']),
    column('vale_transporte', 'category', ['Vale-frete', 'Nenhum']),
    column('situacao', 'category', ['Devolvida', 'Em uso', 'Recusada']),
    column('medicao', 'category', ['Real', 'Estimada']),
    column('porte', 'category', ['Unidade móvel', 'Fixa']),
    column('valor_cobrado', 'money'),
    column('valor_seguro', 'money'),
    { ...column('horas_uso', 'number'), label: 'Horas de uso', unit: 'horas' },
    column('data_retirada', 'date'),
    column('data_devolucao', 'date'),
  ],
};
const lexicon = lexiconOf(rentals);

function read(...questions: string[]) {
  let before = null;
  let last = parseQuestion('', lexicon, { today: '2026-11-23', before: null });
  for (const question of questions) {
    last = parseQuestion(question, lexicon, { today: '2026-11-23', before });
    before = last.plan;
  }
  const refused = last.refusals[0] ?? (last.texts.length > 0 ? `not known: ${last.texts.join(', ')}` : null);
  return { line: refused ?? planLine(last.plan), show: last.plan.show, alternatives: last.plan.alternatives };
}

describe('a row that is named by its code is shown to everybody who may ask', () => {
  test.each([
    'como está a minha locação? o número é LOC-2025-0147',
    'minha locação é a LOC-2025-0147, qual a situação?',
    'em que pé está a minha locação, é a LOC-2025-0147',
    'bom dia, qual a situação da minha locação código LOC-2025-0147?',
  ])('«%s»', (question) => {
    expect(read(question)).toMatchObject({ line: 'rows / codigo in LOC-2025-0147', show: ['situacao'] });
  });

  test('and what is asked about it may stand behind it', () => {
    expect(read('minha locação é a LOC-2025-0147, quando é a devolução?')).toMatchObject({
      line: 'rows / codigo in LOC-2025-0147',
      show: ['data_devolucao'],
    });
  });

  test('without a code nobody knows whose row it is', () => {
    expect(read('qual a situação da minha locação?').line).toContain('Não sei quem pergunta');
  });
});

describe('for what an answer is needed changes nothing of the question', () => {
  const plain = read('quantas locações em Sobral?').line;
  test.each([
    'para o relatório do semestre, quantas locações em Sobral?',
    'É para a apresentação do conselho: preciso saber quantas locações em Sobral',
    'Para a matéria do Dia do Trabalho: quantas locações em Sobral?',
    'pra prestação de contas da gerência, quantas locações em Sobral?',
  ])('«%s»', (question) => {
    expect(read(question).line).toBe(plain);
  });

  test('a place that the table knows narrows, whatever paper it is for', () => {
    expect(read('para o relatório de Sobral, quantas locações?').line).not.toBe('count');
    expect(read('preciso, para uma reunião, do total de locações em Sobral').line).toBe(plain);
  });

  test('and why a list is needed is no condition of it', () => {
    expect(read('quais locações foram recusadas? preciso da lista pra conferir').line).toBe(
      read('quais locações foram recusadas?').line,
    );
  });
});

describe('the day that counts may be named after the question', () => {
  const named = 'count / data_devolucao between 2025-01-01|2025-12-31';
  test.each([
    'quantas locações em 2025? vale a data de devolução',
    'quantas locações em 2025? considere a data da devolução',
    'quantas locações em 2025, usando a data de devolução como referência',
    'quantas locações em 2025 conforme a data de devolução',
    'quantas locações em 2025, contando pela data de devolução',
  ])('«%s»', (question) => {
    expect(read(question).line).toBe(named);
  });
});

describe('R-TBL-23: a question about the one row before shows what that row has', () => {
  const largest = 'rows / order valor_cobrado desc / limit 1';
  test.each([
    [['qual a maior locação?', 'de que cidade foi?'], ['cidade']],
    [['qual a maior locação?', 'quando foi?'], ['data_retirada']],
    [['qual a maior locação?', 'e quem foi o locador?'], ['locador']],
    [['qual o maior valor cobrado?', 'de quem foi?'], ['locador']],
    [['qual o maior valor cobrado?', 'em que dia foi isso?'], ['data_retirada']],
    [['qual o maior valor cobrado?', 'e onde foi?'], ['cidade']],
    [['qual a maior locação?', 'e o valor?'], ['valor_cobrado']],
    [['qual a maior locação?', 'de quanto foi?'], ['valor_cobrado']],
    [['qual a maior locação?', 'e a data?'], ['data_retirada']],
  ])('%j', (questions, show) => {
    expect(read(...questions)).toMatchObject({ line: largest, show });
  });

  test('its conditions stay', () => {
    expect(read('qual o maior valor cobrado em Crato?', 'de quem foi?').line).toBe(
      'rows / cidade in Crato / order valor_cobrado desc / limit 1',
    );
  });

  test('a group is no row', () => {
    expect(read('valor cobrado por cidade', 'de que máquina?').show).not.toEqual(['maquina']);
  });
});

describe('R-TBL-23: rows and figures that a question leaves unsaid are those before', () => {
  test.each([
    ['quais são de Crato?', 'rows / situacao in Recusada; cidade in Crato'],
    ['quanto deu em reais?', 'sum valor_cobrado / situacao in Recusada'],
    ['em reais?', 'sum valor_cobrado / situacao in Recusada'],
    ['quantas horas de uso ao todo?', 'sum horas_uso / situacao in Recusada'],
    ['qual delas é a de maior valor?', 'rows / situacao in Recusada / order valor_cobrado desc / limit 1'],
    ['qual é a maior?', 'rows / situacao in Recusada / order valor_cobrado desc / limit 1'],
  ])('«%s»', (question, line) => {
    expect(read('quantas locações foram recusadas?', question).line).toBe(line);
  });
});

test('R-TBL-20: a short word of a name may be mistyped beside another word of that name', () => {
  expect(read('quantas locações do locador Hélio Pado?').line).toBe('count / locador in Hélio Prado');
  expect(read('quantas locações de pado?').line).toContain('pado');
});

test('«acaba recusada» and «procura as recusadas» are said of a state as «recusada» is', () => {
  expect(read('que porcentagem das locações acaba recusada?').line).toBe(
    read('que porcentagem das locações foi recusada?').line,
  );
  expect(read('procura as locações recusadas').line).toBe(read('liste as locações recusadas').line);
  expect(read('quantas locações sem locador designado?').line).toBe(
    read('quantas locações sem locador?').line,
  );
});

describe('a word that looks like a value is none where the question makes it something else', () => {
  test('«em reais» is the unit of a figure, and no «Real»', () => {
    expect(read('valor cobrado por cidade, em reais').line).toBe('sum valor_cobrado / by cidade');
    expect(read('quantas locações com medição real?').line).toBe('count / medicao in Real');
  });

  test('«qual unidade» asks for one of the units, and is no «Unidade móvel»', () => {
    expect(read('qual unidade cobrou menos em 2026?').line).toContain('unidade');
    expect(read('qual a cidade das locações de unidade móvel?').line).toContain('porte in Unidade móvel');
  });

  test('«a taxa de seguro» is an amount, and no share', () => {
    expect(read('total da taxa de seguro em Sobral').line).toBe('sum valor_seguro / cidade in Sobral');
  });
});

test('what is spent in a month on average is no average of the rows of each month', () => {
  expect(read('quanto foi cobrado em média por mês?').line).toContain(
    'Não sei calcular a média de um período',
  );
  expect(read('valor cobrado médio por mês').line).toBe('average valor_cobrado / by data_retirada/month');
  expect(read('quantas horas de uso por mês, em média?').line).toContain('Não sei calcular');
});
