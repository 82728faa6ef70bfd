/** Results as a server stores them with an answer, and the conversation that shows one. */
import type { Page } from '@playwright/test';
import { EMPTY_PLAN, type Plan } from '#contract/table-plan.ts';
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { keepRecords } from '../conversation/records.ts';
import { openConversation } from '../support/test-server.ts';

const column = (
  rest: Pick<ResultColumn, 'name' | 'label' | 'kind'> & Partial<ResultColumn>,
): ResultColumn => ({
  unit: null,
  bucket: null,
  ...rest,
});

export const MODALITY = column({ name: 'modalidade', label: 'Modalidade', kind: 'category' });
export const SITUATION = column({ name: 'situacao', label: 'Situação', kind: 'category' });
export const OPENING = column({ name: 'data_abertura', label: 'Abertura', kind: 'date', bucket: 'month' });
const COUNT = column({ name: 'figure_0', label: 'Número de licitações', kind: 'number', unit: 'licitações' });
const MEAN = column({ name: 'figure_0', label: 'Média de valor estimado', kind: 'money', unit: 'R$' });

const plan = (rest: Partial<Plan>): Plan => ({ ...EMPTY_PLAN, ...rest });

const result = (rest: Partial<TableResult>): TableResult => ({
  index: 1,
  data_source_id: 1,
  data_source_name: 'Licitações',
  read_at: '2026-11-23T12:00:00.000Z',
  understood: 'Licitações',
  plan: EMPTY_PLAN,
  columns: [],
  rows: [],
  total: null,
  rows_considered: 360,
  skipped_nulls: 0,
  others: 0,
  others_row: null,
  comparison: null,
  chart: null,
  chips: [],
  alternatives: [],
  ...rest,
});

const OPEN = { column: 'situacao', op: 'in' as const, values: ['Aberta'] };
const IN_2025 = { column: 'data_abertura', op: 'between' as const, values: ['2025-01-01', '2025-12-31'] };
const ABOVE = { column: 'valor_estimado', op: '>=' as const, values: ['100000'] };

/** A mean for each of five modalities, with three filters. */
export const BY_MODALITY = result({
  understood: 'Média de valor estimado por modalidade, situação Aberta, abertura em 2025',
  plan: plan({
    filters: [OPEN, IN_2025, ABOVE],
    measures: [{ fn: 'average', column: 'valor_estimado' }],
    group_by: [{ column: 'modalidade', bucket: null }],
  }),
  columns: [MODALITY, MEAN],
  rows: [
    ['Concorrência', '2091926.94'],
    ['Pregão Eletrônico', '812450.10'],
    ['Inexigibilidade', '320000.00'],
    ['Dispensa', '100250.00'],
    [null, '99000.50'],
  ],
  total: ['1092031.33'],
  skipped_nulls: 4,
  chart: 'bar',
  chips: [
    { id: 'filter-0', label: 'Situação', text: 'Aberta', editor: 'list', condition: OPEN },
    { id: 'filter-1', label: 'Abertura', text: 'em 2025', editor: 'date', condition: IN_2025 },
    {
      id: 'filter-2',
      label: 'Valor estimado',
      text: 'a partir de R$ 100.000,00',
      editor: 'range',
      condition: ABOVE,
    },
  ],
});

/** Counts by month, with two months that have no row. */
export const BY_MONTH = result({
  understood: 'Número de licitações por mês de abertura',
  plan: plan({
    measures: [{ fn: 'count', column: null }],
    group_by: [{ column: 'data_abertura', bucket: 'month' }],
  }),
  columns: [OPENING, COUNT],
  rows: [
    ['2025-01', '12'],
    ['2025-02', '31'],
    ['2025-03', '18'],
    ['2025-06', '40'],
    ['2025-07', '7'],
    ['2025-09', '22'],
    ['2025-10', '25'],
  ],
  total: ['155'],
  chart: 'line',
});

/** Counts by modality and situation. */
export const STACKED = result({
  understood: 'Número de licitações por modalidade e situação',
  plan: plan({
    measures: [{ fn: 'count', column: null }],
    group_by: [
      { column: 'modalidade', bucket: null },
      { column: 'situacao', bucket: null },
    ],
  }),
  columns: [MODALITY, SITUATION, COUNT],
  rows: [
    ['Pregão Eletrônico', 'Aberta', '40'],
    ['Pregão Eletrônico', 'Homologada', '90'],
    ['Pregão Eletrônico', 'Suspensa', '12'],
    ['Concorrência', 'Aberta', '20'],
    ['Concorrência', 'Homologada', '31'],
    ['Dispensa', 'Homologada', '77'],
    ['Dispensa', 'Suspensa', '3'],
  ],
  total: ['273'],
  chart: 'stacked',
});

