/** The reader's conversations grouped under headings, with loading, empty and error states. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { useMemo } from 'react';
import { messageOf } from '../../../api/error-message.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { sessionsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import type { SessionActions } from './session-changes.ts';
import { groupsOf, type SessionGroup } from './session-groups.ts';
import { SessionRow } from './session-row.tsx';

type SessionRowsProps = { currentId: string | undefined; compact: boolean; actions: SessionActions };

/** Title and reason of a failure; without a sentence from the server there is only a title. */
function wordsOf(failure: unknown): { title: string; line?: string } {
  const title = texts.sessionsFailed;
  const said = messageOf(failure, title);
  return said.startsWith(`${title}. `) ? { title: said } : { title, line: said };
}

export function SessionRows({ currentId, compact, actions }: SessionRowsProps) {
  const sessions = useInfiniteQuery(sessionsQuery());
  const { data } = sessions;
  const groups = useMemo(() => groupsOf(rowsOf(data)), [data]);

  if (sessions.isPending) return <RowSkeletons />;
  return (
    <>
      {sessions.isError && (
        <Alert
          {...wordsOf(sessions.error)}
          onRetry={() => void (sessions.isFetchNextPageError ? sessions.fetchNextPage() : sessions.refetch())}
          retrying={sessions.isFetching}
          className="mb-2 px-3"
        />
      )}
      {data && groups.length === 0 && (
        <div className="px-2 py-3 text-small">
          <p className="font-medium text-ink-2">{texts.noConversations}</p>
          <p className="mt-0.5 text-ink-3">{texts.noConversationsLine}</p>
        </div>
      )}
      {groups.map((group) => (
        <Group key={group.label} {...group} currentId={currentId} compact={compact} actions={actions} />
      ))}
      {sessions.hasNextPage && !sessions.isFetchNextPageError && (
        <Button
          variant="ghost"
          size="small"
          busy={sessions.isFetchingNextPage}
          onClick={() => void sessions.fetchNextPage()}
          className="mt-1 w-full"
        >
          {uiTexts.loadMore}
        </Button>
      )}
    </>
  );
}

const headingLook = 'flex items-center gap-1.5 px-2.5 pt-3 pb-1 first:pt-0 text-tiny font-medium text-ink-3';

function Group({ label, sessions, currentId, compact, actions }: SessionGroup & SessionRowsProps) {
  return (
    <section aria-label={label} className="not-first:pt-2.5">
      <p aria-hidden="true" className={headingLook}>
        {sessions[0]?.pinned && <Pin className="size-3.5" />}
        {label}
      </p>
      <ul className="grid gap-0.5">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            current={session.id === currentId}
            compact={compact}
            actions={actions}
          />
        ))}
      </ul>
    </section>
  );
}

/** As tall as the loaded list: a heading and rows of two lines. */
function RowSkeletons() {
  return (
    <div role="status">
      <div className={headingLook}>
        <Line className="h-3 w-12" />
      </div>
      {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'].map((width) => (
        <div key={width} className="mb-0.5 grid gap-px px-2.5 py-2 phone:py-2.5">
          <div className="text-control leading-[1.35]">
            <Line className={`h-3.5 ${width}`} />
          </div>
          <div className="text-tiny">
            <Line className="h-3 w-1/3" />
          </div>
        </div>
      ))}
      {/* Placed last, because the heading has no margin above it only as the first child. */}
      <span className="sr-only">{uiTexts.loading}</span>
    </div>
  );
}

/** As high as a line of text of its parent. */
const Line = ({ className }: { className: string }) => (
  <span className="flex h-[1lh] flex-1 items-center">
    <Skeleton className={className} />
  </span>
);
