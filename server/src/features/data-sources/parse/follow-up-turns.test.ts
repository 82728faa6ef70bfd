/** Turns of speech that go on from an answer: after first questions of every shape, each has one expected change of the plan. */
import { describe, expect, test } from 'vitest';
import type { Condition, Plan } from '#contract/table-plan.ts';
import { contractsTable } from '../../../../test/tables/contracts-table.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';

const lexicon = lexiconOf(contractsTable);
const read = (question: string, before: Plan | null = null) =>
  parseQuestion(question, lexicon, { today: '2026-11-23', before });

/** The plan in one line, its conditions in the order of their columns; what is said instead of an answer, else. */
function lineOf(plan: Plan): string {
  const shared = plan.share_of.map((place) => plan.filters[place]?.column ?? '').toSorted();
  const filters = plan.filters.toSorted((one, other) => one.column.localeCompare(other.column));
  const line = planLine({ ...plan, filters, share_of: [] });
  return [line, plan.share ? `share of ${shared.join(',')}` : '', plan.skip ? `skip ${plan.skip}` : '']
    .filter(Boolean)
    .join(' / ');
}

function answer(question: string, before: Plan | null): string {
  const { plan, refusals, texts } = read(question, before);
  return refusals[0] ? 'refused' : texts.length > 0 ? `not known: ${texts.join(', ')}` : lineOf(plan);
}

const figures = [
  'quantos contratos?',
  'quantos contratos de Campinas em 2025?',
  'quanto foi pago nos contratos vigentes?',
  'qual o valor contratado médio dos contratos com mais de 2 aditivos?',
  'soma dos aditivos dos contratos da Construtora Alfa',
  'maior valor pago nos contratos com garantia',
  'quantos contratos sem data de encerramento?',
];
const groups = [
  'contratos vigentes por diretoria',
  'valor pago por fornecedor nos contratos de 2025',
  'qual fornecedor tem mais contratos com garantia?',
  'as 3 diretorias com mais contratos sem data de encerramento',
];
const lists = ['liste os contratos vigentes', 'os 5 maiores contratos com garantia'];

type Change = (before: Plan) => string;

function testTurns(title: string, questions: string[], turns: string[], change: Change): void {
  describe(`R-TBL-23 ${title}`, () => {
    test.each(turns.flatMap((turn) => questions.map((question) => [question, turn] as const)))(
      '%s ▸ %s',
      (question, turn) => {
        const { plan } = read(question);
        expect(answer(turn, plan)).toBe(change(plan));
      },
    );
  });
}

/** A condition takes the place of that on the same column. */
function withCondition(plan: Plan, now: Condition): Plan {
  const filters = plan.filters.filter(({ column, op }) => column !== now.column || op === 'filled');
  return { ...plan, filters: [...filters, now] };
}

const rowsOf = (plan: Plan): string =>
  lineOf({ ...plan, rows: true, measures: [], group_by: [], order: [], limit: null });

testTurns(
  'another period replaces the one before, and leaves what has no day as it is',
  [...figures, ...groups, ...lists],
  [
    'e em 2024?',
    'e pra 2024?',
    'idem para 2024',
    'a mesma coisa em 2024',
    'e se for em 2024?',
    'filtra por 2024',
  ],
  (plan) =>
    lineOf(
      withCondition(plan, {
        column: 'data_assinatura',
        op: 'between',
        values: ['2024-01-01', '2024-12-31'],
      }),
    ),
);

testTurns(
  'another value narrows what was answered',
  [...figures, ...groups, ...lists],
  [
    'e de Ouro Preto?',
    'idem para Ouro Preto',
    'a mesma coisa em Ouro Preto',
    'mesma pergunta para Ouro Preto',
    'e quanto a Ouro Preto?',
    'repete para Ouro Preto',
    'e se for Ouro Preto?',
    'considerando só Ouro Preto',
  ],
  (plan) => lineOf(withCondition(plan, { column: 'cidade', op: 'in', values: ['Ouro Preto'] })),
);

testTurns(
  'what is left out is excluded',
  [
    'quantos contratos?',
    'valor pago por fornecedor nos contratos de 2025',
    'os 5 maiores contratos com garantia',
  ],
  [
    'tira os rescindidos',
    'e se tirar os rescindidos?',
    'não conta os rescindidos',
    'sem contar os rescindidos',
  ],
  (plan) => lineOf(withCondition(plan, { column: 'situacao', op: 'not_in', values: ['Rescindido'] })),
);

testTurns(
  'the rows behind a figure are shown',
  figures,
  [
    'quais foram?',
    'quais são?',
    'quero ver',
    'posso ver?',
    'detalha',
    'abre a lista',
    'mostra um por um',
    'me diga quais foram',
    'quais contratos?',
    'quais contratos foram?',
  ],
  rowsOf,
);

