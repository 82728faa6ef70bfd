/** Cuts a question into the thing that each stretch of it names: a number, a period, a value, a column, the rows, or a plain word. */
import { basesOf, type QuestionWord, questionWords } from '../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../language/stop-words.ts';
import type { Day } from '../../../../language/values/calendar.ts';
import { periodAt } from '../../../../language/values/periods.ts';
import { isFlag } from '../reading.ts';
import { KEYWORDS, type Keyword } from '../words/keywords.ts';
import type { Lexicon } from '../words/lexicon.ts';
import { sharesRoot } from '../words/roots.ts';
import { correctWords } from '../words/spelling.ts';
import { isParticiple } from '../words/verbs.ts';
import { codeValue, rowCode } from './codes.ts';
import { withoutEverywhere, withoutNounOfName } from './everywhere.ts';
import { type Chunked, type Item, isNameInside, type Text } from './items.ts';
import { address, comparison, duration, number, period, weekday } from './literals.ts';
import { byRoot, named } from './named.ts';
import { writtenOut } from './short-words.ts';
import { talkOf } from './talk.ts';
import { cutValue, gappedValue, longColumn, longValue, writtenOutAcronym } from './whole-names.ts';

export function chunk(question: string, lexicon: Lexicon, today: Day): Chunked {
  const isOfTable = (base: string) => lexicon.phrases.has(base) || lexicon.columns.has(base);
  const whole = withHyphens(writtenOut(questionWords(question), isOfTable), lexicon);
  const written = withOrdinals(withPara(whole, lexicon), lexicon);
  const talk = talkOf(written, lexicon);
  const words = correctWords(written, lexicon);
  for (const [from, to] of talk) words.splice(from, to - from, ...written.slice(from, to));
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
  const isOfWords = (name: string) =>
    lexicon.table.columns.some(
      (column) => column.name === name && (column.kind === 'category' || column.kind === 'text'),
    );
  return { words, items: withoutNounOfName(withoutEverywhere(items, words), words, isOfWords) };
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

function itemAt(text: Text, at: number, before: Item[]): Item {
  return (
    idiom(text, at) ??
    longValue(text, at) ??
    gappedValue(text, at) ??
    writtenOutAcronym(text, at) ??
    longColumn(text, at) ??
    codeValue(text, at, before) ??
    rowCode(text, at, before) ??
    weekday(text, at) ??
    address(text, at) ??
    comparison(text, at) ??
    duration(text, at) ??
    period(text, at, before.at(-1)) ??
    number(text, at, before.at(-1)) ??
    doneValue(text, at) ??
    named(text, at) ??
    cutValue(text, at) ??
    byRoot(text, at) ??
    plain(text, at)
  );
}

/** «o percentual que já foi pago» of the value «Paga»: what was done may be said in the other gender. */
function doneValue({ forms, bases, lexicon }: Text, at: number): Item | null {
  const form = forms[at] ?? '';
  if (
    !(isParticiple(form) || /^pag[oa]s?$/.test(form)) ||
    !/^(?:foi|foram|esta|estao|sido)$/.test(forms[at - 1] ?? '')
  )
    return null;
  if (lexicon.phrases.get(bases[at] ?? '')?.some(({ strength }) => strength === 'whole')) return null;
  const root = form.replace(/[oa]s?$/, '');
  const phrases = [`${root}o`, `${root}a`]
    .flatMap((base) => lexicon.phrases.get(base) ?? [])
    .filter((phrase) => phrase.strength === 'whole' && phrase.bases.length === 1);
  return phrases.length > 0 ? { kind: 'value', phrases, columns: [], from: at, to: at + 1 } : null;
}

/** «não compareceram» of the value «Faltou»: what was not done has a value of its own. */
const NEGATED: [RegExp, string[]][] = [
  [
    /^nao (?:apareceu|apareceram|compareceu|compareceram|veio|vieram)\b/,
    ['faltou', 'ausente', 'falta', 'falto', 'no show'],
  ],
  [/^nao (?:passou|passaram)\b/, ['reprovad', 'reprovado']],
];

function negatedVerb({ forms, lexicon }: Text, at: number): Item | null {
  const values = NEGATED.find(([pattern]) => pattern.test(forms.slice(at, at + 2).join(' ')))?.[1] ?? [];
  const phrases = values.flatMap((base) => lexicon.phrases.get(base) ?? []).slice(0, 1);
  return phrases.length > 0 ? { kind: 'value', phrases, columns: [], from: at, to: at + 2 } : null;
}

/** «na verdade» says nothing of the table, and is no word for the value «Verde». */
function idiom(text: Text, at: number): Item | null {
  const { forms } = text;
  const negated = negatedVerb(text, at);
  if (negated) return negated;
  const said = forms.slice(at, at + 3).join(' ');
  // «até o fim de março»
  // «em dinheiro vivo»
  if (forms[at] === 'vivo' && forms[at - 1] === 'dinheiro')
    return { kind: 'word', isFunction: true, from: at, to: at + 1 };
  const isEnd = /^(?:fim|final) d[eoa]\b/.test(said) && forms.slice(Math.max(0, at - 2), at).includes('ate');
  if (isEnd) return { kind: 'word', isFunction: true, from: at, to: at + 2 };
  // «até hoje» leaves nothing out, unless it says by when something fell due.
  const isTillToday = /^ate hoje\b/.test(said) && !forms.some((form) => /^(?:venc|prazo|previs)/.test(form));
  if (isTillToday) return { kind: 'word', isFunction: true, from: at, to: at + 2 };
  const months = monthsOfColumns(text, at);
  if (months) return months;
  const isOfGroups = forms.some((form) => /^(?:qual|quais|quem|onde|que)$/.test(form));
  const found = IDIOMS.find(
    ([pattern, keyword]) => pattern.test(said) && !(keyword === 'share' && isOfGroups),
  );
  if (!found) return null;
  const [pattern, keyword] = found;
  const to = at + (pattern.exec(said)?.[0].split(' ').length ?? 1);
  return keyword
    ? { kind: 'keyword', keyword, from: at, to }
    : { kind: 'word', isFunction: true, from: at, to };
}

/** «nos últimos 12 meses» of a table with the «faturamento 12 meses»: what its columns are over, and no condition. */
function monthsOfColumns({ forms, lexicon: { months } }: Text, at: number): Item | null {
  const said = /^(?:(?:em|n?os ultimos|de|dos ultimos|ultimos) )?(\d+) meses\b/.exec(
    forms.slice(at, at + 4).join(' '),
  );
  return said && said[1] === months
    ? { kind: 'word', isFunction: true, from: at, to: at + said[0].split(' ').length }
    : null;
}

/** Words that are one thing together; with a keyword, that is what they mean. */
const IDIOMS: [RegExp, Keyword | null][] = [
  [/^na verdade\b/, null],
  [/^de fato\b/, null],
  // «uma única entrega» is one row.
  [/^(?:um|uma|num|numa) unic[oa]\b/, null],
  [/^(?:em|nos) dias (?:de|com)\b/, null],
  [/^por causa d[aeo]s?\b/, null],
  [/^respond(?:e|em|eu|eram|ia|iam) por(?= (?:que|qual|quant[oa]s?)\b)/, null],
  [/^(?:sem|nao) (?:contar|contando|considerar|considerando|incluir|incluindo|somar|somando)\b/, 'except'],
  [/^mais ou menos\b(?! \d)/, null],
  [/^sem ser\b/, 'except'],
  [/^em relacao (?:a|ao|aos|as)\b/, null],
  [/^(?:ou seja|isto e|quer dizer)\b/, null],
  // «o pessoal da Unimed», «manda a lista»
  [/^(?:pessoal|turma|galera|povo)(?= d[aeo]s? )/, null],
  [
    /^(?:me )?(?:manda|mande|mandar|passa|passe|envia|envie)(?= (?:a |uma )?(?:lista|relacao|listagem)\b)/,
    null,
  ],
  [/^(?:deles|delas|neles|nelas)\b/, null],
  [/^(?:a (?:grande )?maioria|mais da metade|metade)(?= d[aeo]s?\b|$)/, 'share'],
];

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
  const { forms, words } = text;
  const form = forms[at] ?? '';
  const isPartOfName = isNameInside(text, at) && (isNameInside(text, at + 1) || isNameInside(text, at - 1));
  if (/^quantos?$/.test(form) && forms[at + 1] === 'por' && forms[at + 2] === 'cento')
    return { kind: 'keyword', keyword: 'share', from: at, to: at + 3 };
  // «quanto isso representa do total»
  const isShared =
    form === 'quanto' &&
    forms
      .slice(at + 1, at + 7)
      .some((next) => /^(?:representa|representam|representou|corresponde|equivale)$/.test(next));
  if (isShared) return { kind: 'keyword', keyword: 'share', from: at, to: at + 1 };
  // «quanta coisa», «quanta gente»
  if (/^quanta$/.test(form) && /^(?:coisa|gente|pessoa)$/.test(forms[at + 1] ?? ''))
    return { kind: 'keyword', keyword: 'how_many', from: at, to: at + 1 };
  // «dívida» is a noun, and «divida» asks for parts.
  const isNoun = /^dívidas?$/i.test(words[at]?.text ?? '');
  // «Dr. Marcos», «a dra helena»
  if (TITLE.test(form) && text.lexicon.phrase_words.has(text.bases[at + 1] ?? ''))
    return { kind: 'word', isFunction: true, from: at, to: at + 1 };
  const keyword = words[at]?.text === '%' ? 'share' : isPartOfName || isNoun ? undefined : KEYWORDS.get(form);
  const place = { from: at, to: at + 1 };
  // «só as quebradas», and not «quebradas por mês»
  const isState =
    keyword === 'split' &&
    /^quebrad[oa]s?$/.test(form) &&
    !/^(?:por|em|entre|pel[oa]s?|segundo|conforme|n[oa]s?)$/.test(forms[at + 1] ?? '');
  if (isState || (keyword === 'split' && isEvent(text, at)))
    return { kind: 'word', isFunction: false, ...place };
  if (keyword) return { kind: 'keyword', keyword, ...place };
  if (!isPartOfName && text.lexicon.row_nouns.has(text.bases[at] ?? '')) return { kind: 'rows', ...place };
  return { kind: 'word', isFunction: isFunctionWord(form), ...place };
}
