/** The second step of a sign-in, in the place of the form. */
import { useState } from 'react';
import { authApi, type SecondStep as Begun, type SecondStepMethod, type TokenPair } from '#contract/auth.ts';
import { TOTP_DIGITS } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { texts as all } from './texts.ts';

const texts = all.secondStep;

type SecondStepProps = {
  begun: Begun['second_step'];
  onEntered: (tokens: TokenPair) => Promise<void>;
  /** Back to the password; `isExpired` where the time is over. */
  onBack: (isExpired: boolean) => void;
};

export function SecondStep({ begun, onEntered, onBack }: SecondStepProps) {
  const [method, setMethod] = useState<SecondStepMethod>(begun.methods[0] ?? 'recovery');
  const [code, setCode] = useState('');
  const { checked, setChecked, focus, bind } = useCheckedForm();
  const enter = useTask(async (typed: string) => {
    try {
      const body = { token: begun.token, method, code: typed };
      await onEntered(await call(authApi.secondStep, { body }));
    } catch (failure) {
      if (failedWith(failure, 'second_step_expired')) return onBack(true);
      setCode('');
      focus('[name="code"]');
      throw failure;
    }
  });
  const choose = (next: SecondStepMethod) => {
    setMethod(next);
    setCode('');
    setChecked(false);
    enter.forgive();
    focus('[name="code"]');
  };
  const other = begun.methods.find((one) => one !== method);

  return (
    <>
      {enter.failure ? <Alert title={messageOf(enter.failure, texts.context)} retrying={enter.busy} /> : null}
      <form {...bind(!code.trim(), () => enter.run(code))} className="grid gap-[22px]">
        <Field
          key={method}
          label={texts[method].label}
          name="code"
          autoFocus
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          {...(method === 'totp' ? { inputMode: 'numeric' } : { autoCapitalize: 'characters' })}
          required
          maxLength={40}
          value={code}
          hint={texts[method].hint}
          error={checked && !code.trim() ? texts.missing : null}
          onChange={(event) => {
            const typed = method === 'totp' ? digitsOf(event.target.value) : event.target.value;
            setCode(typed);
            enter.forgive();
            if (method === 'totp' && typed.length === TOTP_DIGITS && !enter.busy) enter.run(typed);
          }}
          className="text-[18px] font-medium tracking-[0.15em] tabular-nums"
        />
        <Button type="submit" variant="primary" size="large" busy={enter.busy}>
          {enter.busy ? texts.submitting : texts.submit}
        </Button>
      </form>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small">
        {other && (
          <button type="button" className="link phone:min-h-11" onClick={() => choose(other)}>
            {texts[other].choose}
          </button>
        )}
        <button type="button" className="link phone:min-h-11" onClick={() => onBack(false)}>
          {texts.back}
        </button>
      </div>
    </>
  );
}

const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, TOTP_DIGITS);
