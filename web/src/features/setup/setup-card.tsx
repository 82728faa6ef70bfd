/** The first steps of an installation, each with its one next action. They tick themselves. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Circle, Copy } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Samples, type Setup, type SetupStep, setupApi } from '#contract/setup.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { forget } from '../../lib/browser/storage.ts';
import { paths } from '../../lib/paths.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button, buttonLook } from '../../ui/controls/button.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { OPENS_FORM } from '../../ui/dialogs/use-opened-by-link.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Card } from '../../ui/display/card.tsx';
import { isOnThisMachine } from '../admin/this-machine.ts';
import { isSuperadmin } from '../session/role.ts';
import { useMe } from '../session/use-me.tsx';
import { type ReadSetup, setupQuery, withTick } from './queries.ts';
import { texts } from './texts.ts';

type SetupChange = { dismissed?: boolean; local_mode_chosen?: boolean; samples?: NonNullable<Samples> };

/** `always`: also after it was put away, as in the settings. */
export function SetupCard({ always = false }: { always?: boolean }) {
  const setup = useQuery(setupQuery());
  if (setup.isError && !setup.data) return always && <LoadFailure query={setup} text={texts.loadFailed} />;
  if (!setup.data || (setup.data.dismissed && !always)) return null;
  return <Steps setup={setup.data} />;
}

function Steps({ setup: { steps, dismissed, agent_id, samples, ticked } }: { setup: ReadSetup }) {
  const cache = useQueryClient();
  const mayChange = isSuperadmin(useMe());
  const [asking, setAsking] = useState(false);
  const change = useTask(async (wanted: SetupChange) => {
    const changed = await call(setupApi.change, { body: wanted });
    cache.setQueryData(setupQuery().queryKey, (before) => withTick(before, changed));
    // A new conversation would begin with a sample, if that was asked last.
    if (wanted.samples === 'away') forget('lastUsedAgentId');
    setAsking(false);
  });
  const done = steps.filter((step) => step.done).length;
  const isAllDone = done === steps.length;
  const dismiss = () => (isAllDone ? change.run({ dismissed: true }) : setAsking(true));
  return (
    <Card
      title={texts.title}
      line={isAllDone ? texts.allDone : texts.progress(done, steps.length)}
      aside={
        mayChange &&
        !dismissed && (
          <Button variant="ghost" size="small" busy={change.busy} onClick={dismiss}>
            {texts.dismiss}
          </Button>
        )
      }
    >
      {change.failure !== null && !asking && (
        <Alert title={failureText(change.failure, texts.changeFailed)} className="mb-3" />
      )}
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <Step
            key={step.key}
            step={step}
            agentId={agent_id}
            onStayLocal={mayChange ? () => change.run({ local_mode_chosen: true }) : undefined}
            busy={change.busy}
          />
        ))}
      </ol>
      {samples && mayChange && (
        <SampleAgents samples={samples} busy={change.busy} onChange={(to) => change.run({ samples: to })} />
      )}
      <p role="status" className="sr-only">
        {ticked && texts.ticked(texts.steps[ticked].title)}
      </p>
      <Confirm
        open={asking}
        text={texts.confirmDismiss}
        confirmLabel={texts.dismiss}
        variant="primary"
        busy={change.busy}
        failure={change.failure === null ? null : failureText(change.failure, texts.changeFailed)}
        onConfirm={() => change.run({ dismissed: true })}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
}

type SampleAgentsProps = {
  samples: NonNullable<Samples>;
  busy: boolean;
  onChange: (to: NonNullable<Samples>) => void;
};

/** No step: they are in the way once there are agents of one's own, and harm nobody before. */
function SampleAgents({ samples, busy, onChange }: SampleAgentsProps) {
  const isShown = samples === 'shown';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3">
      <span className="min-w-0 flex-1 basis-52">
        <span className="font-medium">{texts.samples.title}</span>
        <span className="block text-small text-ink-2">{texts.samples[samples]}</span>
      </span>
      <Button size="small" busy={busy} onClick={() => onChange(isShown ? 'away' : 'shown')}>
        {isShown ? texts.samples.put : texts.samples.bring}
      </Button>
    </div>
  );
}

type StepProps = {
  step: Setup['steps'][number];
  agentId: number | null;
  onStayLocal: (() => void) | undefined;
  busy: boolean;
};

function Step({ step: { key, done, by_choice }, agentId, onStayLocal, busy }: StepProps) {
  const { title } = texts.steps[key];
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <span className={done ? 'text-ok' : 'text-ink-3'}>
        {done ? (
          <Check className="size-5" aria-hidden="true" />
        ) : (
          <Circle className="size-5" aria-hidden="true" />
        )}
        <span className="sr-only">{done ? texts.done : texts.toDo}</span>
      </span>
      <span className="min-w-0 flex-1 basis-52">
        <span className={done ? 'text-ink-2' : 'font-medium'}>{title}</span>
        {!done && <span className="block text-small text-ink-2">{texts.lines[key]}</span>}
        {!done && key === 'people' && <SignUpAddress />}
        {by_choice && <span className="block text-small text-ink-2">{texts.localChosen}</span>}
      </span>
      {!done && (
        <span className="flex flex-wrap gap-2">
          <StepAction step={key} agentId={agentId} />
          {key === 'model' && onStayLocal && (
            <Button size="small" busy={busy} onClick={onStayLocal}>
              {texts.stayLocal}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

function StepAction({ step, agentId }: { step: SetupStep; agentId: number | null }) {
  return (
    <Link
      to={stepPath(step, agentId)}
      state={opensForm(step, agentId) ? OPENS_FORM : undefined}
      className={buttonLook('secondary', 'small')}
    >
      {texts.steps[step].action}
    </Link>
  );
}

/** For installations whose e-mails reach nobody, and for a circular. */
function SignUpAddress() {
  const { copied, failed, copy } = useCopy<'address'>();
  const address = `${location.origin}${paths.register}`;
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <code className="min-w-0 font-mono text-small wrap-anywhere select-all">{address}</code>
      <Button
        size="small"
        variant="ghost"
        icon={<Copy />}
        className="-mx-2.5"
        onClick={() => copy('address', address)}
      >
        {texts.copy}
      </Button>
      <span role="status" className="text-small text-ink-2">
        {failed ? texts.copyFailed : copied && texts.copied}
      </span>
      {isOnThisMachine(location.hostname) && (
        <span className="basis-full text-small text-ipe-ink">{texts.onlyHere(location.port)}</span>
      )}
    </span>
  );
}

const opensForm = (step: SetupStep, agentId: number | null): boolean =>
  step === 'knowledge' || step === 'agent' || step === 'people' || (step === 'openers' && agentId !== null);

/** The steps of an agent lead to the newest one. */
function stepPath(step: SetupStep, agentId: number | null): string {
  if (step === 'model') return paths.adminModels;
  if (step === 'knowledge') return paths.adminDatabases;
  if (step === 'people') return paths.adminInvitations;
  if (step === 'agent' || agentId === null) return paths.adminAgents;
  return step === 'check' ? `${paths.adminAgent(agentId)}?tab=test` : paths.adminAgent(agentId);
}
