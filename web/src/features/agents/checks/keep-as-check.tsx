/** Keeps the question of an answer as a check, with what its answer suggests; it can be changed afterwards. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, ListChecks, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AgentCheck } from '#contract/agent-checks.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import type { TurnAnswer } from '../../conversation/stream/turns.ts';
import { CheckForm } from './check-form.tsx';
import { useCheckRun } from './check-run.ts';
import { CheckRunStatus } from './check-run-status.tsx';
import { agentChecks, saveCheck, standingCheck } from './queries.ts';
import { expectationOf } from './suggested-expectation.ts';
import { expectationText, texts } from './texts.ts';

type KeepAsCheckProps = { agentId: number; question: string; answer: TurnAnswer };

export function KeepAsCheck({ agentId, question, answer }: KeepAsCheckProps) {
  const client = useQueryClient();
  const [kept, setKept] = useState<AgentCheck | null>(null);
  const [isKnown, setKnown] = useState(false);
  const keep = useTask(async () => {
    const asked = { question, expectation: expectationOf(answer, question) };
    try {
      setKept(await saveCheck(client, { agentId }, asked));
    } catch (failure) {
      const standing = failedWith(failure, 'check_exists') && (await standingCheck(client, agentId, asked));
      if (!standing) throw failure;
      setKnown(true);
      setKept(standing);
    }
  });
  const change = (changed: AgentCheck) => {
    setKnown(false);
    setKept(changed);
  };
  if (kept)
    return (
      <Kept agentId={agentId} check={kept} title={isKnown ? texts.known : texts.kept} onChanged={change} />
    );
  return (
    <div className="grid justify-items-start gap-2">
      {keep.failure !== null && <Alert title={failureText(keep.failure, texts.keepFailed)} />}
      <Button size="small" icon={<ListChecks className="size-4" />} busy={keep.busy} onClick={keep.run}>
        {keep.busy ? texts.keeping : texts.keep}
      </Button>
    </div>
  );
}

/** A check that was kept proves nothing before it has run: all of the agent's are run from here. */
function RunNow({ agentId }: { agentId: number }) {
  const { state, start } = useCheckRun(agentId);
  const { data } = useQuery(agentChecks(agentId));
  if (!data) return null;
  return (
    <>
      <Button
        size="small"
        icon={<Play className="size-4" />}
        busy={state.reading}
        onClick={() => start(data)}
      >
        {state.reading ? texts.running : texts.run}
      </Button>
      <CheckRunStatus state={state} known={data} />
    </>
  );
}

type KeptProps = {
  agentId: number;
  check: AgentCheck;
  title: string;
  onChanged: (check: AgentCheck) => void;
};

function Kept({ agentId, check, title, onChanged }: KeptProps) {
  const [editing, setEditing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => change.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-small">
      <p role="status" className="flex min-w-0 items-start gap-1.5">
        <CircleCheck className="mt-px size-4 shrink-0 text-ok" />
        <span className="wrap-anywhere">
          <span className="font-medium">{title}.</span> {expectationText(check.expectation)}.
        </span>
      </p>
      <Button ref={change} size="small" onClick={() => setEditing(true)}>
        {texts.change}
      </Button>
      <RunNow agentId={agentId} />
      {editing && (
        <CheckForm agentId={agentId} check={check} onSaved={onChanged} onClose={() => setEditing(false)} />
      )}
    </div>
  );
}
