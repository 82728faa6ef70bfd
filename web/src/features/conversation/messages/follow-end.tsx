/** A scroll container that follows its end while it grows, until the reader scrolls up; what comes at once is read from its beginning. */
import { ArrowDown } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  type RefObject,
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
/** An answer that is whole by then is read from its question on; a longer one is followed to its end. */
const AT_ONCE_MS = 2_000;
/** Space above the question. */
const ABOVE_PX = 24;
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
  /** An answer is being written. */
  growing: boolean;
  ref: Ref<End>;
  children: ReactNode;
};

export function FollowEnd({ first, growing, ref, children }: FollowEndProps) {
  const { scroller, content, away, toEnd, leave } = useFollowing(first, growing);
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
        <div className="pointer-events-none absolute inset-x-0 bottom-0 px-7 phone:px-4">
          <div className="steps-aside relative mx-auto max-w-[760px]">
            <Button
              size="small"
              aria-label={texts.toEnd}
              title={texts.toEnd}
              icon={<ArrowDown className="size-4" />}
              onClick={toEnd}
              className="to-end pointer-events-auto rounded-full! shadow-2 animate-appear"
            >
              <span>{texts.toEnd}</span>
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Where the container stands. The times are those of `performance.now()`. */
type Position = {
  following: boolean;
  top: number;
  height: number;
  /** The last jump to the end. */
  jumped: number;
  /** The last input of the reader. */
  touched: number;
  /** An answer is being written. */
  growing: boolean;
  /** The last question stands at the top: until its answer takes long, or the reader goes elsewhere. */
  fromQuestion: boolean;
};

function useFollowing(first: string | undefined, growing: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const position = useRef<Position>({
    following: true,
    top: 0,
    height: 0,
    jumped: Number.NEGATIVE_INFINITY,
    touched: Number.NEGATIVE_INFINITY,
    growing: false,
    fromQuestion: false,
  });
  const [away, setAway] = useState(false);

  useEffect(() => {
    if (!scroller.current || !content.current) return;
    // It opens at its end.
    position.current.jumped = performance.now();
    return watch(scroller.current, content.current, position.current, setAway);
  }, []);

  // Content in view keeps its position when something is inserted above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    const { following, top, height } = position.current;
    view.scrollTop = following ? view.scrollHeight : top + view.scrollHeight - height;
    Object.assign(position.current, { top: view.scrollTop, height: view.scrollHeight });
  }, [first]);

  useStopBelowShortAnswer(growing, { scroller, content, position, setAway });

  const toEnd = () => {
    Object.assign(position.current, { following: true, fromQuestion: false, jumped: performance.now() });
    const view = scroller.current;
    if (!view) return;
    // Smooth scrolling over a long distance would only blur.
    const near = distanceToEnd(view) < 3 * view.clientHeight;
    view.scrollTo({ top: view.scrollHeight, behavior: near ? 'smooth' : 'instant' });
  };
  const leave = () => {
    position.current.following = false;
  };
  return { scroller, content, away, toEnd, leave };
}

type Following = {
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
  position: RefObject<Position>;
  setAway: (away: boolean) => void;
};

/** An answer that is whole at once is read from its question on; a longer one is followed to its end. */
function useStopBelowShortAnswer(growing: boolean, { scroller, content, position, setAway }: Following) {
  const wasGrowing = useRef(growing);
  // Before the growth is measured.
  useLayoutEffect(() => {
    const [view, inside, place] = [scroller.current, content.current, position.current];
    // An answer that was found running is none that was asked for here.
    if (!view || !inside || growing === wasGrowing.current) return;
    wasGrowing.current = growing;
    place.growing = growing;
    if (!growing) {
      // Its last words may have come together with its end, so that their growth was not measured yet.
      if (place.following && place.fromQuestion) setAway(standAtQuestion(view, inside, place));
      return;
    }
    place.fromQuestion = true;
    const timer = setTimeout(() => {
      place.fromQuestion = false;
      if (place.following) view.scrollTop = view.scrollHeight;
    }, AT_ONCE_MS);
    return () => clearTimeout(timer);
  }, [growing, scroller, content, position, setAway]);
}

/** Scrolls to the end when the content grows, and notices when the reader leaves it. Returns the end of watching. */
function watch(
  view: HTMLElement,
  content: HTMLElement,
  position: Position,
  setAway: (away: boolean) => void,
): () => void {
  const note = () => {
    position.top = view.scrollTop;
    position.height = view.scrollHeight;
    setAway(!position.following && distanceToEnd(view) > NEAR_PX);
  };
  // Runs after layout and before paint: the growth and the scroll are one frame.
  const observer = new ResizeObserver(() => {
    if (position.following && position.fromQuestion) standAtQuestion(view, content, position);
    else if (position.following) view.scrollTop = view.scrollHeight;
    note();
  });
  observer.observe(content);
  observer.observe(view);

  const hand = () => {
    position.touched = performance.now();
  };
  const moved = () => {
    const up = view.scrollTop < position.top - 1;
    // A scroll of our own was noted when it was made.
    if (Math.abs(view.scrollTop - position.top) > 1 && isByReader(view, position))
      position.fromQuestion = false;
    if (distanceToEnd(view) <= NEAR_PX) position.following = true;
    else if (up && isByReader(view, position)) position.following = false;
    note();
  };
  view.addEventListener('scroll', moved, { passive: true });
  for (const each of HANDS) view.addEventListener(each, hand, { passive: true });
  return () => {
    observer.disconnect();
    view.removeEventListener('scroll', moved);
    for (const each of HANDS) view.removeEventListener(each, hand);
  };
}

/**
 * Scrolls are not only the reader's: turns rendered for the first time differ from their estimated height, and the last
 * steps of a jump may come after later growth. A scroll without input (find in page, screen reader) counts as the
 * reader's when the height has not changed.
 */
function isByReader(view: HTMLElement, { touched, jumped, height }: Position): boolean {
  const now = performance.now();
  return now - touched < BY_HAND_MS || (now - jumped > BY_JUMP_MS && view.scrollHeight === height);
}

/** Where the last question stands at the top of the view; beyond the end, the browser stops at the end. */
function questionTop(view: HTMLElement, content: HTMLElement): number {
  const turn = [...content.querySelectorAll('[data-turn]')].at(-1);
  if (!turn) return view.scrollHeight;
  return view.scrollTop + turn.getBoundingClientRect().top - view.getBoundingClientRect().top - ABOVE_PX;
}

/**
 * Puts the last question at the top, as far as there is text below it. A whole answer that goes on below the view stays
 * so, and what comes later below it (a chart, further questions) moves nothing. Returns whether it does.
 */
function standAtQuestion(view: HTMLElement, content: HTMLElement, position: Position): boolean {
  view.scrollTop = questionTop(view, content);
  const goesOn = !position.growing && distanceToEnd(view) > NEAR_PX;
  if (goesOn) position.following = false;
  Object.assign(position, { top: view.scrollTop, height: view.scrollHeight });
  return goesOn;
}

const distanceToEnd = (view: HTMLElement) => view.scrollHeight - view.scrollTop - view.clientHeight;
