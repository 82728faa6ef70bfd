/** The page that an invitation leads to. Its token stands behind «#», which browsers send to no server. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Answer } from '#contract/endpoint.ts';
import { invitationEntryApi } from '#contract/invitations.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { keepTokens } from '../../api/tokens.ts';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button, buttonLook } from '../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../ui/controls/field.tsx';
import { PhoneField } from '../../ui/controls/phone-field.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { AuthFrame } from '../auth/auth-frame.tsx';
import { faultsOf } from '../auth/registration.ts';
import { NO_TERMS, TermsChoice } from '../auth/terms/terms-chosen.ts';
import { texts as formTexts } from '../auth/texts.ts';
import { useHasTokens } from '../session/use-me.tsx';
import { texts as all } from './texts.ts';

const texts = all.accept;
const form = formTexts.register;

// For the few whose address enters by a provider.
const ProviderButtons = lazy(async () => ({
  default: (await import('../auth/sign-on/provider-buttons.tsx')).ProviderButtons,
}));

type Looked = Answer<typeof invitationEntryApi.look>;

export function AcceptScreen() {
  useTitle(texts.tab);
  const token = useLocation().hash.slice(1);
  const [isOthers] = useState(useHasTokens());
  const hasTokens = useHasTokens();
  if (isOthers && hasTokens) return <SignedIn />;
  return <Invited key={token} token={token} />;
}

function Invited({ token }: { token: string }) {
  const [looked, setLooked] = useState<Looked | null>(null);
  const look = useTask(async () => setLooked(await call(invitationEntryApi.look, { body: { token } })));
  const { run } = look;
  useEffect(() => run(), [run]);
  if (looked?.closed) return <ByProvider looked={looked} />;
  if (looked) return <AcceptForm token={token} looked={looked} />;
  return (
    <AuthFrame title={texts.title} line={look.failure === null ? texts.loading : texts.byNobody}>
      {look.failure === null ? <Spinner /> : <Refusal failure={look.failure} context={texts.context} />}
    </AuthFrame>
  );
}

/** No password opens an account with the address. */
function ByProvider({ looked: { email, inviter, provider } }: { looked: Looked }) {
  return (
    <AuthFrame title={texts.title} line={inviter ? texts.by(inviter) : texts.byNobody}>
      <p className="text-ink-2 wrap-anywhere">{texts.onlyByProvider(email)}</p>
      {provider ? (
        <Suspense fallback={<Spinner />}>
          <ProviderButtons providers={[provider]} email={email} preferred={provider.slug} isAlone />
        </Suspense>
      ) : (
        <Link to={paths.login} className={buttonLook('primary', 'large')}>
          {texts.login}
        </Link>
      )}
    </AuthFrame>
  );
}

function AcceptForm({ token, looked: { email, inviter, provider } }: { token: string; looked: Looked }) {
  const navigate = useNavigate();
  const [values, setValues] = useState({ name: '', phone: '', password: '', confirmation: '' });
  const faults = faultsOf({ email, ...values });
  const [terms, setTerms] = useState(NO_TERMS);
  const [outdated, setOutdated] = useState(0);
  const { checked, bind } = useCheckedForm();
  const accept = useTask(async () => {
    const { confirmation: _, phone, ...typed } = values;
    const terms_ids = terms.ids.length ? { terms_ids: terms.ids } : {};
    const body = { token, ...typed, ...terms_ids, phone: phone || null };
    const tokens = await call(invitationEntryApi.accept, { body }).catch((failure: unknown) => {
      // Another version was published while this one was read.
      if (failedWith(failure, 'terms_outdated')) setOutdated((count) => count + 1);
      throw failure;
    });
    keepTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
    await navigate(paths.chat, { replace: true });
  });
  const boundTo = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    error: checked ? faults[name] : null,
  });
  return (
    <AuthFrame title={texts.title} line={inviter ? texts.by(inviter) : texts.byNobody}>
      {accept.failure ? <Refusal failure={accept.failure} context={texts.failed} /> : null}
      <form {...bind(Object.keys(faults).length > 0 || terms.isMissing, accept.run)} className="grid gap-4">
        <Field label={texts.email} type="email" autoComplete="username" readOnly value={email} />
        <Field label={form.name} autoComplete="name" required maxLength={200} {...boundTo('name')} />
        <PhoneField
          label={form.phone}
          aside={<span className="text-small text-ink-3">{form.optional}</span>}
          {...boundTo('phone')}
          onChange={(phone) => setValues({ ...values, phone })}
        />
        <PasswordField
          label={form.password}
          hint={form.passwordHint}
          autoComplete="new-password"
          required
          {...boundTo('password')}
        />
        <PasswordField
          label={form.confirmation}
          autoComplete="new-password"
          required
          {...boundTo('confirmation')}
        />
        <Suspense>
          <TermsChoice key={outdated} checked={checked} onChange={setTerms} />
        </Suspense>
        <Button type="submit" variant="primary" size="large" busy={accept.busy} className="mt-1.5">
          {accept.busy ? texts.submitting : texts.submit}
        </Button>
      </form>
      {provider && (
        <Suspense>
          <ProviderButtons providers={[provider]} email={email} preferred={null} />
        </Suspense>
      )}
    </AuthFrame>
  );
}

function Refusal({ failure, context }: { failure: unknown; context: string }) {
  const isKnown = failedWith(failure, 'email_taken');
  return (
    <Alert title={isKnown ? texts.hasAccount : messageOf(failure, context)}>
      <Link to={paths.login} className="link font-medium phone:min-w-11 phone:py-3">
        {texts.login}
      </Link>
    </Alert>
  );
}

/** An invitation makes an account of its own: nobody accepts it with somebody else's. */
function SignedIn() {
  const leave = useTask(async () => {
    const { signOut } = await import('../session/sign-out.ts');
    signOut();
  });
  return (
    <AuthFrame title={texts.title} line={texts.byNobody}>
      <Alert tone="info" title={texts.signedIn} line={texts.signedInLine}>
        <Button size="small" onClick={leave.run} busy={leave.busy}>
          {texts.signOut}
        </Button>
        <Link to={paths.chat} className="link font-medium phone:min-w-11 phone:py-3">
          {texts.toChat}
        </Link>
      </Alert>
    </AuthFrame>
  );
}
