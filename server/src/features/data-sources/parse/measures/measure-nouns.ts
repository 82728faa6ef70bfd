/** Nouns that say what a column holds, and not which one is meant: «tempo de espera», «valor do repasse», «nível de ruído». */
import { baseForm } from '../../../../language/word-forms.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  formOf,
  isKeyword,
  isNumeric,
  namesOf,
  type Reading,
} from '../reading.ts';

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
    const columns = holds ? columnsAfter(reading, index).filter((name) => holds(reading, name)) : [];
    const { from, to } = item;
    if (columns.length > 0) reading.items[index] = { kind: 'column', columns, from, to };
  }
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
