/** Articles and paragraphs of a norm: where they begin in its text, and which of them a passage holds. */
import type { PassageDraft } from '../passages/chunks.ts';

type Beginning = { at: number; article: string; paragraph: string | null };

/** With fewer articles a text is no norm: it only speaks of one. */
const ARTICLES_MIN = 3;
const ARTICLE = /^[ \t]*(?:[*_]{2})?art(?:igo|\.)?[ \t]*(\d{1,4}(?:\.\d{3})?)[ \t]*[ºo°]?(-[a-z])?(?![\d/])/i;
const PARAGRAPH = /^[ \t]*(?:[*_]{2})?(?:§[ \t]*(\d{1,3})[ \t]*[ºo°]?|(par[áa]grafo[ \t]+[úu]nico))/i;

/** Passages of a norm are cut so that none holds two articles, nor an article and its paragraph. */
export function cutAtProvisions(
  text: string,
  drafts: PassageDraft[],
): (PassageDraft & { provisions: string[] })[] {
  const beginnings = beginningsIn(text);
  if (new Set(beginnings.map(({ article }) => article)).size < ARTICLES_MIN)
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
  for (const line of text.matchAll(/[^\n\f]+/g)) {
    // A provision in quotes is the new wording of another norm.
    const found = ARTICLE.exec(line[0]);
    if (found) {
      article = `${(found[1] ?? '').replace('.', '')}${(found[2] ?? '').toLowerCase()}`;
      beginnings.push({ at: line.index, article, paragraph: null });
      continue;
    }
    const paragraph = article === null ? null : PARAGRAPH.exec(line[0]);
    if (article !== null && paragraph)
      beginnings.push({ at: line.index, article, paragraph: paragraph[1] ?? 'unico' });
  }
  return beginnings;
}

function provisionAt(beginnings: Beginning[], at: number): string[] {
  const own = beginnings.findLast((beginning) => beginning.at <= at);
  if (!own) return [];
  return [`art:${own.article}${own.paragraph === null ? '' : `/par:${own.paragraph}`}`];
}

/** An article covers what stands under it. */
export const covers = (listed: string, provision: string): boolean =>
  provision === listed.toLowerCase() || provision.startsWith(`${listed.toLowerCase()}/`);
