import { classes } from '../classes.ts';
import { cardLook } from './card.tsx';

/** A grey place where something will stand; give it the size of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classes('block animate-pulse rounded-control bg-line', className)} />
  );
}

/** A card of which only the title and some lines are known to come. */
export function CardSkeleton({ lines, className }: { lines: number; className?: string }) {
  return (
    <div className={classes(cardLook, 'grid content-start gap-4 p-5', className)}>
      <Skeleton className="mb-1 h-6 w-1/4" />
      {places(lines).map((line) => (
        <Skeleton key={line} className={classes('h-4', widths[line % widths.length])} />
      ))}
    </div>
  );
}

/** A row of tabs whose names are still to come. */
export function TabsSkeleton({ count }: { count: number }) {
  return (
    <div className="flex h-11 items-center gap-6 border-b border-line">
      {places(count).map((tab) => (
        <Skeleton key={tab} className="h-4 w-24" />
      ))}
    </div>
  );
}

const widths = ['w-3/5', 'w-11/12', 'w-2/5', 'w-4/5'];

/** 0, 1, 2…: what is drawn until the things come has no other name. */
export const places = (count: number): number[] => [...Array(count).keys()];
