import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';

export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-small font-semibold tracking-normal">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A text that may be long; reached by the keyboard too, where it scrolls. */
export function Scrolled(props: { label: string; className: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark for every passage
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard could not scroll it
      tabIndex={0}
      aria-label={props.label}
      className={classes('overflow-auto whitespace-pre-wrap wrap-anywhere', props.className)}
    >
      {props.children}
    </div>
  );
}
