import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { hasTokens, sessionWasLost, subscribeTokens } from '../api/tokens.ts';
import { keepWanted } from '../features/session/wanted-path.ts';
import { forgetTab } from '../lib/browser/storage.ts';
import { paths } from '../lib/paths.ts';

/**
 * A session that ended by itself leads to the sign-in, unless one is there already, and from there back. One that the
 * person ended, here or in another tab, leaves nothing behind.
 */
export function SessionWatch() {
  const navigate = useNavigate();
  useEffect(() => {
    let wasSignedIn = hasTokens();
    return subscribeTokens(() => {
      const isOver = wasSignedIn && !hasTokens();
      wasSignedIn = hasTokens();
      if (isOver && !sessionWasLost()) forgetTab();
      if (wasSignedIn || !sessionWasLost() || window.location.pathname === paths.login) return;
      keepWanted(window.location);
      void navigate(paths.login, { replace: true });
    });
  }, [navigate]);
  return null;
}
