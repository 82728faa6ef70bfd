/** The second step of a sign-in, in the place of the form. */
import { useState } from 'react';
import { authApi } from '#contract/auth.ts';
import { TOTP_DIGITS } from '#contract/limits.ts';
import type { SecondStep as Begun, SecondStepMethod, TokenPair } from '#contract/sign-in.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { askDeviceKey, DeviceKeyUnused } from '../../lib/browser/device-key.ts';
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
      const { token } = begun;
      const body =
        method === 'passkey'
          ? { token, method, response: await keyFor(token) }
          : { token, method, code: typed };
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

  return (
    <>
      {enter.failure ? <StepFailure failure={enter.failure} retrying={enter.busy} /> : null}
      {method === 'passkey' ? (
        <Button variant="primary" size="large" autoFocus busy={enter.busy} onClick={() => enter.run('')}>
          {all.deviceKey.use}
        </Button>
      ) : (
        <form {...bind(!code.trim(), () => enter.run(code))} className="grid gap-[22px]">
          <CodeField
            key={method}
            method={method}
            value={code}
            error={checked && !code.trim() ? texts.missing : null}
            onChange={(typed) => {
              setCode(typed);
              enter.forgive();
              if (method === 'totp' && typed.length === TOTP_DIGITS && !enter.busy) enter.run(typed);
            }}
          />
          <Button type="submit" variant="primary" size="large" busy={enter.busy}>
            {enter.busy ? texts.submitting : texts.submit}
          </Button>
        </form>
      )}
      <OtherWays
        methods={begun.methods.filter((one) => one !== method)}
        onChoose={choose}
        onBack={() => onBack(false)}
      />
    </>
  );
}

function StepFailure({ failure, retrying }: { failure: unknown; retrying: boolean }) {
  const isUnused = failure instanceof DeviceKeyUnused;
  return (
    <Alert
      tone={isUnused ? 'info' : 'danger'}
      title={isUnused ? all.deviceKey.unused : messageOf(failure, texts.context)}
      retrying={retrying}
    />
  );
}

type OtherWaysProps = {
  methods: SecondStepMethod[];
  onChoose: (method: SecondStepMethod) => void;
  onBack: () => void;
};

function OtherWays({ methods, onChoose, onBack }: OtherWaysProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small">
      {methods.map((method) => (
        <button key={method} type="button" className="link phone:min-h-11" onClick={() => onChoose(method)}>
          {texts[method].choose}
        </button>
      ))}
      <button type="button" className="link phone:min-h-11" onClick={onBack}>
        {texts.back}
      </button>
    </div>
  );
}

/** The answer of a device key of the person whose second step it is. */
const keyFor = async (token: string) =>
  askDeviceKey(await call(authApi.secondStepOptions, { body: { token } }));

type CodeFieldProps = {
  method: 'totp' | 'recovery';
  value: string;
  error: string | null;
  onChange: (typed: string) => void;
};

function CodeField({ method, value, error, onChange }: CodeFieldProps) {
  const isApp = method === 'totp';
  return (
    <Field
      label={texts[method].label}
      name="code"
      autoFocus
      autoComplete={isApp ? 'one-time-code' : 'off'}
      {...(isApp ? { inputMode: 'numeric' } : { autoCapitalize: 'characters' })}
      required
      maxLength={40}
      value={value}
      hint={texts[method].hint}
      error={error}
      onChange={(event) => onChange(isApp ? digitsOf(event.target.value) : event.target.value)}
      className="text-[18px] font-medium tracking-[0.15em] tabular-nums"
    />
  );
}

const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, TOTP_DIGITS);
