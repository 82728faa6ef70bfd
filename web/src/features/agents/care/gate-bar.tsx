/** Changes of a deployed agent that wait behind its gate: checked and published, or discarded. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { agentChecksApi, type CheckEvent } from '#contract/agent-checks.ts';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { DEPLOY_GATES, type DeployGate } from '#contract/gate.ts';
import { OVERRIDE_REASON_MAX, OVERRIDE_REASON_MIN } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { openStream } from '../../../api/stream.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { isSuperadmin } from '../../session/role.ts';
import { useMe } from '../../session/use-me.tsx';
import { refreshChecks } from '../checks/queries.ts';
import { adminAgent, keepAgent, refreshAround } from '../queries.ts';
import { texts as all } from './texts.ts';

const texts = all.gate;

/** `errors`: of checks whose question could not be answered, so that nothing is known of them. */
type Refused = { held: number; errors: number; total: number };

type GateBarProps = {
  agent: Agent;
  /** Ways to look at the changes before they are published. */
  looks: ReactNode;
};

export function GateBar({ agent, looks }: GateBarProps) {
  const me = useMe();
  const { asked, setAsked, progress, refused, publish, discard } = useCandidate(agent);
  if (agent.candidate_version_id === null) return null;
  return (
    <Alert
      tone="info"
      title={texts.waiting}
      line={publish.busy ? texts.progress(progress) : texts.waitingLine}
    >
      <div className="mt-2 grid gap-3">
        {refused && <Refusal {...refused} />}
        {publish.failure !== null && asked === null && (
          <p className="text-danger">{failureText(publish.failure, texts.publishFailed)}</p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="primary" busy={publish.busy} onClick={() => publish.run()}>
            {publish.busy ? texts.publishing : texts.publish}
          </Button>
          {looks}
          <Button size="small" disabled={publish.busy} onClick={() => setAsked('discard')}>
            {texts.discard}
          </Button>
          {isSuperadmin(me) && (
            <Button size="small" variant="ghost" disabled={publish.busy} onClick={() => setAsked('override')}>
              {texts.override}
            </Button>
          )}
        </div>
      </div>
      <Confirm
        open={asked === 'discard'}
        text={texts.confirmDiscard}
        detail={texts.confirmDiscardLine}
        confirmLabel={texts.discard}
        busy={discard.busy}
        failure={discard.failure === null ? null : failureText(discard.failure, texts.discardFailed)}
        onConfirm={discard.run}
        onCancel={() => setAsked(null)}
      />
      {asked === 'override' && (
        <OverrideForm
          busy={publish.busy}
          failure={publish.failure}
          onSubmit={publish.run}
          onClose={() => setAsked(null)}
        />
      )}
    </Alert>
  );
}

/** Why it was not published. A check that could not be asked has not failed; it does not let anything through either. */
function Refusal({ held, errors, total }: Refused) {
  const failed = total - held - errors;
  return (
    <div role="status" className="grid gap-1 font-medium">
      {failed > 0 && <p>{texts.refused(failed, total)}</p>}
      {errors > 0 && <p>{texts.unverified(errors, total)}</p>}
    </div>
  );
}

/** Publishes or discards the changes that wait; `asked` is the question that is open. */
function useCandidate(agent: Agent) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<'discard' | 'override' | null>(null);
  const [progress, setProgress] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: adminAgent(agent.id).queryKey });
    await refreshAround(client, agent.id);
    await refreshChecks(client, agent.id);
  };
  const publish = useTask(async (override?: string) => {
    setRefused(null);
    setProgress(0);
    const body = override === undefined ? {} : { override };
    let errors = 0;
    let last: CheckEvent | null = null;
    const publication = { params: { id: agent.id }, body };
    const events = await openStream(agentChecksApi.publish, publication, { wordless: 'screen' });
    for await (const event of events) {
      if (event.state === 'ended') setProgress((ended) => ended + 1);
      if (event.result?.outcome === 'error') errors += 1;
      last = event;
    }
    setAsked(null);
    if (last?.state === 'broken') throw new Error(last.error);
    if (last?.published === false) setRefused({ held: last.held ?? 0, errors, total: last.total ?? 0 });
    await refresh();
  });
  const discard = useTask(async () => {
    await call(agentChecksApi.discardCandidate, { params: { id: agent.id } });
    setAsked(null);
    await refresh();
  });
  return { asked, setAsked, progress, refused, publish, discard };
}

type OverrideFormProps = {
  busy: boolean;
  failure: unknown;
  onSubmit: (reason: string) => void;
  onClose: () => void;
};

function OverrideForm({ busy, failure, onSubmit, onClose }: OverrideFormProps) {
  const [reason, setReason] = useState('');
  const { bind } = useCheckedForm();
  const isShort = reason.trim().length < OVERRIDE_REASON_MIN;
  return (
    <FormDialog
      title={texts.override}
      line={texts.overrideLine}
      form={bind(isShort, () => onSubmit(reason.trim()))}
      words={{ submit: texts.override, submitting: texts.publishing }}
      variant="danger"
      busy={busy}
      disabled={isShort}
      failure={failure === null ? null : failureText(failure, texts.publishFailed)}
      onClose={onClose}
    >
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        rows={3}
        maxLength={OVERRIDE_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

/** The gate of one agent, live at once. */
export function GateChoice({ agent }: { agent: Agent }) {
  const client = useQueryClient();
  const save = useTask(async (deploy_gate: DeployGate | null) => {
    const body = { deploy_gate };
    await keepAgent(client, await call(agentsApi.update, { params: { id: agent.id }, body }));
  });
  const inherited = { value: 'inherited', label: texts.inherited(texts.gates[agent.gate]) };
  return (
    <div className="grid gap-2">
      <NativeSelect
        label={texts.gate}
        value={agent.deploy_gate ?? 'inherited'}
        disabled={save.busy}
        options={[
          agent.deploy_gate === null ? inherited : { ...inherited, label: texts.inheritedPlain },
          ...DEPLOY_GATES.map((gate) => ({ value: gate, label: texts.gates[gate] })),
        ]}
        onChange={(gate) => save.run(DEPLOY_GATES.find((one) => one === gate) ?? null)}
      />
      <p className="text-small text-ink-2">{texts.gateLines[agent.gate]}</p>
      {save.failure !== null && <Alert title={failureText(save.failure, all.changeFailed)} />}
    </div>
  );
}
