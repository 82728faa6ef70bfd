import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

const tones = {
  neutral: 'bg-sunken text-ink-2',
  brand: 'bg-brand-soft text-brand',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-ipe-soft text-ipe-ink',
  danger: 'bg-danger-soft text-danger',
} as const;

type BadgeProps = { tone?: keyof typeof tones; icon?: ReactNode; children: ReactNode };

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex h-[22px] shrink-0 items-center gap-1.5 rounded-full px-2 text-tiny font-medium whitespace-nowrap [&_.lucide]:size-3.5',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
