/** One line above a screen: what is to be known, perhaps a way on, perhaps put away. */
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/button.tsx';

const tones = {
  danger: { look: 'border-danger/30 bg-danger-soft', mark: 'text-danger', Icon: CircleAlert },
  ok: { look: 'border-ok/30 bg-ok-soft', mark: 'text-ok', Icon: CircleCheck },
  warn: { look: 'border-ipe/40 bg-ipe-soft', mark: 'text-ipe-ink', Icon: TriangleAlert },
  info: { look: 'border-line bg-sunken', mark: 'text-ink-2', Icon: Info },
} as const;

export type NoticeTone = keyof typeof tones;

/** A link or a button in such a line. */
export const noticeLinkLook =
  'flex items-center font-medium text-ink underline underline-offset-3 phone:-my-2.5 phone:h-11';

type NoticeLineProps = {
  tone: NoticeTone;
  children: ReactNode;
  action?: ReactNode;
  dismissLabel: string;
  /** Without it the line stays until its reason is gone. */
  onDismiss?: (() => void) | undefined;
};

export function NoticeLine({ tone, children, action, dismissLabel, onDismiss }: NoticeLineProps) {
  const { look, mark, Icon } = tones[tone];
  return (
    <div
      role="status"
      className={classes('flex min-h-11 items-center gap-3 border-b py-2 pr-2 pl-9 phone:pl-4', look)}
    >
      <Icon className={classes('shrink-0', mark)} />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-control text-ink">
        <span className="wrap-anywhere">{children}</span>
        {action}
      </p>
      {onDismiss && (
        <IconButton label={dismissLabel} size="small" onClick={onDismiss}>
          <X />
        </IconButton>
      )}
    </div>
  );
}
