/** The values that identify a person in the tables. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';

export type Person = { id: number; email: string; name: string; phone: string | null; reference: string };

export async function findPerson(db: Queryable, id: number): Promise<Person | undefined> {
  const [person] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      phone: users.phone,
      reference: users.reference,
    })
    .from(users)
    .where(eq(users.id, id));
  return person;
}
