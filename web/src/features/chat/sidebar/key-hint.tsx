/** Shows `Ctrl K` or `⌘ K`. Hidden from screen readers: the control announces its shortcut with `searchKeys`. */
import { classes } from '../../../ui/classes.ts';

export const searchKeys = { 'aria-keyshortcuts': 'Control+K Meta+K' } as const;

const modifier = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';

export function KeyHint({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'pointer-events-none rounded-[5px] border border-line bg-sunken px-1 font-sans text-[11px] leading-[18px] font-medium text-ink-3 select-none phone:hidden [@media(hover:none)]:hidden',
        className,
      )}
    >
      {modifier} K
    </span>
  );
}
