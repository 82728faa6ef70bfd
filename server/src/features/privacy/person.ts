/** The values that identify a person in the tables. */
import { and, eq } from 'drizzle-orm';
import type { Language } from '#contract/language.ts';
import type { Queryable } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { wordsOf } from '../../language/words.ts';
import type { NamedPerson } from '../audit/erase-words.ts';
import { isPerson } from '../users/store.ts';

export type Person = {
  id: number;
  email: string;
  name: string;
  phone: string | null;
  reference: string;
  language: Language | null;
};

export async function findPerson(db: Queryable, id: number): Promise<Person | undefined> {
  const [person] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      phone: users.phone,
      reference: users.reference,
      language: users.language,
    })
    .from(users)
    .where(and(eq(users.id, id), isPerson));
  return person;
}

/**
 * By name, address or telephone number, in any spelling of case and accents. A name of one word is often a word of the
 * language, so it counts only where it is the whole text.
 */
export function namedPerson({ name, email, phone }: Person): NamedPerson {
  const words = wordsOf(name);
  const address = new RegExp(addressPattern(email));
  const number = phone === null ? undefined : new RegExp(phonePattern(phone));
  const longest = words.toSorted((a, b) => b.length - a.length)[0];
  return {
    needles: [email, ...(longest ? [longest] : []), ...(phone ? [phone] : [])],
    names(text) {
      const lower = text.toLowerCase();
      return address.test(lower) || number?.test(lower) === true || containsName(wordsOf(text), words);
    },
  };
}

function containsName(text: string[], name: string[]): boolean {
  if (name.length < 2 && text.length !== name.length) return false;
  return name.length > 0 && ` ${text.join(' ')} `.includes(` ${name.join(' ')} `);
}

/** In lower-case text: `ana@x.com` is neither in `mariana@x.com` nor in `ana@x.com.br`. */
export const addressPattern = (email: string): string =>
  `(^|[^a-z0-9._%+-])${escapePattern(email)}($|[^a-z0-9._-]|\\.($|[^a-z0-9]))`;

export const phonePattern = (phone: string): string => `(^|[^0-9])${phone}($|[^0-9])`;

/** For the regular expressions of PostgreSQL and of JavaScript. */
export const escapePattern = (text: string): string => text.replace(/[^\p{L}\p{N} @_-]/gu, '\\$&');
