/** Ways to look at changes that wait behind the gate: tried on the checks, and shown against what is live. */
import { FileDiff } from 'lucide-react';
import { useState } from 'react';
import type { AgentConfiguration } from '#contract/agent-configuration.ts';
import type { Agent } from '#contract/agents.ts';
import { failureText } from '../../../api/error-message.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { CompareButton } from '../compare/compare-button.tsx';
import { texts as all } from '../texts.ts';
import { changesBetween } from '../versions/configuration-changes.ts';
import { VersionChanges } from '../versions/version-changes.tsx';
import { onOff, usePresent } from '../versions/version-detail.tsx';

const texts = all.candidate;

export function CandidateLooks({ agent }: { agent: Agent }) {
  const [showing, setShowing] = useState(false);
  if (!agent.candidate) return null;
  return (
    <>
      <CompareButton agent={agent} about="versions" label={texts.test} />
      <Button size="small" icon={<FileDiff className="size-4" />} onClick={() => setShowing(true)}>
        {texts.difference}
      </Button>
      {showing && (
        <Modal open size="large" title={texts.title} line={texts.line} onClose={() => setShowing(false)}>
          <Difference agent={agent} candidate={agent.candidate} />
        </Modal>
      )}
    </>
  );
}

function Difference({ agent, candidate }: { agent: Agent; candidate: AgentConfiguration }) {
  const { data, error, retry } = usePresent(agent);
  if (data)
    return (
      <VersionChanges
        label={texts.title}
        legend={texts.legend}
        changes={changesBetween(data, candidate, onOff)}
      />
    );
  if (error === null) return <Skeleton className="h-40 w-full" />;
  return <Alert title={failureText(error, texts.loadFailed)} onRetry={retry} />;
}
