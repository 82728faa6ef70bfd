/** Moving people between groups. */
import { inArray } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { recomputeTokenLimits } from './tokens/token-limit.ts';

/** A statement has ten seconds: many people are moved in several. */
const PER_STATEMENT = 5_000;

/** Locked people into a group, with what it means for their tokens. */
export async function movePeople(
  tx: Transaction,
  ids: number[],
  user_group_id: number,
  now: Date,
): Promise<void> {
  for (let from = 0; from < ids.length; from += PER_STATEMENT) {
    const some = ids.slice(from, from + PER_STATEMENT);
    await tx.update(users).set({ user_group_id, updated_at: now }).where(inArray(users.id, some));
    await recomputeTokenLimits(tx, some);
  }
}
