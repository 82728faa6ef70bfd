import { authApi } from '#contract/auth.ts';
import { REFRESH_TIMEOUT_MS } from '#contract/limits.ts';
import { prepare } from '../../api/request.ts';
import { send } from '../../api/send.ts';
import { accessToken, clearTokens, refreshToken } from '../../api/tokens.ts';

/** Forgets the tokens at once and tells the server without waiting for it. */
export function signOut(): void {
  const token = accessToken();
  const refresh_token = refreshToken();
  clearTokens();
  if (!token || !refresh_token) return;
  const request = prepare(authApi.logout, { body: { refresh_token } });
  // Best effort: the person has left, whatever the server says.
  send(request, { token, timeoutMs: REFRESH_TIMEOUT_MS }).catch(() => undefined);
}
