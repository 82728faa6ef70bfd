/** The keys that seal secrets at rest: those of SECRETS_KEYS, and one that is derived from the installation's secret. */
import { hkdfSync } from 'node:crypto';

/** `bytes`: 32 of them. */
export type SecretKey = { id: string; bytes: Buffer };
/** The first key seals; all of them open, so that a key can be replaced. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]];

/** The id of the derived key. No key of SECRETS_KEYS may have it. */
const DERIVED_ID = 'jwt';

/** The derived key stays in the list, so that what it sealed opens after SECRETS_KEYS is set for the first time. */
export function secretKeys(configured: readonly SecretKey[] | undefined, secret: string): SecretKeys {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'prosa sealed secret', 32));
  const derived = { id: DERIVED_ID, bytes };
  const [first, ...rest] = configured ?? [];
  return first ? [first, ...rest, derived] : [derived];
}
