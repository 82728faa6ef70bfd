/** Generated sheets whose kinds and sums are known, in the notations that people use. */
import type { ColumnKind } from '#contract/table-plan.ts';
import type { MadeCell } from './make-sheets.ts';

/** `csv` is the text of a CSV cell, `cell` the same value in a workbook, `amount` its share in the sum, in hundredths. */
type Value = { csv: string; cell: MadeCell; amount?: number };
type Spec = { label: string; kind: ColumnKind; make: (random: () => number, row: number) => Value };

export type KnownColumn = { label: string; kind: ColumnKind; sum: number | null };
export type KnownSheet = {
  name: string;
  columns: KnownColumn[];
  rows: number;
  csv: string[][];
  cells: MadeCell[][];
};

/** A fixed sequence of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;
const whole = (random: () => number, most: number) => Math.floor(random() * most);
const digits = (random: () => number, count: number) =>
  Array.from({ length: count }, () => whole(random, 10)).join('');
const grouped = (cents: number) =>
  new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);
const same = (text: string): Value => ({ csv: text, cell: text });

function dayFrom(random: () => number): string {
  return new Date(Date.UTC(2019, 0, 1) + whole(random, 2_800) * 86_400_000).toISOString().slice(0, 10);
}
const brazilian = (day: string) => day.split('-').reverse().join('/');

const WORDS =
  'reforma construção compra manutenção pavimentação aquisição serviço contratação da escola do hospital de medicamentos veículos iluminação pública limpeza urbana e drenagem'.split(
    ' ',
  );
const phrase = (random: () => number, row: number) =>
  `${Array.from({ length: 7 + whole(random, 6) }, () => pick(random, WORDS)).join(' ')} nº ${row}`;

const listed = (label: string, values: readonly string[]): Spec => ({
  label,
  kind: 'category',
  make: (random) => same(pick(random, values)),
});

const money = (label: string, written: (cents: number) => string, format: string | null): Spec => ({
  label,
  kind: 'money',
  make: (random) => {
    const cents = whole(random, 90_000_000) - (random() < 0.1 ? 1_000_000 : 0);
    const cell = format ? { number: cents / 100, format } : cents / 100;
    return { csv: written(cents), cell, amount: cents };
  },
});

const SPECS: Spec[] = [
  { label: 'Objeto', kind: 'text', make: (random, row) => same(phrase(random, row)) },
  { label: 'Descrição do item', kind: 'text', make: (random, row) => same(phrase(random, row)) },
  listed('Situação', ['Aberta', 'Encerrada', 'Suspensa', 'Homologada']),
  listed('Município', ['São Paulo', 'Campinas', 'Santos', 'Recife', 'Salvador', 'Belém']),
  listed('UF', ['SP', 'PE', 'BA', 'PA', 'RS']),
  money('Valor pago', (cents) => `R$ ${grouped(cents)}`, '"R$" #,##0.00'),
  money('Preço unitário', grouped, null),
  money('valor_estimado', (cents) => (cents / 100).toFixed(2), null),
  money('Salário', (cents) => (cents < 0 ? `(${grouped(-cents)})` : grouped(cents)), '#,##0.00;(#,##0.00)'),
  {
    label: 'Quantidade',
    kind: 'number',
    make: (random) => {
      const count = whole(random, 5_000);
      return { csv: new Intl.NumberFormat('pt-BR').format(count), cell: count, amount: count * 100 };
    },
  },
  {
    label: 'Alíquota',
    kind: 'number',
    make: (random) => {
      const tenths = whole(random, 1_000);
      const csv = `${String(tenths / 10).replace('.', ',')}%`;
      return { csv, cell: { number: tenths / 1_000, format: '0.0%' }, amount: tenths * 10 };
    },
  },
  {
    label: 'Nota',
    kind: 'number',
    make: (random) => {
      const tenths = whole(random, 101);
      return { csv: (tenths / 10).toFixed(1), cell: tenths / 10, amount: tenths * 10 };
    },
  },
  {
    label: 'Ano',
    kind: 'number',
    make: (random) => {
      const year = 2019 + whole(random, 8);
      return { csv: String(year), cell: year, amount: year * 100 };
    },
  },
  {
    label: 'Data de abertura',
    kind: 'date',
    make: (random) => {
      const day = dayFrom(random);
      return { csv: brazilian(day), cell: { day } };
    },
  },
  {
    label: 'Vencimento em',
    kind: 'date',
    make: (random) => {
      const day = dayFrom(random);
      return { csv: day, cell: { day } };
    },
  },
  {
    label: 'Registrado em',
    kind: 'date',
    make: (random) => {
      const day = dayFrom(random);
      const time = `${String(whole(random, 24)).padStart(2, '0')}:${String(whole(random, 60)).padStart(2, '0')}`;
      return { csv: `${brazilian(day)} ${time}`, cell: { day: `${day}T${time}:00` } };
    },
  },
  {
    label: 'Ativo',
    kind: 'boolean',
    make: (random) => {
      const isTrue = random() < 0.5;
      return { csv: isTrue ? 'Sim' : 'Não', cell: isTrue };
    },
  },
  {
    label: 'CPF',
    kind: 'identifier',
    make: (random) =>
      same(`${digits(random, 3)}.${digits(random, 3)}.${digits(random, 3)}-${digits(random, 2)}`),
  },
  {
    label: 'CNPJ do fornecedor',
    kind: 'identifier',
    make: (random) =>
      same(`${digits(random, 2)}.${digits(random, 3)}.${digits(random, 3)}/0001-${digits(random, 2)}`),
  },
  {
    label: 'Código',
    kind: 'identifier',
    make: (_, row) => {
      const code = String(row + 1).padStart(6, '0');
      return { csv: code, cell: { number: row + 1, format: '000000' } };
    },
  },
  {
    label: 'Matrícula',
    kind: 'identifier',
    make: (_, row) => ({ csv: String(40_000 + row * 7), cell: 40_000 + row * 7 }),
  },
  {
    label: 'Processo',
    kind: 'identifier',
    make: (random, row) => same(`${row + 100}-${digits(random, 2)}.2026.8.26.${digits(random, 4)}`),
  },
];

const BLANKS = 0.05;

/** Titles above, blank cells, and a last line of totals, as the seed has it. */
export function knownSheet(seed: number): KnownSheet {
  const random = randomFrom(seed);
  const specs = [...SPECS].sort(() => random() - 0.5).slice(0, 5 + whole(random, 4));
  const rows = 30 + whole(random, 90);
  const columns = specs.map(
    ({ label, kind }): KnownColumn => ({
      label,
      kind,
      sum: kind === 'number' || kind === 'money' ? 0 : null,
    }),
  );
  const csv: string[][] = [];
  const cells: MadeCell[][] = [];
  const push = (values: Value[]) => {
    csv.push(values.map((value) => value.csv));
    cells.push(values.map((value) => value.cell));
  };
  if (random() < 0.4)
    push([same(`Relatório ${seed}`), ...specs.slice(1).map(() => ({ csv: '', cell: null }))]);
  push(specs.map(({ label }) => same(label)));
  for (let row = 0; row < rows; row += 1)
    push(
      specs.map(({ make, kind }, place) => {
        const value = make(random, row);
        // An identifier is never blank, so that each row can be named.
        if (kind !== 'identifier' && random() < BLANKS) return { csv: '', cell: null };
        const column = columns[place];
        if (column && column.sum !== null) column.sum += value.amount ?? 0;
        return value;
      }),
    );
  return { name: `Tabela ${seed}`, columns, rows, csv, cells };
}
