import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authApi } from '#contract/auth.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { messages } from '../../lib/text/field-messages.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField } from '../../ui/controls/field.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Card } from '../../ui/display/card.tsx';
import { CurrentPasswordField, isAboutPassword, useCurrentPassword } from '../session/current-password.tsx';
import { me } from '../session/queries.ts';
import { KeysToKeep } from './access-keys/keys-to-keep.tsx';
import { linkedAccounts } from './linked-accounts/queries.ts';
import { texts as all } from './texts.ts';

const texts = all.password;

type PasswordCardProps = {
  /** The person entered with a temporary password: the access keys end, except those kept here. */
  recovering: boolean;
};

export function PasswordCard({ recovering }: PasswordCardProps) {
  // With a temporary password nothing but a new one may be asked for.
  const ways = useQuery({ ...linkedAccounts(), enabled: !recovering });
  const only_by = ways.data?.only_by ?? null;
  if (only_by === null) return <PasswordForm recovering={recovering} />;
  return (
    <Card title={texts.heading}>
      <p>{texts.none(only_by)}</p>
    </Card>
  );
}

function PasswordForm({ recovering }: PasswordCardProps) {
  const cache = useQueryClient();
  const current = useCurrentPassword();
  const [next, setNext] = useState('');
  const [keptKeys, setKeptKeys] = useState<number[]>([]);
  const [done, setDone] = useState(false);
  const { checked, setChecked, focus, bind } = useCheckedForm();
  const fault = faultOf(next);

  const update = useTask(async () => {
    setDone(false);
    const kept = recovering ? { keep_access_key_ids: keptKeys } : {};
    const body = { new_password: next, ...current.body, ...kept };
    await call(authApi.resetPassword, { body }, { ownPassword: true }).catch((failure: unknown) => {
      current.askAfter(failure);
      focus('[name="current_password"]');
      throw failure;
    });
    setNext('');
    current.reset();
    setChecked(false);
    setDone(true);
    await cache.invalidateQueries({ queryKey: me().queryKey });
  });

  return (
    <Card title={texts.title}>
      <form {...bind(fault !== null || current.isMissing, update.run)} className="grid max-w-[360px] gap-4">
        {done && <Alert tone="ok" title={texts.done} line={texts.others} />}
        {update.failure && !isAboutPassword(update.failure) ? (
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
        <CurrentPasswordField
          password={current}
          action={update}
          checked={checked}
          hint={texts.currentMissing}
          context={texts.context}
        />
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
