import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from '../classes.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

/** Flat and without colour: a fainter one looks as if it could be pressed, above all in the dark theme. */
const disabledFlat = 'disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none';
const variants: Record<ButtonVariant, string> = {
  primary: `border-brand bg-brand text-on-brand enabled:hover:bg-brand-hover enabled:hover:border-brand-hover ${disabledFlat}`,
  secondary: `border-line-strong bg-surface text-ink shadow-1 enabled:hover:bg-sunken ${disabledFlat}`,
  ghost:
    'border-transparent bg-transparent text-ink-2 enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-60',
  danger: `border-danger bg-danger text-on-danger enabled:hover:bg-danger-hover ${disabledFlat}`,
};
const sizes: Record<ButtonSize, string> = {
  small: 'h-8 px-2.5 text-small gap-1.5 whitespace-nowrap phone:h-11',
  medium: 'h-[38px] px-3.5 text-control gap-2 whitespace-nowrap phone:h-11',
  // The name of an organisation may need two lines.
  large: 'min-h-11 px-[18px] py-2 text-center text-body gap-2 wrap-anywhere',
};
const squares: Record<ButtonSize, string> = {
  small: 'size-8 phone:size-11',
  medium: 'size-[38px] phone:size-11',
  large: 'size-11',
};
const shape =
  'inline-flex shrink-0 items-center justify-center rounded-control border font-medium transition-colors select-none aria-disabled:opacity-60';

/** The look of a button, for links that should look like one. */
export function buttonLook(variant: ButtonVariant = 'secondary', size: ButtonSize = 'medium'): string {
  // A link is never `:enabled`, so its hover is written without the condition.
  return classes(shape, variants[variant].replaceAll('enabled:', ''), sizes[size]);
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Something is under way: nothing can be pressed, and a turning mark stands in place of the icon. */
  busy?: boolean | undefined;
};

/** A busy button keeps the focus; a disabled one would drop it, and the keyboard would start from the top of the page. */
function waiting({ busy, disabled, ...press }: Pick<ButtonProps, 'busy' | 'disabled'> & Press) {
  if (!busy) return { disabled, onClick: onceSent(press) };
  return { 'aria-busy': true, 'aria-disabled': true, disabled: false, onClick: nothing };
}

type Press = Pick<ButtonProps, 'type' | 'onClick'>;

/** Submits once: the second click of a double click is ignored, however fast the first answer was. */
function onceSent({ type, onClick }: Press): ButtonProps['onClick'] {
  if (type !== 'submit') return onClick;
  return (event) => (event.detail > 1 ? nothing(event) : onClick?.(event));
}

/** Also not what Enter in a field of its form would do. */
function nothing(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  busy,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...waiting({ busy, ...rest })}
      className={classes(shape, variants[variant], sizes[size], className)}
    >
      {busy ? <TurningMark /> : icon}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, 'icon' | 'children'> & {
  /** The accessible name: the action behind the icon. */
  label: string;
  children: ReactNode;
};

export function IconButton({
  label,
  variant = 'ghost',
  size = 'medium',
  busy,
  children,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      {...waiting({ busy, ...rest })}
      aria-label={label}
      className={classes(shape, variants[variant], squares[size], className)}
    >
      {busy ? <TurningMark /> : children}
    </button>
  );
}

function TurningMark() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  );
}
