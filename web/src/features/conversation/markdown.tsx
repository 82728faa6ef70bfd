/**
 * An answer as it is read. Raw HTML stays text, pictures are never loaded, links lead only to the web and to
 * mail. A growing answer is cut into blocks: finished ones are drawn once, only the last is parsed again.
 */
import { memo, type ReactNode, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { blockGrower, definitionsOf, openFence } from './blocks.ts';
import { Citation } from './citation.tsx';
import { CodeBlock } from './code-block.tsx';
import { mendTail } from './mend-tail.ts';
import './prose.css';
import { safeUrl, tame } from './tame.ts';
import { texts } from './texts.ts';

export function Markdown({ text, growing = false }: { text: string; growing?: boolean }) {
  const [grow] = useState(blockGrower);
  const blocks = grow(text);
  const definitions = definitionsOf(text);
  return (
    <div className="answer-text" data-growing={growing || undefined}>
      {blocks.map((block, index) => (
        <Piece
          key={block.start}
          text={block.text}
          definitions={definitions && block.text.includes('[') ? definitions : ''}
          growing={growing && index === blocks.length - 1}
        />
      ))}
    </div>
  );
}

type PieceProps = { text: string; definitions: string; growing: boolean };

const Piece = memo(function Piece({ text, definitions, growing }: PieceProps) {
  if (growing) return draw(mendTail(text), definitions);
  const whole = `${text}\n\n${definitions}`;
  const known = drawn.get(whole);
  if (known !== undefined) return known;
  const fresh = draw(text, definitions);
  drawn.set(whole, fresh);
  if (drawn.size > DRAWN_MAX) drawn.delete(drawn.keys().next().value as string);
  return fresh;
});

/** What was parsed lately: a conversation that is opened again need not be parsed again. */
const drawn = new Map<string, ReactNode>();
const DRAWN_MAX = 600;

function draw(text: string, definitions: string): ReactNode {
  return (
    plainParagraph(text) ?? lastingFence(text) ?? parse(definitions ? `${text}\n\n${definitions}` : text)
  );
}

/** Most pieces of an answer are words only; they need no parser. */
function plainParagraph(text: string): ReactNode | undefined {
  const words = text.trim();
  if (words === '' || SPECIAL.test(words) || STARTS_BLOCK.test(text)) return undefined;
  return <p>{words}</p>;
}
const SPECIAL = /[\\`*_[\]<>#~|&@\n]|https?:|www\.|mailto:|xmpp:/i;
const STARTS_BLOCK = /^(?:\s*(?:[-+=]|\d{1,9}[.)])|\s*[ \t]{4}|\t)/;

/** Code that is still being written, without a parser. */
function lastingFence(text: string): ReactNode | undefined {
  if (!/^(?:```|~~~)/.test(text) || openFence(text) === undefined) return undefined;
  const end = text.indexOf('\n');
  const info = end === -1 ? text : text.slice(0, end);
  const language = /^[`~]+\s*([\w+#.-]*)/.exec(info)?.[1] ?? '';
  return <CodeBlock language={language} code={end === -1 ? '' : text.slice(end + 1)} />;
}

/** Lists in lists in lists: nobody writes twenty, and each costs the parser as much as all before it. */
const TOO_DEEP = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){20}/m;

function parse(text: string): ReactNode {
  if (TOO_DEEP.test(text)) return literal(text);
  try {
    // Called, not mounted: it has no hooks, and what it returns can be kept.
    return ReactMarkdown({
      children: text,
      remarkPlugins: [[remarkGfm, { singleTilde: false }]],
      rehypePlugins: [tame(texts.image)],
      remarkRehypeOptions: { footnoteLabel: texts.notes },
      urlTransform: safeUrl,
      components,
    });
  } catch {
    // What is too much for the parser must not take the page along.
    return literal(text);
  }
}

const literal = (text: string) => <p className="literal">{text}</p>;

type HastNode = { value?: string; properties?: Record<string, unknown>; children?: HastNode[] };

const textOf = (node: HastNode): string => node.value ?? (node.children ?? []).map(textOf).join('');

/** The page's own heading stands above those of an answer. */
const components: Components = {
  h1: 'h2',
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  cite: ({ node }) => (
    <Citation numbers={String(node?.properties.dataMarker)} written={String(node?.properties.dataWritten)} />
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? texts.done : texts.toDo} className="task">
      {checked ? '☑' : '☐'}
    </span>
  ),
  pre: ({ node }) => {
    const code = node?.children[0] as HastNode | undefined;
    const names = code?.properties?.className;
    const name = Array.isArray(names) ? String(names[0] ?? '') : '';
    return <CodeBlock language={name.replace(/^language-/, '')} code={code ? textOf(code) : ''} />;
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className="table-frame" tabIndex={0} aria-label={texts.table}>
      <table>{children}</table>
    </section>
  ),
};
