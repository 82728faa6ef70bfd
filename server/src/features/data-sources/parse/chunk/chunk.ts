/** Cuts a question into the thing that each stretch of it names: a number, a period, a value, a column, the rows, or a plain word. */
import { type QuestionWord, questionWords } from '../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../language/stop-words.ts';
import type { Day } from '../../../../language/values/calendar.ts';
import { KEYWORDS } from '../words/keywords.ts';
import type { Lexicon } from '../words/lexicon.ts';
import { correctWords } from '../words/spelling.ts';
import { codeValue } from './codes.ts';
import { type Chunked, type Item, isNameInside, type Text } from './items.ts';
import { address, comparison, number, period } from './literals.ts';
import { byRoot, named } from './named.ts';
import { longColumn, longValue } from './whole-names.ts';

export function chunk(question: string, lexicon: Lexicon, today: Day): Chunked {
  const words = correctWords(withOrdinals(withPara(questionWords(question), lexicon), lexicon), lexicon);
  const forms = words.map(({ form }) => form);
  const bases = words.map(({ base }) => base);
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const item = itemAt({ words, forms, bases, lexicon, today }, at, items);
    items.push(item);
    at = item.to;
  }
  return { words, items };
}

const PARA = 'paraense';

/** «Pará», and «no para» without its accent, is the state and no preposition: the word for its people names it too. */
const withPara = (words: QuestionWord[], lexicon: Lexicon): QuestionWord[] =>
  lexicon.phrases.has(PARA)
    ? words.map((word, at) =>
        word.form === 'para' &&
        (/^par[áÁ]$/iu.test(word.text) || /^(?:no|do|pelo)$/.test(words[at - 1]?.form ?? ''))
          ? { ...word, form: PARA, base: PARA }
          : word,
      )
    : words;

/** «9 ano» where «9º ano» is a value of the table. */
const withOrdinals = (words: QuestionWord[], lexicon: Lexicon): QuestionWord[] =>
  words.map((word, at) => {
    const next = words[at + 1];
    if (!next || !/^\d{1,3}$/.test(word.form)) return word;
    const written = ['º', 'ª']
      .map((sign) => `${word.form}${sign}`)
      .find((ordinal) => lexicon.phrases.has(`${ordinal} ${next.base}`));
    return written ? { ...word, text: written, form: written, base: written } : word;
  });

function itemAt(text: Text, at: number, before: Item[]): Item {
  return (
    idiom(text, at) ??
    longValue(text, at) ??
    longColumn(text, at) ??
    codeValue(text, at, before) ??
    address(text, at) ??
    comparison(text, at) ??
    period(text, at, before.at(-1)) ??
    number(text, at) ??
    named(text, at) ??
    byRoot(text, at) ??
    plain(text, at)
  );
}

/** «na verdade» says nothing of the table, and is no word for the value «Verde». */
const idiom = ({ forms }: Text, at: number): Item | null =>
  forms[at] === 'na' && forms[at + 1] === 'verdade'
    ? { kind: 'word', isFunction: true, from: at, to: at + 2 }
    : null;

function plain(text: Text, at: number): Item {
  const { forms, words } = text;
  const form = forms[at] ?? '';
  const isPartOfName = isNameInside(text, at) && (isNameInside(text, at + 1) || isNameInside(text, at - 1));
  if (/^quantos?$/.test(form) && forms[at + 1] === 'por' && forms[at + 2] === 'cento')
    return { kind: 'keyword', keyword: 'share', from: at, to: at + 3 };
  const keyword = words[at]?.text === '%' ? 'share' : isPartOfName ? undefined : KEYWORDS.get(form);
  const place = { from: at, to: at + 1 };
  if (keyword) return { kind: 'keyword', keyword, ...place };
  if (!isPartOfName && text.lexicon.row_nouns.has(text.bases[at] ?? '')) return { kind: 'rows', ...place };
  return { kind: 'word', isFunction: isFunctionWord(form), ...place };
}
