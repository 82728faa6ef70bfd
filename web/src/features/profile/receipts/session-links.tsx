/** The links of a person to conversations, to look at and to end. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { type SessionLink, sessionLinksApi } from '#contract/session-links.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { SideSection } from '../side-section.tsx';
import { texts as all } from './texts.ts';

const texts = all.links;

const sessionLinks = () =>
  queryOptions({
    queryKey: ['session-links'] as const,
    queryFn: ({ signal }) => call(sessionLinksApi.list, {}, { signal }),
  });

export function SessionLinks() {
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [ended, setEnded] = useState('');
  const found = useQuery({ ...sessionLinks(), refetchOnMount: 'always' });
  const ending = useTask(async ({ id, chat_title }: SessionLink) => {
    await call(sessionLinksApi.end, { params: { id } });
    setEnded(texts.done(chat_title));
    title.current?.focus();
    await client.invalidateQueries({ queryKey: sessionLinks().queryKey });
  });
  const links = found.data?.data;
  return (
    <SideSection title={texts.title} line={texts.line} titleRef={title}>
      {found.isError && <LoadFailure query={found} text={texts.loadFailed} className="mt-3" />}
      {found.isPending && <Skeleton className="mt-3 h-10 w-full" />}
      {links?.length === 0 && <p className="mt-3 text-small text-ink-3">{texts.empty}</p>}
      <ul className="mt-1 divide-y divide-line">
        {links?.map((link) => (
          <li key={link.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            <div className="min-w-0 flex-1 basis-40">
              <Link
                to={paths.chatSession(link.session_id)}
                className="block truncate font-medium hover:underline"
              >
                {link.chat_title}
              </Link>
              <p className="text-small text-ink-2">
                {texts.until(formatDate(link.expires_at))} · {texts.openings(link.openings)}
              </p>
            </div>
            <Button
              size="small"
              variant="ghost"
              busy={ending.busy}
              aria-label={texts.endOf(link.chat_title)}
              onClick={() => ending.run(link)}
            >
              {texts.end}
            </Button>
          </li>
        ))}
      </ul>
      {ending.failure !== null && <Alert title={failureText(ending.failure, texts.endFailed)} />}
      <p role="status" className="text-small text-ink-2">
        {ended}
      </p>
    </SideSection>
  );
}
