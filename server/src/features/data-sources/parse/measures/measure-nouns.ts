/** Nouns that say what a column holds, and not which one is meant: «tempo de espera», «valor do repasse», «nível de ruído». */
import { baseForm } from '../../../../language/word-forms.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  namesOf,
  type Reading,
} from '../reading.ts';
import { stuffColumns } from './add-measure.ts';

type Holds = (reading: Reading, name: string) => boolean;

const isTime: Holds = (reading, name) =>
  isNumeric(columnNamed(reading, name)) &&
  /\b(?:min|minutos?|horas?|dias?|meses|semanas?|segundos?|tempo|espera|duracao|atraso|demora)\b/.test(
    `${namesOf(reading, name).replaceAll('_', ' ')} ${columnNamed(reading, name)?.unit ?? ''}`,
  );
const isAmountOfMoney: Holds = (reading, name) => columnNamed(reading, name)?.kind === 'money';
const isCategory: Holds = (reading, name) => columnNamed(reading, name)?.kind === 'category';
const isNumber: Holds = (reading, name) => isNumeric(columnNamed(reading, name));

const MEASURE_NOUNS: [RegExp, Holds][] = [
  [/^(?:tipos?|especies?)$/, isCategory],
  [/^(?:tempos?|duracao|periodo|prazo|demora)$/, isTime],
  [/^(?:valor(?:es)?|montante|quantia|preco|custo|gasto)$/, isAmountOfMoney],
  [/^(?:notas?|pontos?|pontuacao)$/, isNumber],
  [/^(?:quantidades?|numeros?|volume|nivel|grau|indice|consumo|uso|gasto|producao|soma)s?$/, isNumber],
];

/** Before all rules: such a noun that the table does not know is a word of the column named after it. */
export function nameMeasureNouns(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    // «a maior quantidade de litros» is one of a row, and «a quantidade de litros» may be a count.
    const isOfRow =
      isKeyword(item, 'number_of') &&
      isKeyword(reading.items[index - 1], 'largest', 'smallest', 'average', 'median');
    // «a maior nota de matemática» of a source that is called «Alunos e notas»
    const isAside =
      item.kind === 'rows' && baseOf(reading, item) !== baseForm(reading.lexicon.table.rows_word.one);
    if ((item.kind !== 'word' && !isOfRow && !isAside) || item.to !== item.from + 1) continue;
    const holds = MEASURE_NOUNS.find(([noun]) => noun.test(formOf(reading, item)))?.[1];
    const named = holds ? columnsAfter(reading, index).filter((name) => holds(reading, name)) : [];
    const columns = named.length > 0 || item.kind !== 'word' ? named : handled(reading, index);
    const { from, to } = item;
    if (columns.length > 0) reading.items[index] = { kind: 'column', columns, from, to };
  }
}

/** «a movimentação total do terminal», «volume por mês» of a table that weighs or counts what goes through: how much it was. */
function handled(reading: Reading, index: number): string[] {
  if (!/^(?:movimentacao|volume|quantitativo)$/.test(formAt(reading, index))) return [];
  return stuffColumns(reading).map(({ name }) => name);
}

/** The columns that are named after «de», with words for an average or a total between. */
function columnsAfter(reading: Reading, index: number): string[] {
  let isOf = false;
  for (let at = index + 1; at <= index + 4; at += 1) {
    const item = reading.items[at];
    if (!item) return [];
    const isLink = /^(?:de|do|da|dos|das)$/.test(formOf(reading, item));
    if (!isLink && !isKeyword(item, 'average', 'median', 'total', 'largest', 'smallest'))
      return isOf ? candidates(item) : [];
    isOf ||= isLink;
  }
  return [];
}
