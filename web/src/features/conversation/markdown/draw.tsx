/** Renders the Markdown tree. Only the elements and attributes used here can appear in an answer. */
import { Fragment, type ReactNode } from 'react';
import { inlinesOf, markersIn } from '#contract/markdown/inlines.ts';
import { safeUrl } from '#contract/markdown/links.ts';
import { type Block, type Inline, type ListItem, type References, wordsOf } from '#contract/markdown/tree.ts';
import { texts } from '../texts.ts';
import { AnswerLink } from './answer-link.tsx';
import { Citation } from './citation.tsx';
import { CodeBlock } from './code-block.tsx';
import { drawUnchecked } from './unchecked-numbers.tsx';

/** `notes` are numbered in the order in which the text refers to them. */
export type Drawing = { references: References; notes: string[] };

/** Marks the element that holds the last word of an answer that is still being written. */
type Caret = { 'data-caret'?: boolean | undefined };

/** With `growing` the last word carries the caret. */
export const drawBlocks = (blocks: Block[], drawing: Drawing, growing = false): ReactNode[] =>
  blocks.map((block, index) => (
    <Fragment key={index}>{drawBlock(block, drawing, growing && index === blocks.length - 1)}</Fragment>
  ));

function drawBlock(block: Block, drawing: Drawing, growing: boolean): ReactNode {
  const caret: Caret = { 'data-caret': growing || undefined };
  switch (block.kind) {
    case 'paragraph':
      return <p {...caret}>{drawText(block.text, drawing)}</p>;
    case 'heading': {
      // h1 is the page's own heading.
      const Heading = HEADINGS[block.level - 1] ?? 'h6';
      return <Heading {...caret}>{drawText(block.text, drawing)}</Heading>;
    }
    case 'rule':
      return <hr />;
    case 'code':
      return <CodeBlock language={block.language} code={block.text} growing={block.open} />;
    case 'quote':
      return <blockquote>{drawBlocks(block.blocks, drawing, growing)}</blockquote>;
    case 'list':
      return drawList(block, drawing, growing);
    case 'table':
      return drawTable(block, drawing);
    case 'literal':
      return <p className="literal">{block.text}</p>;
  }
}

const HEADINGS = ['h2', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

type List = Block & { kind: 'list' };

function drawList({ start, tight, items }: List, drawing: Drawing, growing: boolean): ReactNode {
  const drawn = items.map((item, index) => {
    const last = growing && index === items.length - 1;
    const wordsLast = tight && (item.blocks.length === 0 || item.blocks.at(-1)?.kind === 'paragraph');
    return (
      <li key={index} data-caret={(last && wordsLast) || undefined}>
        {drawItem(item, tight, drawing, last && !wordsLast)}
      </li>
    );
  });
  if (start === undefined) return <ul>{drawn}</ul>;
  return <ol start={start === 1 ? undefined : start}>{drawn}</ol>;
}

/** In a tight list text has no paragraphs; a task's box stands before the first text. */
function drawItem({ done, blocks }: ListItem, tight: boolean, drawing: Drawing, growing: boolean): ReactNode {
  return blocks.map((block, index) => {
    const last = growing && index === blocks.length - 1;
    if (block.kind !== 'paragraph') return <Fragment key={index}>{drawBlock(block, drawing, last)}</Fragment>;
    const words = (
      <>
        {index === 0 && done !== undefined && <Box done={done} />}
        {drawText(block.text, drawing)}
      </>
    );
    if (tight) return <Fragment key={index}>{words}</Fragment>;
    return (
      <p key={index} data-caret={last || undefined}>
        {words}
      </p>
    );
  });
}

const Box = ({ done }: { done: boolean }) => (
  <span role="img" aria-label={done ? texts.done : texts.toDo} className="task">
    {done ? '☑' : '☐'}
  </span>
);

function drawTable({ columns, head, rows }: Block & { kind: 'table' }, drawing: Drawing): ReactNode {
  const cells = (row: string[], Cell: 'th' | 'td') =>
    row.map((text, column) => (
      <Cell key={column} data-align={columns[column]}>
        {drawText(text, drawing)}
      </Cell>
    ));
  return (
    <section className="table-frame" tabIndex={0} aria-label={texts.table}>
      <table>
        <thead>
          <tr>{cells(head, 'th')}</tr>
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>{cells(row, 'td')}</tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  );
}

const drawText = (text: string, drawing: Drawing): ReactNode =>
  drawInlines(inlinesOf(text, drawing.references), drawing);

function drawInlines(inlines: Inline[], drawing: Drawing, inLink = false): ReactNode {
  const [only] = inlines;
  if (inlines.length === 1 && only) return drawInline(only, drawing, inLink);
  return inlines.map((inline, index) => (
    <Fragment key={index}>{drawInline(inline, drawing, inLink)}</Fragment>
  ));
}

function drawInline(inline: Inline, drawing: Drawing, inLink: boolean): ReactNode {
  switch (inline.kind) {
    case 'text':
      return drawUnchecked(inline.text, inLink ? asWritten : drawMarkers);
    case 'code':
      return <code>{inline.text}</code>;
    case 'break':
      return (
        <>
          <br />
          {'\n'}
        </>
      );
    case 'link':
      return drawLink(inline.url, wordsOf(inline.children), drawInlines(inline.children, drawing, true));
    case 'image':
      // Loading an image would reveal the reader to a foreign server.
      return inLink ? inline.alt || texts.image : drawLink(inline.url, inline.alt, inline.alt || texts.image);
    case 'note':
      return <sup>{numberOf(inline.label, drawing)}</sup>;
    default: {
      const Mark = inline.kind;
      return <Mark>{drawInlines(inline.children, drawing, inLink)}</Mark>;
    }
  }
}

function drawLink(url: string, text: string, words: ReactNode): ReactNode {
  const href = safeUrl(url);
  if (!href) return <span>{words}</span>;
  return (
    <AnswerLink href={href} text={text}>
      {words}
    </AnswerLink>
  );
}

const asWritten = (text: string): ReactNode => text;

function drawMarkers(text: string): ReactNode {
  if (!text.includes('[')) return text;
  return markersIn(text).map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <Citation key={index} numbers={piece.numbers} written={piece.written} />
    ),
  );
}

function numberOf(label: string, { notes }: Drawing): number {
  if (!notes.includes(label)) notes.push(label);
  return notes.indexOf(label) + 1;
}
