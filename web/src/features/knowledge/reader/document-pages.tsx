/** The scanned pages of a document as pictures, one at a time, with the words that were found in boxes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { DocumentPage, DocumentText } from '#contract/documents.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { PagePicture } from '../../../ui/display/page-picture.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { scannedPage } from '../queries.ts';
import { texts as all } from '../texts-documents.ts';
import { folded } from './find-in-text.ts';

const texts = all.page;

type DocumentPagesProps = {
  baseId: number;
  document: DocumentText;
  /** The page that is shown first, where its picture is kept. */
  first: number | undefined;
  /** Words that a search has found; they are boxed wherever they stand. */
  found: string[];
};

export function DocumentPages({ baseId, document, first, found }: DocumentPagesProps) {
  const pages = document.recognised_pages.filter(({ image }) => image);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pages.findIndex(({ page }) => page === first),
    ),
  );
  const number = pages[at]?.page ?? 0;
  const picture = useQuery({
    ...scannedPage(baseId, document.id, number),
    // The page before stays until the next one is there: who turns by keys keeps the place.
    placeholderData: keepPreviousData,
  });
  const turn = (by: 1 | -1) => setAt((now) => Math.min(pages.length - 1, Math.max(0, now + by)));
  return (
    <section
      aria-label={texts.pages}
      aria-busy={picture.isFetching}
      className="desk:grid desk:grid-cols-[minmax(0,1fr)]"
    >
      {/* In one row with the buttons of the picture, where there is room. */}
      <div className="z-10 -ml-2 flex flex-wrap items-center gap-1 text-small text-ink-2 tabular-nums desk:self-start desk:justify-self-start desk:[grid-area:1/1]">
        <IconButton size="small" label={texts.before} disabled={at === 0} onClick={() => turn(-1)}>
          <ChevronLeft />
        </IconButton>
        <span role="status">{texts.place(number, document.pages)}</span>
        <IconButton size="small" label={texts.next} disabled={at >= pages.length - 1} onClick={() => turn(1)}>
          <ChevronRight />
        </IconButton>
        {pages[at]?.weak && (
          <span title={texts.weakHint}>
            <Badge tone="warn">{texts.weak}</Badge>
          </span>
        )}
      </div>
      {picture.isPending && <Skeleton className="aspect-[1/1.41] w-full desk:mt-10 desk:[grid-area:1/1]" />}
      {picture.isError && (
        <LoadFailure query={picture} text={texts.failed} className="desk:mt-10 desk:[grid-area:1/1]" />
      )}
      {picture.isSuccess && (
        <div
          className={classes(
            'min-w-0 transition-opacity desk:[grid-area:1/1]',
            picture.isPlaceholderData && 'opacity-60',
          )}
        >
          <PagePicture
            blob={picture.data.blob}
            alt={texts.alt(picture.data.page.page)}
            boxes={boxesOf(picture.data.page, found)}
            onTurn={turn}
          />
        </div>
      )}
    </section>
  );
}

const lettersOf = (text: string) => folded(text).letters.replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** In shares of the page. */
function boxesOf({ words, width, height }: DocumentPage, found: string[]) {
  const wanted = new Set(found.map(lettersOf).filter(Boolean));
  return words
    .filter(({ text }) => wanted.has(lettersOf(text)))
    .map(({ x, y, w, h }) => ({ x: x / width, y: y / height, w: w / width, h: h / height }));
}
