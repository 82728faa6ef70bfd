/** Which program is calling, and in whose name: what its key names, as the database knows it at this moment. */
import { isIP } from 'node:net';
import { ACCESS_KEY_CALLS_PER_MINUTE } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, filledError } from '../../app-error.ts';
import type { AuthenticateKey } from '../../http/call-access.ts';
import { consumeRateLimit } from '../../request-guards/rate-limit.ts';
import { findBearer, noteUse } from './records/store.ts';
import { hashOfSecret, isWellFormed } from './secret.ts';

export const authenticateKey =
  ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): AuthenticateKey =>
  async (bearer, ip) => {
    // Guesses and tokens of browsers are refused before the database is asked.
    if (!bearer || !isWellFormed(bearer)) throw new AppError('key_invalid');
    const now = clock.now();
    const found = await findBearer(db, hashOfSecret(bearer), now);
    if (!found) throw new AppError('key_invalid');
    const { key, active, role, user_group_id, idle_days } = found;
    if (key.revoked_at) throw new AppError('key_revoked');
    if (!active) throw new AppError('account_ended');
    if (key.expires_at && key.expires_at <= now) throw new AppError('key_expired');
    if (idle_days !== null) throw filledError('key_owner_away', { days: String(idle_days) });
    const { id, user_id, agent_ids } = key;
    const limit = { key: `access-key-${id}:${user_id}`, max: ACCESS_KEY_CALLS_PER_MINUTE, seconds: 60 };
    await consumeRateLimit(db, limit, now);
    await noteUse(db, id, addressOf(ip), now);
    return { user_id, role, user_group_id, key: { id, agent_ids } };
  };

/** Behind a proxy the address is the proxy's text; a text that is no address is not stored. */
function addressOf(ip: string): string | null {
  const address = ip.split('%')[0] ?? '';
  return isIP(address) ? address : null;
}
