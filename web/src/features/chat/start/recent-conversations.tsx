/** The three newest conversations, to go on with. Nothing where there is none. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { START_RECENTS } from '#contract/limits.ts';
import { formatRecent } from '../../../lib/format.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { paths } from '../../../lib/paths.ts';
import { newestFirst, sessionsQuery } from '../queries.ts';
import { texts } from '../texts.ts';

export function RecentConversations() {
  const id = useId();
  // Where the list in the sidebar did not load, its own button tries again.
  const sessions = useInfiniteQuery({ ...sessionsQuery(), retryOnMount: false });
  const begun = rowsOf(sessions.data).filter(
    ({ messages_count, expires_at }) => messages_count > 0 && !expires_at,
  );
  const newest = newestFirst(begun).slice(0, START_RECENTS);
  if (newest.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mx-auto w-full max-w-[760px]">
      <h2 id={id} className="mb-2 font-sans text-small font-medium text-ink-2">
        {texts.goOn}
      </h2>
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface">
        {newest.map((session) => (
          <li key={session.id} className="min-w-0">
            <Link
              to={paths.chatSession(session.id)}
              className="flex min-h-11 min-w-0 items-center gap-4 rounded-card px-4 py-2 hover:bg-sunken"
            >
              <span className="min-w-0 flex-1 truncate font-medium">{session.chat_title}</span>
              {session.agent_name && (
                <span className="max-w-[35%] truncate text-small text-ink-2 phone:hidden">
                  {session.agent_name}
                </span>
              )}
              <time dateTime={session.created_at} className="shrink-0 text-small text-ink-3">
                {formatRecent(session.created_at)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
