import { classes } from './classes.ts';

/** A grey place where something will stand; give it the size of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classes('block animate-pulse rounded-control bg-line', className)} />
  );
}