/** Two situations side by side, with their difference. */
export const COMPARED = result({
  understood: 'Número de licitações por situação, situação Aberta ou Suspensa',
  plan: plan({
    filters: [{ ...OPEN, values: ['Aberta', 'Suspensa'] }],
    measures: [{ fn: 'count', column: null }],
    group_by: [{ column: 'situacao', bucket: null }],
  }),
  columns: [SITUATION, COUNT],
  rows: [
    ['Aberta', '60'],
    ['Suspensa', '15'],
  ],
  total: ['75'],
  comparison: { first: 'Aberta', second: 'Suspensa', difference: '-45', percent: '-75.00' },
});

/** Thirty of 2,048 rows, six columns wide. */
export const ROWS = result({
  understood: 'Licitações, município Recife',
  plan: plan({ rows: true, filters: [{ column: 'municipio', op: 'in', values: ['Recife'] }] }),
  columns: [
    column({ name: 'numero', label: 'Número', kind: 'identifier' }),
    column({ name: 'objeto', label: 'Objeto', kind: 'text' }),
    column({ name: 'municipio', label: 'Município', kind: 'category' }),
    column({ name: 'valor_estimado', label: 'Valor estimado', kind: 'money', unit: 'R$' }),
    column({ name: 'data_abertura', label: 'Abertura', kind: 'date' }),
    MODALITY,
  ],
  rows: Array.from({ length: 30 }, (_, at) => [
    `PE ${String(at + 1).padStart(3, '0')}/2025`,
    `Aquisição de material de limpeza e de higiene para as unidades de saúde, lote ${at + 1}`,
    'Recife',
    at === 3 ? null : `${(30 - at) * 1234}.5`,
    `2025-${String((at % 12) + 1).padStart(2, '0')}-15`,
    at % 2 ? 'Pregão Eletrônico' : 'Dispensa',
  ]),
  rows_considered: 2048,
  others: 2018,
  chips: [
    {
      id: 'filter-0',
      label: 'Município',
      text: 'Recife',
      editor: 'list',
      condition: { column: 'municipio', op: 'in', values: ['Recife'] },
    },
  ],
});

/** One figure, of a question that can be read in two ways. */
export const AMBIGUOUS = result({
  understood: 'Número de licitações, município São Paulo',
  plan: plan({
    filters: [{ column: 'municipio', op: 'in', values: ['São Paulo'] }],
    measures: [{ fn: 'count', column: null }],
  }),
  columns: [COUNT],
  rows: [['13']],
  rows_considered: 13,
  chips: [
    {
      id: 'filter-0',
      label: 'Município',
      text: 'São Paulo',
      editor: 'list',
      condition: { column: 'municipio', op: 'in', values: ['São Paulo'] },
    },
  ],
  alternatives: [
    { label: 'UF São Paulo', figure: '48', filters: [{ column: 'uf', op: 'in', values: ['SP'] }] },
  ],
});

export const NOTHING = result({
  understood: 'Número de licitações por situação, município Atlântida',
  plan: plan({
    filters: [{ column: 'municipio', op: 'in', values: ['Atlântida'] }],
    measures: [{ fn: 'count', column: null }],
    group_by: [{ column: 'situacao', bucket: null }],
  }),
  columns: [SITUATION, COUNT],
  rows_considered: 0,
  chips: [
    {
      id: 'filter-0',
      label: 'Município',
      text: 'Atlântida',
      editor: 'list',
      condition: { column: 'municipio', op: 'in', values: ['Atlântida'] },
    },
  ],
});

/** A stored answer: its sentence, the table as text, and a remark. */
export const answerOf = ({ columns, rows }: TableResult) =>
  [
    'Assim fica, pelo que a fonte tem. [1]',
    [
      `| ${columns.map(({ label }) => label).join(' | ')} |`,
      `| ${columns.map(() => '---').join(' | ')} |`,
      ...rows.map((row) => `| ${row.map((cell) => cell ?? '(vazio)').join(' | ')} |`),
    ].join('\n'),
    'A fonte foi lida agora.',
  ].join('\n\n');

/** Opens a conversation with one answer that has this result; the id of the answer. */
export async function openResult(page: Page, shown: TableResult): Promise<number> {
  const id = await openConversation(page);
  const { data_source_id, data_source_name: title, understood: snippet, index } = shown;
  const [messageId = 0] = await keepRecords(id, [
    {
      question: 'Como fica?',
      answer: answerOf(shown),
      sources: [{ index, kind: 'result', title, snippet, data_source_id }],
      results: [shown],
    },
  ]);
  await page.goto(`/chat/${id}`);
  return messageId;
}

/** The first result of the answer, and what stands in it. */
export const block = (page: Page) => page.locator('[data-result="1"]');
export const chip = (page: Page, words: string) =>
  block(page).getByRole('button', { name: `Mudar filtro ${words}` });
export const press = (page: Page, name: string) =>
  block(page).getByRole('button', { name, exact: true }).click();
