import { type RefObject, useLayoutEffect } from 'react';

/** Makes a text area as high as its text, for browsers that cannot do so themselves; its styles set the limits. */
export function useGrowingBox(box: RefObject<HTMLTextAreaElement | null>, value: string) {
  useLayoutEffect(() => {
    if (box.current && value !== undefined && !CSS.supports?.('field-sizing', 'content'))
      stretch(box.current);
  }, [box, value]);
}

function stretch(area: HTMLTextAreaElement) {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}
