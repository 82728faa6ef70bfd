import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { hasTokens, sessionWasLost, subscribeTokens } from '../api/tokens.ts';
import { keepWanted } from '../features/session/wanted-path.ts';
import { paths } from '../lib/paths.ts';

/** A session that ended by itself leads to the sign-in, unless one is there already, and from there back. */
export function SessionWatch() {
  const navigate = useNavigate();
  useEffect(
    () =>
      subscribeTokens(() => {
        if (hasTokens() || !sessionWasLost() || window.location.pathname === paths.login) return;
        keepWanted(window.location);
        void navigate(paths.login, { replace: true });
      }),
    [navigate],
  );
  return null;
}
