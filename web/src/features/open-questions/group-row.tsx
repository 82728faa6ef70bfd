import type { QuestionGroup } from '#contract/open-questions.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { texts } from './texts.ts';

type GroupRowProps = { group: QuestionGroup; onOpen: () => void };

/** One group of the list, by its title. */
export function GroupRow({ group, onOpen }: GroupRowProps) {
  const { title, agent_name, newest_at, asked_again, asking, asked_since, state } = group;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2.5 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-[320px]">
        <p title={title} className="line-clamp-3 leading-snug wrap-anywhere">
          {title}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-ink-2">
          <KindBadges group={group} />
          {asking && <Badge>{texts.asking}</Badge>}
          {!asking && asked_again && (
            <Badge tone={asked_again.outcome === 'answered' ? 'ok' : 'warn'}>
              {texts.outcomes[asked_again.outcome]}
            </Badge>
          )}
          {state !== 'open' && asked_since > 0 && <Badge tone="warn">{texts.askedSince(asked_since)}</Badge>}
          <span className="min-w-0 wrap-anywhere">{agent_name}</span>
          <time dateTime={newest_at} className="text-tiny text-ink-3 tabular-nums">
            {formatDateTime(newest_at)}
          </time>
        </p>
      </div>
      <Button size="small" aria-label={texts.openGroup(title)} onClick={onOpen}>
        {texts.open}
      </Button>
    </li>
  );
}

/** How many ask it, and why it is open. */
export function KindBadges({ group: { count, kinds } }: { group: Pick<QuestionGroup, 'count' | 'kinds'> }) {
  return (
    <>
      {count > 1 && <Badge tone="brand">{texts.alike(count, formatNumber(count))}</Badge>}
      {kinds.map((kind) => (
        <Badge key={kind} tone={kind === 'down' ? 'danger' : 'warn'}>
          {texts.badges[kind]}
        </Badge>
      ))}
    </>
  );
}
