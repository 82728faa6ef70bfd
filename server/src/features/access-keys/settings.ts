import { sql } from 'drizzle-orm';
import { type AccessKeyChange, keyMessages } from '#contract/keys.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import type { Caller } from '../../http/routes.ts';
import { availableTo } from '../agents/availability.ts';

type Wish = {
  wanted: AccessKeyChange;
  /** The agents that the key names already: one that was withdrawn since may stay named, and opens nothing. */
  held?: number[] | null;
  now: Date;
};

/** Checks that the agents are available to the owner and that the expiry is in the future. */
export async function usable(
  db: Queryable,
  caller: Caller,
  { wanted, held, now }: Wish,
): Promise<{ agent_ids?: number[] | null; expires_at?: Date | null }> {
  const { agent_ids, expires_at } = wanted;
  const expiry = expires_at ? new Date(expires_at) : expires_at === undefined ? undefined : null;
  if (expiry && !(expiry > now)) throw refused('expires_at', keyMessages.expiryPast);
  const ids = agent_ids && [...new Set(agent_ids)].toSorted((a, b) => a - b);
  const added = ids?.filter((id) => !held?.includes(id));
  if (added?.length) {
    const known = await db
      .select({ id: agents.id })
      .from(agents)
      .where(sql`${agents.id} = any (${sql.param(added)}::int[]) and ${availableTo(caller)}`);
    if (known.length < added.length) throw refused('agent_ids', keyMessages.unknownAgent);
  }
  return {
    ...(ids === undefined ? {} : { agent_ids: ids }),
    ...(expiry === undefined ? {} : { expires_at: expiry }),
  };
}

const refused = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });
