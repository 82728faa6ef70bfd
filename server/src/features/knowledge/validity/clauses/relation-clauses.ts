/** Finds in its clauses that a norm repeals, amends, suspends or brings back others. */
import type { Norm, RelationKind } from '#contract/validity.ts';
import type { Day } from '../../../../language/values/calendar.ts';
import { firstDayIn, firstMention, type Mention, mentionsIn, normOfMention } from './norm-mentions.ts';
import { provisionsIn } from './provision-lists.ts';
import { quotedAfter, withoutQuoted } from './quoted-wording.ts';

/** `norm`: the other one; null where the clause names it without a year. */
export type FoundRelation = {
  kind: RelationKind;
  norm: Norm | null;
  named: Pick<Mention, 'type' | 'number' | 'issuer'>;
  provisions: string[];
  until: Day | null;
  start: number;
  end: number;
};

const ADVERB = String.raw`(?:\s*,?\s*(?:expressamente|também|ainda|igualmente|integralmente|desde\s+já|em\s+especial|assim)\s*,?)*`;
const REPEAL = new RegExp(
  String.raw`(?<!\bn[ãa]o\s)(?:\b(?:fica|ficam|são|é|serão|será)${ADVERB}\s+revogad[oa]s?\b|\brevogam?-se\b)`,
  'giu',
);
const SUSPEND =
  /(?<!\bn[ãa]o\s)\b(?:fica|ficam|é|são)\s+suspens[oa]s?\b(?=[^.;]{0,60}\b(?:efic[áa]cia|vig[êe]ncia|efeitos|aplica[çc][ãa]o|execu[çc][ãa]o)\b)/giu;
const REVIVE =
  /(?<!\bn[ãa]o\s)\b(?:fica|ficam|é|são)\s+(?:repristinad[oa]s?|restaurad[oa]s?\s+a\s+vig[êe]ncia|restabelecid[oa]s?\s+a\s+vig[êe]ncia)(?![\p{L}])/giu;
const AMEND =
  /\bpassam?\s+a\s+(?:vigorar|viger|vigir|ter|constar|conter|dispor)\b|\bd[áa]-se\b|\b(?:fica|ficam|é|são)\s+(?:acrescid[oa]s?|acrescentad[oa]s?|inclu[íi]d[oa]s?|alterad[oa]s?)\b|\bacrescentam?-se\b|\balteram?-se\b/giu;

/** Behind these words another norm is named that nothing is done to. */
const ASIDE =
  /\b(?:que|cuj[oa]s?|alterad[oa]s?|modificad[oa]s?|acrescid[oa]s?|inclu[íi]d[oa]s?|institu[íi]d[oa]s?|regulamentad[oa]s?|aprovad[oa]s?|criad[oa]s?|previst[oa]s?|autorizad[oa]s?|referid[oa]s?|dad[oa]s?\s+pel[oa]s?|reda[çc][ãa]o|nos\s+termos|na\s+forma|conforme|de\s+acordo|de\s+que\s+trata|a\s+que\s+se\s+refere|com\s+base|por\s+for[çc]a|em\s+raz[ãa]o|em\s+virtude|pel[oa]s?|combinad[oa]s?)\b/iu;
const EXCEPT =
  /\b(?:salvo|exceto|ressalvad[oa]s?|mantid[oa]s?|mantendo-se|mant[ée]m-se|permanece(?:m|ndo)?|preservad[oa]s?|sem\s+preju[íi]zo|com\s+exce[çc][ãa]o|à\s+exce[çc][ãa]o)\b/iu;
/** Parts of a norm that no article stands for: nothing is said of the whole one. */
const OTHER_PART =
  /\b(?:cap[íi]tulos?|anexos?|se[çc](?:[ãa]o|[õo]es)|t[íi]tulos?|tabelas?|quadros?|ementa|pre[âa]mbulo|express(?:[ãa]o|[õo]es)|item|itens)\b/iu;
