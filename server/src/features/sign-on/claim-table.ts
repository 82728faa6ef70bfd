/** The claims of a provider about somebody, as a table that may be shown: addresses and numbers of others are masked. */

const ROWS_MAX = 100;
const VALUE_MAX = 300;
const DEPTH_MAX = 5;
const ADDRESS = /([^\s@,;<>"])[^\s@,;<>"]*@([^\s@,;<>"]+)/gu;
/** A CPF with or without its points, and every other long number. */
const LONG_NUMBER = /\d{3}\.?\d{3}\.?\d{3}-?\d{2}|\d{7,}/g;
const SHOWN = 2;
/** Claims about the token itself. */
const PROTOCOL = new Set(['nonce', 'iat', 'exp', 'nbf', 'jti', 'at_hash', 'c_hash', 's_hash']);

type Row = { name: string; value: string };

/** `own`: addresses of the person who looks. */
export function claimTable(claims: Readonly<Record<string, unknown>>, own: readonly string[]): Row[] {
  const rows: Row[] = [];
  const visit = (value: unknown, name: string, depth: number) => {
    if (rows.length >= ROWS_MAX || PROTOCOL.has(name)) return;
    const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
    if (typeof value === 'object' && value !== null && !isList && depth < DEPTH_MAX) {
      for (const [part, inner] of Object.entries(value))
        visit(inner, name ? `${name}.${part}` : part, depth + 1);
      return;
    }
    const written = isList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
    rows.push({ name, value: shown(name, written ?? '', own) });
  };
  visit(claims, '', 0);
  return rows;
}

function shown(name: string, written: string, own: readonly string[]): string {
  if (own.includes(written.toLowerCase())) return written;
  const isSubject = name === 'sub' || name === 'oid';
  const masked = isSubject ? hidden(written) : maskedText(written);
  return masked.length > VALUE_MAX ? `${masked.slice(0, VALUE_MAX)}…` : masked;
}

const hidden = (text: string) => `${text.slice(0, SHOWN)}••••`;

const maskedText = (text: string) =>
  text
    .replace(ADDRESS, (_, first: string, domain: string) => `${first}••@${domain}`)
    .replace(LONG_NUMBER, (number) => hidden(number));

export const maskedAddress = (email: string) => email.replace(/^(.)[^@]*/u, '$1••');