testTurns(
  'rows that are listed without a noun are some of those before',
  figures,
  ['mostra os encerrados', 'me mostra só os encerrados'],
  (plan) => rowsOf(withCondition(plan, { column: 'situacao', op: 'in', values: ['Encerrado'] })),
);

testTurns(
  'the rows before are counted',
  ['quanto foi pago nos contratos vigentes?', 'valor pago por fornecedor nos contratos de 2025'],
  ['quantos foram?', 'quantos deram?', 'conta pra mim', 'conta eles', 'são quantos ao todo?'],
  (plan) => lineOf({ ...plan, measures: [{ fn: 'count', column: null }], group_by: [] }),
);

testTurns(
  'the groups are shown from the other end',
  ['qual fornecedor tem mais contratos com garantia?', 'os 5 maiores contratos com garantia'],
  ['e o contrário?', 'e ao contrário?', 'inverte a ordem'],
  (plan) => lineOf({ ...plan, order: plan.order.map((one) => ({ ...one, direction: 'asc' as const })) }),
);

testTurns(
  'the next of a ranking follows',
  ['qual fornecedor tem mais contratos com garantia?'],
  ['e o segundo?', 'e o próximo?', 'e depois?'],
  (plan) => lineOf({ ...plan, skip: 1 }),
);

test.each([
  ['quantos contratos de Campinas?', 'e incluindo Ouro Preto?', 'count / cidade in Campinas|Ouro Preto'],
  ['quantos contratos de Campinas?', 'junto com Ouro Preto', 'count / cidade in Campinas|Ouro Preto'],
  ['quantos contratos de Campinas?', 'em vez de Campinas, Ouro Preto', 'count / cidade in Ouro Preto'],
  ['quantos contratos de Campinas?', 'troque Campinas por Ouro Preto', 'count / cidade in Ouro Preto'],
  ['contratos por cidade', 'do maior para o menor', 'count / by cidade / order measure desc'],
  [
    'qual cidade tem mais contratos?',
    'e quem tem menos?',
    'count / by cidade / cidade filled / order measure asc / limit 1',
  ],
  [
    'contratos vigentes por cidade',
    'qual o percentual disso?',
    'count / by cidade / situacao in Vigente / share of ',
  ],
  [
    'quantos contratos vigentes?',
    'e quanto dá isso em percentual?',
    'count / situacao in Vigente / share of situacao',
  ],
  ['qual o valor pago médio em Campinas?', 'e o total?', 'sum valor_pago / cidade in Campinas'],
  ['qual o valor pago médio em Campinas?', 'qual o total disso?', 'sum valor_pago / cidade in Campinas'],
  ['qual o valor pago médio em Campinas?', 'e no geral?', 'average valor_pago'],
  ['quanto foi pago em 2025?', 'e no total?', 'sum valor_pago'],
  [
    'quanto foi pago em 2025?',
    'e a média disso?',
    'average valor_pago / data_assinatura between 2025-01-01|2025-12-31',
  ],
  [
    'quantos contratos vigentes?',
    'e quanto foi em 2024?',
    'count / data_assinatura between 2024-01-01|2024-12-31; situacao in Vigente',
  ],
])('R-TBL-23 «%s» ▸ «%s»', (question, turn, expected) => {
  expect(answer(turn, read(question).plan)).toBe(expected);
});

test.each([
  ['quantos contratos em 2025?', 'inclui Ouro Preto'],
  ['contratos por fornecedor', 'mais Ouro Preto'],
  ['quantos contratos em 2025?', 'Ouro Preto em vez de Campinas'],
  ['os 5 maiores contratos de 2025', 'e a média?'],
  ['os 5 maiores contratos de 2025', 'soma tudo'],
  ['as 3 cidades com mais contratos', 'e o total?'],
  ['qual o valor pago médio em Campinas?', 'em percentual?'],
  ['contratos por cidade', 'só os acima de 200 mil'],
  ['quantos contratos de Campinas em 2025?', 'e no total?'],
  ['quantos contratos?', 'volta'],
])('R-TBL-27 after «%s», «%s» is refused, and no other figure is shown', (question, turn) => {
  expect(answer(turn, read(question).plan)).toBe('refused');
});

test.each([
  'quantos contratos em Ouro Preto?',
  'liste os contratos suspensos',
  'e quantos contratos de Ouro Preto em 2024?',
])('R-TBL-24 «%s» takes nothing along', (question) => {
  for (const first of [...figures, ...groups, ...lists])
    expect(answer(question, read(first).plan)).toBe(answer(question, null));
});

test.each(['idem para Ouro Preto', 'e se for Campinas?'])(
  'R-TBL-23 without an answer before, «%s» leans on nothing',
  (question) => {
    expect(answer(question, null)).toBe('refused');
  },
);
