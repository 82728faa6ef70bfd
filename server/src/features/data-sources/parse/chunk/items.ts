/** The items that a question is cut into, and the text that they are cut from. */
import type { QuestionWord } from '../../../../language/question-words.ts';
import { isContentWord } from '../../../../language/stop-words.ts';
import type { Day } from '../../../../language/values/calendar.ts';
import type { NumberSpan } from '../../../../language/values/numbers.ts';
import type { PeriodSpan } from '../../../../language/values/periods.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { type ComparisonPhrase, KEYWORDS, type Keyword } from '../words/keywords.ts';
import type { Lexicon } from '../words/lexicon.ts';
import type { TableColumn, ValuePhrase } from '../words/table-column.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';

/** The words of an item: from its first to the one after its last. */
export type Place = { from: number; to: number };

export type Item = Place &
  (
    | { kind: 'number'; number: Omit<NumberSpan, 'unit'> & { unit: NumberSpan['unit'] | 'minutes' } }
    | { kind: 'period'; span: PeriodSpan }
    | { kind: 'weekday'; days: number[] }
    | { kind: 'comparison'; phrase: ComparisonPhrase }
    | { kind: 'value'; phrases: ValuePhrase[]; columns: string[] }
    | { kind: 'column'; columns: string[] }
    | { kind: 'rows' }
    | { kind: 'keyword'; keyword: Keyword }
    | { kind: 'word'; isFunction: boolean; isTalk?: true }
  );

export type Chunked = { words: QuestionWord[]; items: Item[] };

export type Text = { words: QuestionWord[]; forms: string[]; bases: string[]; lexicon: Lexicon; today: Day };

export const columnIn = ({ table }: Lexicon, name: string): TableColumn | undefined =>
  table.columns.find((column) => column.name === name);

export const isNumericColumn = (lexicon: Lexicon, name: string): boolean => {
  const kind = columnIn(lexicon, name)?.kind;
  return kind === 'number' || kind === 'money';
};

/** A word that says nothing of its own here. */
export const filler = ({ from, to }: Place): Item => ({ kind: 'word', isFunction: true, from, to });

export const columnItem = (name: string, { from, to }: Place): Item => ({
  kind: 'column',
  columns: [name],
  from,
  to,
});

/** A value that is named by a word of people's alone, which may be the verb of an event too. */
export const isSaidValue = (item: Item | undefined): item is Item & { kind: 'value' } =>
  item?.kind === 'value' && item.phrases.every(({ isSaid }) => isSaid === true);

export const valueItem = (phrases: ValuePhrase[], { from, to }: Place): Item => ({
  kind: 'value',
  phrases,
  columns: [],
  from,
  to,
});

/** A word for a trend or a price that stands as a noun, and no adjective: «a diária», «tiveram alta». */
export const isNoun = (text: Text, at: number): boolean =>
  isNounOfTrend(text, at) || isObject(text, at) || isNounOfDay(text, at);

/** «a diária», «diária média»: an adjective would stand behind a noun. */
const isNounOfTrend = ({ forms, lexicon, bases }: Text, at: number): boolean =>
  KEYWORDS.get(forms[at] ?? '') === 'trend' &&
  lexicon.columns.has(bases[at] ?? '') &&
  (at === 0 ||
    /^(?:[oa]s?|d[oa]s?|maior|menor|qual|quant[oa]s|por|e|sem|com|tem|teve|tiveram|houve|ha|recebeu|receberam|nenhuma|alguma)$/.test(
      forms[at - 1] ?? '',
    ));

/** «receberam alta»: right after a verb. */
const isObject = ({ forms, lexicon, bases }: Text, at: number): boolean =>
  isFiniteVerb(forms[at - 1] ?? '') &&
  /^(?:expensive|cheap)$/.test(KEYWORDS.get(forms[at] ?? '') ?? '') &&
  [...(lexicon.columns.get(bases[at] ?? '') ?? [])].some((name) => lexicon.heads.get(name) === bases[at]);

/** «nas baixas de 2025», «sem baixa» of the day of the «baixa»: no noun stands beside it of which it would say how large it is. */
export function isNounOfDay({ forms, bases, lexicon }: Text, at: number): boolean {
  const base = bases[at] ?? '';
  const isDay = [...(lexicon.columns.get(base) ?? [])].some(
    (name) => lexicon.heads.get(name) === base && columnIn(lexicon, name)?.kind === 'date',
  );
  const isLed = at === 0 || LEADS_NOUN.test(forms[at - 1] ?? '');
  const next = forms[at + 1];
  const isAlone =
    next === undefined ||
    !isContentWord(next) ||
    KEYWORDS.has(next) ||
    isFiniteVerb(next) ||
    isParticiple(next);
  return isDay && isLed && isAlone && /^(?:expensive|cheap)$/.test(KEYWORDS.get(forms[at] ?? '') ?? '');
}

const LEADS_NOUN =
  /^(?:[oa]s?|d[oa]s?|n[oa]s?|pel[oa]s?|aos?|de|com|sem|por|cada|quant[oa]s|qual|quais|todas?|umas?|nenhuma|alguma|ultima|primeira|apos|entre|ate)$/;

/** A capital letter inside a question that has small ones makes a name: «em Contagem», «bairro Alto Paraíso». */
export const isNameInside = ({ words }: Text, at: number): boolean =>
  at > 0 &&
  /^\p{Lu}\p{Ll}/u.test(words[at]?.text ?? '') &&
  words.filter(({ text }) => /^\p{Ll}{3}/u.test(text)).length * 2 > words.length - 1;

/** «dias», «turistas» where a column is their number: «qtd_dias», «nr_turistas». */
export const isCounted = (lexicon: Lexicon, base: string): boolean =>
  countedColumns(lexicon, base).length > 0;

/** The columns that hold how many there are of a thing. */
export const countedColumns = ({ table }: Lexicon, base: string): string[] =>
  table.columns
    .filter(
      ({ kind, label, hidden }) =>
        !hidden &&
        kind === 'number' &&
        ((COUNT_OF.test(label) && baseForm(label).replace(COUNT_OF, '') === base) ||
          // «dias para reembolso»
          baseForm(label).startsWith(`${base} para `)),
    )
    .map(({ name }) => name);

const COUNT_OF = /^(?:n[uú]mero|quantidade) (?:de )?/i;

/** «número de ordens» counts the orders, although each has a «número da ordem». */
export const isCountOfRows = (
  { forms, bases, lexicon }: Pick<Text, 'forms' | 'bases' | 'lexicon'>,
  at: number,
  noun: number,
): boolean =>
  /^(?:numero|quantidade)$/.test(forms[at] ?? '') &&
  forms[noun] !== bases[noun] &&
  /s$/.test(forms[noun] ?? '') &&
  lexicon.rows.has(bases[noun] ?? '') &&
  !isCounted(lexicon, bases[noun] ?? '');
