import { describe, expect, test } from 'vitest';
import { EMPTY_PLAN } from '#contract/table-plan.ts';
import type { TableResult } from '#contract/table-result.ts';
import { AnswerNumbers, answerNumbers } from './answer-numbers.ts';
import { uncheckedNumbers } from './check-numbers.ts';
import { KnownNumbers } from './known-numbers.ts';

const column = (name: string, kind: TableResult['columns'][number]['kind'], unit: string | null = null) =>
  ({ name, label: name, kind, unit, bucket: null }) as TableResult['columns'][number];

const RESULT: TableResult = {
  index: 1,
  data_source_id: 1,
  data_source_name: 'Licitações',
  read_at: '2026-11-14T12:00:00.000Z',
  understood: 'Média de valor estimado por mês',
  plan: {
    ...EMPTY_PLAN,
    filters: [{ column: 'abertura', op: 'between', values: ['2025-01-01', '2025-12-31'] }],
    limit: 7,
  },
  columns: [
    { ...column('abertura', 'date'), bucket: 'month' },
    column('figure_0', 'money', 'R$'),
    column('figure_1', 'number'),
    column('figure_0_share', 'percent'),
  ],
  rows: [
    ['2025-03', '2091926.94', '360', '12.34'],
    ['2025-04', '-1500.5', '48', '87.66'],
  ],
  total: ['2090426.44', '408'],
  rows_considered: 1204,
  skipped_nulls: 6,
  others: 31,
  others_row: null,
  comparison: { first: '2025-03', second: '2025-04', difference: '-2093427.44', percent: '-100.07' },
  chart: 'line',
  chips: [],
  alternatives: [{ label: 'UF São Paulo', figure: '57', filters: [] }],
};

const known = new KnownNumbers();
known.addText('As 3 maiores acima de 100 mil em 15/08/2024?');
known.addResult(RESULT);
known.addCell('PE 012/2025', { name: 'numero' });
known.addCell('1234567890123456789.12', { name: 'saldo' });

const wrongIn = (text: string) => uncheckedNumbers(text, known).map((one) => text.slice(one.start, one.end));

