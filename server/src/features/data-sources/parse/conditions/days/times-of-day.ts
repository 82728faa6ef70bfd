/** Conditions on the time of the day: «depois das 20h», «entre 8h e 12h», «das 8:30 até o meio-dia», «de manhã». */
import { timeOfDay } from '#contract/table-plan.ts';
import type { Item } from '../../chunk/items.ts';
import { addFilter } from '../../filters.ts';
import { columnNamed, columnsOfKind, consume, isUsed, type Reading } from '../../reading.ts';
import { dateColumnFor } from './dates-meant.ts';

/** Minutes of the day from `first` to `last`, said by the words from `from` to `to`. */
type Span = { first: number; last: number; from: number; to: number; isPart?: true };

const LAST = 24 * 60 - 1;
const NOON = 12 * 60;

/** Only where a column has the time of the day; elsewhere the words stay unread. */
export function readTimesOfDay(reading: Reading): void {
  if (!columnsOfKind(reading, 'date').some(({ has_times }) => has_times)) return;
  const spans = spansIn(reading);
  const [one] = spans;
  const narrow = spans.toSorted((a, b) => a.last - a.first - (b.last - b.first))[0];
  if (!one || !narrow) return;
  const items = spans.flatMap((span) => itemsOf(reading, span));
  const column = dateColumnFor(reading, reading.items.indexOf(items[0] as Item));
  consume(reading, 'time of the day', ...items);
  // «depois das 20h, contando a partir das 20:00 até meia-noite» says one limit twice.
  const isOne = spans.every(({ first, last }) => first <= narrow.first && last >= narrow.last);
  if (!isOne || !column || !columnNamed(reading, column)?.has_times) {
    reading.refusals.push(isOne ? WITHOUT_TIMES : SEVERAL);
    return;
  }
  const { first, last, isPart } = narrow;
  if (isPart)
    reading.remarks.push(`O período do dia foi lido como das ${first / 60}h às ${(last + 1) / 60}h.`);
  const name = timeOfDay(column);
  const [op, values] =
    first === 0
      ? (['<=', [String(last)]] as const)
      : last === LAST
        ? (['>=', [String(first)]] as const)
        : (['between', [String(first), String(last)]] as const);
  addFilter(reading, { column: name, op, values: [...values] }, ...items);
}

const WITHOUT_TIMES = 'A coluna de data desta pergunta não tem a hora.';
const SEVERAL = 'Não sei juntar dois horários: pergunte por um de cada vez.';

const itemsOf = (reading: Reading, { from, to }: Span): Item[] =>
  reading.items.filter((item) => item.from < to && item.to > from);

function spansIn(reading: Reading): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < reading.words.length; ) {
    const span = isFree(reading, at) ? (spanAt(reading, at) ?? partAt(reading, at)) : null;
    if (span) spans.push(span);
    at = span ? span.to : at + 1;
  }
  return spans;
}

/** Words that are talk, a value or a period already mean something else. */
const isFree = (reading: Reading, at: number): boolean =>
  reading.items.some(
    (item) =>
      item.from <= at &&
      at < item.to &&
      !isUsed(reading, item) &&
      item.kind !== 'value' &&
      item.kind !== 'period' &&
      !(item.kind === 'word' && item.isTalk),
  );

/** The article makes it a time, for «depois de 2 horas» is a duration. */
const BOUNDS: { said: RegExp; span: (minutes: number) => Pick<Span, 'first' | 'last'> }[] = [
  {
    said: /(?:(?:contando|considerando) )?(?:depois d[ao]s?|apos [ao]s?|a partir d[ao]s?|desde [ao]s?)$/,
    span: (minutes) => ({ first: minutes, last: LAST }),
  },
  { said: /antes d[ao]s?$/, span: (minutes) => ({ first: 0, last: minutes - 1 }) },
  { said: /ate [ao]s?$/, span: (minutes) => ({ first: 0, last: minutes }) },
];

const FROM = /(?:entre(?: as?)?|d[aeo]s?|(?:(?:contando|considerando) )?(?:a partir d[ao]s?|desde [ao]s?))$/;

