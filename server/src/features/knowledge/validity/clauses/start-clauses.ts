/** The day from which a norm holds, by its clause (LC 95/1998, art. 8º), or by the 45 days of the law where it has none. */
import {
  addDays,
  addMonths,
  type Day,
  monthOf,
  monthPeriod,
  yearOf,
} from '../../../../language/values/calendar.ts';
import { dayOf } from '../../../../language/values/day-of-a-month.ts';
import { firstDayIn, mentionsIn } from './norm-mentions.ts';
import { withoutQuoted } from './quoted-wording.ts';

/** `isPresumed`: the clause leaves a doubt, or its day is counted from another than that of publication. */
export type FoundStart = { from: Day; isPresumed: boolean; clause: { start: number; end: number } | null };

/** LINDB (Decreto-Lei nº 4.657/1942), art. 1º. */
const DAYS_WITHOUT_CLAUSE = 45;
const CLAUSE =
  /\b(?:est[ea]|o\s+presente|a\s+presente|este\s+ato|essa?|ess[ea])\s+(?:[\p{L}-]+\s+){1,3}?(?:entra(?:r[áa]|ndo)?\s+em\s+vigor|passa(?:r[áa])?\s+a\s+(?:vigorar|vigir|viger)|vigora(?:r[áa])?|ter[áa]\s+vig[êe]ncia|tem\s+vig[êe]ncia|come[çc]a(?:r[áa])?\s+a\s+vigorar)\b[^\n]*(?:\n(?!\s*(?:art|§|par[áa]grafo|\n))[^\n]+){0,4}/giu;
const PUBLISHED =
  /\bpublicad[oa]s?\s+(?:n[oa]\s+|em\s+|aos\s+)?(?:DOU|D\.?\s?O\.?\s?U?\.?(?:M\.?)?|di[áa]rio[^,;\n]{0,60}?|jornal[^,;\n]{0,60}?|imprensa[^,;\n]{0,40}?|[áa]trio[^,;\n]{0,40}?)?[\s,]*(?:n[º°o]\s*[\d.]+[\s,]*)?(?:de|em|do\s+dia|no\s+dia)?\s*(?=\d)/iu;

const NUMBERS = 'um dois três quatro cinco seis sete oito nove dez onze doze'.split(' ');
const COUNT = String.raw`(\d{1,4}|${NUMBERS.join('|')}|uma|duas|quinze|vinte|trinta|quarenta|sessenta|noventa|cento\s+e\s+vinte|cento\s+e\s+oitenta)(?:\s*\([^)]*\))?`;
const WORDS: Record<string, number> = {
  uma: 1,
  duas: 2,
  quinze: 15,
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  sessenta: 60,
  noventa: 90,
  'cento e vinte': 120,
  'cento e oitenta': 180,
};
const AFTER = new RegExp(String.raw`(?<![\p{L}\d])${COUNT}\s+(dia|mes|mês|ano)(?:e?s)?(?!\p{L})`, 'iu');
const ON_PUBLICATION =
  /\b(?:n[ao]|desde|a\s+partir\s+d[ao]|com\s+a?|imediatamente|quando\s+d[ae]|ap[óo]s|depois\s+de)\s*(?:a\s+|o\s+|sua\s+)?(?:data\s+(?:d[aeo]\s+)?)?(?:dia\s+(?:d[aeo]\s+)?)?(?:sua\s+|a\s+sua\s+)?(?:publica[çc][ãa]o|publicad[oa]|divulga[çc][ãa]o|assinatura)\b|\bimediat(?:o|amente)\b/iu;
const FIRST_OF =
  /\b(?:primeiro\s+dia|1\s*[ºo°]\s+dia|dia\s+(?:1\s*[ºo°]|primeiro))\s+(?:útil\s+)?d[oe]\s+(m[êe]s|exerc[íi]cio|ano|(segundo|terceiro|quarto|quinto|sexto)\s+m[êe]s)\b[^.;]*?\b(?:seguinte|subsequente|posterior|pr[óo]ximo)/iu;
const ORDINALS = ['segundo', 'terceiro', 'quarto', 'quinto', 'sexto'];

