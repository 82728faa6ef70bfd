import { Search, X } from 'lucide-react';
import { type Ref, useId } from 'react';
import { classes } from '../classes.ts';
import { texts } from '../texts.ts';
import { controlLook } from './field.tsx';

type SearchBoxProps = {
  value: string;
  onChange: (value: string) => void;
  /** Read aloud, and shown as the placeholder unless another is given. */
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
  /** The keys that lead here, as `aria-keyshortcuts` writes them. */
  keys?: string | undefined;
  className?: string;
  ref?: Ref<HTMLInputElement>;
};

export function SearchBox({
  value,
  onChange,
  label,
  placeholder = label,
  autoFocus,
  keys,
  className,
  ref,
}: SearchBoxProps) {
  const id = useId();
  return (
    <div className={classes('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-2" />
      <input
        ref={ref}
        id={id}
        // `search` would add the browser's own clear mark beside ours.
        type="text"
        inputMode="search"
        autoComplete="off"
        aria-keyshortcuts={keys}
        // biome-ignore lint/a11y/noAutofocus: only where a dialog was opened in order to search
        autoFocus={autoFocus}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        className={classes(controlLook, 'h-[42px] border-line-strong px-10 phone:h-11')}
      />
      {value && (
        <button
          type="button"
          aria-label={texts.clearSearch}
          title={texts.clearSearch}
          onClick={() => onChange('')}
          className="absolute inset-y-0 right-0 my-auto grid size-10 place-items-center rounded-control text-ink-3 hover:text-ink phone:size-11"
        >
          <X />
        </button>
      )}
    </div>
  );
}
