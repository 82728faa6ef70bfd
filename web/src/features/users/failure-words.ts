import { messageOf } from '../../api/error-message.ts';

export type Told = { title: string; line: string | null };

/**
 * The text of a failure: the call and the reason. A server that says nothing leaves the sentence of the call: where it begins with the
 * title, it takes the title's place, so that nothing is said twice.
 */
export function told(failure: unknown, title: string, context: string): Told {
  const line = messageOf(failure, context);
  return line.startsWith(`${title}. `) ? { title: line, line: null } : { title, line };
}
