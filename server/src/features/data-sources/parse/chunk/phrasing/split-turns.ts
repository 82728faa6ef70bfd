/** Turns of speech around a column: «qual o valor pago mais alto» is «qual o maior valor pago», «os maiores fornecedores em número de contratos» those «com mais contratos». */
import { type QuestionWord, wordAt } from '../../../../../language/question-words.ts';
import type { Lexicon } from '../../words/lexicon.ts';

/** No name of a column has more words, its little ones counted. */
const NAME_WORDS = 4;
const LITTLE = /^d[eoa]s?$/;

const formsFrom = (words: QuestionWord[], at: number, count: number): string =>
  words
    .slice(at, at + count)
    .map(({ form }) => form)
    .join(' ');

export const inJoinedTurns = (words: QuestionWord[], lexicon: Lexicon): QuestionWord[] =>
  mostInNumber(extremeBefore(averageBefore(words, lexicon), lexicon), lexicon);

/** «preço médio do quilo» of the column «preço por quilo» is the «média do preço do quilo». */
function averageBefore(words: QuestionWord[], lexicon: Lexicon): QuestionWord[] {
  const at = words.findIndex(
    ({ base }, place) =>
      /^medi[oa]$/.test(words[place + 1]?.form ?? '') &&
      LINK.test(words[place + 2]?.form ?? '') &&
      lexicon.column_names.some(
        ({ bases: [first, second, more] }) =>
          first === base && second === words[place + 3]?.base && more === undefined,
      ),
  );
  const [noun, average] = [words[at], words[at + 1]];
  if (!noun || !average) return words;
  return words.toSpliced(at, 2, wordAt('media', noun), wordAt('do', average), { ...noun, before: ' ' });
}

const LINK = /^(?:d[eoa]|por)$/;

/** «qual foi o valor pago mais alto»: the adjective in front of its column, where it is the largest. */
function extremeBefore(words: QuestionWord[], lexicon: Lexicon): QuestionWord[] {
  const lead = /^(?:qual|quanto) (?:(?:e|foi) )?[oa](?= )/.exec(formsFrom(words, 0, NAME_WORDS))?.[0];
  const from = lead?.split(' ').length;
  if (from === undefined) return words;
  const to = endOfName(words, from, lexicon);
  const [, end = ''] = /^mais (alt|elevad|baix|reduzid)[oa]\b/.exec(formsFrom(words, to, 2)) ?? [];
  const noun = words[to - 1];
  const most = words[to];
  if (to === from || !end || !noun || !most || !isOf(lexicon, noun, 'money', 'number')) return words;
  const meant = /^(?:alt|elevad)/.test(end) ? 'maior' : 'menor';
  return [
    ...words.slice(0, from),
    wordAt(meant, { start: most.start, end: words[to + 1]?.end ?? most.end, before: ' ' }),
    ...words.slice(from, to),
    ...words.slice(to + 2),
  ];
}

/** The place after the words of a column's name from a place on. */
function endOfName(words: QuestionWord[], from: number, lexicon: Lexicon): number {
  let to = from;
  for (let at = from; at < Math.min(words.length, from + NAME_WORDS); at += 1) {
    if (lexicon.columns.has(words[at]?.base ?? '')) to = at + 1;
    else if (!LITTLE.test(words[at]?.form ?? '')) break;
  }
  return to;
}

/** «os 5 maiores fornecedores em número de contratos», «as 3 primeiras cidades por quantidade»: those with most rows. */
function mostInNumber(words: QuestionWord[], lexicon: Lexicon): QuestionWord[] {
  const at = words.findIndex(
    ({ form }, place) =>
      /^(?:maiores|principais|primeir[oa]s)$/.test(form) &&
      isOf(lexicon, words[place + 1], 'category', 'text') &&
      /^(?:em|por)$/.test(words[place + 2]?.form ?? ''),
  );
  const [, noun] = /^(?:em|por) (numero|quantidade|volume)(?= |$)/.exec(formsFrom(words, at + 2, 2)) ?? [];
  const place = words[at + 2];
  if (at < 0 || !noun || !place) return words;
  const isOfRows = LITTLE.test(words[at + 4]?.form ?? '') && lexicon.rows.has(words[at + 5]?.base ?? '');
  if (!isOfRows && at + 4 < words.length) return words;
  const rows = lexicon.table.rows_word.many.split(' ').map((word) => wordAt(word, { ...place, before: ' ' }));
  const meant = ['com', 'mais'].map((word) => wordAt(word, { ...place, before: ' ' }));
  return [
    ...words.slice(0, at),
    ...words.slice(at + 1, at + 2),
    ...meant,
    ...(isOfRows ? words.slice(at + 5) : rows),
  ];
}

type Kind = Lexicon['table']['columns'][number]['kind'];

/** Whether a word names columns of these kinds, and no other. */
export function isOf(lexicon: Lexicon, word: QuestionWord | undefined, ...kinds: Kind[]): boolean {
  const names = lexicon.columns.get(word?.base ?? '');
  return (
    names !== undefined &&
    [...names].every((name) =>
      lexicon.table.columns.some((column) => column.name === name && kinds.includes(column.kind)),
    )
  );
}
