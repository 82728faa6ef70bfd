/** Values that are codes of one letter or a number: «classe D», «linha 205», «prioridades 1 e 2». */
import type { QuestionWord } from '../../../../language/question-words.ts';
import { fold } from '../../../../language/words.ts';
import type { Lexicon } from '../words/lexicon.ts';
import type { ValuePhrase } from '../words/table-column.ts';
import type { Item, Text } from './items.ts';

/** A capital letter or digits, which elsewhere are a word or a number of their own. */
const CODE_WORD = /^(?:\p{Lu}|\d+)$/u;

/** A code after the name of the column that has it as a value, or after another code of that column. */
export function codeValue({ words, lexicon }: Text, at: number, items: Item[]): Item | null {
  const word = words[at];
  if (!word || !CODE_WORD.test(word.text)) return null;
  const columns = columnsBefore(items, words, lexicon);
  const phrases = lexicon.table.columns
    .filter(({ name, hidden }) => !hidden && columns.includes(name))
    .flatMap(({ name, values }) =>
      values
        .filter((value) => fold(value.trim()) === word.form)
        .map(
          (value): ValuePhrase => ({ bases: [word.form], column: name, values: [value], strength: 'whole' }),
        ),
    );
  return phrases.length > 0 ? { kind: 'value', phrases, columns: [], from: at, to: at + 1 } : null;
}

const LITTLE = /^(?:de|do|da|dos|das|e|ou|nem|a|o|igual|sao|numero|codigo|n)$/;
/** «classes A, B, C e D». */
const REACH = 8;

/** The columns that the last items name, with nothing but links and other codes of theirs after. */
function columnsBefore(items: Item[], words: QuestionWord[], lexicon: Lexicon): string[] {
  for (const item of items.slice(-REACH).toReversed()) {
    const word = words[item.from];
    const columns = columnsOf(item, word, lexicon);
    if (columns.length > 0) return columns;
    if (!word || !(CODE_WORD.test(word.text) || LITTLE.test(word.form))) return [];
  }
  return [];
}

function columnsOf(item: Item, word: QuestionWord | undefined, { columns }: Lexicon): string[] {
  if (item.kind === 'column') return item.columns;
  // «linha» is a word for any row, and of a table of buses the name of a column.
  if (item.kind === 'rows') return [...(columns.get(word?.base ?? '') ?? [])];
  if (item.kind !== 'value') return [];
  const isCode = word !== undefined && CODE_WORD.test(word.text);
  return isCode ? item.phrases.map(({ column }) => column) : item.columns;
}
