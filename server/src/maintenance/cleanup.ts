/** Rows that nobody needs after some time, and who deletes them. The job `maintenance.cleanup` does so every hour. */
import { forgetOldPositions } from '../adapters/read-replica.ts';
import type { AppContext } from '../app-context.ts';
import { forgetRevokedKeys } from '../features/access-keys/records/store.ts';
import { forgetOldEvents } from '../features/alerts/evaluate.ts';
import { forgetOldAccountRows } from '../features/auth/records/sign-in-store.ts';
import { forgetOldBudgets } from '../features/groups/budget-notices.ts';
import { deleteOldGuardHours } from '../features/guard/guard-counts.ts';
import { forgetOldImports } from '../features/imports/preview.ts';
import { forgetOldInvitations } from '../features/invitations/records/store.ts';
import { forgetEndedLinks } from '../features/session-links/own-links.ts';
import { forgetOldDeliveries } from '../features/webhooks/deliveries.ts';
import { deleteExpiredIdempotencyKeys } from '../request-guards/idempotency.ts';
import { deleteExpiredRateLimits } from '../request-guards/rate-limit.ts';

type Cleanup = (db: AppContext['db'], now: Date) => Promise<void>;

/** By what they delete, in the words of docs/operations.md. */
export const CLEANUPS: Record<string, Cleanup> = {
  'codes, temporary passwords and sign-ins': forgetOldAccountRows,
  'rate limits': deleteExpiredRateLimits,
  'idempotency keys': deleteExpiredIdempotencyKeys,
  'revoked access keys': forgetRevokedKeys,
  invitations: forgetOldInvitations,
  'imports of people': forgetOldImports,
  'months of budgets': forgetOldBudgets,
  'counts of personal data': deleteOldGuardHours,
  'resolved alerts': forgetOldEvents,
  'deliveries of webhooks': forgetOldDeliveries,
  'positions of writes': forgetOldPositions,
  'links of conversations': forgetEndedLinks,
};

export async function cleanUp({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  for (const cleanup of Object.values(CLEANUPS)) await cleanup(db, now);
}
