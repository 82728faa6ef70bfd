import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { authApi, messages } from '#contract/auth.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField } from '../../ui/controls/field.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Card } from '../../ui/display/card.tsx';
import { me } from '../session/queries.ts';
import { KeysToKeep } from './access-keys/keys-to-keep.tsx';
import { texts as all } from './texts.ts';

const texts = all.password;

type PasswordCardProps = {
  /** The person entered with a temporary password: the access keys end, except those kept here. */
  recovering: boolean;
};

export function PasswordCard({ recovering }: PasswordCardProps) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [next, setNext] = useState('');
  const [current, setCurrent] = useState('');
  const [keptKeys, setKeptKeys] = useState<number[]>([]);
  // The server asks for it when the sign-in is no longer fresh.
  const [asksCurrent, setAsksCurrent] = useState(false);
  const [checked, setChecked] = useState(false);
  const [done, setDone] = useState(false);

  const update = useTask(async () => {
    setDone(false);
    const body = {
      new_password: next,
      ...(asksCurrent ? { current_password: current } : {}),
      ...(recovering ? { keep_access_key_ids: keptKeys } : {}),
    };
    await call(authApi.resetPassword, { body }, { ownPassword: true }).catch((failure: unknown) => {
      if (failedWith(failure, 'reauthentication_required')) setAsksCurrent(true);
      focusSoon(form.current, 'current_password');
      throw failure;
    });
    setNext('');
    setCurrent('');
    setAsksCurrent(false);
    setChecked(false);
    setDone(true);
    await cache.invalidateQueries({ queryKey: me().queryKey });
  });

  const fault = faultOf(next);
  const currentMissing = asksCurrent && !current;
  const currentWrong = failedWith(update.failure, 'wrong_current_password');
  const asked = failedWith(update.failure, 'reauthentication_required');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault || currentMissing) return focusSoon(form.current, fault ? 'new_password' : 'current_password');
    update.run();
  };

  return (
    <Card title={texts.title}>
      <form ref={form} noValidate onSubmit={submit} className="grid max-w-[360px] gap-4">
        {done && <Alert tone="ok" title={texts.done} line={texts.others} />}
        {update.failure && !asked && !currentWrong ? (
          <Alert title={texts.failed} line={messageOf(update.failure, texts.context)} />
        ) : null}
        <PasswordField
          label={texts.next}
          name="new_password"
          autoComplete="new-password"
          required
          value={next}
          onChange={(event) => setNext(event.target.value)}
          onBlur={() => next && setChecked(true)}
          hint={texts.hint}
          error={checked ? fault : null}
        />
        {asksCurrent && (
          <PasswordField
            label={texts.current}
            name="current_password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => {
              setCurrent(event.target.value);
              update.forgive();
            }}
            hint={texts.currentMissing}
            error={currentErrorOf(update.failure, checked && currentMissing && !asked)}
          />
        )}
        {recovering && <KeysToKeep kept={keptKeys} onChange={setKeptKeys} />}
        <div>
          <Button type="submit" variant="primary" busy={update.busy}>
            {update.busy ? texts.submitting : texts.submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function faultOf(password: string): string | null {
  if (password.length < PASSWORD_MIN) return messages.newPasswordShort;
  return password.length > PASSWORD_MAX ? messages.passwordLong : null;
}

function currentErrorOf(failure: unknown, missing: boolean): string | null {
  if (failedWith(failure, 'wrong_current_password')) return messageOf(failure, texts.context);
  return missing ? texts.currentMissing : null;
}

/** Once it has been drawn; a field that is not there is passed over. */
function focusSoon(form: HTMLFormElement | null, name: string): void {
  requestAnimationFrame(() => form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus());
}
