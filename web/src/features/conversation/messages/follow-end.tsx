/** A scroll container that follows its end while it grows, until the reader scrolls up. */
import { ArrowDown } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { texts } from '../texts.ts';

/** Distance from the end that still counts as being there. */
const NEAR_PX = 32;
/** A scroll this soon after an input event is the reader's; this soon after a jump to the end, the jump's. */
const BY_HAND_MS = 500;
const BY_JUMP_MS = 1_000;
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Marks the element that is scrolled. */
export const SCROLLED = 'data-scrolled';

export type End = {
  /** Goes to the end, and follows it again. */
  toEnd: () => void;
  /** Stops following the end. */
  leave: () => void;
  /** Focuses the content without scrolling. */
  focus: () => void;
};

type FollowEndProps = {
  /** Changes when something is put above what was shown. */
  first: string | undefined;
  ref: Ref<End>;
  children: ReactNode;
};

export function FollowEnd({ first, ref, children }: FollowEndProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const jumped = useRef(Number.NEGATIVE_INFINITY);
  const place = useRef({ top: 0, height: 0 });
  const [away, setAway] = useState(false);

  const note = useCallback((view: HTMLElement) => {
    place.current = { top: view.scrollTop, height: view.scrollHeight };
    setAway(!following.current && distanceToEnd(view) > NEAR_PX);
  }, []);

  useEffect(() => {
    const view = scroller.current;
    if (!view || !content.current) return;
    // Runs after layout and before paint: the growth and the scroll are one frame.
    const observer = new ResizeObserver(() => {
      if (following.current) view.scrollTop = view.scrollHeight;
      note(view);
    });
    observer.observe(content.current);
    observer.observe(view);

    // It opens at its end.
    jumped.current = performance.now();
    let touched = Number.NEGATIVE_INFINITY;
    const hand = () => {
      touched = performance.now();
    };
    // Scrolls are not only the reader's: turns rendered for the first time differ from their estimated height, and the
    // last steps of a jump may come after later growth. A scroll without input (find in page, screen reader) counts as
    // the reader's when the height has not changed.
    const byReader = (now: number) =>
      now - touched < BY_HAND_MS ||
      (now - jumped.current > BY_JUMP_MS && view.scrollHeight === place.current.height);
    const moved = () => {
      const up = view.scrollTop < place.current.top - 1;
      if (distanceToEnd(view) <= NEAR_PX) following.current = true;
      else if (up && byReader(performance.now())) following.current = false;
      note(view);
    };
    view.addEventListener('scroll', moved, { passive: true });
    for (const each of HANDS) view.addEventListener(each, hand, { passive: true });
    return () => {
      observer.disconnect();
      view.removeEventListener('scroll', moved);
      for (const each of HANDS) view.removeEventListener(each, hand);
    };
  }, [note]);

  // Content in view keeps its position when something is inserted above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    if (following.current) view.scrollTop = view.scrollHeight;
    else view.scrollTop = place.current.top + view.scrollHeight - place.current.height;
    place.current = { top: view.scrollTop, height: view.scrollHeight };
  }, [first]);

  const toEnd = () => {
    following.current = true;
    jumped.current = performance.now();
    const view = scroller.current;
    if (!view) return;
    // Smooth scrolling over a long distance would only blur.
    const near = distanceToEnd(view) < 3 * view.clientHeight;
    view.scrollTo({ top: view.scrollHeight, behavior: near ? 'smooth' : 'instant' });
  };
  const leave = () => {
    following.current = false;
  };
  const focus = () => content.current?.focus({ preventScroll: true });
  useImperativeHandle(ref, () => ({ toEnd, leave, focus }));

  return (
    <div className="relative min-h-0 flex-1">
      {/* Scroll anchoring is done here, because not every browser has it. */}
      <div
        ref={scroller}
        {...{ [SCROLLED]: '' }}
        className="h-full overflow-y-auto px-7 [overflow-anchor:none] phone:px-4"
      >
        <div
          ref={content}
          tabIndex={-1}
          className="steps-aside mx-auto w-full max-w-[760px] pt-[30px] pb-6 outline-none phone:pt-5"
        >
          {children}
        </div>
      </div>
      {away && (
        <div className="pointer-events-none absolute inset-x-0 bottom-0 flex justify-center pb-3">
          <Button
            size="small"
            icon={<ArrowDown className="size-4" />}
            onClick={toEnd}
            className="pointer-events-auto rounded-full! shadow-2 animate-appear"
          >
            {texts.toEnd}
          </Button>
        </div>
      )}
    </div>
  );
}

const distanceToEnd = (view: HTMLElement) => view.scrollHeight - view.scrollTop - view.clientHeight;
