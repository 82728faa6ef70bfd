import type { ReactNode } from 'react';

type UsageShareProps = {
  /** Shown before the name. */
  mark?: ReactNode;
  name: string;
  /** In words. */
  tokens: string;
  percent: number;
  /** Under the bar. */
  line: string;
};

/** One of those among whom the tokens were spent, with a bar of its part. */
export function UsageShare({ mark, name, tokens, percent, line }: UsageShareProps) {
  return (
    <li className="flex items-center gap-3">
      {mark}
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 text-small">
          <span className="min-w-0 truncate text-control font-medium" title={name}>
            {name}
          </span>
          <span className="shrink-0 tabular-nums">{tokens}</span>
        </p>
        <div aria-hidden="true" className="my-1 h-1.5 overflow-hidden rounded-full bg-line">
          <div className="h-full min-w-0.5 rounded-full bg-brand" style={{ width: `${percent}%` }} />
        </div>
        <p className="text-tiny text-ink-3 tabular-nums">{line}</p>
      </div>
    </li>
  );
}
