import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

/** Stays of dogs in a kennel. */
const stays: AskedTable = {
  name: 'Hospedagens do canil',
  rows_word: { one: 'hospedagem', many: 'hospedagens' },
  row_nouns: ['hospedagens'],
  described: 'Hospedagens do canil',
  date_column: 'dt_reserva',
  money_column: 'vlr_diaria',
  main_column: 'observacao',
  columns: [
    column('observacao', 'text'),
    column('dt_reserva', 'date'),
    column('dt_saida', 'date'),
    column('porte', 'category', ['Pequeno', 'Médio', 'Grande']),
    column('unidade', 'category', ['Lagoa', 'Serra', 'Farol']),
    column('cuidador', 'category', ['Ana Reis', 'Beto Lima', 'Caio Nunes']),
    column('aceita_banho', 'category', ['Sim', 'Não']),
    column('vlr_diaria', 'money'),
    column('taxa_limpeza', 'money'),
    column('peso', 'number'),
    column('idade_meses', 'number'),
  ],
};
const lexicon = lexiconOf(stays);

const chain = (...questions: string[]) => askInTurn(stays, ...questions);

test.each([
  ['rows are asked for', ['quantas hospedagens na Serra?', 'mostra as linhas'], 'rows / unidade in Serra'],
  ['which ones they are', ['quantas hospedagens na Serra?', 'quais são?'], 'rows / unidade in Serra'],
  ['how many they are', ['peso médio na Serra', 'quantas são?'], 'count / unidade in Serra'],
  [
    'a figure in place of another',
    ['hospedagens por porte', 'valor da diária em vez da quantidade'],
    'average vlr_diaria / by porte',
  ],
  [
    'another year of the same days',
    ['hospedagens com saída em 2025, quantas?', 'em 2026'],
    'count / dt_saida between 2026-01-01|2026-12-31',
  ],
  [
    'another bound of the same number',
    ['quantas com peso acima de 30?', 'e mais de 40?'],
    'count / peso > 40',
  ],
  ['the median of the same column', ['taxa de limpeza média', 'e a mediana?'], 'median taxa_limpeza'],
  [
    'another column with the same figure',
    ['média do peso no Farol', 'e a idade?'],
    'average idade_meses / unidade in Farol',
  ],
  [
    'a value taken out',
    ['hospedagens da Serra e do Farol, quantas?', 'tira o Farol'],
    'count / unidade in Serra',
  ],
  [
    'the only value taken out',
    ['quantas hospedagens de porte grande na Serra?', 'remove a Serra'],
    'count / porte in Grande',
  ],
  [
    'a value excluded that was not asked for',
    ['quantas hospedagens na Serra?', 'exclui porte grande'],
    'count / unidade in Serra; porte not_in Grande',
  ],
  [
    'the first of the groups',
    ['hospedagens por cuidador', 'quem ficou em primeiro?'],
    'count / by cuidador / cuidador filled / order measure desc / limit 1',
  ],
  [
    'more of the groups',
    ['qual cuidador tem mais hospedagens?', 'e os 2 primeiros?'],
    'count / by cuidador / cuidador filled / order measure desc / limit 2',
  ],
  [
    'another number of rows',
    ['as 5 hospedagens mais pesadas da Serra', 'agora as 3 do Farol'],
    'rows / unidade in Farol / order peso desc / limit 3',
  ],
  [
    'the second half of the year',
    ['quantas hospedagens no 1º semestre de 2026?', 'e no segundo?'],
    'count / dt_reserva between 2026-07-01|2026-12-31',
  ],
  [
    'a mark turned round',
    ['quantas hospedagens que aceitam banho?', 'e as que não aceitam?'],
    'count / aceita_banho in Não',
  ],
  [
    'the first of the groups that were shown',
    ['hospedagens na Serra por cuidador', 'qual cuidador teve menos?'],
    'count / by cuidador / unidade in Serra; cuidador filled / order measure asc / limit 1',
  ],
  [
    'all values of a column that was narrowed',
    ['peso médio dos de porte grande na Serra', 'e em todas as unidades?'],
    'average peso / porte in Grande',
  ],
])('Of the answer before, %s.', (_title, questions, expected) => {
  const { plan, refusals } = chain(...questions);
  expect(refusals).toEqual([]);
  expect(planLine(plan)).toBe(expected);
});

test('Without an answer before, «exclui» asks for a change, which nothing makes.', () => {
  expect(chain('exclui porte grande').refusals).toEqual([
    'Só consigo consultar esta tabela: não posso alterar nada nela.',
  ]);
});

test.each(['e no Farol?', 'por porte', 'só as de porte grande', 'tira a Serra'])(
  'R-TBL-23: after a question without an answer, «%s» does not edit an older one.',
  (question) => {
    const { plan } = chain('quantas hospedagens na Serra por cuidador?');
    const today = '2026-11-23';
    const parsed = parseQuestion(question, lexicon, { today, before: plan, isBeforeUnanswered: true });
    expect(parsed.refusals).toEqual([
      'Não sei a que resposta anterior isto se refere: faça a pergunta inteira.',
    ]);
  },
);

test('After a question without an answer, a whole question is read on its own.', () => {
  const { plan } = chain('quantas hospedagens na Serra?');
  const today = '2026-11-23';
  const parsed = parseQuestion('quantas hospedagens no Farol?', lexicon, {
    today,
    before: plan,
    isBeforeUnanswered: true,
  });
  expect(parsed.refusals).toEqual([]);
  expect(planLine(parsed.plan)).toBe('count / unidade in Farol');
});
