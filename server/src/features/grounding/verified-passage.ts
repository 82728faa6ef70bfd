/** A verified answer that comes near, as a passage: a model judges whether it answers the question; no rule does. */
import type { Source } from '#contract/citations.ts';
import { plainText } from '#contract/markdown/plain-text.ts';
import type { Asked, Finding } from './source-kind.ts';

/** Its share of the room, before the sources of the agent have theirs. */
const SHARE = 1 / 3;

/** None in local mode: it is offered there as a question to press. */
export function verifiedFinding({ verified, reader }: Asked, room: number): Finding | null {
  if (!verified || reader !== 'model') return null;
  const { question, answer, owner_label, since } = verified;
  const text = beginningOf(answer, Math.floor(room * SHARE));
  return {
    passage: {
      title: sourceTitle({ kind: 'verified', title: question }),
      section: owner_label,
      text: `Pergunta: ${question}\nResposta: ${text}`,
      validity: since,
    },
    source: { kind: 'verified', title: question, section: `${owner_label}, ${since}`, snippet: text },
    score: null,
  };
}

/** The title of a source where it stands without a look of its own. */
export const sourceTitle = ({ kind, title }: Pick<Source, 'kind' | 'title'>): string =>
  kind === 'verified' ? `Resposta verificada: ${title}` : title;

/** The words of a source where nothing draws Markdown: people wrote a verified answer in it. */
export const sourceText = ({ kind, snippet }: Pick<Source, 'kind' | 'snippet'>): string =>
  kind === 'verified' ? plainText(snippet) : snippet;

/** Whole paragraphs, and at least something of the first. */
function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  const end = cut.lastIndexOf('\n\n');
  return (end > 0 ? cut.slice(0, end) : cut).trimEnd().toWellFormed();
}