describe('R-TBL-38 a number of a text equals, at its own rounding, what the answer rests on', () => {
  test.each([
    'A média foi R$ 2.091.926,94.',
    'Cerca de R$ 2,1 milhões, ou 2,09 mi, ou R$ 2M, ou dois milhões de reais.',
    '$2,091,926.94 and 2091926.9',
    'R$ **2.091.926,94** e **12,34** %',
    'Foram 360 licitações (12,3 %; 12%), de 1.204 no total, com 6 sem valor.',
    'trezentas e sessenta licitações; mil duzentos e quatro registros',
    'Queda de R$ 1.500,50 e variação de -100,07%.',
    'A diferença é de R$ 2.093.427,44; o total, R$ 2.090.426,44.',
    'Em 2025, de 01/01/2025 a 31/12/2025, em março de 2025, mar/2025 e 03/2025.',
    'Acima de R$ 100 mil, ou 100.000, desde 15 de agosto de 2024 (15/08).',
    'O pregão PE 012/2025, ou PE 12/2025.',
    'As 7 maiores; outros 31 grupos, 33 ao todo; ou UF São Paulo (57).',
    'Saldo: 1.234.567.890.123.456.789,12',
  ])('nothing is marked in «%s»', (text) => {
    expect(wrongIn(text)).toEqual([]);
  });

  test.each([
    ['A média foi R$ 2.091.926,95.', ['R$ 2.091.926,95']],
    ['Cerca de R$ 2,2 milhões ou 2,10 mi', ['R$ 2,2 milhões', '2,10 mi']],
    ['Foram 361 licitações, 13 %, 360 %', ['361', '13 %', '360 %']],
    ['trezentas e sessenta e uma licitações', ['trezentas e sessenta e uma']],
    ['R$ 1.204,00 não é dinheiro da tabela', ['R$ 1.204,00']],
    ['Em 2023, em 16 de agosto, às 14h30, em 14/08/2024', ['2023', '16 de agosto', '14h30', '14/08/2024']],
    ['O pregão PE 013/2025', ['013/2025']],
    ['de 10-20 dias', ['10-20']],
    ['Saldo: 1.234.567.890.123.456.788,12', ['1.234.567.890.123.456.788,12']],
    ['2 mil e 500 reais; 1 milhão e 300 mil', ['2 mil e 500 reais', '1 milhão e 300 mil']],
    ['no meio 🙂 de tudo, 99', ['99']],
  ])('in «%s» these are marked: %j', (text, wrong) => {
    expect(wrongIn(text)).toEqual(wrong);
  });

  test('markers, ordinals, code, addresses, names and counts of what is listed are not looked at', () => {
    const text = `## 5. Resumo [12]

A 4ª maior, a 2.ª, o item 5, a opção 9, H1N1 e CO2: \`x[99]\`, https://a.example/99?b=98, [leia](https://a.example/97).

Há 4 grupos:

1. Um
2. Dois
3. Três
4. Quatro

| # | Município |
|---|---|
| 1 | Salvador |
| 2 | Recife |
| 3 | Natal |
| 4 | Belém |
| 5 | Olinda |

São 5 municípios: 1) Salvador; 2) Recife. As 2 últimas são Belém e Olinda; esses dois lugares ficam longe.

~~~
88
~~~`;
    expect(wrongIn(text)).toEqual([]);
  });

  test('an offset counts UTF-16 code units of the whole text', () => {
    expect(uncheckedNumbers('🙂 **99** licitações', known)).toEqual([{ start: 5, end: 7, text: '99' }]);
  });

  test('20,000 characters of anything take milliseconds', () => {
    const texts = [
      'Foram 361 licitações de R$ 1.234,56 em 12/03/2024. ',
      '9 ',
      '`',
      '](',
      'dois e ',
      '| 1 |\n',
      '[1',
    ];
    for (const text of texts) {
      const long = text.repeat(20_000 / text.length);
      const before = process.cpuUsage();
      uncheckedNumbers(long, known);
      // Five seconds of the processor, in microseconds, however busy the machine is: anything quadratic takes many.
      expect(process.cpuUsage(before).user, text).toBeLessThan(5_000_000);
    }
  });
});

describe('what an answer may say', () => {
  const grounded = {
    passages: [
      {
        index: 1,
        title: 'Pregão',
        section: 'Licitações',
        text: 'valor: 480.000,00',
        row: { valor: '480.000,00' },
      },
      { index: 2, title: 'Lei', section: '', text: 'O prazo é de trinta dias.' },
    ],
    sources: [
      { index: 1, kind: 'row' as const, title: 'Pregão', section: '', snippet: '', row: { valor: 480_000 } },
      { index: 2, kind: 'document' as const, title: 'Lei', section: '', snippet: 'O prazo' },
    ],
    results: [],
    notes: ['Nenhum registro de 2019.'],
  };
  const text = 'São R$ 480.000,00, 30 dias, 2019, 14/11/2026 e 7.';

  test('its rows, notes and question, the day, and the passages that it cites', () => {
    const numbers = new AnswerNumbers(grounded, 'Pergunta 7?', '2026-11-14');
    expect(numbers.uncheckedIn(text, [1]).map((one) => one.text)).toEqual(['30']);
    expect(numbers.uncheckedIn(text, [1, 2])).toEqual([]);
  });

  test('an answer from documents alone is not checked', () => {
    const [, document] = grounded.sources;
    expect(answerNumbers({ ...grounded, sources: document ? [document] : [] }, '', '2026-11-14')).toBeNull();
    expect(answerNumbers(null, '', '2026-11-14')).toBeNull();
    expect(answerNumbers(grounded, '', '2026-11-14')).not.toBeNull();
  });
});
