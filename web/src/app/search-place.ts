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
  const box = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const [wantedAt, setWantedAt] = useState<string | undefined>();

  const enter = () => {
    if (document.activeElement !== box.current) cameFrom.current = document.activeElement;
    // The box may only now come to be.
    flushSync(() => {
      openSidebar();
      setWantedAt(pathname);
    });
    box.current?.focus();
    box.current?.select();
  };
  const leave = useCallback(() => {
    setWantedAt(undefined);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }, []);

  // Navigation ends the search.
  const place: SearchPlace = { box, wanted: wantedAt === pathname, leave };
  return { place, enter };
}
