/** A trial sign-in in a tab of its own: it begins by itself, and shows what came back. */
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { identityProviderTrialsApi, type TrialSignIn } from '#contract/identity-provider-trials.ts';
import type { ProviderAnswer } from '#contract/provider-answer.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { isWebAddress, leaveFor } from '../../../../lib/browser/leave-for.ts';
import { keepTabSecret, newTabSecret } from '../../../../lib/browser/sign-on-tab.ts';
import { idOf, paths } from '../../../../lib/paths.ts';
import { useTitle } from '../../../../lib/title.ts';
import { useTask } from '../../../../lib/use-task.ts';
import { Button, buttonLook } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Spinner } from '../../../../ui/display/spinner.tsx';
import { HeaderTitle } from '../../../../ui/page/header-slot.tsx';
import { Page } from '../../../../ui/page/page.tsx';
import { texts as all } from '../texts.ts';
import { TrialResult } from './trial-result.tsx';

const texts = all.trial;

export function TrialScreen() {
  useTitle(texts.screen);
  const id = idOf(useParams().id) ?? 0;
  const answer = useAnswer();
  const [result, setResult] = useState<TrialSignIn | null>(null);
  const read = useTask(async () => {
    if (answer) setResult(await call(identityProviderTrialsApi.finish, { params: { id }, body: answer }));
    else await leave(id);
  });
  const restart = useTask(() => leave(id));
  const { run } = read;
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    run();
  }, [run]);
  const failure = restart.failure ?? read.failure;
  return (
    <Page title={texts.screen} line={texts.nobody} width="narrow">
      <HeaderTitle>{texts.screen}</HeaderTitle>
      {failure !== null && <Alert title={failureText(failure, texts.entryFailed)} />}
      {result && <TrialResult result={result} />}
      {!result && failure === null && (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner /> {answer ? texts.reading : texts.opening}
        </p>
      )}
      {(result || failure !== null) && (
        <div className="flex flex-wrap gap-2.5">
          <Button variant="primary" busy={restart.busy} onClick={restart.run}>
            {texts.again}
          </Button>
          <Link to={paths.adminAccessProvider(id)} className={buttonLook('secondary')}>
            {texts.close}
          </Link>
        </div>
      )}
    </Page>
  );
}

async function leave(id: number): Promise<void> {
  const { binding, binding_hash } = await newTabSecret();
  const begun = await call(identityProviderTrialsApi.start, { params: { id }, body: { binding_hash } });
  keepTabSecret(begun.state, { binding, purpose: 'test', provider_id: id });
  if (!isWebAddress(begun.authorization_url)) throw new Error('no address to sign in at');
  await leaveFor(begun.authorization_url);
}

/** Brought along by the screen of return; it is good once, so that a reload begins anew. */
function useAnswer(): ProviderAnswer | null {
  const location = useLocation();
  const navigate = useNavigate();
  const [answer] = useState(() => (location.state as { answer?: ProviderAnswer } | null)?.answer ?? null);
  const isHeld = location.state !== null;
  useEffect(() => {
    if (isHeld) void navigate(location.pathname, { replace: true, state: null });
  }, [isHeld, navigate, location.pathname]);
  return answer;
}
