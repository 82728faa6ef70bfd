/** The three groups that plans are tied to; every database has them. */
import { sql } from 'drizzle-orm';
import { PLAN_GROUPS } from '#contract/limits.ts';
import type { Queryable } from '../db/client.ts';
import { user_groups } from '../db/tables/people.ts';

export async function seedGroups(db: Queryable): Promise<void> {
  await db
    .insert(user_groups)
    .values([
      { id: PLAN_GROUPS.free, name: 'Free', description: 'Grupo padrão, plano gratuito', is_default: true },
      { id: PLAN_GROUPS.plus, name: 'Plus', description: 'Assinantes do plano Plus' },
      { id: PLAN_GROUPS.pro, name: 'Pro', description: 'Assinantes do plano Pro' },
    ])
    .onConflictDoNothing();
  // Given ids do not move the sequence: the next group made by hand is 4.
  await db.execute(
    sql`select setval(pg_get_serial_sequence('user_groups', 'id'), greatest((select max(id) from user_groups), 3))`,
  );
}
