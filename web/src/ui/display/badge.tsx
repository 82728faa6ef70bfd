import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

const tones = {
  neutral: 'bg-sunken text-ink-2',
  brand: 'bg-brand-soft text-brand',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-ipe-soft text-ipe-ink',
  danger: 'bg-danger-soft text-danger',
} as const;

type BadgeProps = {
  tone?: keyof typeof tones;
  icon?: ReactNode;
  /** Takes several lines where it is longer than its place. */
  wraps?: boolean;
  children: ReactNode;
};

export function Badge({ tone = 'neutral', icon, wraps = false, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 px-2 text-tiny font-medium [&_.lucide]:size-3.5',
        wraps
          ? 'min-h-[22px] min-w-0 rounded-[11px] py-0.5 wrap-anywhere'
          : 'h-[22px] shrink-0 rounded-full whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