/** Its own provisions, or those of a norm without a number, stand in front of the others. */
const OWN_NORM =
  /^.*\b(?:dest[ea]|des[st]a\s+mesma|da\s+mesma|do\s+mesmo|da\s+referida|do\s+referido|d[ao]\s+Constitui[çc][ãa]o(?:\s+\p{L}+)?)\s+(?:lei|decreto|portaria|resolu[çc][ãa]o|norma|ato)?/isu;
/** Words of an amendment, without which «é alterado» may speak of anything. */
const WORDED_ANEW =
  /reda[çc][ãa]o|altera[çc]|acr[ée]sc|acrescent|inclu|modifica[çc]|artigo|\bart\b|\bart\.|§|par[áa]grafo|inciso/iu;
/** «os seguintes dispositivos da Lei nº 10, de 2001: a) o art. 5º; b) o art. 7º» */
const LISTED_AFTER = /\bdispositivos\b/iu;
const PART = /§|\bpar[áa]grafo|\binciso|\bal[íi]nea|\bart(?:igo)?s?\b/iu;
const ITEM_LINE = /^[ \t]*(?:[*_-]+[ \t]*)?(?:[IVXLC]+|[a-z]|\d{1,2})\s*[-–—.)]/;
const PROVISION_LINE = /^[ \t]*(?:[*_]{2})?(?:art(?:igo|\.)?[ \t]*\d|§|par[áa]grafo[ \t]+[úu]nico)/i;

export function relationsIn(text: string): FoundRelation[] {
  const masked = withoutQuoted(text);
  return [
    ...verbsIn(masked, REPEAL).flatMap((verb) => done(masked, verb, 'repeals')),
    ...verbsIn(masked, SUSPEND).flatMap((verb) => done(masked, verb, 'suspends')),
    ...verbsIn(masked, REVIVE).flatMap((verb) => done(masked, verb, 'revives')),
    ...verbsIn(masked, AMEND).flatMap((verb) => amended(text, masked, verb)),
  ].sort((one, other) => one.start - other.start);
}

/** `until`: where the next verb of its kind begins; what stands behind that is said by the other one. */
type Verb = { text: string; at: number; until: number };

/** A text is anybody's: where each verb read on to the end, thousands of them would hold the process for minutes. */
function verbsIn(masked: string, kind: RegExp): Verb[] {
  const found = [...masked.matchAll(kind)];
  return found.map(({ 0: text, index: at }, place) => ({
    text,
    at,
    until: found[place + 1]?.index ?? masked.length,
  }));
}

/** The norms that stand behind the verb, each with the provisions in front of its name. */
function done(masked: string, verb: Verb, kind: 'repeals' | 'suspends' | 'revives'): FoundRelation[] {
  const end = clauseEnd(masked, verb);
  const from = verb.at + verb.text.length;
  let clause = masked.slice(from, end);
  const until = kind === 'suspends' ? firstDayIn(/\baté\b.*$/isu.exec(clause)?.[0] ?? '') : null;
  const except = EXCEPT.exec(clause);
  if (except) clause = clause.slice(0, except.index);
  const start = sentenceStart(masked, verb.at);
  // «Os arts. 5º e 6º da Lei nº 10, de 2001, ficam revogados.»
  const before = masked.slice(start, verb.at);
  const named = mentionsIn(before).length && !mentionsIn(clause).length;
  return named ? listed(before, { kind, until, start, end }) : listed(clause, { kind, until, start, end });
}

