/** Addresses to come back to after paying: only our own, so that nobody is led elsewhere from a payment. */

import { AppError } from '../../app-error.ts';
import type { Env } from '../../env.ts';

type Origins = Pick<Env, 'APP_URL' | 'PUBLIC_API_URL' | 'CORS_ORIGINS'>;

export function requireOwnAddress(env: Origins, ...addresses: string[]): void {
  const own = [env.APP_URL, env.PUBLIC_API_URL ?? '', ...env.CORS_ORIGINS].flatMap(originsOf);
  for (const address of addresses) {
    const url = URL.parse(address);
    const isOurs = url && /^https?:$/.test(url.protocol) && !url.username && own.includes(url.origin);
    if (!isOurs) throw new AppError('foreign_address');
  }
}

/** This machine answers to two names. */
function originsOf(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  if (!['localhost', '127.0.0.1'].includes(url.hostname)) return [url.origin];
  const port = url.port ? `:${url.port}` : '';
  return ['localhost', '127.0.0.1'].map((name) => `${url.protocol}//${name}${port}`);
}
