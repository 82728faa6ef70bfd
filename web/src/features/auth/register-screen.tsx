import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { authApi } from '#contract/auth.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { store } from '../../lib/browser/storage.ts';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../ui/controls/field.tsx';
import { PhoneField } from '../../ui/controls/phone-field.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { faultsOf, type Registration, type RegistrationField } from './registration.ts';
import { keepRegistrationProof } from './registration-proof.ts';
import type { TermsChosen } from './terms/terms-choice.tsx';
import { NO_TERMS, TermsChoice } from './terms/terms-chosen.ts';
import { texts as all } from './texts.ts';

const texts = all.register;
const blank: Registration = { email: '', name: '', phone: '', password: '', confirmation: '' };

export function RegisterScreen() {
  useTitle(texts.tab);
  const [values, setValues] = useState(blank);
  // A field is judged once it has been left with something in it; all are judged on submit.
  const [left, setLeft] = useState<Partial<Record<RegistrationField, boolean>>>({});
  const faults = faultsOf(values);
  const [terms, setTerms] = useState(NO_TERMS);
  const register = useRegister(values, terms);
  const { checked, bind } = useCheckedForm();

  const set = (field: RegistrationField, value: string) => setValues({ ...values, [field]: value });
  const boundTo = (field: RegistrationField) => ({
    name: field,
    value: values[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
    onBlur: () => values[field] && setLeft({ ...left, [field]: true }),
    error: checked || left[field] ? faults[field] : null,
  });

  return (
    <AuthFrame title={texts.title} line={texts.line}>
      {register.failure ? (
        <Alert title={messageOf(register.failure, texts.context)} retrying={register.busy} />
      ) : null}
      <form {...bind(Object.keys(faults).length > 0 || terms.isMissing, register.run)} className="grid gap-4">
        <Field label={texts.email} type="email" autoComplete="email" required {...boundTo('email')} />
        <Field label={texts.name} autoComplete="name" required maxLength={200} {...boundTo('name')} />
        <PhoneField
          label={texts.phone}
          aside={<span className="text-small text-ink-3">{texts.optional}</span>}
          {...boundTo('phone')}
          onChange={(phone) => set('phone', phone)}
        />
        <PasswordField
          label={texts.password}
          hint={texts.passwordHint}
          autoComplete="new-password"
          required
          {...boundTo('password')}
        />
        <PasswordField
          label={texts.confirmation}
          autoComplete="new-password"
          required
          {...boundTo('confirmation')}
        />
        <Suspense>
          <TermsChoice key={register.outdated} checked={checked} onChange={setTerms} />
        </Suspense>
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

function useRegister({ confirmation: _, ...account }: Registration, { ids }: TermsChosen) {
  const navigate = useNavigate();
  const [outdated, setOutdated] = useState(0);
  const task = useTask(async () => {
    const email = account.email.trim();
    const terms_ids = ids.length ? { terms_ids: ids } : {};
    const { registration_proof } = await call(authApi.register, {
      body: { ...account, ...terms_ids, email, phone: account.phone || null },
    }).catch((failure: unknown) => {
      // Another version was published while this one was read.
      if (failedWith(failure, 'terms_outdated')) setOutdated((count) => count + 1);
      throw failure;
    });
    keepRegistrationProof(email, registration_proof);
    store('pendingVerificationEmail', email);
    await navigate(paths.verifyEmail);
  });
  return { ...task, outdated };
}
