/** Articles, paragraphs and items of a norm: where they begin in its text, and which of them a passage holds. */
import type { PassageDraft } from '../passages/chunks.ts';
import { CAPUT } from './clauses/provision-lists.ts';

/** `isQuoted`: the wording that a norm gives to a provision of another one. */
type Beginning = {
  at: number;
  article: string;
  paragraph: string | null;
  item: string | null;
  isQuoted: boolean;
};

/** With fewer articles a text is no norm: it only speaks of one. */
const ARTICLES_MIN = 3;
const ARTICLE =
  /^[ \t]*([“"])?(?:[*_]{2})?art(?:igo|[ \t]?\.)?[ \t]*(\d{1,4}(?:\.\d{3})?)[ \t]*[ºo°]?(-[a-z])?(?![\d/])/i;
const PARAGRAPH = /^[ \t]*[“"]?(?:[*_]{2})?(?:§[ \t]*(\d{1,3})[ \t]*[ºo°]?|(par[áa]grafo[ \t]+[úu]nico))/i;
const ITEM = /^[ \t]*[“"]?(?:[-*_]+[ \t]*)?([IVXLC]{1,7}(?:-[A-Z])?)[ \t]*[-–—.)][ \t]*\S/;

/**
 * Passages of a norm are cut so that none holds two articles, nor an article and its paragraph. Items are cut out only
 * where a relation names them: apart from the words in front of their list they are hard to find and to understand.
 */
export function cutAtProvisions(
  text: string,
  drafts: PassageDraft[],
  named: string[] = [],
): (PassageDraft & { provisions: string[] })[] {
  const beginnings = bordersFor(beginningsIn(text), named);
  const articles = beginnings.filter(({ paragraph, item }) => paragraph === null && item === null);
  // A norm that words another one anew may be short.
  if (articles.length < ARTICLES_MIN && !articles.some(({ isQuoted }) => isQuoted))
    return drafts.map((draft) => ({ ...draft, provisions: [] }));
  let done = 0;
  return drafts.flatMap((draft) => {
    // Windows of a long paragraph overlap: a provision that is cut out stands in one passage only.
    const start = beginnings.some(({ at }) => at > draft.start && at < draft.end)
      ? Math.max(draft.start, Math.min(done, draft.end))
      : draft.start;
    const borders = beginnings.map(({ at }) => at).filter((at) => at > start && at < draft.end);
    const starts = [start, ...borders];
    done = Math.max(done, draft.end);
    return starts.flatMap((from, place) => {
      const to = starts[place + 1] ?? draft.end;
      const content = text.slice(from, to).trimEnd();
      if (!/[\p{L}\p{N}]/u.test(content)) return [];
      return [
        {
          ...draft,
          start: from,
          end: from + content.length,
          content,
          provisions: provisionAt(beginnings, from),
        },
      ];
    });
  });
}

function beginningsIn(text: string): Beginning[] {
  const beginnings: Beginning[] = [];
  let article: string | null = null;
  let paragraph: string | null = null;
  let isQuoted = false;
  for (const { 0: line, index: at } of text.matchAll(/[^\n\f]+/g)) {
    const own = ARTICLE.exec(line);
    if (own) {
      article = `${(own[2] ?? '').replace('.', '')}${(own[3] ?? '').toLowerCase()}`;
      paragraph = null;
      isQuoted ||= own[1] !== undefined;
      beginnings.push({ at, article, paragraph, item: null, isQuoted });
    } else if (article !== null) {
      const begun = paragraphIn(line);
      const item = begun === null ? itemIn(line) : null;
      paragraph = begun ?? paragraph;
      if (begun !== null || item !== null) beginnings.push({ at, article, paragraph, item, isQuoted });
    }
    if (isQuoted && /[”"](?:\s*\(NR\))?[.;]?\s*$/i.test(line)) isQuoted = false;
  }
  return beginnings;
}

function paragraphIn(line: string): string | null {
  const found = PARAGRAPH.exec(line);
  return found && (found[1] ?? 'unico');
}

const itemIn = (line: string): string | null => ITEM.exec(line)?.[1]?.toLowerCase() ?? null;

/** The named items, and what follows each of them, which counts as the rest of its article or paragraph. */
function bordersFor(beginnings: Beginning[], named: string[]): Beginning[] {
  const wanted = new Set(named.map((path) => path.toLowerCase()));
  return beginnings.flatMap((beginning, index) => {
    if (beginning.item === null || wanted.has(pathOf(beginning))) return [beginning];
    const before = beginnings[index - 1];
    return before?.item && wanted.has(pathOf(before)) ? [{ ...beginning, item: null }] : [];
  });
}

const pathOf = ({ article, paragraph, item }: Beginning): string =>
  `art:${article}${paragraph === null ? '' : `/par:${paragraph}`}${item === null ? '' : `/inc:${item}`}`;

function provisionAt(beginnings: Beginning[], at: number): string[] {
  const own = beginnings.findLast((beginning) => beginning.at <= at);
  return own ? [`${own.isQuoted ? WORDING : ''}${pathOf(own)}`] : [];
}

/** The path of the provision that a place belongs to; null above the first article, and in quoted wording. */
export function provisionsOf(text: string): (at: number) => string | null {
  const beginnings = beginningsIn(text);
  return (at) => {
    const own = beginnings.findLast((beginning) => beginning.at <= at);
    return own && !own.isQuoted ? pathOf(own) : null;
  };
}

/** A passage with the wording that its norm gives to a provision of another one: `new:art:5`. */
export const WORDING = 'new:';

/** An article covers what stands under it. */
export function covers(listed: string, provision: string): boolean {
  const path = listed.toLowerCase();
  if (path.endsWith(CAPUT)) return provision === path.slice(0, -CAPUT.length);
  return provision === path || provision.startsWith(`${path}/`);
}
