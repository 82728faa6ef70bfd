/** Reads the claims of a provider. Only their own properties count: a path may be typed by an administrator. */
type Source = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 5;
const GROUPS_MAX = 1_000;
const GROUP_LENGTH_MAX = 500;

/** The value at a path: a property of exactly that name first, then parts divided by dots. */
export function claimAt(claims: Source, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  const names = path.split('.');
  if (names.length > DEPTH_MAX) return undefined;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as Source)[name];
  }
  return value;
}

export const hasClaim = (claims: Source, path: string): boolean =>
  claimAt(claims, path) !== undefined || isCutShort(claims, path);

export function textAt(claims: Source, path: string): string | null {
  const value = claimAt(claims, path);
  return typeof value === 'string' && value.trim() ? value.trim() : null;
}

/** gov.br writes it as a string. Null where it is missing or is no answer. */
export function booleanAt(claims: Source, path: string): boolean | null {
  const value = claimAt(claims, path);
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : null;
}

/**
 * The groups of a person; null where they are not known: a wrong shape, too many of them, or the provider's mark that it
 * left them out. A claim that is missing is an empty list.
 */
export function groupsAt(claims: Source, path: string): string[] | null {
  if (isCutShort(claims, path)) return null;
  const value = claimAt(claims, path);
  if (value === undefined) return [];
  const groups = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(groups) || groups.length > GROUPS_MAX) return null;
  const isWhole = groups.every((one) => typeof one === 'string' && one.length <= GROUP_LENGTH_MAX);
  return isWhole ? (groups as string[]) : null;
}

/** Entra leaves the groups out where there are more than 200, and says so in one of two ways. */
function isCutShort(claims: Source, path: string): boolean {
  if (booleanAt(claims, 'hasgroups') === true) return true;
  const elsewhere = claimAt(claims, '_claim_names');
  return typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, path);
}

/** One form for the names of a directory (DN) that are written differently. */
export const normalisedDn = (dn: string): string =>
  dn
    .trim()
    .toLowerCase()
    .replace(/\s*(?<!\\)([,+=])\s*/g, '$1');
