/** Names and values of tables in English, in Portuguese words: many systems name their columns in English. */
import { ADJECTIVES, EVENTS } from './english-words/adjectives.ts';
import { GENERAL_NOUNS } from './english-words/general-nouns.ts';
import { SECTOR_NOUNS } from './english-words/sector-nouns.ts';
import { VALUES } from './english-words/values.ts';
import { isEnglishFunctionWord } from './written-language.ts';

/** The last noun of a name is its head. */
const NOUNS = new Map([...GENERAL_NOUNS, ...SECTOR_NOUNS]);

/** The entry of a word or of its singular. */
const termOf = (terms: Map<string, string>, word: string): string | undefined =>
  terms.get(word) ??
  terms.get(word.replace(/ies$/, 'y')) ??
  terms.get(word.replace(/(s|sh|ch|x)es$/, '$1')) ??
  terms.get(word.replace(/s$/, ''));

const ACRONYMS = new Set(['id', 'uf', 'cpf', 'cnpj', 'sku']);
/** In both languages alike, so that they tell no language. */
const SHARED = new Set(
  `status total area data item motorista id uf email real me hotel cargo material volume hospital supervisor bonus crime
  sensor sprint professor album local final vip km animal menu dose grade`.split(/\s+/),
);

/** They stand behind what is measured: «weight_kg», «wait_min». */
const UNITS = new Set(['kg', 'km', 'm2', 'm3', 'min', 'cm', 'mm', 'ml', 'kwh', 'hrs', 'pct']);

/** A name in English in Portuguese words, as «payment_method» is «forma de pagamento»; null for other names. */
export function portugueseName(words: string[]): string | null {
  const measured =
    UNITS.has(words.at(-1) ?? '') && words.length > 1 ? portugueseName(words.slice(0, -1)) : null;
  if (measured) return `${measured} ${words.at(-1)}`;
  if (!words.every(isKnown) || !words.some(tellsLanguage)) return null;
  const day = dayOfEvent(words);
  if (day !== null) return day;
  if (/^(?:by|at|on)$/.test(words.at(-1) ?? '')) return null;
  return durationTo(words) ?? phrase(words);
}

const isKnown = (word: string): boolean =>
  termOf(NOUNS, word) !== undefined ||
  ADJECTIVES.has(word) ||
  eventOf(word) !== undefined ||
  ACRONYMS.has(word) ||
  isEnglishFunctionWord(word);

const tellsLanguage = (word: string): boolean => !SHARED.has(word) && !ACRONYMS.has(word);

/** «created_at», «paid_on», «delivered_date». */
function dayOfEvent(words: string[]): string | null {
  const [first = '', last = ''] = words;
  const event = words.length === 2 && /^(?:at|on|date)$/.test(last) ? eventOf(first) : undefined;
  return event ? `data de ${event}` : null;
}

/** «requested» is the day of the request: a participle that is not listed is known by its noun. */
const eventOf = (word: string): string | undefined =>
  EVENTS.get(word) ??
  (/ed$/.test(word) ? (NOUNS.get(word.slice(0, -2)) ?? NOUNS.get(word.slice(0, -1))) : undefined);

/** «days_to_delivery» and «time_to_close»: the time comes first. */
function durationTo(words: string[]): string | null {
  const at = words.indexOf('to');
  const [unit = ''] = words;
  if (at !== 1 || words.length < 3 || !/^(?:days|hours|minutes|time)$/.test(unit)) return null;
  return `${unit === 'time' ? 'tempo' : termOf(NOUNS, unit)} para ${phrase(words.slice(2))}`;
}

/** The head comes first, its adjectives after it, and the nouns before it with «de». */
function phrase(words: string[]): string {
  const content = words.filter((word) => !isEnglishFunctionWord(word));
  const isCount = content[0] === 'number' && content.length > 1;
  const [head = '', ...before] = isCount ? content : content.toReversed();
  if (before.length === 0) return ADJECTIVES.get(head) ?? termOf(NOUNS, head) ?? head;
  // «breakfast_included»: the participle stands behind its noun.
  const after = termOf(NOUNS, head) === undefined ? ADJECTIVES.get(head) : undefined;
  if (after) return `${phrase(content.slice(0, -1))} ${after}`;
  const nouns: string[] = [];
  const adjectives: string[] = [];
  for (const word of before) {
    const adjective = ADJECTIVES.get(word);
    if (adjective) adjectives.push(adjective);
    else nouns.push(termOf(NOUNS, word) ?? EVENTS.get(word) ?? word.toUpperCase());
  }
  return [
    termOf(NOUNS, head) ?? head.toUpperCase(),
    ...adjectives,
    ...nouns.map((noun) => `de ${noun}`),
  ].join(' ');
}

/** The Portuguese words for a value in English, such as «reembolsado» for «refunded»; none for other values. */
export const portugueseValues = (value: string): string[] =>
  VALUES.get(
    value
      .toLowerCase()
      .trim()
      .replace(/[\s-]+/g, '_'),
  ) ?? [];
