/**
 * Renders an answer. Raw HTML stays text, images are never loaded, links lead only to the web and to mail. A growing
 * answer is split into blocks: finished ones are drawn once, only the last is parsed again.
 */
import {
  memo,
  type ReactNode,
  use,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { readBlocks } from '#contract/markdown/blocks.ts';
import { addEntities, hasUnknownEntity } from '#contract/markdown/entities.ts';
import type { Defined } from '#contract/markdown/tree.ts';
import { CitingContext } from './citation.tsx';
import { completePartial } from './complete-partial.ts';
import { type Drawing, drawBlocks } from './draw.tsx';
import { type Block, blockGrower, definitionsOf } from './split-blocks.ts';
import './prose.css';
import { texts } from '../texts.ts';

export function Markdown({ text, growing = false }: { text: string; growing?: boolean }) {
  const [grow] = useState(blockGrower);
  const blocks = grow(text);
  const definitions = definitionsOf(text);
  const entities = useRareEntities(text);
  // The sources of an answer redraw hundreds of markers at once: deferred, so that typing may interrupt it.
  const citing = useDeferredValue(use(CitingContext));
  return (
    <CitingContext value={citing}>
      <div className="answer-text">
        {groupsOf(blocks).map((group) => (
          <div key={group[0]?.start} className="block-group">
            {group.map((block) => (
              <Piece
                key={block.start}
                text={block.text}
                definitions={definitions && block.text.includes('[') ? definitions : ''}
                entities={entities && block.text.includes('&')}
                growing={growing && block === blocks.at(-1)}
              />
            ))}
          </div>
        ))}
      </div>
    </CitingContext>
  );
}

/** Style recalculation visits every sibling of a growing block: groups keep the number of siblings small. */
const GROUP_SIZE = 10;

const groupsOf = (blocks: Block[]): Block[][] =>
  Array.from({ length: Math.ceil(blocks.length / GROUP_SIZE) }, (_, index) =>
    blocks.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );

/** `entities` changes when the names of rare characters arrive: the block is then drawn anew. */
type PieceProps = { text: string; definitions: string; entities: boolean; growing: boolean };

const Piece = memo(function Piece({ text, definitions, entities, growing }: PieceProps) {
  if (growing) return draw(completePartial(text), definitions, true);
  const whole = `${entities}\n${text}\n\n${definitions}`;
  const known = drawn.get(whole);
  if (known !== undefined) return known;
  const fresh = draw(text, definitions, false);
  drawn.set(whole, fresh);
  if (drawn.size > DRAWN_MAX) drawn.delete(drawn.keys().next().value as string);
  return fresh;
});

/** Cache of drawn blocks, so that a conversation that is opened again is not parsed again. */
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

/** The footnotes that the text refers to, in that order; a note may refer to another one. */
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

let hasRareEntities = false;
let isFetching = false;
const listeners = new Set<() => void>();

/** Fetches the names of rare characters when a text uses one; true once they are known. */
function useRareEntities(text: string): boolean {
  const isHere = useSyncExternalStore(subscribe, areRareEntitiesHere, areRareEntitiesHere);
  const isWanted = !isHere && hasUnknownEntity(text);
  useEffect(() => {
    if (isWanted && !isFetching) void fetchRareEntities();
  }, [isWanted]);
  return isHere;
}

const areRareEntitiesHere = () => hasRareEntities;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function fetchRareEntities(): Promise<void> {
  isFetching = true;
  try {
    const { RARE_ENTITIES } = await import('#contract/markdown/rare-entities.ts');
    addEntities(RARE_ENTITIES);
    hasRareEntities = true;
    for (const listener of listeners) listener();
  } catch {
    // Without the names a reference is shown as it was written; the next answer asks again.
  } finally {
    isFetching = false;
  }
}
