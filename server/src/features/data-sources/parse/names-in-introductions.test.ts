import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const residents: AskedTable = {
  name: 'moradias',
  rows_word: { one: 'moradia', many: 'moradias' },
  row_nouns: ['moradias', 'residencial'],
  described: 'moradias Moradias de um residencial de idosos',
  date_column: 'dt_entrada',
  money_column: 'vl_mensal',
  main_column: 'nm_idoso',
  columns: [
    column('nr_moradia', 'identifier'),
    column('nm_idoso', 'text'),
    column('cod_quarto', 'category', ['Q-01', 'Q-02', 'Q-03']),
    column('tp_quarto', 'category', ['Individual', 'Duplo']),
    column('cuidador', 'category', ['Ivo Prates', 'Lia Campos']),
    column('dt_entrada', 'date'),
    column('vl_mensal', 'money'),
  ],
};

const ask = (...questions: string[]) => {
  const { plan, refusals, texts } = askInTurn(residents, ...questions);
  return { line: planLine(plan), refusals, texts };
};

test.each([
  ['oi, sou sobrinha da Odete Farias Nunes, em que quarto ela está?', 'count / by cod_quarto'],
  ['sou neto do Raul Telles Bastos. qual o cuidador dele?', 'count / by cuidador'],
  ['falo em nome da Odete Farias Nunes, em que quarto ela está?', 'count / by cod_quarto'],
])('«%s»: the name in an introduction is whom the question is about (R-TBL-64)', (question, plan) => {
  const { line, refusals, texts } = ask(question);
  expect(refusals).toEqual([]);
  expect(texts).toHaveLength(1);
  expect(line).toBe(plan);
});

test('who only says their own name asks for nobody by it (R-TBL-64)', () => {
  expect(ask('aqui é a Marta Reis da portaria, quantas moradias?')).toEqual({
    ...{ line: 'count', refusals: [], texts: [] },
  });
});

test('a pronoun that stands for nobody is refused instead of answered for all rows (R-TBL-64)', () => {
  expect(ask('em que quarto ela está?').refusals).not.toEqual([]);
  expect(ask('qual cuidador tem mais moradias e quanto ele cuida?').refusals).not.toContain(
    'Não sei a que resposta anterior isto se refere: faça a pergunta inteira.',
  );
});

test('«dessa moradia» points to the row that was shown (R-TBL-64)', () => {
  const { line, refusals, texts } = ask(
    'qual moradia paga a maior mensalidade?',
    'qual o cuidador dessa moradia?',
  );
  expect([...refusals, ...texts]).toEqual([]);
  expect(line).toBe('rows / order vl_mensal desc / limit 1');
});
