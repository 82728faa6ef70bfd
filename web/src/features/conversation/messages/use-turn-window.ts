/**
 * Virtualises the turns of a conversation: those in view and some around them are in the document, the others are two
 * spacers of measured or estimated height. Rendered turns are in normal flow, so that a growing answer needs no
 * position updates.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { whenIdle } from '../../../lib/browser/when-idle.ts';
import type { Turn } from '../stream/turns.ts';
import { SCROLLED } from './follow-end.tsx';

/** Turns rendered beyond the view: at first, added per idle callback, and at most. */
const AROUND_FIRST = 1;
const AROUND_STEP = 2;
const AROUND_MOST = 12;

export type TurnWindow = {
  list: RefObject<HTMLElement | null>;
  scroller: () => HTMLElement | null;
  shown: { index: number; turn: Turn }[];
  /** Heights of the spacers, in CSS pixels. */
  above: number;
  below: number;
  measure: (element: HTMLElement | null) => void;
  bring: (key: string) => void;
};

export function useTurnWindow(turns: Turn[]): TurnWindow {
  const list = useRef<HTMLElement>(null);
  const found = useRef<HTMLElement>(null);
  // Found by its attribute: asking for computed styles would force a style recalculation.
  const scroller = useCallback(() => {
    if (!found.current?.isConnected)
      found.current = list.current?.closest<HTMLElement>(`[${SCROLLED}]`) ?? null;
    return found.current;
  }, []);
  const [margin, setMargin] = useState(0);
  const [around, setAround] = useState(AROUND_FIRST);

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: turns.length,
    getScrollElement: scroller,
    estimateSize: (index) => estimatedHeight(turns[index]),
    getItemKey: (index) => turns[index]?.key ?? index,
    measureElement: (element, entry) => heightOf(element, entry, turns),
    overscan: around,
    // Rendered after all scroll listeners have run: `FollowEnd` reads heights that have not changed yet.
    useFlushSync: false,
    scrollMargin: margin,
    anchorTo: 'end',
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => turns.reduce((sum, turn) => sum + estimatedHeight(turn), 0),
  });

  useMargin(list, scroller, turns[0]?.key, setMargin);
  useGrowingOverscan(around < AROUND_MOST && !virtualizer.isScrolling, setAround);

  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    list,
    scroller,
    shown: items.flatMap(({ index }) => {
      const turn = turns[index];
      return turn ? [{ index, turn }] : [];
    }),
    above: first ? first.start - margin : 0,
    below: last ? Math.max(0, virtualizer.getTotalSize() - (last.end - margin)) : 0,
    measure: virtualizer.measureElement,
    bring: (key) => {
      const index = turns.findIndex((turn) => turn.key === key);
      if (index !== -1) virtualizer.scrollToIndex(index, { align: 'center' });
    },
  };
}

/** Measures how much stands above the list in its scroller, in CSS pixels. */
function useMargin(
  list: RefObject<HTMLElement | null>,
  scroller: () => HTMLElement | null,
  firstKey: string | undefined,
  setMargin: (margin: number) => void,
) {
  // The content above the list changes only together with its first turn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const view = scroller();
    if (!view || !list.current) return;
    const offset =
      list.current.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
    // The margin matters only to later renderings, so it may wait.
    startTransition(() => setMargin(Math.round(offset)));
  }, [scroller, firstKey]);
}

/** Renders more turns beyond the view whenever the browser is idle. */
function useGrowingOverscan(mayDrawMore: boolean, setAround: (next: (now: number) => number) => void) {
  useEffect(() => {
    if (!mayDrawMore) return;
    let cancel = whenIdle(function draw() {
      setAround((now) => Math.min(AROUND_MOST, now + AROUND_STEP));
      cancel = whenIdle(draw);
    });
    return () => cancel();
  }, [mayDrawMore, setAround]);
}

/** A growing turn is measured in steps of so many CSS pixels, because each change renders the list again. */
const GROWTH_PX = 600;

function heightOf(element: HTMLElement, entry: ResizeObserverEntry | undefined, turns: Turn[]): number {
  const turn = turns[Number(element.dataset.index)];
  const growing = turn?.answer?.growing ?? false;
  // It is measured with the next frame; measuring now would force a layout.
  if (growing && !entry) return estimatedHeight(turn);
  const height = entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height;
  return growing ? Math.ceil(height / GROWTH_PX) * GROWTH_PX : height;
}

/** About 78 characters stand on a line of an answer, 66 on one of a question. In CSS pixels. */
export function estimatedHeight(turn: Turn | undefined): number {
  if (!turn) return 0;
  const question = 46 + 23 * Math.floor(turn.question.length / 66);
  if (!turn.answer) return question + 26;
  const { text, sources } = turn.answer;
  const lines = text.length / 78 + (text.match(/\n/g)?.length ?? 0) * 0.7 + 1;
  return Math.round(question + 26 + 38 + lines * 25.6 + (sources.length > 0 ? 76 : 0) + 50 + 26);
}
