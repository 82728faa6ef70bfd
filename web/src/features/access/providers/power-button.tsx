/** Switches a provider on and off. Off ends what it opened; on without a trial is asked twice. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type IdentityProvider, identityProvidersApi } from '#contract/identity-providers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { oneProvider, providerList } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.power;

export function PowerButton({ provider, disabled }: { provider: IdentityProvider; disabled: boolean }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { id, name, active, settings, tested_at, updated_at, people } = provider;
  const change = useTask(async () => {
    const body = { name, settings, updated_at, active: !active };
    const changed = await call(identityProvidersApi.update, { params: { id }, body });
    setAsking(false);
    cache.setQueryData(oneProvider(id).queryKey, changed);
    await cache.invalidateQueries({ queryKey: providerList().queryKey });
  });
  const needsAsking = active || tested_at === null;
  const failure = failedWith(change.failure, 'reauthentication_required') ? null : change.failure;
  const sentence = failure === null ? null : failureText(failure, texts.failed);
  const label = active ? texts.deactivate : texts.activate;
  return (
    <div className="grid gap-3 slim:w-full">
      {sentence !== null && !isAsking && <Alert title={sentence} />}
      <Button
        variant={active ? 'secondary' : 'primary'}
        disabled={disabled}
        busy={change.busy}
        onClick={() => (needsAsking ? setAsking(true) : change.run())}
        className="justify-self-end slim:w-full"
      >
        {label}
      </Button>
      <Confirm
        open={isAsking}
        text={active ? texts.deactivateAsk(name) : texts.untested}
        {...(active ? { detail: all.danger.effect(all.people(people), people === 1, name) } : {})}
        variant={active ? 'danger' : 'primary'}
        confirmLabel={label}
        busy={change.busy}
        failure={sentence}
        onCancel={() => {
          setAsking(false);
          change.forgive();
        }}
        onConfirm={change.run}
      />
    </div>
  );
}
