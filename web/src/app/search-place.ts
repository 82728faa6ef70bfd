import { type RefObject, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type SearchPlace = {
  box: RefObject<HTMLInputElement | null>;
  /** Asked for by key: where the sidebar shows something else, the search takes its place. */
  wanted: boolean;
  leave: () => void;
};

type SearchPlaceOptions = { openSidebar: () => void; pathname: string };

/** Leads into the search of the sidebar, which is opened for it, and back to where one was. */
export function useSearchPlace({ openSidebar, pathname }: SearchPlaceOptions) {
  // The code of the drawer may still be on its way: the box takes the focus when it comes to be.
  const [box] = useState(awaitedBox);
  const cameFrom = useRef<Element | null>(null);
  const [wantedAt, setWantedAt] = useState<string | undefined>();

  const enter = () => {
    if (document.activeElement !== box.current) cameFrom.current = document.activeElement;
    // The box may only now come to be.
    flushSync(() => {
      openSidebar();
      setWantedAt(pathname);
    });
    box.enter();
  };
  const leave = useCallback(() => {
    box.forget();
    setWantedAt(undefined);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }, [box]);

  // Navigation ends the search.
  const place: SearchPlace = { box, wanted: wantedAt === pathname, leave };
  return { place, enter };
}

type AwaitedBox = RefObject<HTMLInputElement | null> & {
  /** Now, or as soon as it is there. */
  enter: () => void;
  forget: () => void;
};

function awaitedBox(): AwaitedBox {
  let input: HTMLInputElement | null = null;
  let isAwaited = false;
  const enter = () => {
    isAwaited = input === null;
    input?.focus();
    input?.select();
  };
  return {
    enter,
    forget: () => {
      isAwaited = false;
    },
    get current() {
      return input;
    },
    set current(next) {
      input = next;
      if (next && isAwaited) enter();
    },
  };
}
