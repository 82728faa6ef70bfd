/** Texts as models write them about a table, with the figures in them that are right and those that are not. */

import { EMPTY_PLAN } from '../../contract/src/table-plan.ts';
import type { ResultColumn, TableResult } from '../../contract/src/table-result.ts';
import type { Chance } from '../support/seeded-random.ts';
import { type FigureKind, isSaidBy, type WrittenFigure, writtenFigure } from './written-figures.ts';

/** [start, end) in UTF-16 code units. */
type Place = { start: number; end: number };
export type ModelText = {
  question: string;
  result: TableResult;
  text: string;
  wrong: Place[];
  right: Place[];
};

const CITIES = ['Salvador', 'Recife', 'Natal', 'Belém', 'Olinda', 'Campinas', 'Vitória', 'Palmas'];

/** About one figure in four is wrong. */
export function modelText(chance: Chance): ModelText {
  const { result, truths } = tableOf(chance);
  const floor = (1 + chance.below(9)) * 100_000;
  const question = `Quais municípios têm mais que R$ ${floor / 1000} mil em 2025?`;
  const writer = new Writer(chance, [...truths, { kind: 'money', value: floor }]);
  const sentences = 3 + chance.below(6);
  for (let count = 0; count < sentences; count += 1) chance.pick(SENTENCES)(writer, result);
  return { question, result, text: writer.text, wrong: writer.wrong, right: writer.right };
}

type Truth = { kind: FigureKind; value: number };

class Writer {
  text = '';
  readonly wrong: Place[] = [];
  readonly right: Place[] = [];
  readonly chance: Chance;
  readonly #truths: Truth[];

  constructor(chance: Chance, truths: Truth[]) {
    this.chance = chance;
    this.#truths = truths;
  }

  /** `«money»`, `«count»` and their like in the words become figures. */
  say(words: string): void {
    for (const piece of words.split(/(«\w+»)/)) {
      const kind = /^«(\w+)»$/.exec(piece)?.[1] as FigureKind | undefined;
      if (kind) this.#figure(kind);
      else this.text += piece;
    }
  }

  /** Words whose digits are no figures of the table, or are true. */
  claim(words: string, isWrong: boolean): void {
    const start = this.text.length;
    this.text += words;
    (isWrong ? this.wrong : this.right).push({ start, end: this.text.length });
  }

  #figure(kind: FigureKind): void {
    const known = this.#truths.filter((truth) => truth.kind === kind);
    const { value } = this.chance.pick(known);
    const isWrong = this.chance.percent(25);
    const written = isWrong ? this.#wrong(kind, value) : writtenFigure(kind, value, this.chance);
    this.claim(written.text, isWrong);
  }

  /** Off by one, another digit, another magnitude, a made-up value: no true value may say it by chance. */
  #wrong(kind: FigureKind, value: number): WrittenFigure {
    for (;;) {
      const { chance } = this;
      const changed = chance.pick([
        value + 1 + chance.below(3),
        value * (1.05 + chance.below(90) / 100),
        value * 10,
        kind === 'percent' ? chance.below(10_000) / 100 : chance.below(5_000_000) + 11,
      ]);
      const written = writtenFigure(kind, kind === 'count' ? Math.round(changed) : changed, chance);
      if (!this.#truths.some((truth) => comparable(kind, truth) && isSaidBy(written, truth.value)))
        return written;
    }
  }
}

/** An amount never says a percentage; a bare number may be anything. */
const comparable = (kind: FigureKind, truth: Truth): boolean =>
  kind === 'percent' ? truth.kind === 'percent' : true;

