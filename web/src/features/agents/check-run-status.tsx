/** Beside «Run checks»: how far the run is, what kept it from its end, else how the last one went. */

import { failureText } from '../../api/error-message.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { CheckRunBadge } from './check-badge.tsx';
import type { Checks } from './check-queries.ts';
import { isWaiting, type RunState } from './check-run.ts';
import { texts } from './check-texts.ts';

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
