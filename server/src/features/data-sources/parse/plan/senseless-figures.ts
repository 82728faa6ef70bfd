import { isPriceOfOne } from '../measures/add-measure.ts';
import { columnNamed, isKeyword, isNumeric, type Reading } from '../reading.ts';
import { isCodeName } from '../words/columns/telling-names.ts';

/** The sum of prices of one piece or of codes, a column as a part of itself, «top 10» of nothing that orders: figures that say nothing. */
export function refuseSenselessFigure(reading: Reading): void {
  const { plan } = reading;
  const price = plan.measures.find(({ fn, column }) => fn === 'sum' && isPriceOf(reading, column));
  if (price)
    reading.refusals.push(
      `Não sei somar «${columnNamed(reading, price.column ?? '')?.label}», que é o preço de uma unidade: peça a média, o maior ou o menor.`,
    );
  const code = plan.measures.find(
    ({ fn, column }) => /^(?:sum|average|median)$/.test(fn) && column !== null && isCodeName(column),
  );
  if (code)
    reading.refusals.push(
      `«${columnNamed(reading, code.column ?? '')?.label}» são códigos: não sei somá-los nem tirar a média deles.`,
    );
  const part = partTakenAway(reading);
  if (part) reading.refusals.push(`Não sei subtrair «${part}» da soma: peça a soma de cada coluna.`);
  if (plan.having.length > 0 && plan.group_by.length === 0)
    reading.refusals.push('Não sei contar grupos por uma condição sobre eles: peça a lista dos grupos.');
  const parts = new Set(
    plan.share_of
      .map((place) => plan.filters[place])
      .filter((one) => one?.op === 'filled')
      .map((one) => one?.column),
  );
  if (plan.share && plan.measures.some(({ column }) => column !== null && parts.has(column)))
    reading.refusals.push('Não sei dividir uma coluna por outra: peça a soma de cada uma.');
  if (plan.rows && plan.order.length === 0 && reading.items.some((item) => isKeyword(item, 'top')))
    reading.refusals.push('Não sei por que valor ordenar: diga a coluna, como em «os 10 maiores por valor».');
}

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
