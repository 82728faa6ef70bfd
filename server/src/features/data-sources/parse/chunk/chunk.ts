/** Cuts a question into the thing that each stretch of it names: a number, a period, a value, a column, the rows, or a plain word. */

import { basesOf, type QuestionWord, questionWords } from '../../../../language/question-words.ts';
import { writtenOut } from '../../../../language/questions/short-words.ts';
import { type Talk, talkOf } from '../../../../language/questions/talk.ts';
import { isFunctionWord } from '../../../../language/stop-words.ts';
import type { Day } from '../../../../language/values/calendar.ts';
import { periodAt } from '../../../../language/values/periods.ts';
import { isFlag } from '../reading.ts';
import { KEYWORDS, type Keyword } from '../words/keywords.ts';
import type { Lexicon } from '../words/lexicon.ts';
import { sharesRoot } from '../words/roots.ts';
import { correctWords } from '../words/spelling.ts';
import { isParticiple } from '../words/verbs.ts';
import { codeValue, rowCode, withoutNounOfCode } from './codes.ts';
import { withNounOfAmount, withoutEverywhere, withoutNounOfColumn } from './everywhere.ts';
import { hour } from './hours.ts';
import { idiom } from './idioms.ts';
import { type Chunked, columnIn, filler, type Item, isNameInside, type Text, valueItem } from './items.ts';
import { address, comparison, duration, number, period, weekday } from './literals.ts';
import { inKnownTurns } from './phrasing/turns.ts';
import { cutValue, gappedValue, longColumn, longValue, writtenOutAcronym } from './whole-names.ts';
import { beingDone, byRoot, named } from './words-of-table.ts';

export function chunk(question: string, lexicon: Lexicon, today: Day): Chunked {
  const isOfTable = (base: string) => lexicon.phrases.has(base) || lexicon.columns.has(base);
  const isOfRows = (base: string) => lexicon.rows.has(base) && !ANY_ROWS.test(base);
  const said = writtenOut(questionWords(question), isOfTable);
  const turned = withHyphens(inKnownTurns(said, lexicon, today), lexicon);
  const written = withOrdinals(withPara(turned, lexicon), lexicon);
  const talk = talkOf(
    written,
    (base) => isOfTable(base) || isOfRows(base),
    (base) => lexicon.phrase_words.has(base),
  );
  const words = correctWords(written, lexicon);
  for (const [from, to] of talk) words.splice(from, to - from, ...written.slice(from, to));
  // «…, por favor?»: the last word that asks is the last of the question.
  words.length = lastAsked(talk, words);
  const forms = words.map(({ form }) => form);
  const bases = words.map(({ base }) => base);
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const talked = talk.get(at);
    if (talked !== undefined) {
      items.push({ kind: 'word', isFunction: true, isTalk: true, from: at, to: talked });
      at = talked;
      continue;
    }
    const item = wholeFlag(
      { words, forms, bases, lexicon, today },
      itemAt({ words, forms, bases, lexicon, today }, at, items),
    );
    items.push(item);
    at = item.to;
  }
  const kindOf = (name: string) => columnIn(lexicon, name)?.kind;
  const isMoney = (name: string) => kindOf(name) === 'money';
  const whole = withoutNounOfColumn(withoutEverywhere(items, words), words, kindOf);
  const named = withNounOfAmount(whole, words, isMoney);
  return { words, items: withoutNounOfCode(named, { words, lexicon }) };
}

/** Rows of any table. */
const ANY_ROWS = /^(?:registro|dado|pessoa|gente)$/;

/** The place after the last word before the talk at the end; «numa reserva só» and «mais rápido» are none. */
function lastAsked(talk: Talk, words: QuestionWord[], end = words.length): number {
  const [from] = [...talk].find(([, to]) => to === end) ?? [];
  return from === undefined || (end === from + 1 && /^(?:so|rapido)$/.test(words[from]?.form ?? ''))
    ? end
    : lastAsked(talk, words, from);
}

