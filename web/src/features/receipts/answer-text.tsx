/**
 * A text of Markdown that is whole and has no markers to press. The reader of conversations is not used here: what two
 * pages share would be a file of its own, which every conversation would have to fetch.
 */
import { type ReactNode, useMemo } from 'react';
import { readBlocks } from '#contract/markdown/blocks.ts';
import { inlinesOf } from '#contract/markdown/inlines.ts';
import { safeUrl } from '#contract/markdown/links.ts';
import type { Block, Defined, Inline, References } from '#contract/markdown/tree.ts';

export function AnswerText({ text }: { text: string }) {
  const drawn = useMemo(() => {
    const defined: Defined = { links: new Map(), notes: new Map() };
    const blocks = readBlocks(text, defined);
    const references = { links: defined.links, notes: new Set(defined.notes.keys()) };
    const notes = [...defined.notes.values()].flat();
    return blocksOf([...blocks, ...notes], references);
  }, [text]);
  return <div className="grid min-w-0 gap-3 leading-relaxed wrap-anywhere">{drawn}</div>;
}

const blocksOf = (blocks: Block[], references: References): ReactNode[] =>
  blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: The text never changes.
    <div key={place} className="min-w-0">
      {blockOf(block, references)}
    </div>
  ));

function blockOf(block: Block, references: References): ReactNode {
  const inline = (text: string) => inlines(inlinesOf(text, references));
  switch (block.kind) {
    case 'heading':
      return <p className="font-semibold">{inline(block.text)}</p>;
    case 'paragraph':
      return (
        <p className={isMarker(block.text) ? '-mt-1.5 text-small text-ink-2' : ''}>{inline(block.text)}</p>
      );
    case 'literal':
      return <p className="whitespace-pre-wrap">{block.text}</p>;
    case 'rule':
      return <hr className="border-line" />;
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-control bg-sunken p-3 text-small">
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote className="grid gap-2 border-l-2 border-line-strong pl-3 text-ink-2">
          {blocksOf(block.blocks, references)}
        </blockquote>
      );
    case 'list':
      return listOf(block, references);
    case 'table':
      return (
        <div className="overflow-x-auto">
          <table className="text-small [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:px-2.5 [&_:is(td,th)]:py-1.5 [&_th]:text-left">
            <thead>
              <tr>{cellsOf(block.head, 'th', inline)}</tr>
            </thead>
            <tbody>
              {block.rows.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: The text never changes.
                <tr key={place}>{cellsOf(row, 'td', inline)}</tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

/** Below a table or code a marker has a line of its own; it belongs to what stands above it. */
const isMarker = (text: string): boolean => /^(?:\[\d+\]\s*)+$/.test(text);

function listOf({ start, items }: Block & { kind: 'list' }, references: References): ReactNode {
  const List = start === undefined ? 'ul' : 'ol';
  return (
    <List
      {...(start === undefined ? {} : { start })}
      className={`grid gap-1 pl-6 ${start === undefined ? 'list-disc' : 'list-decimal'}`}
    >
      {items.map(({ done, blocks }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The text never changes.
        <li key={place}>
          {done === undefined ? null : done ? '☑ ' : '☐ '}
          {blocksOf(blocks, references)}
        </li>
      ))}
    </List>
  );
}

const cellsOf = (cells: string[], Cell: 'td' | 'th', inline: (text: string) => ReactNode): ReactNode[] =>
  cells.map((cell, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: The text never changes.
    <Cell key={place}>{inline(cell)}</Cell>
  ));

const inlines = (parts: Inline[]): ReactNode[] =>
  parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: The text never changes.
    <span key={place}>{inlineOf(part)}</span>
  ));

function inlineOf(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code className="rounded bg-sunken px-1 text-small">{part.text}</code>;
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{inlines(part.children)}</strong>;
    case 'em':
      return <em>{inlines(part.children)}</em>;
    case 'del':
      return <del>{inlines(part.children)}</del>;
    case 'note':
      return `[${part.label}]`;
    case 'image':
      return part.alt || part.url;
    case 'link': {
      const url = safeUrl(part.url);
      if (!url) return inlines(part.children);
      return (
        <a href={url} target="_blank" rel="noreferrer" className="text-brand underline underline-offset-4">
          {inlines(part.children)}
        </a>
      );
    }
  }
}
