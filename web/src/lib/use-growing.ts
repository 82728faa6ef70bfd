import { startTransition, useEffect, useState } from 'react';

/** How many of very many things to draw: at once as many as are needed, then a portion more whenever the browser has drawn the last one. */
export function useGrowing(total: number, { needed, portion }: { needed: number; portion: number }): number {
  const [grown, setGrown] = useState(0);
  const shown = Math.max(grown, needed);
  useEffect(() => {
    if (shown >= total) return;
    const next = setTimeout(() => startTransition(() => setGrown(shown + portion)));
    return () => clearTimeout(next);
  }, [shown, total, portion]);
  return Math.min(shown, total);
}
