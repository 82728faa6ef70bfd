import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { texts as all } from '../texts.ts';

const texts = all.notices;

const tones = {
  danger: { look: 'border-danger/30 bg-danger-soft', mark: 'text-danger', Icon: CircleAlert },
  ok: { look: 'border-ok/30 bg-ok-soft', mark: 'text-ok', Icon: CircleCheck },
  warn: { look: 'border-ipe/40 bg-ipe-soft', mark: 'text-ipe-ink', Icon: TriangleAlert },
} as const;

type BannerProps = {
  tone: keyof typeof tones;
  children: ReactNode;
  action: { to: string; label: string };
  /** Without it the banner stays until its reason is gone. */
  onDismiss?: () => void;
};

export function Banner({ tone, children, action, onDismiss }: BannerProps) {
  const { look, mark, Icon } = tones[tone];
  return (
    <div
      role="status"
      className={classes('flex min-h-11 items-center gap-3 border-b py-1.5 pr-2 pl-9 phone:pl-4', look)}
    >
      <Icon className={mark} />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-control text-ink">
        <span>{children}</span>
        <Link
          to={action.to}
          className="flex items-center font-medium text-ink underline underline-offset-3 phone:h-11"
        >
          {action.label}
        </Link>
      </p>
      {onDismiss && (
        <IconButton label={texts.dismiss} size="small" onClick={onDismiss}>
          <X />
        </IconButton>
      )}
    </div>
  );
}