/** «demoraram entre 8h e 12h»: how long it took, and not when it was. */
const LASTS = /^(?:demor|dura|espera|esperou|levou|levam|levaram|atras|tempo$|prazo$|intervalo)/;

/** The words before a time that bound it; no more than so many. */
const LEAD = 5;

/** «depois das 20h», «entre 8h e 12h», «a partir das 20:00 até meia-noite»: the time that begins at a word, with the words before it. */
function spanAt(reading: Reading, at: number): Span | null {
  const lead = formsOf(reading, Math.max(0, at - LEAD), at);
  const second = secondTime(reading, at);
  const first = timeAt(reading, at) ?? (second ? hourAt(reading, at) : null);
  if (!first || reading.words.some(({ form }) => LASTS.test(form))) return null;
  const range = FROM.exec(lead);
  if (second && range && second.minutes > first.minutes)
    return {
      first: first.minutes,
      last: Math.min(LAST, second.minutes),
      from: at - range[0].split(' ').length,
      to: second.to,
    };
  for (const { said, span } of BOUNDS) {
    const found = said.exec(lead)?.[0];
    if (found) return { ...span(first.minutes), from: at - found.trim().split(' ').length, to: first.to };
  }
  return null;
}

type Time = { minutes: number; to: number };

/** The «12h» of «8h e 12h», «8 às 12 horas», «20:00 até a meia-noite». */
function secondTime(reading: Reading, at: number): Time | null {
  const first = timeAt(reading, at) ?? hourAt(reading, at);
  if (!first) return null;
  const link = /^(?:e|as|ate)(?: (?:[ao]s?))?(?= |$)/.exec(formsOf(reading, first.to, first.to + 3));
  const words = link?.[0].split(' ').length ?? 0;
  return words > 0 ? (timeAt(reading, first.to + words) ?? timeAt(reading, first.to + 1)) : null;
}

const formsOf = ({ words }: Reading, from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ form }) => form)
    .join(' ');

/** «8» right before another time. */
function hourAt({ words }: Reading, at: number): Time | null {
  const hours = /^\d{1,2}$/.test(words[at]?.form ?? '') ? Number(words[at]?.form) : 25;
  return hours <= 24 ? { minutes: hours * 60, to: at + 1 } : null;
}

/** «20h», «20 horas», «20h30», «20:30», «meio-dia», «meia-noite», which is the end of the day. */
function timeAt(reading: Reading, at: number): Time | null {
  const [first, second] = [reading.words[at], reading.words[at + 1]];
  const form = first?.form ?? '';
  if (/^mei[oa]$/.test(form) && second?.form === (form === 'meio' ? 'dia' : 'noite'))
    return { minutes: form === 'meio' ? NOON : LAST + 1, to: at + 2 };
  const hour = hourAt(reading, at);
  if (!hour || !second) return null;
  if (/^(?:h|hs|hr|hrs|horas?)$/.test(second.form)) return { ...hour, to: at + 2 };
  const minutes =
    /^h([0-5]\d)$/.exec(second.form)?.[1] ??
    (second.before.trim() === ':' ? /^[0-5]\d$/.exec(second.form)?.[0] : undefined);
  return minutes ? { minutes: hour.minutes + Number(minutes), to: at + 2 } : null;
}

const PARTS: Record<string, [number, number]> = {
  madrugada: [0, 6],
  manha: [6, 12],
  tarde: [12, 18],
  noite: [18, 24],
};

/** «de manhã», «na parte da tarde», «durante a madrugada»; «boa noite» is none. */
function partAt(reading: Reading, at: number): Span | null {
  const part = PARTS[formsOf(reading, at, at + 1)];
  const lead = /(?:(?:n[ao] (?:parte|periodo|turno) |durante )?(?:d[ae]|pela|na|a))$/.exec(
    formsOf(reading, Math.max(0, at - LEAD), at),
  );
  if (!part || !lead) return null;
  const [first, last] = part;
  const from = at - lead[0].split(' ').length;
  return { first: first * 60, last: last * 60 - 1, from, to: at + 1, isPart: true };
}
