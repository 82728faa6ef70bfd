/** Which directory is calling, and what it last called. */
import { and, eq, isNull } from 'drizzle-orm';
import { SCIM_PATH } from '#contract/scim.ts';
import { SCIM_CALLS_MAX, SCIM_CALLS_MINUTES } from '#contract/scim-limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { reasonOf } from '../../db/client.ts';
import { identity_providers } from '../../db/tables/identity.ts';
import { scim_tokens } from '../../db/tables/scim.ts';
import type { AuthenticateDirectory } from '../../http/call-access.ts';
import type { DirectoryCaller } from '../../http/routes.ts';
import type { DirectoryCall } from '../../http/serve.ts';
import { consumeRateLimit } from '../../request-guards/rate-limit.ts';
import { hashOfScimToken, isTokenForm } from './tokens.ts';

/** A provider that is switched off speaks for nobody. */
export const authenticateDirectory =
  ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): AuthenticateDirectory =>
  async (bearer) => {
    // Guesses and tokens of browsers are refused before the database is asked.
    if (!bearer || !isTokenForm(bearer)) throw new AppError('scim_token_invalid');
    const [found] = await db
      .select({
        token_id: scim_tokens.id,
        provider_id: scim_tokens.provider_id,
        provider: identity_providers.slug,
      })
      .from(scim_tokens)
      .innerJoin(identity_providers, eq(identity_providers.id, scim_tokens.provider_id))
      .where(
        and(
          eq(scim_tokens.token_hash, hashOfScimToken(bearer)),
          isNull(scim_tokens.revoked_at),
          eq(identity_providers.active, true),
        ),
      );
    if (!found) throw new AppError('scim_token_invalid');
    const limit = {
      key: `scim-token-${found.token_id}`,
      max: SCIM_CALLS_MAX,
      seconds: 60 * SCIM_CALLS_MINUTES,
    };
    await consumeRateLimit(db, limit, clock.now());
    return found;
  };

/** Superadmins see the last call and its status while they set a directory up. */
export async function noteDirectoryCall(
  { db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>,
  { token_id }: DirectoryCaller,
  { method, route, status }: DirectoryCall,
): Promise<void> {
  const last_call = `${method} ${route.slice(SCIM_PATH.length)}`;
  try {
    await db
      .update(scim_tokens)
      .set({ last_used_at: clock.now(), last_call, last_status: status })
      .where(eq(scim_tokens.id, token_id));
  } catch (error) {
    log.warn({ err: { message: reasonOf(error) } }, 'the call of a directory was not noted');
  }
}
