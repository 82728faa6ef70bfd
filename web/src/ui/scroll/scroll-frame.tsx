import { type ReactNode, useCallback, useState } from 'react';
import { classes } from '../classes.ts';

/** Scrolls sideways, and shows by shadows on which sides there is more. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const [edges, setEdges] = useState({ left: false, right: false });
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const look = () => {
      const left = element.scrollLeft > 1;
      const right = element.scrollLeft < element.scrollWidth - element.clientWidth - 1;
      setEdges((before) => (before.left === left && before.right === right ? before : { left, right }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  return (
    <div className="relative" data-left={edges.left || undefined}>
      <section ref={frame} tabIndex={0} aria-label={label} className="overflow-x-auto -outline-offset-2">
        {children}
      </section>
      <span
        aria-hidden="true"
        className={classes(
          'pointer-events-none absolute inset-y-0 right-0 z-10 w-4 bg-linear-to-l from-scrim to-transparent transition-opacity',
          edges.right ? 'opacity-30' : 'opacity-0',
        )}
      />
    </div>
  );
}
