import { useCallback, useState } from 'react';

/**
 * Whether an element is at least so wide, in CSS pixels: what is beside it takes room that the window's width does not
 * tell. Undefined until it is in the document, which is before anything is painted.
 */
export function useRoom(width: number) {
  const [hasRoom, setHasRoom] = useState<boolean>();
  const room = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const look = () => {
        // Behind another tab it has no width.
        if (element.clientWidth > 0) setHasRoom(element.clientWidth >= width);
      };
      look();
      const observer = new ResizeObserver(look);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [width],
  );
  return { room, hasRoom };
}
