/** One of a few words. The browser's own list, so that a phone shows its own. */
import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../classes.ts';

type NativeSelectProps<T extends string> = {
  label: string;
  /** Only read aloud: what stands around says it to the eye. */
  labelHidden?: boolean;
  value: T;
  options: readonly { value: T; label: string }[];
  size?: keyof typeof heights;
  disabled?: boolean;
  /** The validation message, as a sentence. */
  error?: string | null;
  className?: string;
  onChange: (value: T) => void;
};

// Not the look of inputs: to CSS every select is read-only, and theirs has one for that.
const look =
  'w-full appearance-none truncate rounded-control border bg-surface pr-9 pl-3 text-ink transition-colors focus-visible:border-brand focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-brand/45 disabled:bg-sunken disabled:text-ink-2 phone:h-11 phone:text-[16px]';
const heights = { small: 'h-9 text-control', medium: 'h-[42px] text-body' } as const;

export function NativeSelect<T extends string>({
  label,
  labelHidden,
  value,
  options,
  size = 'medium',
  disabled,
  error,
  className,
  onChange,
}: NativeSelectProps<T>) {
  const id = useId();
  const pick = (next: string) => {
    const option = options.find((each) => each.value === next);
    if (option) onChange(option.value);
  };
  return (
    <div className={classes('grid gap-1.5', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-label font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => pick(event.target.value)}
          className={classes(look, heights[size], error ? 'border-danger' : 'border-line-strong')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronsUpDown className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-ink-3" />
      </div>
      {error && (
        <p id={`${id}-error`} className="text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
