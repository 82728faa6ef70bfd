import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';

type SwitchProps = {
  label: string;
  /** One sentence under the label. */
  line?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** On or off, at once: label at the left, switch at the right. */
export function Switch({ label, line, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>{' '}
        {line && (
          <p id={`${id}-line`} className="text-small text-ink-2">
            {line}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-describedby={line ? `${id}-line` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="grid shrink-0 place-items-center rounded-full disabled:opacity-70 phone:h-11"
      >
        <SwitchMark checked={checked} />
      </button>
    </div>
  );
}

/** The drawing alone, for switches that are named elsewhere. */
export function SwitchMark({ checked }: { checked: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'flex h-6 w-10 items-center rounded-full px-[3px] transition-colors',
        checked ? 'bg-brand' : 'bg-line-strong',
      )}
    >
      <span
        className={classes(
          'size-[18px] rounded-full bg-surface transition-transform',
          checked && 'translate-x-4',
        )}
      />
    </span>
  );
}
