import { useState } from 'react';
import { authApi } from '#contract/auth.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField } from '../../ui/controls/field.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { confirmationFault, passwordFault } from './registration.ts';
import { texts as all } from './texts.ts';

const texts = all.choose;

type ChoosePasswordProps = { email: string; token: string; onDone: () => void };

/** The form that replaces the password of a registration that somebody else may have made. */
export function ChoosePassword({ email, token, onDone }: ChoosePasswordProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const choose = useTask(async () => {
    await call(authApi.choosePassword, { body: { token, password } });
    onDone();
  });
  const fault = passwordFault(password);
  const mismatch = confirmationFault(password, confirmation);
  const { checked, setChecked, bind } = useCheckedForm();

  return (
    <form {...bind(Boolean(fault || mismatch), choose.run)} className="grid gap-4">
      {choose.failure ? (
        <Alert title={texts.failed} line={messageOf(choose.failure, texts.context)} retrying={choose.busy} />
      ) : (
        <Alert tone="info" title={texts.verified} line={texts.why} />
      )}
      {/* For password managers, which save the new password under this address. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={texts.password}
        name="password"
        hint={all.register.passwordHint}
        autoComplete="new-password"
        autoFocus
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        onBlur={() => password && setChecked(true)}
        error={checked ? fault : null}
      />
      <PasswordField
        label={all.register.confirmation}
        name="confirmation"
        autoComplete="new-password"
        required
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
        error={checked ? mismatch : null}
      />
      <Button type="submit" variant="primary" size="large" busy={choose.busy} className="mt-1.5">
        {choose.busy ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}
