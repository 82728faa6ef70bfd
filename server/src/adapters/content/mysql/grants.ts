/** Reads the lines of SHOW GRANTS: an account of MySQL or MariaDB that may do more than read is refused. */

const READING = new Set(['SELECT', 'USAGE', 'SHOW VIEW']);
const NAMES = /`(?:[^`]|``)*`|'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"\\]|""|\\[\s\S])*"/g;

/** Sentences without a subject, in Portuguese; empty where the account can only read. */
export const excessGrants = (lines: string[]): string[] => [...new Set(lines.flatMap(excessOf))];

function excessOf(line: string): string[] {
  const names: string[] = [];
  // Names may hold any words, so they are taken out before the line is read.
  const bare = line.replace(NAMES, (name) => `{${names.push(name) - 1}}`);
  const named = (text: string) => text.replace(/\{(\d+)\}/g, (_, place) => names[Number(place)] ?? '');
  if (/^SET DEFAULT ROLE /i.test(bare)) return [];
  const [, granted, scope, rest = ''] = /^GRANT (.+?) ON (.+?) TO (.*)$/is.exec(bare) ?? [];
  if (granted === undefined || scope === undefined)
    return [`recebe permissões de um papel (${named(bare).slice(0, 200)})`];
  const rights = granted
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((right) => right.trim().toUpperCase());
  const excess = rights.filter((right) => !READING.has(right));
  if (/WITH GRANT OPTION/i.test(rest)) excess.push('GRANT OPTION');
  return excess.map((right) => `tem a permissão ${right} em ${named(scope)}`);
}
