import { Link } from 'react-router';
import type { CitizenRequest } from '#contract/citizen-requests.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { writtenDay } from '../../../lib/text/day.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { texts } from './texts.ts';

type RequestRowProps = {
  request: CitizenRequest;
  /** The query part of the list's address, to come back to. */
  from: string;
};

/** One request of the list, by the beginning of what was written. */
export function RequestRow({ request, from }: RequestRowProps) {
  const { id, protocol, text, name, counter_name, created_at } = request;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2.5 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-[320px]">
        <p className="line-clamp-2 leading-snug wrap-anywhere">
          {text ?? <span className="text-ink-3">{texts.erasedWords}</span>}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-ink-2">
          <StateBadge request={request} />
          <span className="tabular-nums">{protocol}</span>
          {name && <span className="min-w-0 wrap-anywhere">{name}</span>}
          <span className="min-w-0 wrap-anywhere">{counter_name}</span>
          <time dateTime={created_at} className="text-tiny text-ink-3 tabular-nums">
            {formatDateTime(created_at)}
          </time>
        </p>
      </div>
      <Link
        to={paths.adminRequest(id)}
        state={{ search: from }}
        aria-label={texts.openOf(protocol)}
        className={buttonLook('secondary', 'small')}
      >
        {texts.open}
      </Link>
    </li>
  );
}

/** An open one says until when it is to be answered. */
export function StateBadge({ request: { state, due_on, overdue } }: { request: CitizenRequest }) {
  const day = writtenDay(due_on);
  if (state === 'open')
    return <Badge tone={overdue ? 'danger' : 'warn'}>{overdue ? texts.overdue(day) : texts.due(day)}</Badge>;
  return <Badge tone={state === 'answered' ? 'ok' : 'neutral'}>{texts.badges[state]}</Badge>;
}
