/** A text of any length, passage by passage. A long one is put into the page in portions, so that nothing freezes. */
import { memo, type Ref, useLayoutEffect, useMemo, useRef } from 'react';
import type { DocumentText } from '#contract/documents.ts';
import { withoutFenceLines } from '#contract/markdown/lines.ts';
import { useGrowing } from '../../../lib/use-growing.ts';
import { classes } from '../../../ui/classes.ts';
import { isAligned, passageLocation } from '../document-words.ts';
import { piecesOf, type Span } from '../marked-text/excerpt.ts';
import { Pieces } from '../marked-text/marked-pieces.tsx';
import { texts as all } from '../texts-documents.ts';
import { FindBar } from './find-bar.tsx';
import { marksByBlock } from './find-in-text.ts';
import type { OpenedDocument } from './opened-document.ts';
import { blockAt, blocksOf, type TextBlock } from './text-blocks.ts';
import { useFind } from './use-find.ts';

const texts = all.text;
/** How many blocks are drawn before the first look, and how many more each time after. */
const FIRST = 120;
const PORTION = 600;
/** Those after the one that is looked at, so that it does not stand at the very end. */
const BEYOND = 20;

type PassageTextProps = { document: DocumentText; place: OpenedDocument['place'] };

export function PassageText({ document, place }: PassageTextProps) {
  const find = useFind(document.content_text);
  const blocks = useMemo(() => blocksOf(document), [document]);
  const marks = useMemo(
    () => marksByBlock(blocks, find.isAsked ? find.places : (place?.marks ?? [])),
    [blocks, find.isAsked, find.places, place],
  );
  const foundBlock = place ? blockAt(blocks, place.start) : -1;
  const target = find.current ? blockAt(blocks, find.current.start) : foundBlock;
  const shown = useGrowing(blocks.length, { needed: Math.max(FIRST, target + BEYOND), portion: PORTION });
  const looked = useRef<HTMLElement>(null);
  const current = find.current?.start;
  useLayoutEffect(() => {
    const block = looked.current;
    const mark = current === undefined ? null : block?.querySelector('[data-current]');
    (mark ?? block)?.scrollIntoView({ block: 'center' });
  }, [current]);
  return (
    <>
      <FindBar find={find} />
      {place && foundBlock < 0 && <p className="mb-4 text-small text-ink-2">{texts.gone}</p>}
      <section
        aria-label={texts.content}
        tabIndex={0}
        className={classes(
          'grid gap-4 rounded-control',
          isAligned(document.file_type) && 'font-mono text-small',
        )}
      >
        {blocks.slice(0, shown).map((block, index) => (
          <Block
            key={block.start}
            block={block}
            marks={marks.get(index)}
            current={index === target && current !== undefined ? current - block.start : undefined}
            found={index === foundBlock}
            ref={index === target ? looked : undefined}
            isAligned={isAligned(document.file_type)}
          />
        ))}
      </section>
    </>
  );
}

type BlockProps = {
  block: TextBlock;
  /** Within the block. */
  marks: Span[] | undefined;
  /** The mark that is looked at, by where it begins. */
  current: number | undefined;
  /** It is the passage that the search of the base has found. */
  found: boolean;
  ref: Ref<HTMLElement> | undefined;
  /** Programs and tables are shown letter by letter. */
  isAligned: boolean;
};

const Block = memo(function Block({ block, marks, current, found, ref, isAligned }: BlockProps) {
  const { passage, number, text } = block;
  const place = passage && number > 0 ? passageLocation(passage) : '';
  const shown = isAligned ? text : withoutFenceLines(text);
  return (
    <article
      ref={ref}
      data-found={found ? '' : undefined}
      className={classes(
        // Laid out only when it is near what is seen; the browser's own search still finds it.
        'border-l-2 pl-3.5 [contain-intrinsic-size:auto_140px] [content-visibility:auto]',
        passage ? 'border-line-strong' : 'border-transparent text-ink-3',
        found && 'border-ipe! bg-ipe-soft/50 py-2',
      )}
    >
      {passage && number > 0 && (
        <p className="mb-1 flex flex-wrap gap-x-2.5 font-sans text-tiny text-ink-3 select-none">
          <span className="font-medium text-ink-2">{texts.passage(number)}</span>
          {place && <span className="wrap-anywhere">{place}</span>}
        </p>
      )}
      <p className="whitespace-pre-wrap wrap-anywhere">
        {marks && <Pieces pieces={piecesOf(text, marks)} current={current} />}
        {/* The blank lines around what stands between passages are the gaps already. */}
        {!marks && (passage ? shown : shown.trimEnd().replace(/^\s*\n/, ''))}
      </p>
    </article>
  );
});
