/** The reader's conversations in the sidebar, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { ChatSession } from '#contract/chat.ts';
import { DEFAULT_CHAT_TITLE } from '#contract/limits.ts';
import { messageOf } from '../../api/error-message.ts';
import { formatRecent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { sessionsOf, sessionsQuery, useRemoveSession } from './queries.ts';
import { texts } from './texts.ts';

export function SessionList() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const sessions = useInfiniteQuery(sessionsQuery());
  const [toRemove, setToRemove] = useState<ChatSession | undefined>();
  const removal = useRemoveSession({
    onLeave: (id) => {
      if (pathname === paths.chatSession(id)) void navigate(paths.chat);
    },
  });
  const rows = sessionsOf(sessions.data);

  return (
    <nav aria-label={texts.conversations} className="flex min-h-0 flex-1 flex-col">
      <p className="px-2 pb-2 text-tiny font-medium text-ink-3">{texts.conversations}</p>
      {removal.isError && (
        <Alert title={messageOf(removal.error, texts.removeFailed)} className="mb-2 px-3" />
      )}
      {sessions.isPending && <RowSkeletons />}
      {sessions.isError && (
        <Alert
          title={messageOf(sessions.error, texts.sessionsFailed)}
          onRetry={() => void (sessions.isFetchNextPageError ? sessions.fetchNextPage() : sessions.refetch())}
          retrying={sessions.isFetching}
          className="mb-2 px-3"
        />
      )}
      {sessions.data && rows.length === 0 && (
        <div className="px-2 py-3 text-small">
          <p className="font-medium text-ink-2">{texts.noConversations}</p>
          <p className="mt-0.5 text-ink-3">{texts.noConversationsLine}</p>
        </div>
      )}
      <ul className="-mx-1 grid min-h-0 flex-1 content-start gap-0.5 overflow-y-auto px-1 py-0.5">
        {rows.map((session) => (
          <Row
            key={session.id}
            session={session}
            current={pathname === paths.chatSession(session.id)}
            onRemove={() => setToRemove(session)}
          />
        ))}
        {sessions.hasNextPage && (
          <li>
            <Button
              variant="ghost"
              size="small"
              busy={sessions.isFetchingNextPage}
              onClick={() => void sessions.fetchNextPage()}
              className="w-full"
            >
              {uiTexts.loadMore}
            </Button>
          </li>
        )}
      </ul>
      <Confirm
        open={toRemove !== undefined}
        text={texts.confirmRemove}
        detail={
          <>
            <span className="mb-1 block font-medium text-ink wrap-anywhere">
              {toRemove && titleOf(toRemove)}
            </span>
            {texts.confirmRemoveLine}
          </>
        }
        confirmLabel={uiTexts.remove}
        onCancel={() => setToRemove(undefined)}
        onConfirm={() => {
          if (toRemove) removal.mutate(toRemove.id);
          setToRemove(undefined);
        }}
      />
    </nav>
  );
}

const titleOf = ({ chat_title }: ChatSession) => chat_title || DEFAULT_CHAT_TITLE;

type RowProps = { session: ChatSession; current: boolean; onRemove: () => void };

function Row({ session, current, onRemove }: RowProps) {
  const title = titleOf(session);
  return (
    <li
      className={classes(
        'group relative rounded-control focus-within:bg-surface hover:bg-surface/60',
        current && 'bg-surface shadow-1 hover:bg-surface',
      )}
    >
      <Link
        to={paths.chatSession(session.id)}
        aria-current={current ? 'page' : undefined}
        title={title}
        className="grid gap-px rounded-control px-2.5 py-2 group-focus-within:pr-10 group-hover:pr-10 phone:py-2.5 [@media(hover:none)]:pr-12"
      >
        <span className="truncate text-control leading-[1.35] font-medium">{title}</span>
        <time dateTime={session.created_at} className="text-tiny text-ink-3">
          {formatRecent(session.created_at)}
        </time>
      </Link>
      <IconButton
        label={texts.remove(title)}
        size="small"
        onClick={onRemove}
        // Always there for fingers and for the keyboard; for a mouse when it comes near.
        className="absolute inset-y-0 right-1 my-auto text-ink-3 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100"
      >
        <Trash2 className="size-4" />
      </IconButton>
    </li>
  );
}

function RowSkeletons() {
  return (
    <div className="grid gap-0.5">
      {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'].map((width) => (
        <div key={width} className="grid gap-2 px-2.5 py-2">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  );
}
