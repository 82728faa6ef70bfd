/**
 * Asks for the account to be deleted: what that means in plain words, and the password. People without one confirm in the
 * dialog of a fresh sign-in.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { privacyApi } from '#contract/privacy.ts';
import { call } from '../../../api/client.ts';
import { failureText, messageOf } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { PasswordField } from '../../../ui/controls/field.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { me } from '../../session/queries.ts';
import { secondFactor } from '../queries.ts';
import { texts as all } from './texts.ts';

const texts = all.deletion;

export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const [password, setPassword] = useState('');
  const { checked, focus, bind } = useCheckedForm();
  const proofs = useQuery({ ...secondFactor(), staleTime: Number.POSITIVE_INFINITY });
  // Where it cannot be asked the password is: most people have one.
  const hasPassword = proofs.data?.has_password ?? true;
  const ask = useTask(async () => {
    const { deletion_due } = await call(privacyApi.requestDeletion, {
      body: hasPassword ? { current_password: password } : null,
    }).catch((failure: unknown) => {
      if (failedWith(failure, 'wrong_current_password')) focus('[name]');
      throw failure;
    });
    onClose();
    cache.setQueryData(me().queryKey, (user) => user && { ...user, deletion_due });
  });
  const wrong = failedWith(ask.failure, 'wrong_current_password');
  const missing = checked && password === '' ? texts.passwordMissing : null;
  return (
    <FormDialog
      title={texts.title}
      line={texts.line}
      form={bind(hasPassword && password === '', ask.run)}
      words={texts}
      variant="danger"
      busy={ask.busy}
      failure={ask.failure && !wrong ? failureText(ask.failure, texts.failed) : null}
      onClose={onClose}
      intro={
        <ul className="mb-5 grid list-disc gap-2 pl-5 text-control text-ink-2 marker:text-ink-3">
          {texts.what.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      }
    >
      {proofs.isPending ? (
        <Skeleton className="h-16" />
      ) : hasPassword ? (
        <PasswordField
          label={texts.password}
          name="current_password"
          autoComplete="current-password"
          required
          maxLength={PASSWORD_MAX}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            ask.forgive();
          }}
          error={wrong ? messageOf(ask.failure, texts.failed) : missing}
        />
      ) : null}
    </FormDialog>
  );
}
