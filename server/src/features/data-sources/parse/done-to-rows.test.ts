import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

/** Loans of a library of instruments: each has a title of the score that was lent with it. */
const loans: AskedTable = {
  name: 'Empréstimos da musicoteca',
  rows_word: { one: 'empréstimo', many: 'empréstimos' },
  row_nouns: [],
  described: 'Empréstimos da musicoteca',
  date_column: 'dt_saida',
  money_column: 'multa',
  main_column: 'obs',
  columns: [
    column('cod_emp', 'identifier'),
    column('dt_saida', 'date'),
    column('titulo', 'category', ['Sonata em fá', 'Valsa das flores', 'Choro manhoso']),
    column('vinculo', 'category', ['Conservatório', 'Extensão']),
    column('leitor', 'category', ['Breno Faria', 'Lívia Prado']),
    column('multa', 'money'),
    column('obs', 'text'),
  ],
};
const lexicon = lexiconOf(loans);
const ask = (question: string) => parseQuestion(question, lexicon, { today: '2026-11-23', before: null });

test('R-TBL-13 what was done to things is counted as often as it was done, and the things themselves are another reading', () => {
  const { plan } = ask('quantos livros foram emprestados em setembro de 2026?');
  expect(planLine(plan)).toBe('count / dt_saida between 2026-09-01|2026-09-30');
  expect(plan.alternatives.map(({ measures }) => measures)).toContainEqual([
    { fn: 'count_distinct', column: 'titulo' },
  ]);
});

test('R-TBL-13 things that the table names so are counted once each', () => {
  expect(planLine(ask('quantos títulos foram emprestados?').plan)).toBe('count_distinct titulo');
});

test('R-TBL-21 what was done to the rows is not looked for in their remarks', () => {
  const { refusals, texts } = ask('quantos empréstimos foram entregues em 2026?');
  expect(texts).toEqual([]);
  expect(refusals).toEqual(['Não sei o que «entregues» pede nesta pergunta.']);
});

test('R-TBL-19 «alunos do Conservatório» are the rows with that value, whatever their remarks say', () => {
  const { plan, texts, refusals } = ask('qual a média da multa dos alunos do Conservatório?');
  expect([texts, refusals]).toEqual([[], []]);
  expect(planLine(plan)).toBe('average multa / vinculo in Conservatório');
});

test('R-TBL-19 a shortened name stands for the word of the description that it begins, and for what people call that', () => {
  const stock = lexiconOf({
    ...loans,
    described: 'Saídas da farmácia: entregas e perdas de medicamentos',
    main_column: 'historico',
    columns: [
      column('dt_saida', 'date'),
      column('cod_med', 'number'),
      column('ds_med', 'category', ['Dipirona 500mg', 'Losartana 50mg']),
      column('historico', 'text'),
    ],
  });
  const { plan } = parseQuestion('quais os 5 remédios com mais saídas?', stock, {
    today: '2026-11-23',
    before: null,
  });
  expect(planLine(plan)).toBe('count / by ds_med / ds_med filled / order measure desc / limit 5');
});
