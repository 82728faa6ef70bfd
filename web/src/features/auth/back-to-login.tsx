import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { REDIRECT_COUNTDOWN_SECONDS } from '#contract/limits.ts';
import { paths } from '../../lib/paths.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { texts } from './texts.ts';

/** Counts down in sight and then goes to the sign-in; the link is for those who do not wait. */
export function BackToLogin() {
  const navigate = useNavigate();
  const { left, start } = useCountdown();

  useEffect(() => {
    start(REDIRECT_COUNTDOWN_SECONDS);
    const timer = setTimeout(
      () => void navigate(paths.login, { replace: true }),
      REDIRECT_COUNTDOWN_SECONDS * 1000,
    );
    return () => clearTimeout(timer);
  }, [navigate, start]);

  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-ink-2">
      {/* The link says the same without a voice that counts. */}
      <span aria-hidden="true" className="tabular-nums">
        {texts.backIn(left)}
      </span>
      <Link to={paths.login} replace className="link phone:inline-block phone:py-3">
        {texts.toLogin}
      </Link>
    </p>
  );
}
