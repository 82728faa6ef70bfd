/** The end of a list that grows by itself: asks for more a little before it is reached. */
import { useEffect, useRef } from 'react';
import { INFINITE_SCROLL_MARGIN_PX, INFINITE_SCROLL_THRESHOLD } from '#contract/limits.ts';
import { Spinner } from '../display/spinner.tsx';

type LoadNearEndProps = {
  /** How many there are: a page that did not fill the window is followed by the next. */
  count: number;
  /** More is on its way. */
  loading: boolean;
  onReach: () => void;
};

/** Rendered only while there is more. */
export function LoadNearEnd({ count, loading, onReach }: LoadNearEndProps) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer speaks of changes only; each page needs a new one
  useEffect(() => {
    if (!end.current || loading) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach.current();
      },
      {
        // A margin counts only at the edges of the root, and inside a dialog that is not the window.
        root: scrollerOf(end.current),
        rootMargin: `0px 0px ${INFINITE_SCROLL_MARGIN_PX}px 0px`,
        threshold: INFINITE_SCROLL_THRESHOLD,
      },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, loading]);
  return (
    <div ref={end} className="grid h-12 place-items-center">
      {loading && <Spinner />}
    </div>
  );
}

/** The nearest scrolling ancestor; null for the window. */
export function scrollerOf(element: Element): Element | null {
  for (let each = element.parentElement; each; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  return null;
}
