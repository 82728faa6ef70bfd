import { classes } from '../classes.ts';
import { texts } from '../texts.ts';

const sizes = { small: 'size-4 border-2', medium: 'size-6 border-2', large: 'size-12 border-[3px]' } as const;

type SpinnerProps = {
  /** `large` is the one that fills the chat layout while it loads. */
  size?: keyof typeof sizes;
  label?: string;
};

export function Spinner({ size = 'medium', label = texts.loading }: SpinnerProps) {
  return (
    <span
      role="status"
      data-size={size}
      className={classes('flex items-center justify-center', size === 'large' && 'size-full min-h-40')}
    >
      <span
        aria-hidden="true"
        className={classes('animate-spin rounded-full border-line border-t-brand', sizes[size])}
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}
