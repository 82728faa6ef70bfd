import { useId } from 'react';
import { classes } from '../classes.ts';

type SegmentedProps<T extends string> = {
  /** The accessible name of the choice. */
  label: string;
  value: T;
  /** `note`: what speaks for it, in yellow. */
  options: readonly { value: T; label: string; note?: string }[];
  onChange: (value: T) => void;
};

/** One of a few, side by side: radio buttons in the dress of a switch. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  const name = useId();
  return (
    // The column keeps what is around it from growing as wide as all the options: where they do not fit, they scroll.
    <fieldset className="grid min-w-0 max-w-full grid-cols-[minmax(0,max-content)]">
      <legend className="sr-only">{label}</legend>
      <div className="flex gap-0.5 overflow-x-auto rounded-full bg-sunken p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              'relative flex h-[33px] items-center rounded-full px-[13px] text-label font-medium whitespace-nowrap transition-colors has-focus-visible:outline-2 has-focus-visible:outline-brand/70 phone:h-11 phone:px-3',
              option.value === value ? 'bg-surface text-ink shadow-1' : 'text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 appearance-none rounded-full outline-none"
            />
            {option.label}
            {option.note && <span className="ml-1 font-semibold text-ipe-ink">{option.note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
