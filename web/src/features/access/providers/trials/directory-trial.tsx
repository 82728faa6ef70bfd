/** Asks for a name and a password of the directory, and shows what they would mean here. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { identityProviderTrialsApi, type TrialSignIn } from '#contract/identity-provider-trials.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { failedWith } from '../../../../api/failure.ts';
import { useTask } from '../../../../lib/use-task.ts';
import { Field, PasswordField } from '../../../../ui/controls/field.tsx';
import { useCheckedForm } from '../../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { Revealed } from '../../../../ui/dialogs/revealed.tsx';
import { oneProvider } from '../queries.ts';
import { texts as all } from '../texts.ts';
import { TrialResult } from './trial-result.tsx';

const texts = all.trial;

export function DirectoryTrial({ id, onClose }: { id: number; onClose: () => void }) {
  const cache = useQueryClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [result, setResult] = useState<TrialSignIn | null>(null);
  const { checked, bind } = useCheckedForm();
  const test = useTask(async () => {
    setResult(null);
    setResult(
      await call(identityProviderTrialsApi.directory, { params: { id }, body: { username, password } }),
    );
  });
  // The page is read again once the dialog has gone: a result would go with it.
  const close = () => {
    onClose();
    void cache.invalidateQueries({ queryKey: oneProvider(id).queryKey });
  };
  const failure = failedWith(test.failure, 'reauthentication_required') ? null : test.failure;
  return (
    <FormDialog
      title={texts.entry}
      line={texts.directoryLine}
      form={bind(!username.trim() || !password, test.run)}
      words={{ cancel: texts.done, submit: texts.entry, submitting: texts.testing }}
      busy={test.busy}
      failure={failure === null ? null : failureText(failure, texts.entryFailed)}
      onClose={test.busy ? () => {} : close}
    >
      <Field
        label={texts.username}
        value={username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={checked && !username.trim() ? all.required : null}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label={texts.password}
        value={password}
        autoComplete="off"
        error={checked && !password ? all.required : null}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Revealed result={result}>
        <div role="status" className="grid gap-4">
          {result && <TrialResult result={result} />}
        </div>
      </Revealed>
    </FormDialog>
  );
}
