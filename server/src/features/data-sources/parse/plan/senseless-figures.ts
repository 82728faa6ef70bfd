import { datesBetween } from '#contract/table-plan.ts';
import { fold } from '../../../../language/words.ts';
import { isPriceOfOne, isRate } from '../measures/add-measure.ts';
import { columnNamed, isKeyword, isNumeric, type Reading } from '../reading.ts';
import { isCodeName } from '../words/columns/telling-names.ts';

/** The sum of prices of one piece or of codes, a column as a part of itself, «top 10» of nothing that orders: figures that say nothing. */
export function refuseSenselessFigure(reading: Reading): void {
  reading.refusals.push(...SENSELESS.flatMap((refusalOf) => refusalOf(reading) ?? []));
}

type RefusalOf = (reading: Reading) => string | null;

const sumOfPrices: RefusalOf = (reading) => {
  const price = reading.plan.measures.find(({ fn, column }) => fn === 'sum' && isPriceOf(reading, column));
  return price
    ? `Não sei somar «${columnNamed(reading, price.column ?? '')?.label}», que é o preço de uma unidade: peça a média, o maior ou o menor.`
    : null;
};

/** «em horas»: the time between two days is counted in days, and the word is none of the texts. */
const otherThanDays: RefusalOf = ({ plan, texts }) =>
  plan.measures.some(({ column }) => column !== null && datesBetween(column) !== null) &&
  texts.some(({ text }) => /^(?:horas?|minutos?)$/.test(fold(text)))
    ? 'Não sei contar em horas o tempo entre duas datas: pergunte por dias.'
    : null;

const figureOfCodes: RefusalOf = (reading) => {
  const code = reading.plan.measures.find(
    ({ fn, column }) => /^(?:sum|average|median)$/.test(fn) && column !== null && isCodeName(column),
  );
  return code
    ? `«${columnNamed(reading, code.column ?? '')?.label}» são códigos: não sei somá-los nem tirar a média deles.`
    : null;
};

const sumLessPart: RefusalOf = (reading) => {
  const part = partTakenAway(reading);
  return part ? `Não sei subtrair «${part}» da soma: peça a soma de cada coluna.` : null;
};

const countOfGroups: RefusalOf = ({ plan }) =>
  plan.having.length > 0 && plan.group_by.length === 0
    ? 'Não sei contar grupos por uma condição sobre eles: peça a lista dos grupos.'
    : null;

const columnByColumn: RefusalOf = ({ plan }) => {
  const parts = plan.share_of.map((place) => plan.filters[place]).filter((one) => one?.op === 'filled');
  const isDivided = plan.measures.some(
    ({ column }) => column !== null && parts.some((part) => part?.column === column),
  );
  return plan.share && isDivided ? 'Não sei dividir uma coluna por outra: peça a soma de cada uma.' : null;
};

/** «em percentual?» after an average. */
const partOfAverage: RefusalOf = ({ plan }) =>
  plan.share && plan.measures.some(({ fn }) => /^(?:average|median|minimum|maximum)$/.test(fn))
    ? 'Não sei que parte uma média, um maior ou um menor valor é do total: peça a soma ou a quantidade.'
    : null;

/** «assinados em 2024 em Campinas em 2025»: no row is in both. */
const periodsApart: RefusalOf = (reading) => {
  const spans = reading.plan.filters.filter(
    ({ column, op }) => op === 'between' && columnNamed(reading, column)?.kind === 'date',
  );
  const isApart = spans.some((one, at) =>
    spans
      .slice(at + 1)
      .some(
        (other) =>
          other.column === one.column &&
          ((other.values[1] ?? '') < (one.values[0] ?? '') ||
            (one.values[1] ?? '') < (other.values[0] ?? '')),
      ),
  );
  return isApart
    ? 'Não sei juntar dois períodos que não se encontram: diga de que data é cada um, ou pergunte por um de cada vez.'
    : null;
};

/** «quanto gastamos por mês, em média?» asks for the mean of the months' sums, and not for that of the rows of each month. */
const meanOfPeriods: RefusalOf = (reading) => {
  const { plan, items } = reading;
  const isAsked = items.some((item) => isKeyword(item, 'how_much', 'how_many'));
  const isAdded = plan.measures.some(({ fn, column }) => {
    const added = fn === 'average' ? columnNamed(reading, column ?? '') : undefined;
    return added !== undefined && !isRate(added);
  });
  return isAsked && isAdded && plan.group_by.some(({ bucket }) => bucket !== null && PERIODS.has(bucket))
    ? 'Não sei calcular a média de um período: peça o total de cada um.'
    : null;
};
const PERIODS = new Set<string>(['day', 'week', 'month', 'quarter', 'semester', 'year']);

const topOfNothing: RefusalOf = ({ plan, items }) =>
  plan.rows && plan.order.length === 0 && items.some((item) => isKeyword(item, 'top'))
    ? 'Não sei por que valor ordenar: diga a coluna, como em «os 10 maiores por valor».'
    : null;

/** «quantas faltas sem justificativa» of the numbers «faltas» and «faltas justificadas»: one less the other, and no condition. */
function partTakenAway(reading: Reading): string | null {
  const { filters, measures } = reading.plan;
  const heads = new Set(
    measures.flatMap(({ fn, column }) => (fn === 'sum' && column ? [reading.lexicon.heads.get(column)] : [])),
  );
  const part = filters.find(
    ({ column, op, values }) =>
      (op === 'empty' || (op === 'between' && values.every((value) => value === '0'))) &&
      isNumeric(columnNamed(reading, column)) &&
      heads.has(reading.lexicon.heads.get(column)),
  );
  return part ? (columnNamed(reading, part.column)?.label ?? null) : null;
}

const isPriceOf = (reading: Reading, name: string | null): boolean => {
  const column = columnNamed(reading, name ?? '');
  return column !== undefined && isPriceOfOne(column);
};

const SENSELESS: RefusalOf[] = [
  sumOfPrices,
  otherThanDays,
  figureOfCodes,
  sumLessPart,
  countOfGroups,
  columnByColumn,
  partOfAverage,
  periodsApart,
  meanOfPeriods,
  topOfNothing,
];

/** «litros por abastecimento» of a table of them is an average; «abastecimentos por abastecimento» is nothing. */
export function averagePerRow(reading: Reading): void {
  const { plan } = reading;
  const isPerRow = [...reading.used.values()].includes('per row') && plan.group_by.length === 0;
  if (reading.isAveraged && plan.measures.some(({ fn }) => fn === 'count'))
    reading.refusals.push('Não sei calcular a média de contagens: pergunte a quantidade em cada grupo.');
  if (plan.rows || !(isPerRow || reading.isAveraged)) return;
  plan.measures = plan.measures.map((measure) =>
    measure.fn === 'sum' ? { ...measure, fn: 'average' as const } : measure,
  );
  if (isPerRow && plan.measures.every(({ fn, column }) => fn === 'count' && column === null))
    reading.refusals.push(
      `Não sei o que contar em cada ${reading.lexicon.table.rows_word.one}: diga o nome da coluna.`,
    );
}