/** Days of publication and of the act; null where the text does not say them. */
export type ActDays = { published: Day | null; signed: Day | null };

export function publicationOf(text: string): Day | null {
  const found = PUBLISHED.exec(text);
  return found
    ? firstDayIn(text.slice(found.index + found[0].length, found.index + found[0].length + 40))
    : null;
}

/** Null where nothing can be worked out: the norm names no day, or its parts begin on different ones. */
export function startOf(text: string, { published, signed }: ActDays): FoundStart | null {
  const day = published ?? signed;
  const isPresumed = published === null;
  const masked = withoutQuoted(text);
  const clause = [...masked.matchAll(CLAUSE)].at(-1);
  if (!clause) {
    if (day === null) return null;
    return { from: addDays(day, DAYS_WITHOUT_CLAUSE), isPresumed: true, clause: null };
  }
  const words = mainPart(clause[0].replace(/\s+/g, ' '));
  if (words === null) return null;
  const start = clause.index;
  const place = { start, end: start + clause[0].trimEnd().length };
  const stated = statedDay(words, day);
  return (
    stated && {
      from: stated.from,
      isPresumed: stated.isCounted ? isPresumed || stated.isUnsure : stated.isUnsure,
      clause: place,
    }
  );
}

/** The sentence up to where it says from when it has effects; a list by articles has no one day. */
function mainPart(clause: string): string | null {
  const [sentence = ''] = clause.split(/(?<!\b(?:art|arts|n|D|O|U))\.(?=\s|$)/);
  if (/:\s*(?:I\s*[-–—]|a\))/.test(sentence)) return null;
  return sentence.replace(
    /,?\s*(?:e\s+)?(?:produz|surt|com\s+efeitos|gera|retroagind|revog|ficando|exceto|salvo|observad).*$/iu,
    '',
  );
}

type Stated = { from: Day; isCounted: boolean; isUnsure: boolean };

function statedDay(words: string, day: Day | null): Stated | null {
  const after = AFTER.exec(words);
  if (after) return day === null ? null : dayAfterTerm(after, day);
  const named = mentionsIn(words).length ? null : firstDayIn(words);
  if (named) return { from: named, isCounted: false, isUnsure: false };
  const first = FIRST_OF.exec(words);
  if (first && day !== null) return counted(firstOf(first, day));
  const month =
    /\ba\s+partir\s+de\s+(janeiro|fevereiro|mar[çc]o|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\s+de\s+(\d{4})/iu.exec(
      words,
    );
  if (month) return monthDay(month[1] ?? '', Number(month[2]));
  return ON_PUBLICATION.test(words) && day !== null ? counted(day) : null;
}

const counted = (from: Day, isUnsure = false): Stated => ({ from, isCounted: true, isUnsure });

function dayAfterTerm([, number = '', name = '']: RegExpExecArray, day: Day): Stated {
  const unit = name.toLowerCase().slice(0, 1);
  const count = countOf(number);
  // The day of publication and the last one belong to the term: it holds from the day after.
  if (unit === 'd') return counted(addDays(day, count));
  // How months and years are counted is disputed; the day after the same day of the month is what courts have held.
  return counted(addDays(addMonths(day, unit === 'm' ? count : 12 * count), 1), true);
}

const MONTHS = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');

function monthDay(name: string, year: number): Stated | null {
  const from = dayOf(year, MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1, 1);
  return from === null ? null : { from, isCounted: false, isUnsure: false };
}

function firstOf([, what = '', ordinal]: RegExpExecArray, day: Day): Day {
  if (/^(?:exerc|ano)/i.test(what)) return `${yearOf(day) + 1}-01-01`;
  const months = ordinal ? ORDINALS.indexOf(ordinal.toLowerCase()) + 2 : 1;
  return addMonths(monthPeriod(yearOf(day), monthOf(day)).first, months);
}

function countOf(words: string): number {
  const plain = words.toLowerCase().replace(/\s+/g, ' ');
  return Number(plain) || (WORDS[plain] ?? NUMBERS.indexOf(plain) + 1);
}
