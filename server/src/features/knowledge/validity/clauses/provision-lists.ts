/** Provisions as clauses name them: «o § 1º do art. 5º e os incisos II a IV do art. 7º». */

/** The end of a path that means the head of an article without its paragraphs. */
export const CAPUT = '/caput';

const ITEM = String.raw`(?:[IVXLC]+(?!\p{L})|\d{1,4})(?:\s*[ºo°])?(?:-[A-Z](?![a-z]))?`;
const LIST = String.raw`(${ITEM}(?:\s*(?:,|e|a|ao|até|,\s*e)\s*(?:o\s+|os\s+)?${ITEM})*)`;
const TOKEN = new RegExp(
  [
    String.raw`(?<art>\bart(?:igo)?s?\.?)\s*${LIST}`,
    String.raw`(?<par>§§?|\bpar[áa]grafos?)\s*${LIST}`,
    String.raw`(?<only>\bpar[áa]grafo\s+[úu]nico)`,
    String.raw`(?<inc>\bincisos?)\s+${LIST}`,
    String.raw`(?<ali>\bal[íi]neas?)\s+[“"]?([a-z])\b[”"]?(?:\s*(?:,|e)\s*[“"]?([a-z])\b[”"]?)*`,
    String.raw`(?<caput>\bcaput\b)`,
  ].join('|'),
  'giu',
);
/** A run from one to another one names so many at most. */
const RUN_MAX = 60;

type Level = 'art' | 'par' | 'inc' | 'ali' | 'caput';
type Token = { level: Level; values: string[]; start: number; end: number };

const DEPTH: Record<Level, number> = { art: 0, par: 1, inc: 2, ali: 3, caput: 1 };

/** As `art:5/par:1/inc:II`. Empty where no article is named. */
export function provisionsIn(text: string): string[] {
  const paths: string[] = [];
  let above: string[] = [];
  let waiting: Token[] = [];
  let last: Token | null = null;
  const finish = () => {
    paths.push(...above);
    above = [];
  };
  for (const token of tokensIn(text)) {
    const between = last ? text.slice(last.end, token.start) : '';
    if (token.level === 'art') {
      finish();
      above = waiting.reduceRight((paths, lower) => below(paths, lower), pathsOf(token));
      // «o § 1º do art. 5º»: what waited is used up.
      waiting = [];
    } else if (last && above.length && isNarrower(token, last) && /^\s*,?\s*$/.test(between))
      above = below(above, token);
    else if (last && waiting.length && isNarrower(token, last) && /^\s*,?\s*$/.test(between))
      waiting.push(token);
    else waiting = [token, ...(/\bd[oae]s?\s*$/i.test(between) ? waiting : [])].sort(byDepth);
    last = token;
  }
  finish();
  return [...new Set(paths.map((path) => path.replace('/caput/', '/').toLowerCase()))];
}

const byDepth = (one: Token, other: Token) => DEPTH[other.level] - DEPTH[one.level];
const isNarrower = (one: Token, other: Token) => DEPTH[one.level] > DEPTH[other.level];

function tokensIn(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => {
    const groups = match.groups ?? {};
    const level: Level = groups.art
      ? 'art'
      : groups.par || groups.only
        ? 'par'
        : groups.inc
          ? 'inc'
          : groups.ali
            ? 'ali'
            : 'caput';
    const list = match[0].slice((groups.art ?? groups.par ?? groups.inc ?? groups.ali ?? '').length);
    return {
      level,
      values: groups.only ? ['unico'] : level === 'caput' ? ['caput'] : valuesOf(list, level),
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

function valuesOf(list: string, level: Level): string[] {
  if (level === 'ali')
    return [...list.matchAll(/(?<![\p{L}])[a-z](?![\p{L}])/giu)]
      .map(([letter]) => letter)
      .filter((letter) => letter !== 'e');
  const values: string[] = [];
  let isRun = false;
  for (const [word] of list.matchAll(
    /[IVXLC]+(?:-[A-Z])?(?![\p{L}])|\d+\s*[ºo°]?(?:-[A-Z])?|(?<!\p{L})(?:ao|a|até)(?!\p{L})/gu,
  )) {
    if (/^(?:ao?|até)$/.test(word)) {
      isRun = true;
      continue;
    }
    const value = word.replace(/[\sº°]|o(?=$|-)/g, '');
    if (isRun) values.push(...runTo(values.at(-1) ?? '', value));
    values.push(level === 'art' || level === 'par' ? value.toLowerCase() : value.toUpperCase());
    isRun = false;
  }
  return values;
}

/** Those between the two, without them. */
function runTo(from: string, to: string): string[] {
  const isRoman = /^[IVXLC]+$/.test(to);
  const [first, last] = isRoman ? [ofRoman(from), ofRoman(to)] : [Number(from), Number(to)];
  if (!(last - first > 1 && last - first < RUN_MAX)) return [];
  return Array.from({ length: last - first - 1 }, (_, step) =>
    isRoman ? toRoman(first + step + 1) : String(first + step + 1),
  );
}

const ROMAN: [string, number][] = [
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];

function toRoman(number: number): string {
  let rest = number;
  let roman = '';
  for (const [letters, value] of ROMAN)
    while (rest >= value) {
      roman += letters;
      rest -= value;
    }
  return roman;
}

const ofRoman = (roman: string): number => {
  for (let number = 1; number <= 300; number += 1) if (toRoman(number) === roman) return number;
  return 0;
};

const pathsOf = ({ level, values }: Token): string[] =>
  values.map((value) => (level === 'caput' ? 'caput' : `${level}:${value}`));

const below = (paths: string[], token: Token): string[] =>
  paths.flatMap((path) => pathsOf(token).map((one) => `${path}/${one}`));
