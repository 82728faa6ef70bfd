import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { authApi } from '#contract/auth.ts';
import { RESEND_COOLDOWN_SECONDS, VERIFICATION_CODE_LENGTH } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { apiHosts } from '../../api/hosts.ts';
import { forget, readStored } from '../../lib/browser/storage.ts';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button, buttonLook } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { BackToLogin } from './back-to-login.tsx';
import { ChoosePassword } from './choose-password.tsx';
import { forgetRegistrationProof, registrationProofOf } from './registration-proof.ts';
import { texts as all } from './texts.ts';

const texts = all.verify;
const pendingEmail = () => readStored('pendingVerificationEmail');

/** A pasted code may come with spaces or a dash in the middle. */
const cleanCode = (typed: string) => typed.replace(/[\s-]/g, '').slice(0, VERIFICATION_CODE_LENGTH);

export function VerifyScreen() {
  useTitle(texts.tab);
  const [email, setEmail] = useState(pendingEmail);
  const [done, setDone] = useState<string | null>(null);
  const [chooseToken, setChooseToken] = useState<string | null>(null);

  /** A page that is left before the password is chosen starts again with the same code. */
  const finish = (message: string) => {
    forget('pendingVerificationEmail');
    forgetRegistrationProof();
    setDone(message);
  };

  if (done) {
    return (
      <AuthFrame title={texts.title} line={email ?? ''}>
        <Alert tone="ok" title={done} />
        <BackToLogin email={email ?? undefined} />
      </AuthFrame>
    );
  }
  if (email && chooseToken) {
    return (
      <AuthFrame title={all.choose.title} line={email}>
        <ChoosePassword
          email={email}
          token={chooseToken}
          onDone={() => finish(authApi.choosePassword.message)}
        />
        <ToLogin />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={texts.title} line={email ? <SentTo email={email} /> : texts.line}>
      <VerifyCode
        email={email}
        onEmail={setEmail}
        onVerified={(token) => (token ? setChooseToken(token) : finish(authApi.verifyEmail.message))}
      />
      <ToLogin />
      <LocalMailbox />
    </AuthFrame>
  );
}

type VerifyCodeProps = {
  email: string | null;
  /** The address may have been taken away in another tab since this screen was drawn. */
  onEmail: (email: string | null) => void;
  /** With a token where the password has still to be chosen. */
  onVerified: (token: string | null) => void;
};

function VerifyCode({ email, onEmail, onVerified }: VerifyCodeProps) {
  const [code, setCode] = useState('');
  /** The call whose outcome is shown: the last one, until the next has answered. */
  const [answered, setAnswered] = useState<'verify' | 'resend' | null>(null);
  const cooldown = useCountdown();
  const verify = useTask(async (address: string) => {
    const body = { email: address, code, proof: registrationProofOf(address) };
    const reply = await call(authApi.verifyEmail, { body }).finally(() => setAnswered('verify'));
    onVerified(reply?.must_choose_password ? reply.token : null);
  });
  const resend = useTask(async (address: string) => {
    await call(authApi.resendVerification, { query: { email: address } }).finally(() =>
      setAnswered('resend'),
    );
    cooldown.start(RESEND_COOLDOWN_SECONDS);
  });
  const withEmail = (act: (address: string) => void) => {
    const address = pendingEmail();
    onEmail(address);
    if (address) act(address);
  };
  const { checked, bind } = useCheckedForm();
  const form = bind(email !== null && !code, () => withEmail(verify.run));

  return (
    <>
      {!email && <NoEmail />}
      {email && answered && (
        <Answer
          to={answered}
          failure={{ verify, resend }[answered].failure}
          retrying={verify.busy || resend.busy}
        />
      )}
      <form
        {...form}
        onSubmit={(event) => {
          onEmail(pendingEmail());
          form.onSubmit(event);
        }}
        className="grid gap-[22px]"
      >
        <CodeField code={code} onCode={setCode} missing={email !== null && checked && !code} />
        <Button type="submit" variant="primary" size="large" busy={verify.busy}>
          {verify.busy ? texts.submitting : texts.submit}
        </Button>
      </form>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-small text-ink-2">
        {texts.notReceived}
        <ResendButton busy={resend.busy} secondsLeft={cooldown.left} onResend={() => withEmail(resend.run)} />
      </div>
    </>
  );
}

type ResendButtonProps = { busy: boolean; secondsLeft: number; onResend: () => void };

const ResendButton = ({ busy, secondsLeft, onResend }: ResendButtonProps) => (
  <Button
    size="small"
    busy={busy}
    disabled={secondsLeft > 0}
    // The second click of a double one would make the code that the first one sent worthless.
    onClick={({ detail }) => detail < 2 && onResend()}
    className="tabular-nums"
  >
    {secondsLeft > 0 ? texts.resendIn(secondsLeft) : texts.resend}
  </Button>
);

type CodeFieldProps = { code: string; onCode: (code: string) => void; missing: boolean };

const CodeField = ({ code, onCode, missing }: CodeFieldProps) => (
  <Field
    label={texts.code}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    maxLength={VERIFICATION_CODE_LENGTH}
    value={code}
    onChange={(event) => onCode(cleanCode(event.target.value))}
    onPaste={(event) => {
      // The browser would cut at six characters before the spaces are taken out.
      event.preventDefault();
      onCode(cleanCode(event.clipboardData.getData('text')));
    }}
    error={missing ? texts.codeMissing : null}
    className="text-[18px] font-medium tracking-[0.3em] tabular-nums"
  />
);

const ToLogin = () => (
  <Link to={paths.login} className="link text-small phone:inline-block phone:py-3">
    {all.toLogin}
  </Link>
);

/** Without a mail server the code waits in the mailbox of the machine that runs Prosa. */
function LocalMailbox() {
  const [isShown, setShown] = useState(false);
  useEffect(() => void apiHosts().then(({ keeps_mail }) => setShown(keeps_mail)), []);
  if (!isShown) return null;
  return (
    <p className="text-small text-ink-2">
      {texts.mailbox}{' '}
      <a href="/dev/mailbox" target="_blank" rel="noopener" className="link underline underline-offset-3">
        {texts.toMailbox}
      </a>
      .
    </p>
  );
}

type AnswerProps = { to: 'verify' | 'resend'; failure: unknown; retrying: boolean };

/** It stands there until another takes its place: nothing moves under a finger that is still clicking. */
function Answer({ to, failure, retrying }: AnswerProps) {
  if (to === 'verify') {
    if (failure === null) return null;
    return <Alert title={texts.failed} line={messageOf(failure, texts.context)} retrying={retrying} />;
  }
  if (failure === null)
    return <Alert tone="ok" title={authApi.resendVerification.message} retrying={retrying} />;
  return (
    <Alert title={texts.resendFailed} line={messageOf(failure, texts.resendContext)} retrying={retrying} />
  );
}

function SentTo({ email }: { email: string }) {
  return (
    <>
      {texts.sentTo} <strong className="font-medium text-ink">{email}</strong>.
    </>
  );
}

function NoEmail() {
  return (
    <Alert title={texts.noEmail}>
      <Link to={paths.register} className={buttonLook('secondary', 'small')}>
        {texts.toRegister}
      </Link>
    </Alert>
  );
}
