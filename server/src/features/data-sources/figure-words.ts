/** Whether a question asks for a number over many rows, by its words. */
import { type ContentColumn, isNumeric } from '../../adapters/content/columns.ts';
import { fold, wordsOf } from '../knowledge/words.ts';
import { singular } from './forms.ts';
import type { Figure } from './profile.ts';

const COUNT = /\b(quant[oa]s|numero de|quantidade de|total de (?!r\$)|contagem)\b/;
const SUM =
  /\b(soma|somatorio|somados?|somadas?|valor total|total gasto|montante|ao todo em (reais|valor)|quanto (custa|custam|custou|custaram|soma|somam|vale|valem|foi gasto|se gastou|gastou|gasta))\b/;
const AVERAGE = /\b(media|valor medio|em media|preco medio)\b/;
const LARGEST = /\b(maior|maiores|mais car[oa]s?|mais alt[oa]s?|maxim[oa]|mais elevad[oa]s?)\b/;
const SMALLEST = /\b(menor|menores|mais barat[oa]s?|mais baix[oa]s?|minim[oa])\b/;

/** Words that ask for a figure and say nothing of the subject. Folded. */
const FIGURE_WORDS = new Set(
  `quantos quantas quanto quanta numero quantidade total contagem soma somatorio somado somada somados somadas valor
  valores montante media medio media maior maiores menor menores caro cara caros caras barato barata alto alta baixo
  baixa maximo maxima minimo minima custa custam custou custaram soma somam vale valem gasto gastou todo todos`.split(
    /\s+/,
  ),
);

export const isFigureWord = (word: string) => FIGURE_WORDS.has(word);

export function figureIn(question: string, columns: ContentColumn[]): Figure | null {
  const asked = fold(question).replace(/\s+/g, ' ');
  const column = columnFor(asked, columns);
  if (column) {
    if (SUM.test(asked)) return { kind: 'sum', column };
    if (AVERAGE.test(asked)) return { kind: 'average', column };
    if (LARGEST.test(asked)) return { kind: 'largest', column };
    if (SMALLEST.test(asked)) return { kind: 'smallest', column };
  }
  return COUNT.test(asked) ? { kind: 'count' } : null;
}

/** The number that is asked about: the one that the question names, or the only one there is. */
function columnFor(asked: string, columns: ContentColumn[]): string | null {
  const numbers = columns.filter((column) => isNumeric(column) && !isKey(column));
  const words = new Set(wordsOf(asked).map(singular));
  const named = numbers.filter(({ name }) =>
    wordsOf(name.replaceAll('_', ' ')).some((word) => words.has(singular(word))),
  );
  if (named.length === 1) return named[0]?.name ?? null;
  return numbers.length === 1 ? (numbers[0]?.name ?? null) : null;
}

/** What tells rows apart is no quantity. */
const isKey = ({ name }: ContentColumn) =>
  /^(id|codigo|code|ano|year)$|_(id|codigo)$|^(id|cod)_/.test(fold(name));
