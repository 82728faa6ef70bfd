/** How these screens say that something failed: the server's own words, else the one sentence given for it. */
import { messageOf } from '../../api/error-message.ts';

export function failureText(failure: unknown, fallback: string): string {
  const said = messageOf(failure, fallback);
  return said.startsWith(`${fallback}. `) ? fallback : said;
}
