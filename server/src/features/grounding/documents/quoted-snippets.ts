/** In local mode an answer is quoted from its passages: each source shows the words that were quoted, and their page. */
import { quotesFor } from '../../../adapters/models/local-reader/quotes.ts';
import type { Span } from '../../knowledge/search/fill-context.ts';
import { searchedAs } from '../follow-up.ts';
import type { Asked, Finding } from '../source-kind.ts';
import { snippetOf } from './snippet.ts';

/** The spans of an excerpt are joined so in the text of its passage. */
const BETWEEN_SPANS = '\n\n'.length;

/** A source that names its validity keeps its snippet: the days are those of the provision that the snippet lies in. */
export function withQuotedSnippets(
  found: Finding[],
  { question, history }: Pick<Asked, 'question' | 'history'>,
): Finding[] {
  const passages = found.flatMap(({ passage, answer }, place) =>
    answer ? [] : [{ index: place + 1, ...passage }],
  );
  const asked = history.map(({ question, answer = '' }) => ({ question, answer }));
  const quotes = quotesFor({ question, history: asked, passages });
  return found.map((finding, place) => {
    const { spans = [], source } = finding;
    if (source.validity !== undefined) return finding;
    const quoted = quotes
      .filter(({ passage }) => passage.index === place + 1)
      .flatMap((quote) => quote.spans.flatMap((span) => documentSpans(spans, span)));
    if (!quoted.length) return finding;
    const { page, ...snippet } = snippetOf(quoted, searchedAs(question, history));
    const { page: _, ...unpaged } = source;
    return { ...finding, source: { ...unpaged, ...snippet, ...(page === null ? {} : { page }) } };
  });
}

/** The parts of the document that a part of the passage's text is made of. */
function documentSpans(spans: Span[], { start, end }: { start: number; end: number }): Span[] {
  const parts: Span[] = [];
  let offset = 0;
  for (const span of spans) {
    const from = Math.max(0, start - offset);
    const content = span.content.slice(from, Math.max(from, end - offset));
    if (content.trim())
      parts.push({
        start: span.start + from,
        end: span.start + from + content.length,
        content,
        page: span.page === null ? null : span.page + pageBreaks(span.content.slice(0, from)),
      });
    offset += span.content.length + BETWEEN_SPANS;
  }
  return parts;
}

const pageBreaks = (text: string): number => text.split('\f').length - 1;
