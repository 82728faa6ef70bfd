/** How a person came in, and whom they have let in. */
import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { invitations } from '../../../db/tables/invitations.ts';

/** The invitation by which the person came, and those that they sent: these without the addresses of others. */
export async function readInvitations(db: Database, user_id: number) {
  const { token_hash: _, letter_due_at: __, letter_at: ___, ...received } = getTableColumns(invitations);
  const { email: ____, accepted_user_id: _____, ...sent } = received;
  return {
    received: await db
      .select(received)
      .from(invitations)
      .where(eq(invitations.accepted_user_id, user_id))
      .orderBy(asc(invitations.id)),
    sent: await db
      .select(sent)
      .from(invitations)
      .where(eq(invitations.invited_by_user_id, user_id))
      .orderBy(asc(invitations.id)),
  };
}
