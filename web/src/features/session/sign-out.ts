import { authApi } from '#contract/auth.ts';
import { REFRESH_TIMEOUT_MS } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { prepare } from '../../api/request.ts';
import { send } from '../../api/send.ts';
import { accessToken, clearTokens, refreshToken } from '../../api/tokens.ts';
import { drafts } from '../../lib/browser/drafts.ts';
import { isWebAddress, leaveFor } from '../../lib/browser/leave-for.ts';
import { me } from './queries.ts';

/** Forgets the tokens at once and tells the server without waiting for it. */
export function signOut(): void {
  const token = accessToken();
  const refresh_token = refreshToken();
  leave();
  if (!token || !refresh_token) return;
  const request = prepare(authApi.logout, { body: { refresh_token } });
  // Best effort: the person has left, whatever the server says.
  send(request, { token, timeoutMs: REFRESH_TIMEOUT_MS })
    .then(endThereToo)
    .catch(() => undefined);
}

/** Where the provider of the sign-in is to end its session, too. */
async function endThereToo(response: Response): Promise<void> {
  const { data } = (await response.json()) as { data?: { end_session_url?: unknown } | null };
  const address = data?.end_session_url;
  if (isWebAddress(address)) await leaveFor(address);
}

/** Only once the server has confirmed it: a person who reads «signed out everywhere» must be. */
export async function signOutEverywhere(): Promise<void> {
  await call(authApi.endAllSignIns, {});
  leave();
}

/** Signing out removes everything that was typed on this machine, and what was kept of the person. */
export function leave(): void {
  void drafts.erase(queryClient.getQueryData(me().queryKey)?.id);
  clearTokens();
}
