import type { ReactNode } from 'react';

type EmptyStateProps = {
  icon?: ReactNode;
  /** Names the things that are not here yet. */
  title: string;
  /** Says what the place is for. */
  line?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
};

export function EmptyState({ icon, title, line, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {icon && (
        <span className="mb-4 grid size-12 place-items-center rounded-[15px_15px_15px_4px] bg-brand-soft text-brand">
          {icon}
        </span>
      )}
      <p className="display text-title">{title}</p>
      {line && <p className="mt-2 max-w-[42ch] text-ink-2">{line}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
