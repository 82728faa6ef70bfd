/** Beside «Run checks»: how far the run is, what kept it from its end, else how the last one went. */

import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { failureText } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { isWaiting, type RunState } from './check-run.ts';
import { agentChecks, type Checks, isOld } from './queries.ts';
import { texts } from './texts.ts';

export function CheckRunStatus({ state, known }: { state: RunState; known: Checks }) {
  const { last_run: lastRun } = known;
  const { reading, ended, total, problem } = state;
  const isElsewhere = problem?.kind === 'busy' || problem?.kind === 'cut';
  const isOver = isElsewhere && !isWaiting(state, lastRun);
  if (reading) {
    return (
      <p role="status" className="text-small text-ink-2 tabular-nums">
        {texts.progress(ended, total)}
      </p>
    );
  }
  return (
    <>
      {lastRun && (
        <p className="flex flex-wrap items-center gap-2 text-small text-ink-2 tabular-nums">
          <CheckRunBadge known={known} />
          <time dateTime={lastRun.started_at}>{formatDateTime(lastRun.started_at)}</time>
        </p>
      )}
      {problem && !isOver && <Problem problem={problem} />}
    </>
  );
}

function Problem({ problem }: { problem: NonNullable<RunState['problem']> }) {
  const { kind } = problem;
  if (kind === 'busy')
    return (
      <Alert
        tone="info"
        title={texts.alreadyRunning}
        line={texts.alreadyRunningLine}
        className="basis-full"
      />
    );
  if (kind === 'cut') return <Alert tone="warn" title={texts.cut} className="basis-full" />;
  if (kind === 'broken')
    return (
      <Alert
        title={texts.broken}
        line={
          <>
            {problem.sentence} {texts.brokenLine}
          </>
        }
        className="basis-full"
      />
    );
  return (
    <Alert
      title={texts.runFailed}
      line={failureText(problem.cause, texts.runFailed)}
      className="basis-full"
    />
  );
}

/** Nothing for an agent without checks, and nothing while it is not known how they went: their tab says why. */
export function CheckBadge({ agentId }: { agentId: number }) {
  const { data } = useQuery(agentChecks(agentId));
  if (!data || data.checks.length === 0) return null;
  return <CheckRunBadge known={data} />;
}

export function CheckRunBadge({ known }: { known: Checks }) {
  const { last_run } = known;
  if (!last_run) return <Badge icon={<ListChecks />}>{texts.badge.never(known.checks.length)}</Badge>;
  if (last_run.finished_at === null) return <Badge tone="warn">{texts.badge.broken}</Badge>;
  if (isOld(known)) return <Badge tone="warn">{texts.badge.stale}</Badge>;
  const { held, total } = last_run;
  return (
    <Badge tone={held === total ? 'ok' : 'danger'} icon={<ListChecks />}>
      {texts.badge.held(held, total)}
    </Badge>
  );
}
