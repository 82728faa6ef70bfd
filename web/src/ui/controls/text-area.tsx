import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import { controlBorder, controlLook, FieldFrame } from './field.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  aside?: ReactNode;
};

export function TextArea({ label, hint, error, aside, className, rows = 4, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} aside={aside}>
      <textarea
        {...area}
        id={id}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={classes(
          controlLook,
          controlBorder(Boolean(error)),
          'block resize-y px-3 py-2.5 disabled:resize-none',
          className,
        )}
      />
    </FieldFrame>
  );
}
