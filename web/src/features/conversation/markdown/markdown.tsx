/**
 * An answer as it is read. Raw HTML stays text, pictures are never loaded, links lead only to the web and to
 * mail. A growing answer is cut into blocks: finished ones are drawn once, only the last is read again.
 */
import { memo, type ReactNode, use, useDeferredValue, useState } from 'react';
import { readBlocks } from '#contract/markdown/blocks.ts';
import type { Defined } from '#contract/markdown/tree.ts';
import { CitingContext } from './citation.tsx';
import { mendTail } from './complete-partial.ts';
import { type Drawing, drawBlocks } from './draw.tsx';
import { type Block, blockGrower, definitionsOf } from './split-blocks.ts';
import './prose.css';
import { texts } from '../texts.ts';

export function Markdown({ text, growing = false }: { text: string; growing?: boolean }) {
  const [grow] = useState(blockGrower);
  const blocks = grow(text);
  const definitions = definitionsOf(text);
  // The sources of an answer wake hundreds of markers at once: that may take a moment, and it may be interrupted.
  const citing = useDeferredValue(use(CitingContext));
  return (
    <CitingContext value={citing}>
      <div className="answer-text">
        {stretchesOf(blocks).map((stretch) => (
          <div key={stretch[0]?.start} className="stretch">
            {stretch.map((block) => (
              <Piece
                key={block.start}
                text={block.text}
                definitions={definitions && block.text.includes('[') ? definitions : ''}
                growing={growing && block === blocks.at(-1)}
              />
            ))}
          </div>
        ))}
      </div>
    </CitingContext>
  );
}

/** The browser looks at every neighbour of what grows; with these it has few of them, however long the answer is. */
const STRETCH = 10;

const stretchesOf = (blocks: Block[]): Block[][] =>
  Array.from({ length: Math.ceil(blocks.length / STRETCH) }, (_, index) =>
    blocks.slice(index * STRETCH, (index + 1) * STRETCH),
  );

type PieceProps = { text: string; definitions: string; growing: boolean };

const Piece = memo(function Piece({ text, definitions, growing }: PieceProps) {
  if (growing) return draw(mendTail(text), definitions, true);
  const whole = `${text}\n\n${definitions}`;
  const known = drawn.get(whole);
  if (known !== undefined) return known;
  const fresh = draw(text, definitions, false);
  drawn.set(whole, fresh);
  if (drawn.size > DRAWN_MAX) drawn.delete(drawn.keys().next().value as string);
  return fresh;
});

/** What was read lately: a conversation that is opened again need not be read again. */
const drawn = new Map<string, ReactNode>();
const DRAWN_MAX = 600;

function draw(text: string, definitions: string, growing: boolean): ReactNode {
  const defined: Defined = { links: new Map(), notes: new Map() };
  readBlocks(definitions, defined);
  const blocks = readBlocks(text, defined);
  const references = { links: defined.links, notes: new Set(defined.notes.keys()) };
  const drawing: Drawing = { references, notes: [] };
  const body = drawBlocks(blocks, drawing, growing);
  return defined.notes.size === 0 ? body : [...body, <Notes key="notes" {...{ defined, drawing }} />];
}

/** Those that the text calls, in that order; a note may call another one. */
function Notes({ defined, drawing }: { defined: Defined; drawing: Drawing }) {
  const called: ReactNode[] = [];
  for (let i = 0; i < drawing.notes.length; i++) {
    const name = drawing.notes[i] as string;
    called.push(<li key={name}>{drawBlocks(defined.notes.get(name) ?? [], drawing)}</li>);
  }
  if (called.length === 0) return null;
  return (
    <section className="notes">
      <h2>{texts.notes}</h2>
      <ol>{called}</ol>
    </section>
  );
}
