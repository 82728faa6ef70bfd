import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { authApi } from '#contract/auth.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { store } from '../../lib/browser/storage.ts';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../ui/controls/field.tsx';
import { PhoneField } from '../../ui/controls/phone-field.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { focusFirstWrong } from './focus.ts';
import { faultsOf, type Registration, type RegistrationField } from './registration.ts';
import { keepRegistrationProof } from './registration-proof.ts';
import { texts as all } from './texts.ts';

const texts = all.register;
const blank: Registration = { email: '', name: '', phone: '', password: '', confirmation: '' };

export function RegisterScreen() {
  useTitle(texts.tab);
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(blank);
  // A field is judged once it has been left with something in it; all are judged on submit.
  const [left, setLeft] = useState<Partial<Record<RegistrationField, boolean>>>({});
  const [submitted, setSubmitted] = useState(false);
  const faults = faultsOf(values);

  const register = useTask(async () => {
    const { confirmation: _, ...account } = values;
    const email = account.email.trim();
    const { registration_proof } = await call(authApi.register, {
      body: { ...account, email, phone: account.phone || null },
    });
    keepRegistrationProof(email, registration_proof);
    store('pendingVerificationEmail', email);
    await navigate(paths.verifyEmail);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(faults).length > 0) return focusFirstWrong(form.current);
    register.run();
  };

  const set = (field: RegistrationField, value: string) => setValues({ ...values, [field]: value });
  const bind = (field: RegistrationField) => ({
    name: field,
    value: values[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
    onBlur: () => values[field] && setLeft({ ...left, [field]: true }),
    error: submitted || left[field] ? faults[field] : null,
  });

  return (
    <AuthFrame title={texts.title} line={texts.line}>
      {register.failure ? (
        <Alert title={messageOf(register.failure, texts.context)} retrying={register.busy} />
      ) : null}
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <Field label={texts.email} type="email" autoComplete="email" required {...bind('email')} />
        <Field label={texts.name} autoComplete="name" required maxLength={200} {...bind('name')} />
        <PhoneField
          label={texts.phone}
          aside={<span className="text-small text-ink-3">{texts.optional}</span>}
          {...bind('phone')}
          onChange={(phone) => set('phone', phone)}
        />
        <PasswordField
          label={texts.password}
          hint={texts.passwordHint}
          autoComplete="new-password"
          required
          {...bind('password')}
        />
        <PasswordField
          label={texts.confirmation}
          autoComplete="new-password"
          required
          {...bind('confirmation')}
        />
        <Button type="submit" variant="primary" size="large" busy={register.busy} className="mt-1.5">
          {register.busy ? texts.submitting : texts.submit}
        </Button>
      </form>
      <p className="flex flex-wrap items-center gap-x-1 text-small text-ink-2">
        {texts.hasAccount}
        <Link to={paths.login} className="link font-medium phone:min-w-11 phone:py-3">
          {texts.login}
        </Link>
      </p>
    </AuthFrame>
  );
}
