/** Tries what is saved: the connection, step by step, and a sign-in in another tab. */
import { useQueryClient } from '@tanstack/react-query';
import { Check, ExternalLink, X } from 'lucide-react';
import { useState } from 'react';
import { type ConnectionStep, identityProviderTrialsApi } from '#contract/identity-provider-trials.ts';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { failedWith } from '../../../../api/failure.ts';
import { formatDateTime } from '../../../../lib/format.ts';
import { paths } from '../../../../lib/paths.ts';
import { useTask } from '../../../../lib/use-task.ts';
import { Button, buttonLook } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Card } from '../../../../ui/display/card.tsx';
import { oneProvider } from '../queries.ts';
import { texts as all, stepNames } from '../texts.ts';
import { DirectoryTrial } from './directory-trial.tsx';

const texts = all.trial;

export function TrialCard({ provider }: { provider: IdentityProvider }) {
  const { id, kind, tested_at } = provider;
  const cache = useQueryClient();
  const [isTyping, setTyping] = useState(false);
  const [steps, setSteps] = useState<ConnectionStep[] | null>(null);
  const test = useTask(async () => {
    const reply = await call(identityProviderTrialsApi.connection, { params: { id } });
    setSteps(reply.steps);
    await cache.invalidateQueries({ queryKey: oneProvider(id).queryKey });
  });
  const failure = failedWith(test.failure, 'reauthentication_required') ? null : test.failure;
  return (
    <Card title={texts.title} line={texts.line}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2.5">
          <Button busy={test.busy} onClick={test.run} className="slim:w-full">
            {test.busy ? texts.testing : texts.connection}
          </Button>
          {kind === 'ldap' ? (
            <Button onClick={() => setTyping(true)} className="slim:w-full">
              {texts.entry}
            </Button>
          ) : (
            <a
              href={paths.adminAccessTrial(id)}
              target="_blank"
              rel="noreferrer"
              className={`${buttonLook('secondary')} slim:w-full`}
            >
              {texts.entry}
              <ExternalLink aria-label={texts.entryHint} className="size-4" />
            </a>
          )}
          <p className="text-small text-ink-2">
            {tested_at ? texts.tested(formatDateTime(tested_at)) : texts.untested}
          </p>
        </div>
        {failure !== null && <Alert title={failureText(failure, texts.failed)} />}
        <div role="status" className="empty:hidden">
          {steps && <Steps steps={steps} hasNote={kind !== 'ldap'} />}
        </div>
      </div>
      {isTyping && <DirectoryTrial id={id} onClose={() => setTyping(false)} />}
    </Card>
  );
}

function Steps({ steps, hasNote }: { steps: ConnectionStep[]; hasNote: boolean }) {
  const passed = steps.every((step) => step.passed);
  return (
    <div className="grid gap-2">
      <ul aria-label={texts.steps} className="divide-y divide-line rounded-control border border-line">
        {steps.map((step) => (
          <li key={step.step} className="flex items-start gap-2.5 px-3.5 py-2.5">
            {step.passed ? (
              <Check role="img" aria-label={texts.passed} className="mt-0.5 size-4 shrink-0 text-ok" />
            ) : (
              <X role="img" aria-label={texts.stopped} className="mt-0.5 size-4 shrink-0 text-danger" />
            )}
            <div className="min-w-0">
              <p className="text-control font-medium">{stepNames[step.step]}</p>
              {step.sentence && <p className="text-small text-ink-2 wrap-anywhere">{step.sentence}</p>}
            </div>
          </li>
        ))}
      </ul>
      {passed && hasNote && <p className="text-small text-ink-3">{texts.credential}</p>}
    </div>
  );
}
