/** Secrets that an older key has sealed are sealed again by the newest, so that the older one can be thrown away. */
import { resealSecrets } from '../adapters/sealing/reseal.ts';
import type { AppContext } from '../app-context.ts';

export async function reseal({ db, secretKeys, log }: AppContext): Promise<void> {
  const rewritten = await resealSecrets(db, secretKeys);
  if (rewritten) log.info({ rewritten, key: secretKeys[0].id }, 'secrets sealed again by the newest key');
}
