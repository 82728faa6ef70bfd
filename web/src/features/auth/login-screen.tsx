import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { authApi } from '#contract/auth.ts';
import type { SecondStep as Begun, LinkProof, TokenPair, Waiting } from '#contract/sign-in.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { ApiFailure, failedWith, stringAt } from '../../api/failure.ts';
import { apiHosts, type Hosts, NO_OTHER_WAYS } from '../../api/hosts.ts';
import { keepTokens, sessionWasLost } from '../../api/tokens.ts';
import { store } from '../../lib/browser/storage.ts';
import { paths } from '../../lib/paths.ts';
import { messages } from '../../lib/text/field-messages.ts';
import { useTitle } from '../../lib/title.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../ui/controls/field.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { AuthFrame } from './auth-frame.tsx';
import type { SignInState } from './back-to-login.tsx';
import { closedDomainOf } from './sign-on/closed-domain.ts';
import { texts as all } from './texts.ts';

const texts = all.login;

// For the few who have a second factor: the sign-in page weighs as much as before.
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));
const ProviderButtons = lazy(async () => ({
  default: (await import('./sign-on/provider-buttons.tsx')).ProviderButtons,
}));
const NetworkAccount = lazy(async () => ({
  default: (await import('./sign-on/network-account.tsx')).NetworkAccount,
}));
const DeviceKeyEntry = lazy(async () => ({
  default: (await import('./device-key-entry.tsx')).DeviceKeyEntry,
}));

export function LoginScreen() {
  useTitle(texts.tab);
  const [email, setEmail] = useState(emailFrom(useLocation().state));
  const [password, setPassword] = useState('');
  const [begun, setBegun] = useState<Begun['second_step'] | null>(null);
  const [found, setFound] = useState<LinkProof | Waiting | null>(null);
  const [isExpired, setExpired] = useState(false);
  // A newcomer is not greeted as somebody who returns.
  const [isBack] = useState(sessionWasLost);
  const { passkeys: hasKeys, sign_in } = useWaysIn();
  const closed = closedDomainOf(email, sign_in);
  const enter = useEntry();
  const signIn = useSignIn({
    username: email.trim(),
    password,
    enter,
    onSecondStep: setBegun,
    onFound: setFound,
  });
  const { checked, bind } = useCheckedForm();
  const [isOpened, setOpened] = useState(false);
  const isFolded = isFormFolded(sign_in) && !isOpened && !email && !password;

  if (begun)
    return (
      <AuthFrame title={all.secondStep.title} line={all.secondStep.line}>
        <Suspense fallback={<Spinner />}>
          <SecondStep
            begun={begun}
            onEntered={enter}
            onBack={(wasExpired) => {
              setBegun(null);
              setPassword('');
              setExpired(wasExpired);
            }}
          />
        </Suspense>
      </AuthFrame>
    );
  if (found)
    return (
      <Suspense fallback={<Spinner />}>
        <NetworkAccount found={found} onEntered={enter} onBack={() => setFound(null)} />
      </Suspense>
    );
  return (
    <AuthFrame title={isBack ? texts.titleAgain : texts.title} line={isBack ? texts.lineAgain : texts.line}>
      {isExpired && <Alert title={all.secondStep.expired} />}
      {signIn.failure ? <LoginFailure failure={signIn.failure} retrying={signIn.busy} /> : <LostSession />}
      {!isFolded && (
        <form {...bind(!email.trim() || !password, signIn.run)} className="grid gap-[22px]">
          <Field
            label={sign_in.login_names ? texts.nameOrEmail : texts.email}
            name="email"
            autoFocus={isOpened}
            type={sign_in.login_names ? 'text' : 'email'}
            autoComplete={hasKeys ? 'username webauthn' : 'username'}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            hint={closed ? texts.closed(closed.domain, closed.name) : undefined}
            error={checked && !email.trim() ? messages.required : null}
          />
          <PasswordField
            label={texts.password}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={checked && !password ? messages.required : null}
            aside={
              <Link to={paths.recover} className="link text-small phone:-my-3 phone:inline-block phone:py-3">
                {texts.forgot}
              </Link>
            }
          />
          <Button type="submit" variant="primary" size="large" busy={signIn.busy}>
            {signIn.busy ? texts.submitting : texts.submit}
          </Button>
        </form>
      )}
      {sign_in.providers.length > 0 && (
        <Suspense>
          <ProviderButtons
            providers={sign_in.providers}
            email={email.trim()}
            preferred={closed?.slug ?? null}
            isAlone={isFolded}
          />
        </Suspense>
      )}
      {isFolded && (
        <Button variant="ghost" size="large" onClick={() => setOpened(true)}>
          {texts.withPassword}
        </Button>
      )}
      {hasKeys && (
        <Suspense>
          <DeviceKeyEntry onEntered={enter} />
        </Suspense>
      )}
      <p className="flex flex-wrap items-center gap-x-1 text-small text-ink-2">
        {sign_in.registration === 'refused' ? (
          texts.byInvitation
        ) : (
          <>
            {texts.noAccount}
            <Link to={paths.register} className="link font-medium phone:min-w-11 phone:py-3">
              {texts.register}
            </Link>
          </>
        )}
      </p>
    </AuthFrame>
  );
}

