/** The address of a bucket as `FILES_URL` has it. */

export type FilesAddress = {
  /** Without a path. */
  endpoint: string;
  bucket: string;
  /** Stands before every key: empty, or with a slash at its end. */
  prefix: string;
  region: string;
  access_key_id: string;
  secret: string;
};

const REGION = 'us-east-1';

/** `https://KEY:SECRET@host/bucket/prefix?region=…`; null where a part is missing. */
export function parseFilesAddress(text: string): FilesAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, origin, pathname, searchParams, hash } = new URL(text);
  const others = [...searchParams.keys()].filter((name) => name !== 'region');
  if (!/^https?:$/.test(protocol) || !username || !password || hash || others.length) return null;
  try {
    const [bucket = '', ...folders] = pathname.split('/').filter(Boolean).map(decodeURIComponent);
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return null;
    if (folders.some((name) => !/^[\w.-]+$/.test(name) || /^\.+$/.test(name))) return null;
    return {
      endpoint: origin,
      bucket,
      prefix: folders.map((name) => `${name}/`).join(''),
      region: searchParams.get('region') || REGION,
      access_key_id: decodeURIComponent(username),
      secret: decodeURIComponent(password),
    };
  } catch {
    return null;
  }
}
