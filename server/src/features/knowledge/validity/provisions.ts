/** Articles and paragraphs of a norm: where they begin in its text, and which of them a passage holds. */
import type { PassageDraft } from '../passages/chunks.ts';

/** `isQuoted`: the wording that a norm gives to a provision of another one. */
type Beginning = { at: number; article: string; paragraph: string | null; isQuoted: boolean };

/** With fewer articles a text is no norm: it only speaks of one. */
const ARTICLES_MIN = 3;
const ARTICLE =
  /^[ \t]*([“"])?(?:[*_]{2})?art(?:igo|\.)?[ \t]*(\d{1,4}(?:\.\d{3})?)[ \t]*[ºo°]?(-[a-z])?(?![\d/])/i;
const PARAGRAPH = /^[ \t]*[“"]?(?:[*_]{2})?(?:§[ \t]*(\d{1,3})[ \t]*[ºo°]?|(par[áa]grafo[ \t]+[úu]nico))/i;

/** Passages of a norm are cut so that none holds two articles, nor an article and its paragraph. */
export function cutAtProvisions(
  text: string,
  drafts: PassageDraft[],
): (PassageDraft & { provisions: string[] })[] {
  const beginnings = beginningsIn(text);
  const articles = beginnings.filter(({ paragraph }) => paragraph === null);
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
  let isQuoted = false;
  for (const { 0: line, index: at } of text.matchAll(/[^\n\f]+/g)) {
    const found = ARTICLE.exec(line);
    const paragraph = article === null ? null : PARAGRAPH.exec(line);
    if (found) {
      article = `${(found[2] ?? '').replace('.', '')}${(found[3] ?? '').toLowerCase()}`;
      isQuoted ||= found[1] !== undefined;
      beginnings.push({ at, article, paragraph: null, isQuoted });
    } else if (article !== null && paragraph)
      beginnings.push({ at, article, paragraph: paragraph[1] ?? 'unico', isQuoted });
    if (isQuoted && /[”"](?:\s*\(NR\))?[.;]?\s*$/i.test(line)) isQuoted = false;
  }
  return beginnings;
}

function provisionAt(beginnings: Beginning[], at: number): string[] {
  const own = beginnings.findLast((beginning) => beginning.at <= at);
  if (!own) return [];
  const provision = `art:${own.article}${own.paragraph === null ? '' : `/par:${own.paragraph}`}`;
  return [own.isQuoted ? `${WORDING}${provision}` : provision];
}

/** A passage with the wording that its norm gives to a provision of another one: `new:art:5`. */
export const WORDING = 'new:';

/** An article covers what stands under it. */
export const covers = (listed: string, provision: string): boolean =>
  provision === listed.toLowerCase() || provision.startsWith(`${listed.toLowerCase()}/`);