function listed(
  clause: string,
  { kind, until, start, end }: { kind: RelationKind; until: Day | null; start: number; end: number },
): FoundRelation[] {
  let at = 0;
  let isAside = false;
  let isListed = false;
  return mentionsIn(clause).flatMap((mention) => {
    const before = clause.slice(at, mention.start);
    at = mention.end;
    // A new item, or what follows a semicolon, is no longer aside.
    const after = Math.max(before.lastIndexOf(';'), before.lastIndexOf('\n')) + 1;
    const own = before.slice(after).replace(OWN_NORM, '');
    isAside = ASIDE.test(own) || (isAside && after === 0 && !/,\s*(?:e|bem\s+como)\s/i.test(own));
    if (isAside || OTHER_PART.test(own)) return [];
    // A list of articles has semicolons of its own.
    const provisions = LISTED_AFTER.test(own)
      ? provisionsIn(upToNextNorm(clause, mention.end))
      : provisionsIn(isListed ? own : before.replace(OWN_NORM, ''));
    isListed = LISTED_AFTER.test(own);
    if (!isUnderstood(kind, own, provisions)) return [];
    return [
      {
        kind: kind === 'repeals' && provisions.length ? ('repeals_in_part' as const) : kind,
        norm: normOfMention(mention),
        named: mention,
        provisions,
        until,
        start,
        end,
      },
    ];
  });
}

/** Only norms as a whole are suspended. A list without provisions, a paragraph or an item of nobody's article are not understood. */
function isUnderstood(kind: RelationKind, own: string, provisions: string[]): boolean {
  if (provisions.length) return kind === 'repeals';
  return !LISTED_AFTER.test(own) && !PART.test(own);
}

/** The list behind the name of a norm, up to the next item with a norm of its own. */
function upToNextNorm(clause: string, from: number): string {
  const rest = clause.slice(from);
  const next = firstMention(rest)?.start ?? rest.length;
  const list = rest.slice(0, next);
  const item = list.length < rest.length ? list.search(/[;\n][^;\n]*$/) : -1;
  return item < 0 ? list : list.slice(0, item);
}

/** «O art. 5º da Lei nº 10, de 2001, passa a vigorar com a seguinte redação:»; without an article the quoted ones are meant. */
function amended(text: string, masked: string, verb: Verb): FoundRelation[] {
  const start = sentenceStart(masked, verb.at);
  const end = clauseEnd(masked, verb);
  const before = masked.slice(start, verb.at);
  const rest = masked.slice(verb.at, end);
  const clause = mentionsIn(before).length > 0 ? before : rest;
  const [mention] = mentionsIn(clause);
  if (!mention) return [];
  const own = clause.slice(0, mention.start);
  if (ASIDE.test(own.replace(verb.text, '')) || OTHER_PART.test(own) || !WORDED_ANEW.test(rest)) return [];
  const provisions = firstFilled(
    () => provisionsIn(own),
    () => provisionsIn(rest.replace(/\b(?:da|do|à|ao)\s+(?:lei|decreto|portaria|resolu|instru).*$/isu, '')),
    () => provisionsQuoted(quotedAfter(text, masked, verb)),
  );
  if (!provisions.length) return [];
  return [
    {
      kind: 'amends',
      norm: normOfMention(mention),
      named: mention,
      provisions,
      until: null,
      start,
      end,
    },
  ];
}

function firstFilled(...searches: (() => string[])[]): string[] {
  for (const search of searches) {
    const found = search();
    if (found.length) return found;
  }
  return [];
}

const DOTTED = /(?:\.\s*){5,}|(?:_\s*){5,}|…{2,}/;

