/**
 * Placeholders of a base query for the person who asks: `:usuario_id`, `:usuario_email`, `:usuario_grupo`. Their values
 * are bound to each statement, never written into it.
 */
import { needsPerson } from '#contract/data-sources.ts';
import { ContentProblem } from './content-problem.ts';
import { tokenLength } from './final-semicolon.ts';

/** A person as rows of their own are found: the address in lower case, and the id of the group. */
export type Person = { user_id: number; email: string; group_id: number | null };

export const PLACEHOLDER = /:usuario_(id|email|grupo)\b/y;
export type PlaceholderName = 'id' | 'email' | 'grupo';

export const boundValues = ({
  user_id,
  email,
  group_id,
}: Person): Record<PlaceholderName, string | number | null> => ({
  id: user_id,
  email: email.toLowerCase(),
  grupo: group_id,
});

export const NEEDS_PERSON = 'Esta fonte precisa de uma pessoa.';
export const QUOTED_PLACEHOLDER =
  'Um marcador como :usuario_email não pode ficar entre aspas nem em um comentário.';

type Found = { name: PlaceholderName; at: number; length: number };

/** `quoted`: one stands in quotes or in a comment, in which nothing can be bound. */
function placeholdersIn(statement: string): { found: Found[]; quoted: boolean } {
  const found: Found[] = [];
  let quoted = false;
  for (let at = 0; at < statement.length; ) {
    const length = tokenLength(statement, at);
    if (length > 1 && needsPerson(statement.slice(at, at + length))) quoted = true;
    if (statement.startsWith('::', at)) at += 2;
    else if (length) at += length;
    else {
      PLACEHOLDER.lastIndex = at;
      const [text, name] = PLACEHOLDER.exec(statement) ?? [];
      if (text) found.push({ name: name as PlaceholderName, at, length: text.length });
      at += text?.length ?? 1;
    }
  }
  return { found, quoted };
}

/** A sentence about placeholders that cannot be bound; null where all can be. */
export const placeholderProblem = (query: string): string | null =>
  needsPerson(query) && placeholdersIn(query).quoted ? QUOTED_PLACEHOLDER : null;

/** Throws ContentProblem where the query needs a person and there is none, or cannot be bound. */
export function requirePerson(query: string, person: Person | null): void {
  const problem = placeholderProblem(query);
  if (problem) throw new ContentProblem('query', problem);
  requireAsker(query, person);
}

/** Throws ContentProblem where the query needs a person and there is none. */
export function requireAsker(query: string, person: Person | null): void {
  if (needsPerson(query) && !person) throw new ContentProblem('person', NEEDS_PERSON);
}

/** The query with each placeholder as an expression of the same length, so that PostgreSQL's grammar reads it. */
export const withoutPlaceholders = (query: string): string =>
  replaced(query, ({ length }) => '(null)'.padEnd(length));

const TYPES: Record<PlaceholderName, string> = { id: 'integer', email: 'text', grupo: 'integer' };

/** The statement with parameters in place of placeholders, and with their values behind those that it had. */
export function bindPerson(
  statement: string,
  values: unknown[],
  person: Person | null,
): { text: string; values: unknown[] } {
  if (!person || !needsPerson(statement)) return { text: statement, values };
  const given = [...values];
  const text = replaced(statement, ({ name }) => `$${given.push(boundValues(person)[name])}::${TYPES[name]}`);
  return { text, values: given };
}

function replaced(statement: string, by: (found: Found) => string): string {
  let text = '';
  let from = 0;
  for (const found of placeholdersIn(statement).found) {
    text += statement.slice(from, found.at) + by(found);
    from = found.at + found.length;
  }
  return text + statement.slice(from);
}
