import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BANNERS_MAX } from '#contract/limits.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { alert_events, alert_rules, banners } from '../../db/tables/alerts.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { user_groups } from '../../db/tables/people.ts';

let testServer: TestServer;
let boss: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
});
afterAll(() => testServer.close());

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS).toISOString();
const given = (change: object = {}) => ({
  text: 'Manutenção no sábado.',
  tone: 'info',
  group_ids: null,
  starts_at: at(-1),
  ends_at: at(24),
  dismissible: true,
  url: null,
  ...change,
});
const create = (change: object = {}) => boss.post('/admin/banners', given(change));
const textsFor = async (as: ReturnType<TestServer['as']>): Promise<string[]> =>
  (await as.get('/banners')).body.data.map(({ text }: { text: string }) => text);

test('R-CHK-10 a banner is shown to its groups and in its days, warnings first; a second group sees none', async () => {
  const { db } = testServer.context;
  const [law, school] = await db
    .insert(user_groups)
    .values([{ name: 'Jurídico' }, { name: 'Escola' }])
    .returning();
  const one = testServer.as(await testServer.user({ user_group_id: law?.id }));
  const other = testServer.as(await testServer.user({ user_group_id: school?.id }));
  const nobody = testServer.as(await testServer.user());
  const [home] = (await db.select().from(user_groups)).filter(({ is_default }) => is_default);

  expect((await create({ text: 'Para todos.' })).status).toBe(201);
  await create({ text: 'Só do Jurídico.', tone: 'warning', group_ids: [law?.id] });
  await create({ text: 'Do grupo padrão.', group_ids: [home?.id] });
  await create({ text: 'Amanhã.', starts_at: at(30), ends_at: at(40) });
  await create({ text: 'Ontem.', starts_at: at(-40), ends_at: at(-1) });
  expect(await textsFor(one)).toEqual(['Só do Jurídico.', 'Para todos.']);
  expect(await textsFor(other)).toEqual(['Para todos.']);
  // A person without a group counts in the default one.
  expect(await textsFor(nobody)).toEqual(['Do grupo padrão.', 'Para todos.']);
  // A day later, all of it a day earlier.
  await db.execute(
    sql`update banners set starts_at = starts_at - interval '30 hours', ends_at = ends_at - interval '30 hours'`,
  );
  expect(await textsFor(one)).toEqual(['Amanhã.']);
});

test('R-CHK-10 a changed banner has a new version, by which it is shown again; two editors do not overwrite each other', async () => {
  const { body } = await create({ text: 'Primeiro texto' });
  const { id, version } = body.data;
  const changed = await boss.put(`/admin/banners/${id}`, { ...given({ text: 'Segundo texto' }), version });
  expect(changed.body.data).toMatchObject({ text: 'Segundo texto', version: version + 1 });
  const late = await boss.put(`/admin/banners/${id}`, { ...given({ text: 'Terceiro' }), version });
  expect([late.status, late.body.code]).toEqual([409, 'stale_change']);
  expect((await boss.delete(`/admin/banners/${id}`)).status).toBe(200);
  expect((await boss.delete(`/admin/banners/${id}`)).body.code).toBe('banner_not_found');
  const entries = (await testServer.context.db.select().from(audit_entries)).filter(
    ({ object_type, object_id }) => object_type === 'banner' && object_id === id,
  );
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'banner.created',
    'banner.deleted',
    'banner.updated',
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Primeiro|Segundo/);
});

test.each([
  [{ url: 'javascript:alert(1)' }, 'url'],
  [{ url: 'http://example.com' }, 'url'],
  [{ text: '  ' }, 'text'],
  [{ text: 'x'.repeat(501) }, 'text'],
  [{ ends_at: at(-2) }, 'ends_at'],
  [{ group_ids: [] }, 'group_ids'],
  [{ group_ids: [2_000_000_000] }, 'group_ids'],
  [{ tone: 'danger' }, 'tone'],
])('a banner with %j is refused', async (change, field) => {
  const { status, body } = await create(change);
  expect([status, body.code, body.errors[0].field]).toEqual([422, 'validation', field]);
});

test('where the mail itself fails, superadmins read it above their screens until it ends', async () => {
  const { db } = testServer.context;
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const [rule] = await db.insert(alert_rules).values({ kind: 'mail_fails', threshold: 3 }).returning();
  const event = { rule_id: rule?.id ?? 0, kind: 'mail_fails' as const, subject: '', opened_at: TEST_NOW };
  await db.insert(alert_events).values(event);
  const isSaid = async (as: ReturnType<TestServer['as']>) =>
    (await textsFor(as)).some((text) => text.includes('e-mails'));
  // Only the second look confirms it.
  expect(await isSaid(boss)).toBe(false);
  await db.update(alert_events).set({ confirmed_at: TEST_NOW });
  expect([await isSaid(boss), await isSaid(admin)]).toEqual([true, false]);
  await db.update(alert_events).set({ resolved_at: TEST_NOW });
  expect(await isSaid(boss)).toBe(false);
});

test('a hundred banners are enough', async () => {
  const { db } = testServer.context;
  const written = { ...given(), tone: 'info' as const, starts_at: TEST_NOW, ends_at: new Date(at(1)) };
  await db.insert(banners).values(Array.from({ length: BANNERS_MAX }, () => written));
  expect((await create()).body.code).toBe('too_many_banners');
});
