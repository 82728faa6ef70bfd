import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';

type ChoiceRowProps = {
  id: number;
  name: string;
  line: string;
  checked: boolean;
  /** Cannot be unticked. */
  fixed?: boolean;
  onToggle: (id: number) => void;
  children?: ReactNode;
};

/** One line of a list of thousands: what is out of sight is not laid out. */
export function ChoiceRow({ id, name, line, checked, fixed, onToggle, children }: ChoiceRowProps) {
  return (
    <li className="[contain-intrinsic-size:auto_60px] [content-visibility:auto]">
      <label
        className={classes(
          'flex min-h-[52px] items-center gap-3 rounded-card px-2.5 py-2 transition-colors',
          fixed ? 'cursor-default' : 'hover:bg-sunken',
        )}
      >
        <input
          type="checkbox"
          checked={checked}
          disabled={fixed}
          onChange={() => onToggle(id)}
          className="size-[18px] shrink-0 accent-brand"
        />
        {/* A phone has no room for an address and a badge side by side. */}
        <span className="flex min-w-0 flex-1 items-center gap-3 phone:flex-col phone:items-start phone:gap-1">
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 text-control font-medium wrap-anywhere">{name}</span>
            <span className="line-clamp-2 text-small wrap-anywhere text-ink-2">{line}</span>
          </span>
          <span className="flex shrink-0 flex-col items-end gap-1 empty:hidden phone:items-start">
            {children}
          </span>
        </span>
      </label>
    </li>
  );
}
