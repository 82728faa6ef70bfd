/** The party that device keys are made for: the host of APP_URL. */
import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { passkeys } from '../../db/tables/accounts.ts';
import { arePasskeysAllowed } from './policy.ts';

export type RelyingParty = { id: string; origin: string };

/** Null where browsers know no device keys: on an IP address, and by plain http elsewhere than on localhost. */
export function relyingParty({ env }: Pick<AppContext, 'env'>): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(env.APP_URL);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isSecure && !isAddress ? { id: hostname, origin } : null;
}

export function requireRelyingParty(context: Pick<AppContext, 'env'>): RelyingParty {
  const party = relyingParty(context);
  if (!party) throw new AppError('passkeys_not_possible');
  return party;
}

/** Whether device keys may be set up here, and may sign in alone. */
export const arePasskeysPossible = async (context: Pick<AppContext, 'env' | 'db'>): Promise<boolean> =>
  relyingParty(context) !== null && (await arePasskeysAllowed(context.db));

/** Whether the sign-in page offers device keys: somebody has one. Where nobody does, the page is as it always was. */
export async function arePasskeysUsed(context: Pick<AppContext, 'env' | 'db'>): Promise<boolean> {
  if (!relyingParty(context)) return false;
  const { rows } = await context.db.execute<{ used: boolean }>(
    sql`select exists (select from ${passkeys}) as used`,
  );
  return rows[0]?.used === true && (await arePasskeysAllowed(context.db));
}
