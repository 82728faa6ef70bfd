import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../../../test/tables/plan-line.ts';
import { parseQuestion } from '../../parse-question.ts';
import { lexiconOf } from '../lexicon.ts';

const deliveries = lexiconOf({
  name: 'Entregas de leite',
  rows_word: { one: 'entrega', many: 'entregas' },
  date_column: 'dt_coleta',
  money_column: 'vl_pago',
  main_column: 'produtor',
  columns: [
    column('produtor', 'category', ['Ana Prado', 'Davi Rocha']),
    column('motorista', 'category', ['Beto Luz', 'Caio Nunes']),
    column('rota', 'category', ['Serra', 'Várzea']),
    column('fiscal', 'category', ['Eva Pinto', 'Fábio Mota']),
    column('prioridade', 'category', ['Alta', 'Baixa']),
    column('volume', 'number'),
    column('dt_coleta', 'date'),
    column('vl_pago', 'money'),
  ],
});
const ask = (question: string) => parseQuestion(question, deliveries, { today: '2026-11-23', before: null });

test.each([
  ['quantas entregas por cooperado?', 'count / by produtor'],
  ['quantas entregas por chofer?', 'count / by motorista'],
  ['quantas entregas em cada trajeto?', 'count / by rota'],
  ['quantas entregas por inspetor?', 'count / by fiscal'],
  ['quantas entregas por urgência?', 'count / by prioridade'],
])('R-TBL-19 people of a trade name its columns in their own words: «%s»', (question, plan) => {
  const { plan: read, refusals, texts } = ask(question);
  expect({ plan: planLine(read), refusals, texts }).toEqual({ plan, refusals: [], texts: [] });
});

test('R-TBL-19 a word that is the name of another column stands for that column alone', () => {
  const both = lexiconOf({
    ...deliveries.table,
    columns: [...deliveries.table.columns, column('cooperado', 'category', ['Gil Reis', 'Hugo Dias'])],
  });
  const { plan } = parseQuestion('entregas por cooperado', both, { today: '2026-11-23', before: null });
  expect(planLine(plan)).toBe('count / by cooperado');
});
