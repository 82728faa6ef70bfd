/** Lists of named values as settings have them, separated by commas; null where one of them has another form. */

/** `name:key,name:key`, each key with 32 bytes. `jwt` names the key that is derived from JWT_SECRET. */
export function parseSecretKeys(text: string): { id: string; bytes: Buffer }[] | null {
  const keys = text.split(',').map((part) => {
    const [, id, key = ''] = /^([A-Za-z0-9_-]{1,40}):([A-Za-z0-9+/_-]{43}=?)$/.exec(part.trim()) ?? [];
    return id && id !== 'jwt' ? { id, bytes: Buffer.from(key, 'base64') } : null;
  });
  const found = keys.filter((key) => key !== null);
  const isWhole = found.length === keys.length && new Set(found.map(({ id }) => id)).size === keys.length;
  return isWhole && found.every(({ bytes }) => bytes.length === 32) ? found : null;
}

/** `name=value,name=value`, percent-encoded. */
export function parseHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(',').filter((pair) => pair.trim());
  try {
    return Object.fromEntries(pairs.map(headerOf));
  } catch {
    return null;
  }
}

function headerOf(pair: string): [string, string] {
  const [name = '', ...parts] = pair.split('=');
  const header: [string, string] = [name.trim().toLowerCase(), decodeURIComponent(parts.join('=').trim())];
  if (!parts.length || !/^[\w-]+$/.test(header[0]) || !/^[\x20-\x7e]*$/.test(header[1])) throw new Error();
  return header;
}
