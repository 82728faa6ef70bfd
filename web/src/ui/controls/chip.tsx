import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

type ChipProps = {
  children: ReactNode;
  icon?: ReactNode;
  /** A filter that is on or off; without `onToggle` the chip only shows. */
  pressed?: boolean;
  onToggle?: () => void;
  onRemove?: () => void;
  removeLabel?: string;
};

const look =
  'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-small font-medium [&_.lucide]:size-4';
const off = 'border-line bg-surface text-ink-2';
const on = 'border-transparent bg-brand-soft text-brand';

export function Chip({ children, icon, pressed, onToggle, onRemove, removeLabel }: ChipProps) {
  if (onToggle) {
    return (
      <button
        type="button"
        aria-pressed={pressed ?? false}
        onClick={onToggle}
        className={classes(
          look,
          pressed ? on : off,
          'transition-colors hover:border-line-strong phone:h-11 phone:px-4',
        )}
      >
        {icon}
        <span className="truncate">{children}</span>
      </button>
    );
  }
  return (
    <span className={classes(look, pressed ? on : off, onRemove && 'pr-1')}>
      {icon}
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          title={removeLabel}
          onClick={onRemove}
          className="grid size-5 place-items-center rounded-full hover:text-ink phone:-m-2 phone:size-11"
        >
          <X />
        </button>
      )}
    </span>
  );
}
