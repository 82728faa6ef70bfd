/** A labelled input with its hint and its error; the error takes the hint's place. */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classes } from '../classes.ts';
import { texts } from '../texts.ts';

type Words = {
  label: string;
  hint?: ReactNode;
  /** The validation message, as a sentence. */
  error?: string | null;
  /** A link or mark at the right of the label. */
  aside?: ReactNode;
};
type FieldProps = Words &
  Omit<ComponentProps<'input'>, 'id'> & {
    /** Buttons inside the box, at its right end. */
    trailing?: ReactNode;
  };

/** The box that inputs and text areas share. */
export const controlLook =
  'w-full rounded-control border bg-surface text-body text-ink transition-colors read-only:bg-sunken read-only:text-ink-2 disabled:bg-sunken disabled:text-ink-2 focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-brand/45 focus-visible:border-brand phone:text-[16px]';
export const controlBorder = (wrong: boolean) => (wrong ? 'border-danger' : 'border-line-strong');

export function Field({ label, hint, error, aside, trailing, className, ...input }: FieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} aside={aside}>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          className={classes(
            controlLook,
            controlBorder(Boolean(error)),
            'h-[42px] px-3 phone:h-11',
            trailing ? 'pr-12' : null,
            className,
          )}
        />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
      </div>
    </FieldFrame>
  );
}

/** A password that can be shown while it is typed. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  const label = shown ? texts.hidePassword : texts.showPassword;
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          aria-label={label}
          aria-pressed={shown}
          title={label}
          onClick={() => setShown(!shown)}
          className="mr-0.5 grid size-9 place-items-center rounded-control text-ink-3 hover:text-ink phone:size-11"
        >
          {shown ? <EyeOff /> : <Eye />}
        </button>
      }
    />
  );
}

type FieldFrameProps = Words & { id: string; children: ReactNode };

/** Label above, control, note below; `${id}-note` is the note's id. */
export function FieldFrame({ id, label, hint, error, aside, children }: FieldFrameProps) {
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5">
        <label htmlFor={id} className="text-label font-medium">
          {label}
        </label>
        <div className="order-last col-span-2 min-w-0">{children}</div>
        {aside}
      </div>
      {(error || hint) && (
        <p id={`${id}-note`} className={classes('text-small', error ? 'text-danger' : 'text-ink-3')}>
          {error || hint}
        </p>
      )}
    </div>
  );
}
