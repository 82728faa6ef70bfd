/** Finds the numbers of a model's text that come neither from its sources nor from its question. */
import type { UncheckedNumber } from '#contract/table-result.ts';
import type { KnownNumbers } from './known-numbers.ts';
import { readLists } from './list-counts.ts';
import { type Figure, type NumberToken, scanNumbers } from './scan-numbers.ts';

/** In the order of the text. Linear in its length. `counted`: what the text before it lists. */
export function uncheckedNumbers(
  text: string,
  known: KnownNumbers,
  counted: Iterable<number> = [],
): UncheckedNumber[] {
  const lists = readLists(text);
  const listing = { counts: new Set([...lists.counts(), ...counted]), ordinals: lists.ordinals };
  return scanNumbers(text)
    .filter((token) => !known.holds(token) && !isExempt(text, token, listing))
    .map(({ start, end }) => ({ start, end, text: text.slice(start, end) }));
}

type Listing = { counts: ReadonlySet<number>; ordinals: ReadonlySet<number> };

function isExempt(text: string, token: NumberToken, { counts, ordinals }: Listing): boolean {
  if (token.type !== 'number') return false;
  if (ordinals.has(token.start)) return true;
  if (!token.isBare) return false;
  const value = token.readings[0]?.value ?? 0;
  const before = text.slice(Math.max(0, token.start - BEFORE_LENGTH), token.start);
  return (
    counts.has(value) ||
    isLabel(before, value) ||
    isInlineOrdinal(text, token, before) ||
    (DETERMINER.test(before) && isNamed(text, token, value))
  );
}

const BEFORE_LENGTH = 60;
const LABELS_MAX = 20;
/** «Opção 2», «passo 3» number what the text itself says. */
const LABEL =
  /(?:^|[^\p{L}])(?:op[çc][ãa]o|op[çc][õo]es|passos?|etapas?|itens|item|exemplos?|tabelas?|figuras?|gr[áa]ficos?|fontes?|trechos?|resultados?|notas?|pontos?|alternativas?|cen[áa]rios?|se[çc][ãa]o|partes?)[ \u00a0]\**$/iu;
const isLabel = (before: string, value: number): boolean => value <= LABELS_MAX && LABEL.test(before);

/** «1) … 2) …» within a line, but not «(13)» nor «(de 2 a 5)». */
function isInlineOrdinal(text: string, { end, isInWords, readings }: Figure, before: string): boolean {
  if (isInWords || text[end] !== ')' || (readings[0]?.value ?? 0) > LABELS_MAX) return false;
  return /(?:^|\s)$/.test(before) && before.lastIndexOf('(') <= before.lastIndexOf(')');
}

/** The number refers to what is named beside it. */
const DETERMINER =
  /(?:^|[^\p{L}])(?:[oa]s|[dn][oa]s|aos|às|pel[oa]s|entre [oa]s|est[ea]s|ess[ea]s|[dn]?aquel[ea]s|[dn]ess[ea]s|[dn]est[ea]s|outr[oa]s|tod[oa]s [oa]s|seus|suas|top)[ \u00a0-]\**$/iu;
const NAMED_MAX = 10;
/** How far the names may stand from their number. */
const NEARBY_LENGTH = 400;

/** «As três maiores são A, B e C»: as many names as the number says, or a number in words that only points back. */
function isNamed(text: string, { end, isInWords }: Figure, value: number): boolean {
  if (value > NAMED_MAX) return false;
  if (isInWords) return true;
  const nearby = text.slice(end, end + NEARBY_LENGTH).split(/\n\s*\n/, 1)[0] ?? '';
  return enumerations(nearby).has(value);
}

/** How many members the enumerations «A, B e C» of a text have. */
function enumerations(text: string): Set<number> {
  const counts = new Set<number>();
  for (const sentence of text.split(/[.!?;:](?=\s|$)/)) {
    let commas = 0;
    for (const [sign] of sentence.matchAll(/, | e | ou /g)) {
      if (sign === ', ') commas += 1;
      else {
        counts.add(commas + 2);
        commas = 0;
      }
    }
  }
  return counts;
}
