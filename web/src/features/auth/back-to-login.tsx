import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { REDIRECT_COUNTDOWN_SECONDS } from '#contract/limits.ts';
import { paths } from '../../lib/paths.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { texts } from './texts.ts';

/** Counts down in sight and then goes to the sign-in; the link is for those who do not wait. */
export function BackToLogin({ email }: { email?: string | undefined }) {
  const navigate = useNavigate();
  const { left, start } = useCountdown();

  useEffect(() => {
    start(REDIRECT_COUNTDOWN_SECONDS);
    const timer = setTimeout(
      () => void navigate(paths.login, { replace: true, state: stateWith(email) }),
      REDIRECT_COUNTDOWN_SECONDS * 1000,
    );
    return () => clearTimeout(timer);
  }, [navigate, start, email]);

  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-ink-2">
      {/* The link says the same without a voice that counts. */}
      <span aria-hidden="true" className="tabular-nums">
        {texts.backIn(left)}
      </span>
      <Link to={paths.login} replace state={stateWith(email)} className="link phone:inline-block phone:py-3">
        {texts.toLogin}
      </Link>
    </p>
  );
}

/** In the browser's history and never in the address, which logs and other people may see. */
export type SignInState = { email: string } | null;

const stateWith = (email: string | undefined): SignInState => (email ? { email } : null);