const QUOTED_ARTICLE =
  /^[ \t“"]*(?:[*_]{2})?art(?:igo|\.)?[ \t]*(\d{1,4}(?:\.\d{3})?)[ \t]*[ºo°]?(-[a-z](?![a-z]))?/i;
const QUOTED_PARAGRAPH = /^[ \t“"]*(?:§[ \t]*(\d{1,3})|(par[áa]grafo[ \t]+[úu]nico))/i;
const QUOTED_ITEM = /^[ \t“"]*([IVXLC]{1,7}(?:-[A-Z])?)[ \t]*[-–—][ \t]*\p{L}/u;

function articleIn(line: string): string | null {
  const [, number, letter = ''] = QUOTED_ARTICLE.exec(line) ?? [];
  return number === undefined ? null : `art:${number.replace('.', '')}${letter.toLowerCase()}`;
}

function paragraphIn(line: string): string | null {
  const found = QUOTED_PARAGRAPH.exec(line);
  return found && `par:${found[1] ?? 'unico'}`;
}

function itemIn(line: string): string | null {
  const found = QUOTED_ITEM.exec(line);
  return found && `inc:${(found[1] ?? '').toLowerCase()}`;
}

/** Articles that are worded whole, and paragraphs of articles whose other wording is left out by dots. */
function provisionsQuoted(quoted: string): string[] {
  const paths = new Set<string>();
  let article: string | null = null;
  /** The article or paragraph whose items follow, where its own words are left out. */
  let open: string | null = null;
  let isPart = false;
  for (const [line] of quoted.matchAll(/[^\n\f]+/g)) {
    const isDotted = DOTTED.test(line);
    const begun = articleIn(line);
    if (begun) {
      article = begun;
      isPart = isDotted;
      if (!isPart) paths.add(article);
      open = article;
      continue;
    }
    if (!article || !isPart) continue;
    const paragraph = paragraphIn(line);
    const item = itemIn(line);
    if (paragraph) {
      const path: string = `${article}/${paragraph}`;
      if (!isDotted) paths.add(path);
      open = isDotted ? path : null;
    } else if (open && item && !isDotted) paths.add(`${open}/${item}`);
  }
  return [...paths];
}

/** The sentence and, where it introduces a list, its items. */
function clauseEnd(text: string, { at, until }: Verb): number {
  let end = at;
  for (const { 0: line, index } of text.slice(at, until).matchAll(/[^\n\f]+/g)) {
    const isFirst = index === 0;
    if (!isFirst && PROVISION_LINE.test(line)) return end;
    const isWrapped = !isFirst && /^[ \t]*[\p{Ll}\d(]/u.test(line);
    if (
      !isFirst &&
      !ITEM_LINE.test(line) &&
      !isWrapped &&
      line.trim() &&
      /[.:;]$/.test(text.slice(at, end).trimEnd().slice(-1))
    )
      return end;
    const stop = /[.](?=\s+(?:Par[áa]grafo|Art|[A-ZÀ-Ú][a-zà-ú]+\s))(?<!\b(?:art|arts|n|nº|inc)\.)/u.exec(
      line,
    );
    if (stop) return at + index + stop.index + 1;
    end = at + index + line.length;
    if (/[.]\s*$/.test(line) && !/\b(?:art|arts|n)\.\s*$/i.test(line)) return end;
  }
  return end;
}

/** The place after the full stop, the line's beginning or the number of the article in front. */
function sentenceStart(text: string, at: number): number {
  const lead = text.slice(Math.max(0, at - 800), at);
  const offset = at - lead.length;
  let start = 0;
  for (const match of lead.matchAll(
    /\n\s*\n|\n(?=[ \t]*(?:[*_]{2})?(?:art(?:igo|\.)?[ \t]*\d|§|par[áa]grafo))|\f|[.;]\s+(?=[A-ZÀ-Ú])/giu,
  )) {
    const isAbbreviation =
      /\b(?:art|arts|n|nº|inc|p)$/i.test(lead.slice(0, match.index)) && match[0].startsWith('.');
    if (
      !isAbbreviation &&
      (/^[.;]/.test(match[0]) ? /^[A-ZÀ-Ú]/u.test(lead.slice(match.index + match[0].length)) : true)
    )
      start = match.index + match[0].length;
  }
  const number =
    /^[ \t]*(?:[*_]{2})?(?:art(?:igo|\.)?[ \t]*\d{1,4}[ \t]*[ºo°]?(?:-[a-z])?[ \t]*[.\-–—]*|§[ \t]*\d{1,3}[ \t]*[ºo°]?[.]?|par[áa]grafo[ \t]+[úu]nico[ \t]*[.\-–—]*)(?:[*_]{2})?\s*/i.exec(
      lead.slice(start),
    );
  return offset + start + (number?.[0].length ?? 0);
}
