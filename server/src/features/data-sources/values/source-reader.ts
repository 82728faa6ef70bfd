/** The reader of a data source for the person who asks it. */
import { eq } from 'drizzle-orm';
import { needsPerson } from '#contract/data-sources.ts';
import type { ContentReader } from '../../../adapters/content/content-databases.ts';
import type { Person } from '../../../adapters/content/placeholders.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Queryable } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';

/** `user_id` comes from the session; null where nobody asks, as in checks and comparisons. */
export async function sourceReader(
  { db, content }: Pick<AppContext, 'db' | 'content'>,
  { connection_id, base_sql_query }: { connection_id: number; base_sql_query: string },
  user_id: number | null,
): Promise<ContentReader> {
  const isPersonal = user_id !== null && needsPerson(base_sql_query);
  return content.of(connection_id, isPersonal ? await findPerson(db, user_id) : null);
}

/** The person as rows of their own are found. */
export async function findPerson(db: Queryable, user_id: number): Promise<Person | null> {
  const [person] = await db
    .select({ user_id: users.id, email: users.email, group_id: users.user_group_id })
    .from(users)
    .where(eq(users.id, user_id));
  return person ?? null;
}
