/** The screen to which a provider sends people back. The answer leaves the address before anything is drawn. */
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { authApi } from '#contract/auth.ts';
import type { ProviderAnswer } from '#contract/provider-answer.ts';
import type { SecondStep as Begun, LinkProof, TokenPair } from '#contract/sign-in.ts';
import { linkedAccountsApi, signOnApi } from '#contract/sign-on.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { apiHosts } from '../../../api/hosts.ts';
import { hasTokens, keepTokens } from '../../../api/tokens.ts';
import { takeTabSecret } from '../../../lib/browser/sign-on-tab.ts';
import { paths } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/title.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { Spinner } from '../../../ui/display/spinner.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { beginSignOn } from './begin-sign-on.ts';
import { Confirmed, ProofFailed } from './confirm-screen.tsx';
import { LinkForm } from './link-form.tsx';
import { SecondStepOf } from './second-step-of.tsx';
import { texts as all } from './texts.ts';

const texts = all.back;

type Outcome = { second_step: Begun['second_step'] } | LinkProof | { waiting: true } | 'confirmed';

export function ReturnScreen() {
  useTitle(texts.tab);
  const { slug = '' } = useParams();
  const query = useQueryOnce();
  const name = useProviderName(slug);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const enter = useEntry();
  const navigate = useNavigate();
  const showTrial = (id: number, answer: ProviderAnswer) =>
    void navigate(paths.adminAccessTrial(id), { replace: true, state: { answer } });
  const finish = useTask(async () => {
    const state = new URLSearchParams(query).get('state') ?? '';
    const kept = takeTabSecret(state);
    if (!kept) throw new BegunElsewhere();
    const { binding, purpose, provider_id } = kept;
    if (purpose === 'test' && provider_id !== undefined)
      return showTrial(provider_id, { state, binding, query });
    if (purpose === 'confirm') {
      await call(authApi.confirm, { body: { slug, state, binding, query } }).catch((cause: unknown) => {
        throw new ProofRefused('the sign-in was not confirmed', { cause });
      });
      return setOutcome('confirmed');
    }
    const answer = { params: { slug }, body: { state, binding, query } };
    if (purpose === 'link') {
      await call(linkedAccountsApi.finish, answer);
      await navigate(paths.profile, { replace: true });
      return;
    }
    const reply = await call(signOnApi.finish, answer);
    if ('access_token' in reply) await enter(reply);
    else setOutcome(reply);
  });
  const { run } = finish;
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    run();
  }, [run]);

  if (finish.failure instanceof ProofRefused) return <ProofFailed failure={finish.failure.cause} />;
  if (outcome === 'confirmed') return <Confirmed />;
  if (finish.failure) return <Failed slug={slug} name={name} failure={finish.failure} />;
  if (outcome && 'second_step' in outcome)
    return <SecondStepOf begun={outcome.second_step} onEntered={enter} />;
  if (outcome && 'link' in outcome) return <LinkForm link={outcome.link} name={name} onEntered={enter} />;
  if (outcome) return <WaitsForApproval />;
  return (
    <AuthFrame title={texts.title} line={texts.line}>
      <Spinner />
    </AuthFrame>
  );
}

function WaitsForApproval() {
  return (
    <AuthFrame title={all.waiting.title} line={all.waiting.line}>
      <Link to={paths.login} className={buttonLook('secondary', 'large')}>
        {texts.toLogin}
      </Link>
    </AuthFrame>
  );
}

/** Begins at once, for a tile or a link of the intranet. */
export function BeginScreen() {
  const { slug = '' } = useParams();
  const name = useProviderName(slug);
  const [isSignedIn] = useState(hasTokens);
  const begin = useTask(() => beginSignOn(slug));
  const { run } = begin;
  const isSent = useRef(false);
  useEffect(() => {
    if (isSignedIn || isSent.current) return;
    isSent.current = true;
    run();
  }, [run, isSignedIn]);
  useTitle(all.enter(name));
  if (isSignedIn) return <Navigate to={paths.chat} replace />;
  if (begin.failure) return <Failed slug={slug} name={name} failure={begin.failure} />;
  return (
    <AuthFrame title={all.opening(name)} line={texts.line}>
      <Spinner />
    </AuthFrame>
  );
}

class BegunElsewhere extends Error {}
class ProofRefused extends Error {}

/** Read at the first drawing and taken out of the address and the history. */
function useQueryOnce(): string {
  const [query] = useState(() => {
    const { search, pathname } = window.location;
    if (search) window.history.replaceState(window.history.state, '', pathname);
    return search.slice(1);
  });
  return query;
}

function useProviderName(slug: string): string {
  const [name, setName] = useState<string>(texts.provider);
  useEffect(() => {
    void apiHosts().then(({ sign_in }) => {
      const found = sign_in.providers.find((one) => one.slug === slug);
      if (found) setName(found.name);
    });
  }, [slug]);
  return name;
}

function useEntry() {
  const navigate = useNavigate();
  return async ({ access_token, refresh_token }: TokenPair) => {
    keepTokens({ access: access_token, refresh: refresh_token });
    await navigate(paths.chat, { replace: true });
  };
}

function Failed({ slug, name, failure }: { slug: string; name: string; failure: unknown }) {
  const again = useTask(() => beginSignOn(slug));
  const isElsewhere = failure instanceof BegunElsewhere;
  const sentence = isElsewhere ? texts.otherTab : messageOf(again.failure ?? failure, all.context);
  return (
    <AuthFrame title={texts.failed} line={sentence}>
      <div className="grid gap-3" role="alert" aria-label={sentence}>
        <Button variant="primary" size="large" busy={again.busy} onClick={() => again.run()}>
          {texts.again(name)}
        </Button>
        <Link to={paths.login} className={buttonLook('secondary', 'large')}>
          {texts.toLogin}
        </Link>
      </div>
    </AuthFrame>
  );
}
