/** «Ver como…»: a superadmin sees what a person would get, with a reason that is recorded. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RagConfig } from '#contract/data-sources.ts';
import { buildDataSource } from '../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { messages } from '../../db/tables/chat.ts';

const QUERY = 'select numero, assunto, valor from pedidos where dono = :usuario_email';
const REASON = 'Chamado 4312: a pessoa diz que falta um pedido.';

let content: TestContent;
let testServer: TestServer;
let source: { id: number };
beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader });
  await content.owner.query(
    'create table pedidos (numero text, dono text, assunto text, valor numeric); grant select on pedidos to prosa_leitor',
  );
  source = await buildDataSource(testServer.context, {
    name: 'Pedidos',
    rag_config: RagConfig.parse({
      document_search: { base_sql_query: QUERY, main_content_column: 'assunto' },
    }),
  });
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

async function people() {
  const boss = await testServer.user({ role: 'superadmin' });
  const ana = await testServer.user();
  const rows = [
    ['segredo-da-ana', ana.email.toLowerCase()],
    ['segredo-do-chefe', boss.email.toLowerCase()],
  ];
  for (const [numero, dono] of rows)
    await content.owner.query("insert into pedidos values ($1, $2, 'Reforma da escola', 1234.5)", [
      numero,
      dono,
    ]);
  return { boss, ana, as: testServer.as(boss), path: `/data-sources/${source.id}/view-as` };
}

test('R-TBL-50 shows the rows of that person and not those of the superadmin', async () => {
  const { ana, as, path } = await people();
  const asked = { user_id: ana.id, question: 'Liste os pedidos', reason: REASON };
  const { status, body, text } = await as.post(path, asked);
  expect([status, body.detail]).toEqual([200, undefined]);
  expect(body.data.result.rows_considered).toBe(1);
  expect(text).toContain('segredo-da-ana');
  expect(text).not.toContain('segredo-do-chefe');
  const counted = await as.post(path, { ...asked, question: 'Quantos pedidos há?' });
  expect(counted.body.data.result.rows).toEqual([['1']]);
});

test('records the superadmin, the person and the reason, and no value; nothing else is stored', async () => {
  const { boss, ana, as, path } = await people();
  await as.post(path, { user_id: ana.id, question: 'Liste os pedidos de reforma', reason: REASON });
  const entries = await testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.action, 'data_source.viewed_as'))
    .orderBy(audit_entries.id);
  const entry = entries.at(-1);
  expect(entry).toMatchObject({ object_id: source.id, object_name: 'Pedidos', after: { reason: REASON } });
  const shown = (await as.get('/admin/audit?action=data_source.viewed_as')).body.data[0];
  expect([shown.actor.id, shown.person.id]).toEqual([boss.id, ana.id]);
  expect(JSON.stringify(entries)).not.toMatch(/segredo|reforma/i);
  expect(await testServer.context.db.select().from(messages)).toEqual([]);
});

test('asks for a person, a question and a reason of 10 to 500 characters, and is for superadmins', async () => {
  const { ana, as, path } = await people();
  const asked = { user_id: ana.id, question: 'Liste os pedidos', reason: REASON };
  for (const reason of ['', 'curto', 'x'.repeat(501), undefined])
    expect((await as.post(path, { ...asked, reason })).body.code).toBe('validation');
  expect((await as.post(path, { ...asked, question: ' ' })).body.code).toBe('validation');
  expect((await as.post(path, { ...asked, user_id: 999_999 })).body.code).toBe('user_not_found');
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  expect((await admin.post(path, asked)).status).toBe(403);
});
