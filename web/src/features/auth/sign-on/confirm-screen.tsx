/** A tab of its own in which the provider confirms who is signed in: the tab that asked keeps what was typed there. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { authApi } from '#contract/auth.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { hasTokens, subscribeTokens } from '../../../api/tokens.ts';
import { isWebAddress, leaveFor } from '../../../lib/browser/leave-for.ts';
import { tellConfirmed } from '../../../lib/browser/other-tabs.ts';
import { keepTabSecret, newTabSecret, TabKeepsNothing } from '../../../lib/browser/sign-on-tab.ts';
import { paths } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/title.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Spinner } from '../../../ui/display/spinner.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { texts as all } from './texts.ts';

const texts = all.confirm;

export function ConfirmScreen() {
  useTitle(texts.tab);
  const begin = useTask(beginProof);
  const { run } = begin;
  const isSignedIn = useSignedIn();
  const isSent = useRef(false);
  useEffect(() => {
    if (!isSignedIn || isSent.current) return;
    isSent.current = true;
    run();
  }, [run, isSignedIn]);
  if (!isSignedIn) return <SignedOut />;
  if (begin.failure) return <ProofFailed failure={begin.failure} />;
  return (
    <AuthFrame title={texts.tab} line={texts.opening}>
      <Spinner />
    </AuthFrame>
  );
}

const useSignedIn = () => useSyncExternalStore(subscribeTokens, hasTokens);

/** The address was opened without a sign-in, or the sign-in has ended in another tab. */
function SignedOut() {
  return (
    <AuthFrame title={texts.signedOut} line={texts.signedOutLine}>
      <Link to={paths.login} className={buttonLook('primary', 'large')}>
        {texts.signIn}
      </Link>
    </AuthFrame>
  );
}

/** The other tab goes on by itself; a browser that lets no page close itself leaves this one open. */
export function Confirmed() {
  useEffect(() => {
    tellConfirmed();
    window.close();
  }, []);
  return (
    <AuthFrame title={texts.done} line={texts.doneLine}>
      <Alert tone="ok" title={texts.goOn} />
    </AuthFrame>
  );
}

export function ProofFailed({ failure }: { failure: unknown }) {
  const again = useTask(beginProof);
  const shown = again.failure ?? failure;
  if (!useSignedIn()) return <SignedOut />;
  return (
    <AuthFrame title={texts.failed} line={sentenceOf(shown)}>
      <div role="alert" aria-label={sentenceOf(shown)}>
        <Button variant="primary" size="large" className="w-full" busy={again.busy} onClick={again.run}>
          {texts.again}
        </Button>
      </div>
    </AuthFrame>
  );
}

function sentenceOf(failure: unknown): string {
  if (failure instanceof TabKeepsNothing) return texts.keepsNothing;
  // The words of the server speak of a password, which there may be none of.
  if (failedWith(failure, 'reauthentication_required')) return texts.notProved;
  return messageOf(failure, texts.context);
}

async function beginProof(): Promise<void> {
  const { binding, binding_hash } = await newTabSecret();
  const { authorization_url, state } = await call(authApi.confirmStart, {
    body: { means: 'sso', binding_hash },
  });
  if (!isWebAddress(authorization_url)) throw new Error('no address to sign in at');
  keepTabSecret(String(state), { binding, purpose: 'confirm' });
  await leaveFor(authorization_url);
}
