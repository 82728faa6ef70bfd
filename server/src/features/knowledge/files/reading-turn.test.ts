/** One person's two hundred files and another one's single file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { settled } from '../../../../test/uploads.ts';
import { withKnowledgeBaseLock } from '../documents/knowledge-base-lock.ts';
import { turnBehind, turnOfRereading } from './reading-turn.ts';
import { uploadDocument } from './upload.ts';

let testServer: TestServer;
let folder: string;
beforeAll(async () => {
  testServer = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'prosa-turn-'));
});
afterAll(async () => {
  await testServer.close();
  await rm(folder, { recursive: true });
});

test('a file of another base is read before the rest of many that one base got', async () => {
  const { id: user_id } = await testServer.user({ role: 'admin' });
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const [full = 0, other = 0] = await Promise.all(
    ['Muitos', 'Um'].map(async (name) => (await admin.post('/knowledge-bases', { name })).body.data.id),
  );
  const path = join(folder, 'enviado.txt');
  await writeFile(path, 'O prazo é de cinco dias.');
  const send = async (knowledge_base_id: number, name: string) => {
    const file = { path, original_filename: name, size: 25 };
    const by = { user_id, ip: null, user_agent: null };
    const { id } = await uploadDocument(testServer.context, by, { knowledge_base_id, file }, null, 0);
    return { knowledge_base_id, document_id: id };
  };
  const sent: { knowledge_base_id: number; document_id: number }[] = [];
  // All four workers of the queue wait for the lock of the base meanwhile.
  await withKnowledgeBaseLock(testServer.context.db, full, async () => {
    for (let place = 0; place < 12; place += 1) sent.push(await send(full, `muitos-${place}.txt`));
    sent.push(await send(other, 'um.txt'));
  });
  for (const place of sent) await settled(testServer, place);
  const { rows } = await testServer.context.db.execute<{ base: number; priority: number }>(sql`
    select (data->>'knowledge_base_id')::int base, priority from pgboss.job
    where name = 'knowledge.read-document' order by started_on, priority desc`);
  expect(rows.filter(({ base }) => base === full).map(({ priority }) => priority)).toEqual(
    Array.from({ length: 12 }, (_, place) => turnBehind(place)),
  );
  const place = rows.findIndex(({ base }) => base === other);
  // As many as there are readers had begun.
  expect(place).toBeLessThanOrEqual(4);
});

test('what is read again comes after all uploads', () => {
  expect(turnOfRereading(0)).toBeLessThan(turnBehind(1_000_000));
});