class TokensMissing extends Error {}

/** Ways in besides the password; the page is as it always was where there are none. */
function useWaysIn(): Pick<Hosts, 'passkeys' | 'sign_in'> {
  const [ways, setWays] = useState<Pick<Hosts, 'passkeys' | 'sign_in'>>({
    passkeys: false,
    sign_in: NO_OTHER_WAYS,
  });
  useEffect(() => void apiHosts().then(setWays), []);
  return ways;
}

/** The form stands behind a link where the installation wants that; without another way in it never does. */
const isFormFolded = ({ password_door, providers }: Hosts['sign_in']): boolean =>
  password_door === 'link' && providers.length > 0;

/** Keeps the tokens and leads to the chat. */
function useEntry() {
  const navigate = useNavigate();
  return async (tokens: TokenPair) => {
    const access = stringAt(tokens, 'access_token');
    const refresh = stringAt(tokens, 'refresh_token');
    if (!access || !refresh) throw new TokensMissing();
    keepTokens({ access, refresh });
    await navigate(paths.chat, { replace: true });
  };
}

type SignInParts = {
  username: string;
  password: string;
  enter: (tokens: TokenPair) => Promise<void>;
  onSecondStep: (begun: Begun['second_step']) => void;
  /** The account of a directory is known, and something stands in its way. */
  onFound: (found: LinkProof | Waiting) => void;
};

/** Leads on, to the second step, or to the verification of an address that is not verified yet. */
function useSignIn({ username, password, enter, onSecondStep, onFound }: SignInParts) {
  const navigate = useNavigate();
  return useTask(async () => {
    try {
      const reply = await call(authApi.login, { body: { username, password } });
      // A reply in no known form is taken for tokens, which are then found missing.
      if (typeof reply !== 'object' || !reply) await enter(reply);
      else if ('second_step' in reply) onSecondStep(reply.second_step);
      else if ('link' in reply || 'waiting' in reply) onFound(reply);
      else await enter(reply);
    } catch (failure) {
      if (!isNotVerified(failure)) throw failure;
      store('pendingVerificationEmail', username);
      await navigate(paths.verifyEmail);
    }
  });
}

function LoginFailure({ failure, retrying }: { failure: unknown; retrying: boolean }) {
  const noTokens = failure instanceof TokensMissing || lacksEnvelope(failure);
  if (noTokens) return <Alert title={texts.noTokens} retrying={retrying} />;
  return <Alert title={texts.failed} line={messageOf(failure, texts.context)} retrying={retrying} />;
}

function LostSession() {
  // Asked once: the note stays while the person types.
  const [lost] = useState(sessionWasLost);
  return lost ? <Alert tone="info" title={texts.sessionLost} /> : null;
}

function isNotVerified(failure: unknown): boolean {
  if (failedWith(failure, 'email_not_verified')) return true;
  return failure instanceof ApiFailure && messageOf(failure, '').trim() === texts.notVerified;
}

/** A 2xx with JSON that claims nothing, not even `success: false`: an answer that simply brought no tokens. */
function lacksEnvelope(failure: unknown): boolean {
  if (!(failure instanceof ApiFailure) || failure.kind !== 'malformed') return false;
  return typeof failure.body === 'object' && failure.body !== null && !('success' in failure.body);
}

/** An address that another screen has just shown need not be typed again. The history may hold anything. */
function emailFrom(state: unknown): string {
  const email = (state as Partial<NonNullable<SignInState>> | null)?.email;
  return typeof email === 'string' ? email : '';
}
