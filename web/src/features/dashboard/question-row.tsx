import { FlaskConical } from 'lucide-react';
import { Link } from 'react-router';
import type { OpenQuestion } from '#contract/stats.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { texts as all } from './texts.ts';

const texts = all.questions;

/** Leads to the agent's test chat with the question in the box. */
export function QuestionRow({ question: each }: { question: OpenQuestion }) {
  const { kind, question, reason, agent_id, agent_name, created_at } = each;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2.5 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-[320px]">
        <p title={question} className="line-clamp-3 leading-snug wrap-anywhere">
          {question}
        </p>
        {reason && (
          <p title={reason} className="mt-1 line-clamp-3 text-small wrap-anywhere text-ink-2">
            {texts.reason(reason)}
          </p>
        )}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-ink-2">
          <Badge tone={kind === 'down' ? 'danger' : 'warn'}>{texts.badges[kind]}</Badge>
          <span className="min-w-0 wrap-anywhere">{agent_name}</span>
          <time dateTime={created_at} className="text-tiny text-ink-3 tabular-nums">
            {formatDateTime(created_at)}
          </time>
        </p>
      </div>
      <Link
        to={{ pathname: paths.adminAgent(agent_id), search: '?tab=test' }}
        // Not in the address: what people ask stays out of histories and logs.
        state={{ question }}
        aria-label={texts.testWith(agent_name)}
        className={buttonLook('secondary', 'small')}
      >
        <FlaskConical className="size-4" /> {texts.test}
      </Link>
    </li>
  );
}
