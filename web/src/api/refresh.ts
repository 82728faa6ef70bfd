/** Single-flight token refresh, in this tab and across tabs. */
import { authApi } from '#contract/auth.ts';
import { REFRESH_TIMEOUT_MS } from '#contract/limits.ts';
import { ApiFailure, stringAt } from './failure.ts';
import { prepare } from './request.ts';
import { readJson, refuseFailure, send } from './send.ts';
import { accessToken, clearTokens, keepTokens, refreshToken, type StoredTokens } from './tokens.ts';

const LOCK = 'prosa.refresh';
export const NO_REFRESH_TOKEN =
  __LANGUAGE__ === 'en' ? 'Invalid refresh token' : 'Token de atualização inválido';
export const NO_TOKENS_IN_ANSWER =
  __LANGUAGE__ === 'en' ? 'Invalid form of a token reply' : 'Formato de resposta de token inválido';

let running: Promise<void> | null = null;

/**
 * Ensures that the stored access token is newer than `refused`, which the server did not accept. A refusal ends the
 * session; an outage does not.
 */
export function renewTokens(refused: string | null): Promise<void> {
  if (isRenewed(refused)) return Promise.resolve();
  running ??= oneTabAtATime(() => renew(refused)).finally(() => {
    running = null;
  });
  return running;
}

async function renew(refused: string | null): Promise<void> {
  // Another tab may have done it while this one waited for the lock.
  if (isRenewed(refused)) return;
  const used = refreshToken();
  let tokens: StoredTokens;
  try {
    tokens = await requestTokens(used);
  } catch (failure) {
    if (isRenewed(refused)) return;
    if (failure instanceof ApiFailure && isFinal(failure) && refreshToken() === used) clearTokens('lost');
    throw failure;
  }
  if (refreshToken() === used) return keepTokens(tokens);
  // Signed out, or signed in anew, while we waited: what came back belongs to a session that is over.
  if (!isRenewed(refused)) throw new ApiFailure({ kind: 'malformed', fallback: NO_REFRESH_TOKEN });
}

async function requestTokens(refresh_token: string | null): Promise<StoredTokens> {
  if (!refresh_token) throw new ApiFailure({ kind: 'malformed', fallback: NO_REFRESH_TOKEN });
  const request = prepare(authApi.refresh, { body: { refresh_token } });
  const response = await send(request, { token: null, timeoutMs: REFRESH_TIMEOUT_MS });
  await refuseFailure(response);
  return tokensIn(await readJson(response));
}

/** In `data`, as the contract says, or at the top level, as some servers send them. */
function tokensIn(body: unknown): StoredTokens {
  const data = (body as { data?: unknown } | null | undefined)?.data ?? body;
  const access = stringAt(data, 'access_token');
  const refresh = stringAt(data, 'refresh_token');
  if (access && refresh) return { access, refresh };
  throw new ApiFailure({ kind: 'malformed', status: 200, fallback: NO_TOKENS_IN_ANSWER });
}

function isRenewed(refused: string | null): boolean {
  const stored = accessToken();
  return stored !== null && stored !== refused;
}

function isFinal({ kind, status }: ApiFailure): boolean {
  return kind === 'malformed' || (kind === 'http' && status < 500 && status !== 429);
}

function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  // Absent on plain http and in some embedded browsers.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
