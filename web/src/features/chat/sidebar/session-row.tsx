import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ChatSession } from '#contract/chat-session.ts';
import { DEFAULT_CHAT_TITLE } from '#contract/limits.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { formatRecent } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { classes } from '../../../ui/classes.ts';
import { texts } from '../texts.ts';
import type { RowControls, SessionActions } from './session-changes.ts';
import { TitleEdit } from './session-title-edit.tsx';

/** Loaded on demand: only narrow windows and touch screens need it. */
const { Component: SessionRowMenu } = fetched(
  async () => (await import('./session-row-menu.tsx')).SessionRowMenu,
);

type SessionRowProps = {
  session: ChatSession;
  current: boolean;
  /** On touch screens and narrow windows: one menu instead of three small buttons. */
  compact: boolean;
  actions: SessionActions;
};

export const titleOf = ({ chat_title }: ChatSession) => chat_title || DEFAULT_CHAT_TITLE;

export const SessionRow = memo(function SessionRow({ session, current, compact, actions }: SessionRowProps) {
  const [editing, setEditing] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const focusAgain = useRef(false);
  const title = titleOf(session);

  useEffect(() => {
    if (editing || !focusAgain.current) return;
    focusAgain.current = false;
    link.current?.focus();
  }, [editing]);

  if (editing) {
    return (
      <li className="rounded-control bg-surface shadow-1">
        <TitleEdit
          title={title}
          onSave={(next) => actions.rename(session, next)}
          onEnd={({ leaving }) => {
            focusAgain.current = !leaving;
            setEditing(false);
          }}
        />
      </li>
    );
  }
  const controls = { session, title, actions, onRename: () => setEditing(true) };
  return (
    <li
      className={classes(
        'group relative rounded-control focus-within:bg-surface hover:bg-surface/60',
        current && 'bg-surface shadow-1 hover:bg-surface',
      )}
    >
      <Link
        ref={link}
        to={paths.chatSession(session.id)}
        aria-current={current ? 'page' : undefined}
        title={title}
        className={classes('grid gap-px rounded-control px-2.5 py-2 phone:py-2.5', compact && 'pr-12')}
      >
        <span className="truncate text-control leading-[1.35] font-medium">{title}</span>
        <time dateTime={session.created_at} className="text-tiny text-ink-3">
          {session.expires_at ? texts.endsIn(session.expires_at) : formatRecent(session.created_at)}
        </time>
      </Link>
      {compact ? (
        <Suspense fallback={null}>
          <SessionRowMenu {...controls} />
        </Suspense>
      ) : (
        <RowButtons {...controls} />
      )}
    </li>
  );
});

/** Beside the date, where they cover no text; shown on hover and on focus. */
function RowButtons({ session, title, actions, onRename }: RowControls) {
  return (
    <div className="absolute right-1 bottom-1 flex gap-0.5 rounded-[6px] opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
      <RowButton
        label={session.pinned ? texts.unpin(title) : texts.pin(title)}
        onClick={() => actions.pin(session, !session.pinned)}
      >
        {session.pinned ? <PinOff className="size-[15px]" /> : <Pin className="size-[15px]" />}
      </RowButton>
      <RowButton label={texts.rename(title)} onClick={onRename}>
        <Pencil className="size-[15px]" />
      </RowButton>
      <RowButton label={texts.remove(title)} onClick={() => actions.remove(session)}>
        <Trash2 className="size-[15px]" />
      </RowButton>
    </div>
  );
}

function RowButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-6 place-items-center rounded-[6px] text-ink-3 hover:bg-sunken hover:text-ink"
    >
      {children}
    </button>
  );
}
