import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { type Counter, countersApi } from '#contract/counters.ts';
import { COUNTER_PAGE_PATH } from '#contract/public-counters.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { Fact } from '../../../ui/display/fact.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { counterList } from './queries.ts';
import { texts } from './texts.ts';

/** The dialogs that a card opens. */
export type CounterDialog = 'edit' | 'site' | 'use' | 'remove';

type CounterCardProps = {
  counter: Counter;
  mayRemove: boolean;
  onOpen: (dialog: CounterDialog) => void;
};

const linkLook = 'font-medium text-brand underline-offset-4 hover:underline';

export function CounterCard({ counter, mayRemove, onOpen }: CounterCardProps) {
  const { id, name, slug, agent_id, agent_name, mode, origins, open_requests } = counter;
  return (
    <li className={classes(cardLook, 'flex min-w-0 flex-col p-[18px]')}>
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-sans text-body font-semibold tracking-normal wrap-anywhere">{name}</h2>
        <StateBadge counter={counter} />
      </div>
      <a
        href={`${COUNTER_PAGE_PATH}/${slug}`}
        target="_blank"
        rel="noopener"
        className="mt-1 flex w-fit max-w-full items-center gap-1.5 rounded-control text-small text-ink-2 hover:text-ink phone:min-h-11"
      >
        <span className="min-w-0 truncate">{`${COUNTER_PAGE_PATH}/${slug}`}</span>
        <ExternalLink className="size-3.5 shrink-0" />
        <span className="sr-only">{texts.openPage(name)}</span>
      </a>
      <dl className="mt-3 mb-4 grid grid-cols-2 gap-x-4 gap-y-3 text-control">
        <Fact name={texts.agent}>
          <Link to={paths.adminAgent(agent_id)} className={linkLook}>
            {agent_name}
          </Link>
        </Fact>
        <Fact name={texts.answers}>{texts.modes[mode]}</Fact>
        <Fact name={texts.budget}>
          <Budget counter={counter} />
        </Fact>
        <Fact name={texts.requests}>
          {open_requests > 0 ? (
            <Link
              to={paths.adminRequestsOf(id)}
              aria-label={`${formatNumber(open_requests)}. ${texts.requestsOf(name)}`}
              className={classes(linkLook, 'tabular-nums')}
            >
              {formatNumber(open_requests)}
            </Link>
          ) : (
            <span className="tabular-nums">0</span>
          )}
        </Fact>
        <div className="col-span-2">
          <dt className="text-tiny text-ink-3">{texts.sites}</dt>
          <dd className="wrap-anywhere">{origins.length > 0 ? origins.join(', ') : texts.noSites}</dd>
        </div>
      </dl>
      <Actions counter={counter} mayRemove={mayRemove} onOpen={onOpen} />
    </li>
  );
}

function StateBadge({ counter: { open, paused } }: { counter: Counter }) {
  if (paused) return <Badge tone="warn">{texts.states.paused}</Badge>;
  return <Badge tone={open ? 'ok' : 'neutral'}>{open ? texts.states.open : texts.states.closed}</Badge>;
}

function Budget({ counter: { mode, name, tokens_today, tokens_per_day } }: { counter: Counter }) {
  if (mode === 'literal') return texts.noBudget;
  const words = texts.budgetOf(formatNumber(tokens_today), formatNumber(tokens_per_day));
  return (
    <span className="grid gap-1.5">
      <span className="tabular-nums">{words}</span>
      <ProgressBar
        label={`${texts.budget}: ${name}`}
        value={tokens_today}
        max={tokens_per_day}
        valueText={words}
      />
    </span>
  );
}

function Actions({ counter, mayRemove, onOpen }: CounterCardProps) {
  const { id, name, paused } = counter;
  const cache = useQueryClient();
  const pause = useTask(async () => {
    await call(countersApi.pause, { params: { id }, body: { paused: !paused } });
    await cache.invalidateQueries({ queryKey: counterList().queryKey });
  });
  return (
    <div className="mt-auto grid gap-3">
      {pause.failure !== null && <Alert title={failureText(pause.failure, texts.pauseFailed)} />}
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={texts.editOf(name)} onClick={() => onOpen('edit')}>
          {texts.edit}
        </Button>
        <Button size="small" aria-label={texts.site.openOf(name)} onClick={() => onOpen('site')}>
          {texts.site.open}
        </Button>
        <Button size="small" aria-label={texts.use.openOf(name)} onClick={() => onOpen('use')}>
          {texts.use.open}
        </Button>
      </div>
      <div className="-mt-1 -ml-2.5 flex flex-wrap gap-2">
        <Button
          size="small"
          variant="ghost"
          aria-label={paused ? texts.resumeOf(name) : texts.pauseOf(name)}
          busy={pause.busy}
          onClick={pause.run}
        >
          {paused ? texts.resume : texts.pause}
        </Button>
        {mayRemove && (
          <Button
            size="small"
            variant="ghost"
            aria-label={texts.removeOf(name)}
            onClick={() => onOpen('remove')}
          >
            {texts.remove}
          </Button>
        )}
      </div>
    </div>
  );
}
