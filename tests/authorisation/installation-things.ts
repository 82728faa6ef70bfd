/** Things of the installation that administrators share: data sources, connections, providers, webhooks and alerts. */
import { randomUUID } from 'node:crypto';
import { isNull } from 'drizzle-orm';
import type { AppContext } from '../../server/src/app-context.ts';
import { alert_rules, webhook_deliveries } from '../../server/src/db/tables/alerts.ts';
import { connections } from '../../server/src/db/tables/data-sources.ts';
import { terms_versions } from '../../server/src/db/tables/terms.ts';
import { buildProvider } from '../../server/test/identity/built-provider.ts';
import { buildScimGroup, buildScimUser } from '../../server/test/identity/scim-directory.ts';
import { buildersIn, first } from './build-things.ts';
import { type Kind, NO_SESSION, NONE } from './kind.ts';

export function installationKinds(context: AppContext) {
  const { db } = context;
  const { agent, source, webhook, scimToken } = buildersIn(context);
  return {
    source: { own: async () => ({ id: await source() }), missing: { id: NONE }, malformed: { id: 'x' } },
    alert_rule: {
      own: async () => ({
        id: (await first(db.insert(alert_rules).values({ kind: 'queue', threshold: 15 }).returning())).id,
      }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    webhook: {
      own: async () => ({ id: await webhook() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    webhook_delivery: {
      own: async () => {
        const webhook_id = await webhook();
        const sent = { webhook_id, kind: 'test', body: '{}', next_at: context.clock.now() };
        return {
          id: webhook_id,
          n: (await first(db.insert(webhook_deliveries).values(sent).returning())).id,
        };
      },
      missing: { id: NONE, n: NONE },
      malformed: { id: 'x', n: 'y' },
    },
    connection: {
      own: async () => {
        const given = {
          kind: 'postgres',
          name: 'Servidor',
          host: '127.0.0.1',
          port: 9,
          database_name: 'obras',
          user_name: 'leitor',
          tls: 'off',
        } as const;
        return { id: (await first(db.insert(connections).values(given).returning())).id };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    provider_slug: {
      own: async () => {
        const slug = randomUUID().slice(0, 30);
        await buildProvider(context, { slug });
        return { slug };
      },
      missing: { slug: 'nenhum' },
      malformed: { slug: '%20' },
    },
    directory_slug: {
      own: async () => {
        const slug = randomUUID().slice(0, 30);
        const settings = { url: 'ldap://127.0.0.1:9', base: 'dc=exemplo' };
        await buildProvider(context, { slug, kind: 'ldap', settings });
        return { slug };
      },
      missing: { slug: 'nenhum' },
      malformed: { slug: '%20' },
    },
    directory: {
      own: async () => {
        const settings = { url: 'ldap://127.0.0.1:9', base: 'dc=exemplo' };
        return { id: await buildProvider(context, { kind: 'ldap', settings }) };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    identity_provider: {
      own: async () => ({ id: await buildProvider(context) }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    terms: {
      own: async () => {
        const text = { kind: 'terms' as const, title: 'Termos', body: 'Texto.', required: false };
        // There is one draft of a kind, which another call may have made just now.
        const draft = {
          target: terms_versions.kind,
          targetWhere: isNull(terms_versions.published_at),
          set: text,
        };
        return {
          id: (await first(db.insert(terms_versions).values(text).onConflictDoUpdate(draft).returning())).id,
        };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    scim_token: {
      own: () => scimToken(),
      foreign: async () => ({ ...(await scimToken()), id: await buildProvider(context) }),
      missing: { id: NONE, tokenId: NONE },
      malformed: { id: 'x', tokenId: 'x' },
    },
    // The caller is the directory of a provider: its own objects are those of the provider.
    scim_user: {
      own: async (provider_id) => ({ id: await buildScimUser(context, provider_id) }),
      foreign: async () => ({ id: await buildScimUser(context, NONE) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    scim_group: {
      own: async (provider_id) => ({ id: await buildScimGroup(context, provider_id) }),
      foreign: async () => ({ id: await buildScimGroup(context, NONE) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    sheet_source: {
      own: async () => ({ id: await source() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      // A source that was not loaded from a file has no version to restore.
      may_lack: true,
    },
    source_agent: {
      own: async () => ({ id: await source(), agentId: await agent() }),
      missing: { id: NONE, agentId: NONE },
      malformed: { id: 'x', agentId: 'x' },
    },
  } satisfies Record<string, Kind>;
}
