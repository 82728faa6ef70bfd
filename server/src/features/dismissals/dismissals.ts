import { and, asc, eq, sql } from 'drizzle-orm';
import { DISMISSALS_MAX } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { user_dismissals } from '../../db/tables/people.ts';
import type { Caller } from '../../http/routes.ts';

type Needs = Pick<AppContext, 'db' | 'clock'>;
type Owner = Pick<Caller, 'user_id'>;

const columns = { key: user_dismissals.key, version: user_dismissals.version, at: user_dismissals.at };

export const listDismissals = ({ db }: Needs, { user_id }: Owner) =>
  db
    .select(columns)
    .from(user_dismissals)
    .where(eq(user_dismissals.user_id, user_id))
    .orderBy(asc(user_dismissals.key));

/** Keeps the highest version. A person has at most `DISMISSALS_MAX`: the oldest make room. */
export async function putDismissal(
  { db, clock }: Needs,
  { user_id }: Owner,
  { key, version }: { key: string; version: number },
) {
  const at = clock.now();
  return db.transaction(async (tx) => {
    await tx
      .insert(user_dismissals)
      .values({ user_id, key, version, at })
      .onConflictDoUpdate({
        target: [user_dismissals.user_id, user_dismissals.key],
        set: { version, at },
        setWhere: sql`${user_dismissals.version} < excluded.version`,
      });
    await tx.execute(sql`
      delete from user_dismissals where user_id = ${user_id} and key in (
        select key from user_dismissals where user_id = ${user_id} and key <> ${key}
        order by at desc, key offset ${DISMISSALS_MAX - 1})`);
    const [kept] = await tx
      .select(columns)
      .from(user_dismissals)
      .where(and(eq(user_dismissals.user_id, user_id), eq(user_dismissals.key, key)));
    if (!kept) throw new Error('no dismissal was kept');
    return kept;
  });
}