/** «passaram pela UTI» of the mark «passou uti»: its other words are no value of another column. */
function wholeFlag({ forms, bases, lexicon }: Text, item: Item): Item {
  const [phrase, another] = item.kind === 'value' ? item.phrases : [];
  const column = lexicon.table.columns.find(({ name }) => name === phrase?.column);
  if (!column || another || !isFlag(column)) return item;
  const own = new Set(basesOf(column.label));
  let { to } = item;
  for (let at = to; at < forms.length && (own.has(bases[at] ?? '') || LITTLE.test(forms[at] ?? '')); at += 1)
    if (own.has(bases[at] ?? '') && !LITTLE.test(forms[at] ?? '')) to = at + 1;
  return { ...item, to };
}

const LITTLE = /^(?:de|do|da|dos|das|em|no|na|pelo|pela|por|ao|a|o)$/;

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

/** «CT-e», «nf-e» of the columns `nr_cte`, `nr_nfe`: names write it as one word. */
function withHyphens(words: QuestionWord[], lexicon: Lexicon): QuestionWord[] {
  const joined: QuestionWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [word, next] = [words[at], words[at + 1]];
    if (!word) break;
    const form = next?.before === '-' ? `${word.form}${next.form}` : '';
    if (!next || !form || !(lexicon.columns.has(form) || isCodeOfTable(form, lexicon))) {
      joined.push(word);
      continue;
    }
    joined.push({ ...word, text: `${word.text}${next.text}`, form, base: form, end: next.end });
    at += 1;
  }
  return joined;
}

/** «S-10» of the value «Diesel S10». */
const isCodeOfTable = (form: string, lexicon: Lexicon): boolean =>
  /^\p{L}+\d+$/u.test(form) && lexicon.phrase_words.has(form);

/** «9 ano», «nono ano» where «9º ano» is a value of the table. */
const withOrdinals = (words: QuestionWord[], lexicon: Lexicon): QuestionWord[] =>
  words.map((word, at) => {
    const next = words[at + 1];
    const number = /^\d{1,3}$/.test(word.form) ? word.form : ordinalOf(word.form);
    if (!next || !number) return word;
    const written = ['º', 'ª']
      .map((sign) => `${number}${sign}`)
      .find((ordinal) => lexicon.phrases.has(`${ordinal} ${next.base}`));
    return written ? { ...word, text: written, form: written, base: written } : word;
  });

const ORDINALS = 'primeir segund terceir quart quint sext setim oitav non decim'.split(' ');

const ordinalOf = (form: string): string | null =>
  /[oa]$/.test(form) && ORDINALS.includes(form.slice(0, -1))
    ? String(ORDINALS.indexOf(form.slice(0, -1)) + 1)
    : null;

type Reader = (text: Text, at: number, before: Item[]) => Item | null;

/** A stretch is the first of these that it can be. */
const READERS: Reader[] = [
  idiom,
  longValue,
  gappedValue,
  writtenOutAcronym,
  longColumn,
  codeValue,
  rowCode,
  weekday,
  address,
  comparison,
  duration,
  hour,
  (text, at, before) => period(text, at, before.at(-1)),
  (text, at, before) => number(text, at, before.at(-1)),
  doneValue,
  named,
  cutValue,
  beingDone,
  byRoot,
];

function itemAt(text: Text, at: number, before: Item[]): Item {
  for (const read of READERS) {
    const item = read(text, at, before);
    if (item) return item;
  }
  return plain(text, at);
}

/** «o percentual que já foi pago» of the value «Paga»: what was done may be said in the other gender. */
function doneValue({ forms, bases, lexicon }: Text, at: number): Item | null {
  const form = forms[at] ?? '';
  const isDone = isParticiple(form) || /^pag[oa]s?$/.test(form);
  if (!isDone || !/^(?:foi|foram|esta|estao|sido)$/.test(forms[at - 1] ?? '')) return null;
  if (lexicon.phrases.get(bases[at] ?? '')?.some(({ strength }) => strength === 'whole')) return null;
  const root = form.replace(/[oa]s?$/, '');
  const phrases = [`${root}o`, `${root}a`]
    .flatMap((base) => lexicon.phrases.get(base) ?? [])
    .filter((phrase) => phrase.strength === 'whole' && phrase.bases.length === 1);
  return phrases.length > 0 ? valueItem(phrases, { from: at, to: at + 1 }) : null;
}

/** «distribuídos em 2023» of a table with the day of it, and not «distribuídos por vara». */
function isEvent({ forms, words, today, lexicon }: Text, at: number): boolean {
  const form = forms[at] ?? '';
  const next = forms[at + 1] ?? '';
  const isGroup =
    /^(?:por|pel[oa]s?|n[oa]s?|conforme|segundo|cada)$/.test(next) ||
    (/^(?:em|entre)$/.test(next) && !periodAt(words, at + 2, today));
  return (
    isParticiple(form) &&
    !isGroup &&
    lexicon.table.columns.some((column) => column.kind === 'date' && sharesRoot(form, column))
  );
}

const TITLE = /^(?:dra?|profa?|sra?|eng|enf|doutora?|seu|dona|senhora?)$/;

function plain(text: Text, at: number): Item {
  const { forms, bases, lexicon } = text;
  const place = { from: at, to: at + 1 };
  const asking = askedInWords(text, at);
  if (asking) return asking;
  // «Dr. Marcos», «a dra helena»
  if (TITLE.test(forms[at] ?? '') && lexicon.phrase_words.has(bases[at + 1] ?? '')) return filler(place);
  const keyword = keywordAt(text, at);
  if (keyword === 'split' && (isState(text, at) || isEvent(text, at)))
    return { kind: 'word', isFunction: false, ...place };
  if (keyword) return { kind: 'keyword', keyword, ...place };
  if (!isPartOfName(text, at) && lexicon.row_nouns.has(bases[at] ?? '')) return { kind: 'rows', ...place };
  return { kind: 'word', isFunction: isFunctionWord(forms[at] ?? ''), ...place };
}

/** Words that ask for a share or a count by what stands beside them. */
function askedInWords({ forms }: Text, at: number): Item | null {
  const form = forms[at] ?? '';
  const next = forms[at + 1] ?? '';
  if (/^quantos?$/.test(form) && next === 'por' && forms[at + 2] === 'cento')
    return { kind: 'keyword', keyword: 'share', from: at, to: at + 3 };
  // «quanto isso representa do total»
  const isShared = form === 'quanto' && forms.slice(at + 1, at + 7).some((one) => REPRESENTS.test(one));
  if (isShared) return { kind: 'keyword', keyword: 'share', from: at, to: at + 1 };
  // «quanta coisa», «quanta gente»
  if (form === 'quanta' && /^(?:coisa|gente|pessoa)$/.test(next))
    return { kind: 'keyword', keyword: 'how_many', from: at, to: at + 1 };
  return null;
}

const REPRESENTS = /^(?:representa|representam|representou|corresponde|equivale)$/;

/** Two words of a name, neither of which asks for anything. */
const isPartOfName = (text: Text, at: number): boolean =>
  isNameInside(text, at) && (isNameInside(text, at + 1) || isNameInside(text, at - 1));

function keywordAt(text: Text, at: number): Keyword | undefined {
  const written = text.words[at]?.text ?? '';
  if (written === '%') return 'share';
  // «dívida» is a noun, and «divida» asks for parts.
  if (isPartOfName(text, at) || /^dívidas?$/i.test(written)) return undefined;
  // «o maior já visto num graneleiro»: shortened for «número» only before what is counted.
  if (text.forms[at] === 'num' && !/^d[eoa]s?$/.test(text.forms[at + 1] ?? '') && !isRowsAt(text, at + 1))
    return undefined;
  return KEYWORDS.get(text.forms[at] ?? '');
}

const isRowsAt = ({ bases, lexicon }: Text, at: number): boolean => lexicon.rows.has(bases[at] ?? '');

/** «só as quebradas», and not «quebradas por mês». */
const isState = ({ forms }: Text, at: number): boolean =>
  /^quebrad[oa]s?$/.test(forms[at] ?? '') &&
  !/^(?:por|em|entre|pel[oa]s?|segundo|conforme|n[oa]s?)$/.test(forms[at + 1] ?? '');
