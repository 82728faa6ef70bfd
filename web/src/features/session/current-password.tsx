/** The current password, which the server asks for where the sign-in is no longer fresh. */
import { useState } from 'react';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { PasswordField } from '../../ui/controls/field.tsx';
import { texts } from './texts.ts';

export type CurrentPassword = ReturnType<typeof useCurrentPassword>;

export function useCurrentPassword() {
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  return {
    isAsked,
    typed,
    setTyped,
    isMissing: isAsked && typed === '',
    body: isAsked ? { current_password: typed } : {},
    askAfter: (failure: unknown) => {
      if (failedWith(failure, 'reauthentication_required')) setAsked(true);
    },
    reset: () => {
      setAsked(false);
      setTyped('');
    },
  };
}

/** Such a failure is shown at the field and not above the form. */
export const isAboutPassword = (failure: unknown): boolean =>
  failedWith(failure, 'reauthentication_required') || failedWith(failure, 'wrong_current_password');

type CurrentPasswordFieldProps = {
  password: CurrentPassword;
  action: { failure: unknown; forgive: () => void };
  checked: boolean;
  hint: string;
  /** Begins the message of a failure that has no words of its own. */
  context: string;
};

export function CurrentPasswordField({
  password,
  action,
  checked,
  hint,
  context,
}: CurrentPasswordFieldProps) {
  if (!password.isAsked) return null;
  const isMissing = checked && password.isMissing && !failedWith(action.failure, 'reauthentication_required');
  const isWrong = failedWith(action.failure, 'wrong_current_password');
  return (
    <PasswordField
      label={texts.currentPassword}
      name="current_password"
      autoComplete="current-password"
      required
      autoFocus
      maxLength={PASSWORD_MAX}
      value={password.typed}
      onChange={(event) => {
        password.setTyped(event.target.value);
        action.forgive();
      }}
      hint={hint}
      error={isWrong ? messageOf(action.failure, context) : isMissing ? texts.currentMissing : null}
    />
  );
}
