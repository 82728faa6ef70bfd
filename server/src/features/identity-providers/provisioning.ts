/** The state of the directory of a provider (SCIM), as administrators see it. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { scim_groups, scim_tokens, scim_users } from '../../db/tables/scim.ts';

type TokenRow = typeof scim_tokens.$inferSelect;

export const shownToken = ({ id, hint, created_at, last_used_at, last_call, last_status }: TokenRow) => ({
  ...{ id, hint, created_at, last_used_at, last_call, last_status },
});

export async function provisioningOf(db: Queryable, provider_id: number) {
  const tokens = await db
    .select()
    .from(scim_tokens)
    .where(and(eq(scim_tokens.provider_id, provider_id), isNull(scim_tokens.revoked_at)))
    .orderBy(asc(scim_tokens.id));
  return {
    tokens: tokens.map(shownToken),
    users: await db.$count(scim_users, eq(scim_users.provider_id, provider_id)),
    groups: await db.$count(scim_groups, eq(scim_groups.provider_id, provider_id)),
  };
}
