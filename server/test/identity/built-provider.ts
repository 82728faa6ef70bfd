/** A provider of sign-on in the database, without a call: for tests that are about something else. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { identityProviderPresets } from '#contract/identity-provider-presets.ts';
import type { GivenSettings, IdentityProviderKind } from '#contract/identity-providers.ts';
import type { AppContext } from '../../src/app-context.ts';
import { identity_providers } from '../../src/db/tables/identity.ts';
import { newSubjectKey, sealProviderSecret } from '../../src/features/identity-providers/provider.ts';

type ProviderOptions = {
  slug?: string;
  kind?: IdentityProviderKind;
  name?: string;
  active?: boolean;
  settings?: GivenSettings;
  secret?: string;
};

export async function buildProvider(
  { db, secretKeys, clock }: Pick<AppContext, 'db' | 'secretKeys' | 'clock'>,
  wishes: ProviderOptions = {},
): Promise<number> {
  const { slug = randomUUID().slice(0, 30), kind = 'oidc', name = 'Provedor', active = true } = wishes;
  const basis = kind === 'ldap' ? {} : { issuer: 'http://127.0.0.1:9', client_id: 'prosa' };
  const settings = { ...identityProviderPresets[kind], ...basis, ...wishes.settings };
  const now = clock.now();
  const [row] = await db
    .insert(identity_providers)
    .values({ slug, kind, name, active, settings, created_at: now, updated_at: now })
    .returning({ id: identity_providers.id });
  if (!row) throw new Error('no provider was inserted');
  await db
    .update(identity_providers)
    .set({
      subject_key_sealed: newSubjectKey(secretKeys, row.id),
      ...(wishes.secret ? { secret_sealed: sealProviderSecret(secretKeys, row.id, wishes.secret) } : {}),
    })
    .where(eq(identity_providers.id, row.id));
  return row.id;
}
