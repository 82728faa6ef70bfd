/** Asks for the account to be deleted: what that means in plain words, and the password. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { privacyApi } from '#contract/privacy.ts';
import { call } from '../../../api/client.ts';
import { failureText, messageOf } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField } from '../../../ui/controls/field.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { me } from '../../session/queries.ts';
import { texts as all } from './texts.ts';

const texts = all.deletion;

export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const focusPassword = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[name]')?.focus());
  const ask = useTask(async () => {
    const { deletion_due } = await call(privacyApi.requestDeletion, {
      body: { current_password: password },
    }).catch((failure: unknown) => {
      if (failedWith(failure, 'wrong_current_password')) focusPassword();
      throw failure;
    });
    onClose();
    cache.setQueryData(me().queryKey, (user) => user && { ...user, deletion_due });
  });
  const wrong = failedWith(ask.failure, 'wrong_current_password');
  const missing = checked && password === '' ? texts.passwordMissing : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (password === '') return focusPassword();
    ask.run();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={texts.title}
      line={texts.line}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="danger" busy={ask.busy} onClick={() => form.current?.requestSubmit()}>
            {ask.busy ? texts.submitting : texts.submit}
          </Button>
        </>
      }
    >
      <ul className="mb-5 grid list-disc gap-2 pl-5 text-control text-ink-2 marker:text-ink-3">
        {texts.what.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {ask.failure && !wrong ? <Alert title={failureText(ask.failure, texts.failed)} /> : null}
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
      </form>
    </Modal>
  );
}
