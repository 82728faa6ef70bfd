/** The line above an answer: what is being done, who answers for it, and when it was written. */
import { BadgeCheck, Search } from 'lucide-react';
import type { Verified } from '#contract/chat-record.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { AgentAvatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { readSummary } from '../sources/source-words.ts';
import type { Turn, TurnAnswer } from '../stream/turns.ts';
import { texts } from '../texts.ts';

export type Agent = { id: number | null; name: string };

/** It is always present, so that nothing moves when the sources arrive. */
export function AnswerStatus({ turn, answer, agent }: { turn: Turn; answer: TurnAnswer; agent: Agent }) {
  const { text, sources, results, growing } = answer;
  return (
    <div className="flex min-h-[26px] min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-tiny text-ink-3">
      <span className="desk:hidden">
        <AgentAvatar id={agent.id} name={agent.name} size="small" />
      </span>
      {growing && <Badge>{text ? texts.writing : texts.waiting}</Badge>}
      {!growing && answer.verified && <VerifiedBadge verified={answer.verified} />}
      {!growing && !answer.verified && sources.length > 0 && (
        <Badge tone="brand" icon={<Search />} wraps>
          {readSummary(sources, results)}
        </Badge>
      )}
      {!growing && (
        <time dateTime={turn.asked_at} title={formatDateTime(turn.asked_at)}>
          {momentOf(turn.asked_at)}
        </time>
      )}
    </div>
  );
}

/** Written by people: the area that answers for it, and the day on which it did. */
function VerifiedBadge({ verified }: { verified: Verified }) {
  return (
    <span title={texts.verifiedTitle}>
      <Badge tone="ok" icon={<BadgeCheck />} wraps>
        {texts.verified(verified.owner_label, formatDate(`${verified.verified_on}T12:00:00`))}
      </Badge>
    </span>
  );
}

const timeFormat = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });

/** When a message was written: «09:12» today, else with its date. */
function momentOf(time: string, now: Date = new Date()): string {
  const date = new Date(time);
  return date.toDateString() === now.toDateString() ? timeFormat.format(date) : formatDateTime(date);
}