type Sentence = (writer: Writer, result: TableResult) => void;
const SENTENCES: Sentence[] = [
  (writer) => writer.say('Ao todo, são «count» licitações, que somam «money» [1]. '),
  (writer) =>
    writer.say('A média por município é de «money», e «percent» dos registros ficam acima dela [1].\n\n'),
  (writer) => writer.say('Há «count» registros sem valor; a nota média foi «decimal».\n'),
  (writer) =>
    writer.say('Compare `linhas[42]`, https://prosa.example/t/77?p=9 e a 3ª posição com os «count» totais. '),
  (writer) => {
    writer.say('Em ');
    writer.claim(writer.chance.pick(['2025', '01/01/2025', '31/12/2025', 'janeiro de 2025']), false);
    writer.say(', o valor chegou a «money». ');
  },
  (writer) => {
    writer.say('Já em ');
    writer.claim(writer.chance.pick(['2021', '17/08/2023', '1998', '30 de abril de 2022']), true);
    writer.say(' nada foi aberto. ');
  },
  (writer, { rows }) => {
    writer.say('\n\n| # | Município | Licitações | Valor | % |\n|--:|---|--:|--:|--:|\n');
    for (const [place] of rows.entries())
      writer.say(`| ${place + 1} | ${rows[place]?.[0]} | «count» | «money» | «percent» |\n`);
    writer.say('\n');
  },
  (writer, { rows }) => {
    const listed = rows.slice(0, 2 + writer.chance.below(3));
    writer.say(`\n\nOs ${listed.length} primeiros:\n\n`);
    for (const [place, row] of listed.entries())
      writer.say(`${place + 1}. **${row[0]}**: «count» licitações («percent»), «money» [1]\n`);
    writer.say('\n');
  },
  (writer, { rows }) => {
    const [one, two] = rows;
    writer.say(`Entre os dois maiores, ${one?.[0]} e ${two?.[0]}, a diferença passa de «money». `);
  },
];

const column = (
  name: string,
  label: string,
  kind: ResultColumn['kind'],
  unit: string | null,
): ResultColumn => ({
  name,
  label,
  kind,
  unit,
  bucket: null,
});

function tableOf(chance: Chance): { result: TableResult; truths: Truth[] } {
  const cities = CITIES.slice(0, 3 + chance.below(CITIES.length - 3));
  const made = cities.map((city) => ({
    city,
    count: 11 + chance.below(3_000),
    money: (chance.below(900_000_000) + 100_000) / 100,
    percent: chance.below(10_000) / 100,
    decimal: 1 + chance.below(900) / 100,
  }));
  const count = made.reduce((sum, one) => sum + one.count, 0);
  const money = made.reduce((sum, one) => sum + one.money, 0);
  const total = { count, money: Number(money.toFixed(2)) };
  const skipped = 11 + chance.below(40);
  const result: TableResult = {
    index: 1,
    data_source_id: 1,
    data_source_name: 'Licitações',
    read_at: '2026-11-14T12:00:00.000Z',
    understood: 'Quantidade e valor por município, abertura em 2025',
    plan: {
      ...EMPTY_PLAN,
      filters: [{ column: 'abertura', op: 'between', values: ['2025-01-01', '2025-12-31'] }],
    },
    columns: [
      column('municipio', 'Município', 'category', null),
      column('figure_0', 'Licitações', 'number', 'licitações'),
      column('figure_1', 'Valor', 'money', 'R$'),
      column('figure_2', '% do total', 'percent', null),
      column('figure_3', 'Nota', 'number', null),
    ],
    rows: made.map((one) => [
      one.city,
      String(one.count),
      one.money.toFixed(2),
      one.percent.toFixed(2),
      one.decimal.toFixed(2),
    ]),
    total: [String(total.count), total.money.toFixed(2), null, null],
    rows_considered: total.count,
    skipped_nulls: skipped,
    others: 0,
    others_row: null,
    comparison: null,
    chart: null,
    chips: [],
    alternatives: [],
  };
  const kinds = ['count', 'money', 'percent', 'decimal'] as const;
  const truths = made.flatMap((one) => kinds.map((kind): Truth => ({ kind, value: one[kind] })));
  truths.push(
    { kind: 'count', value: total.count },
    { kind: 'money', value: total.money },
    { kind: 'count', value: skipped },
  );
  return { result, truths };
}
