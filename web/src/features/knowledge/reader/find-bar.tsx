import { ChevronDown, ChevronUp } from 'lucide-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { IconButton } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { texts as all } from '../texts-documents.ts';
import { PLACES_MAX } from './find-in-text.ts';
import type { Find } from './use-find.ts';

const texts = all.text;

/** Stays in sight while the text is scrolled. Enter goes to the next place, with Shift to the one before. */
export function FindBar({ find: { term, search, isAsked, places, at, step } }: { find: Find }) {
  const next = (event: FormEvent) => {
    event.preventDefault();
    step(1);
  };
  const before = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    step(-1);
  };
  return (
    <form
      onSubmit={next}
      onKeyDown={before}
      className="sticky -top-1 z-10 -mx-5 mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-paper px-5 pt-1 pb-3"
    >
      <SearchBox
        value={term}
        onChange={search}
        label={texts.find}
        className="min-w-0 flex-1 basis-52 phone:basis-full"
      />
      <span
        role="status"
        className="min-w-20 text-right text-small text-ink-2 tabular-nums empty:hidden phone:mr-auto phone:text-left"
      >
        {isAsked && wordsOf(at, places.length)}
      </span>
      {places.length > 1 && (
        <>
          <IconButton label={texts.findPrevious} onClick={() => step(-1)}>
            <ChevronUp />
          </IconButton>
          <IconButton label={texts.findNext} onClick={() => step(1)}>
            <ChevronDown />
          </IconButton>
        </>
      )}
    </form>
  );
}

function wordsOf(at: number, count: number): string {
  if (count === 0) return texts.findNone;
  return texts.findCount(at + 1, count, count === PLACES_MAX);
}
