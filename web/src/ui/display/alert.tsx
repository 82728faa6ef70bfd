/** A message: its title says what happened, its line why, and a button tries again. */
import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import { texts } from '../texts.ts';

const tones = {
  danger: { look: 'border-danger/30 bg-danger-soft', mark: 'text-danger', Icon: CircleAlert },
  warn: { look: 'border-ipe/40 bg-ipe-soft', mark: 'text-ipe-ink', Icon: TriangleAlert },
  ok: { look: 'border-ok/30 bg-ok-soft', mark: 'text-ok', Icon: CircleCheck },
  info: { look: 'border-line bg-sunken', mark: 'text-ink-2', Icon: Info },
} as const;

type AlertProps = {
  tone?: keyof typeof tones;
  title: ReactNode;
  /** Left out when it would only repeat the title. */
  line?: ReactNode;
  onRetry?: () => void;
  /** The next try is under way; the words are those of the one before. */
  retrying?: boolean;
  /** Other ways on: links, a second button. */
  children?: ReactNode;
  className?: string;
};

export function Alert({ tone = 'danger', title, line, onRetry, retrying, children, className }: AlertProps) {
  const { look, mark, Icon } = tones[tone];
  const tries = useTries(retrying);
  const faded = retrying ? 'opacity-70' : null;
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      aria-busy={retrying || undefined}
      className={classes('flex gap-3 rounded-card border px-4 py-3 text-control', look, className)}
    >
      <Icon className={classes('mt-px', mark, faded)} />
      <div className="min-w-0 flex-1">
        <div key={tries} className={classes(faded)}>
          <p className="font-medium text-ink">{title}</p>
          {line && line !== title && <p className="mt-0.5 text-ink-2">{line}</p>}
        </div>
        {(onRetry || children) && (
          <div className="mt-2.5 flex flex-wrap items-center gap-2">
            {onRetry && (
              <Button size="small" icon={<RotateCw className="size-4" />} busy={retrying} onClick={onRetry}>
                {texts.retry}
              </Button>
            )}
            {children}
          </div>
        )}
      </div>
    </div>
  );
}

/** Counted when a try is over: the same words once more are heard only where they are put up anew. */
function useTries(retrying = false): number {
  const [{ tries, was }, setCounted] = useState({ tries: 0, was: retrying });
  if (was !== retrying) setCounted({ tries: was ? tries + 1 : tries, was: retrying });
  return tries;
}
