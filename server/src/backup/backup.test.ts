import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../test/builders.ts';
import { buildProvider } from '../../test/identity/built-provider.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { scripted, scriptedModels } from '../../test/providers/scripted-model.ts';
import {
  createEmptyDatabase,
  dropEmptyDatabases,
  onTestDatabaseServer,
  withClient,
} from '../../test/test-databases.ts';
import { startTestServer, TEST_SEALING_KEYS, type TestServer } from '../../test/test-server.ts';
import { openLog } from '../adapters/log.ts';
import { openQueue } from '../adapters/queue.ts';
import { type DatabaseAddress, openDatabase } from '../db/client.ts';
import { appliedMigrations, applyMigrations, knownMigrations } from '../db/migrate.ts';
import { verifyChain } from '../features/audit/chain.ts';
import { eraseWords } from '../features/audit/erase-words.ts';
import { parseSealingKeys, sealingKey } from '../features/audit/sealing-keys.ts';
import { brokenDocuments } from '../features/knowledge/invariants.ts';
import { keepPartitions } from '../maintenance/partitions.ts';
import { backup } from './backup.ts';
import { readCopy } from './copy-reader.ts';
import { type End, sealOf } from './format.ts';
import { queuePromised } from './promised-jobs.ts';
import { restore } from './restore.ts';

let testServer: TestServer;
let folder: string;
beforeAll(async () => {
  const answers = scripted(() => ['Sim', { end: { input: 5, output: 5 } }]);
  testServer = await startTestServer({ models: scriptedModels(answers) });
  folder = await mkdtemp(join(tmpdir(), 'prosa-backup-'));
  await furnish();
});
afterAll(async () => {
  await testServer.close();
  await dropEmptyDatabases();
  await rm(folder, { recursive: true, force: true });
});

const PROVIDER_SECRET = 'o segredo de um provedor, em claro';

/** A file in parts, a picture, entries of the audit, text that a careless format would trip over. */
async function furnish(): Promise<void> {
  const root = await testServer.user({ role: 'superadmin', name: 'Zoë \\N \t "aspas"' });
  const as = testServer.as(root);
  const { body } = await as.post('/knowledge-bases', { name: 'Manual \\. de tudo' });
  const form = new FormData();
  form.set(
    'file',
    new Blob(['# Conta\n\nA senha\ttemporária vale \\.\n\\.\n\ntrinta minutos. 🙂\n']),
    'conta.md',
  );
  expect((await as.upload(`/knowledge-bases/${body.data.id}/documents`, form)).status).toBe(201);
  await buildProvider(testServer.context, { secret: PROVIDER_SECRET });
  for (const name of ['Jurídico', 'Compras'])
    expect((await as.post('/agents/tags', { name })).status).toBe(201);
}

/** A person who asks until `stop` is called. */
async function asking(): Promise<{ stop(): Promise<number> }> {
  const person = await testServer.user({ token_limit: 1_000_000 });
  const agent = await buildAgent(testServer.context);
  let asked = 0;
  let goesOn = true;
  const first = Promise.withResolvers<void>();
  const done = (async () => {
    while (goesOn) {
      const { id } = await buildSession(testServer.context, { user_id: person.id, agent_id: agent.id });
      const { status } = await testServer.as(person).ask(id, `Pergunta ${asked}\\.\n\ttab`);
      // The rate limit per minute is reached.
      if (status !== 200) break;
      asked += 1;
      first.resolve();
    }
    return asked;
  })();
  await first.promise;
  return {
    stop: () => {
      goesOn = false;
      return done;
    },
  };
}

async function copied(): Promise<string> {
  const file = join(folder, `${randomUUID()}.prosa`);
  await backup(testServer.address, file);
  return file;
}

/** All but the first lines, which name a moment. */
const contentOf = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .slice(2, -2)
    .join('\n');

test('B30 a copy taken while people ask is one moment: restored, every invariant holds and another copy of it is the same', async () => {
  const { context } = testServer;
  // Some records are in a part of their own.
  await (await asking()).stop();
  await keepPartitions({ ...context, clock: { now: () => new Date('2031-01-15T12:00:00Z') } }, 1);
  const crowd = await asking();
  const file = await copied();
  expect(await crowd.stop()).toBeGreaterThan(0);
  expect((await stat(file)).mode & 0o077).toBe(0);
  const address = await createEmptyDatabase();
  const restored = await restore(address, file);
  expect(restored.audit_entries).toBeGreaterThan(2);
  expect(Number(restored.charged)).toBeGreaterThan(0);

  const database = openDatabase(address, { max: 2 });
  const { db } = database;
  expect(await brokenInvariants(db)).toEqual([]);
  expect(await brokenDocuments(db)).toEqual([]);
  // The record of administration is as closed as it was, and new rows get new numbers.
  await expect(db.execute(sql`update audit_entries set action = 'x'`)).rejects.toThrow();
  const { rows } = await db.execute<{ id: number; most: number }>(sql`
    select nextval('users_id_seq')::int id, (select max(id) from users) most`);
  expect(rows[0]?.id).toBeGreaterThan(rows[0]?.most ?? 0);
  await database.close();
  // Indexes, foreign keys and triggers stand as migrations make them.
  const shape = (at: DatabaseAddress) =>
    withClient(at, async (client) => {
      const found = await client.query(`
        select pg_get_indexdef(indexrelid) definition from pg_index i join pg_class c on c.oid = i.indexrelid
          where c.relnamespace = 'public'::regnamespace
        union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`);
      return found.rows;
    });
  expect(await shape(address)).toEqual(await shape(testServer.address));

  const second = join(folder, 'second.prosa');
  await backup(address, second);
  expect(await contentOf(second)).toBe(await contentOf(file));
});

test('R-ACC-56 a copy holds the secret of a provider sealed, never in clear text', async () => {
  const content = await contentOf(await copied());
  expect(content).toContain('identity_providers');
  expect(content).not.toContain(PROVIDER_SECRET);
});

test('a copy goes into an empty database only, unless what is there is to be replaced; a failure changes nothing', async () => {
  const file = await copied();
  await expect(restore(testServer.address, file)).rejects.toThrow(/ainda está em execução/);
  const address = await createEmptyDatabase();
  await restore(address, file);
  const marked = "update users set name = 'depois da cópia'";
  await withClient(address, (client) => client.query(marked));
  await expect(restore(address, file)).rejects.toThrow(/não está vazio e nada foi alterado/);
  const names = async () =>
    withClient(address, async (client) => (await client.query('select distinct name from users')).rows);
  expect(await names()).toEqual([{ name: 'depois da cópia' }]);

  // Right in every sum, but PostgreSQL refuses a row: found only when everything before was replaced.
  const text = gunzipSync(await readFile(file)).toString();
  const broken = join(folder, 'wrong-row.prosa');
  await writeFile(broken, resealed(text.replace(/(\n\d+)\tPlus\t/, '$1\tFree\t')));
  await expect(restore(address, broken, { replace: true })).rejects.toThrow(/unique|duplic/);
  expect(await names()).toEqual([{ name: 'depois da cópia' }]);

  await restore(address, file, { replace: true });
  expect(await names()).not.toContainEqual({ name: 'depois da cópia' });
});

test('a file that is cut, changed or something else is refused in a sentence before anything is touched', async () => {
  const file = await copied();
  const bytes = await readFile(file);
  const text = gunzipSync(bytes).toString();
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
  const wrong: [string, Buffer, RegExp][] = [
    ['cut', bytes.subarray(0, bytes.length - 20), /termina antes do fim/],
    ['half', bytes.subarray(0, bytes.length / 2), /termina antes do fim/],
    ['nothing', Buffer.alloc(0), /termina antes do fim/],
    ['flipped', flipped, /danificado/],
    ['text', Buffer.from('select 1;'), /danificado/],
    ['other', gzipSync('uma carta\n'), /não é uma cópia de segurança/],
    ['changed', gzipSync(text.replace('Compras', 'Vendas!')), /soma de verificação/],
    ['without its end', gzipSync(text.split('\n').slice(0, -2).join('\n')), /termina antes do fim/],
    ['more', gzipSync(`${text}x\n`), /depois do fim/],
    ['newer', resealed(text.replace(/"hash":"[0-9a-f]{8}/, '"hash":"00000000')), /outra versão/],
    ['ledger', resealed(text, (end) => end.replace(/"charged":"\d+"/, '"charged":"7"')), /somas do livro/],
    ['audit', resealed(text.replaceAll('tag.created', 'tag.invented')), /registro de auditoria/],
  ];
  const address = await createEmptyDatabase();
  for (const [name, content, sentence] of wrong) {
    const damaged = join(folder, `${name}.prosa`);
    await writeFile(damaged, content);
    await expect(restore(address, damaged), name).rejects.toThrow(sentence);
  }
  await expect(restore(address, join(folder, 'none.prosa'))).rejects.toThrow(/não existe/);
  const left = await withClient(address, (client) =>
    client.query("select from pg_namespace where nspname = 'drizzle'"),
  );
  expect(left.rowCount).toBe(0);
});

test('a copy is sealed: altered without the key it is refused; of another key it asks for that key', async () => {
  const text = gunzipSync(await readFile(await copied())).toString();
  const altered = rehashed(text.replace('Compras', 'Vendas!'));
  const other = parseSealingKeys('another sealing key, also of more than 32 bytes');
  const file = join(folder, 'sealed.prosa');
  const address = await createEmptyDatabase();
  const refused = async (content: Buffer, sentence: RegExp, options: Parameters<typeof restore>[2] = {}) => {
    await writeFile(file, content);
    await expect(restore(address, file, options)).rejects.toThrow(sentence);
  };
  await refused(
    gzipSync(`${altered.body}${JSON.stringify({ ...altered.whole, seal: altered.seal })}\n`),
    /o selo não confere/,
  );
  await refused(gzipSync(`${altered.body}${JSON.stringify(altered.whole)}\n`), /não tem selo.*--unsealed/);
  await refused(
    resealed(text, undefined, other),
    new RegExp(`outra chave \\(${other[0]?.id}\\).*BACKUP_KEY`),
  );
  await writeFile(file, resealed(text));
  const keys = [...other, ...TEST_SEALING_KEYS];
  expect(await restore(address, file, { keys })).toMatchObject({ audit_entries: expect.any(Number) });
});

test('a copy that was taken after an erasure is restored with an intact audit log', async () => {
  const root = testServer.as(await testServer.user({ role: 'superadmin' }));
  await root.post('/agents/tags', { name: 'Ana Perdida' });
  await testServer.context.db.transaction((tx) =>
    eraseWords(tx, { needles: ['perdida'], names: (text) => text === 'Ana Perdida' }),
  );
  const file = await copied();
  expect(gunzipSync(await readFile(file)).toString()).not.toContain('\tAna Perdida\t{');
  const address = await createEmptyDatabase();
  await restore(address, file);
  await withClient(address, async (client) => {
    expect(await verifyChain(drizzle(client))).toMatchObject({ intact: true, with_erased_words: 1 });
  });
});

test('a copy of release 1.0, without a seal, is restored when that is wanted, and the audit log says so', async () => {
  const text = gunzipSync(await readFile(await copied())).toString();
  const { body, whole } = rehashed(text);
  const file = join(folder, 'de-antes.prosa');
  await writeFile(file, gzipSync(`${body}${JSON.stringify(whole)}\n`));
  const address = await createEmptyDatabase();
  await restore(address, file, { unsealed: true });
  await withClient(address, async (client) => {
    const { rows } = await client.query(
      'select action, object_name, actor_reference from audit_entries order by id desc limit 1',
    );
    expect(rows).toEqual([
      { action: 'installation.restored_unsealed', object_name: 'de-antes.prosa', actor_reference: null },
    ]);
    expect((await verifyChain(drizzle(client))).intact).toBe(true);
  });
});

test('a line that never ends is refused before it fills the memory', async () => {
  const file = join(folder, 'endless.prosa');
  await writeFile(file, gzipSync(`PROSA-BACKUP 1\n${'x'.repeat(3_000_000)}`));
  await expect(readCopy(file, { keys: TEST_SEALING_KEYS, line_bytes_max: 1_000_000 })).rejects.toThrow(
    /uma linha é longa demais/,
  );
});

test('a copy that is interrupted leaves no file, and the one that was there stays', async () => {
  const own = await mkdtemp(join(folder, 'interrupted-'));
  const file = join(own, 'copia.prosa');
  await writeFile(file, 'a de ontem');
  await withClient(testServer.address, async (blocker) => {
    // The copy waits here, its file begun.
    await blocker.query('begin; lock table users in access exclusive mode');
    const copying = backup(testServer.address, file);
    const failed = expect(copying).rejects.toThrow(/terminat|closed/i);
    const ended = async () =>
      (
        await onTestDatabaseServer(
          `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'prosa-backup' and wait_event_type = 'Lock' and datname = '${testServer.address.database}'`,
        )
      ).rowCount;
    while (!(await ended()));
    await failed;
    await blocker.query('rollback');
  });
  expect(await readdir(own)).toEqual(['copia.prosa']);
  expect(await readFile(file, 'utf8')).toBe('a de ontem');
  await expect(backup(testServer.address, join(own, 'none', 'copia.prosa'))).rejects.toThrow(
    /Escolha outra pasta/,
  );
});

test('a copy of an older release is restored as it was and then brought up to date', async () => {
  const known = knownMigrations();
  const older = await createEmptyDatabase();
  await withClient(older, async (client) => {
    await applyMigrations(client, 0, known.length - 1);
    await client.query("insert into user_groups (name) values ('De antes')");
  });
  const file = join(folder, 'older.prosa');
  await backup(older, file);
  const address = await createEmptyDatabase();
  await restore(address, file);
  await withClient(address, async (client) => {
    expect((await appliedMigrations(client)).map(({ hash }) => hash)).toEqual(known.map(({ hash }) => hash));
    expect((await client.query('select name from user_groups')).rows).toEqual([{ name: 'De antes' }]);
  });
});

test('letters that were promised wait in the restored queue; what repeats by itself does not', async () => {
  await testServer.context.db.execute(sql`
    insert into pgboss.job (name, data, start_after) values
      ('account.reset', '{"email":"ana@exemplo.com.br"}', now() + interval '1 day'),
      ('knowledge.resume', '{}', now() + interval '1 day'), ('dead', '{}', now() + interval '1 day')`);
  const address = await createEmptyDatabase();
  await restore(address, await copied());
  const database = openDatabase(address, { max: 2 });
  const { db } = database;
  const queue = await openQueue(address, openLog('silent'));
  expect(await queuePromised({ db, queue })).toBe(1);
  expect(await queuePromised({ db, queue })).toBe(0);
  const { rows } = await db.execute(
    sql`select name, data from pgboss.job where name <> 'dead' and name not like '\\_\\_%'`,
  );
  expect(rows).toEqual([{ name: 'account.reset', data: { email: 'ana@exemplo.com.br' } }]);
  await queue.stop();
  await database.close();
});

/** Hashed and sealed anew, as the holder of the key could: the seal has nothing to find. */
function resealed(text: string, change = (end: string) => end, keys = TEST_SEALING_KEYS): Buffer {
  const { body, whole } = rehashed(text, change);
  return gzipSync(`${body}${JSON.stringify({ ...whole, seal: sealOf(sealingKey(keys), whole) })}\n`);
}

/** Hashed anew, as anybody can. */
function rehashed(text: string, change = (end: string) => end) {
  const lines = text.trimEnd().split('\n');
  const { end, seal } = JSON.parse(change(lines.pop() ?? '')) as End;
  const body = `${lines.join('\n')}\n`;
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { body, whole: { end, sha256 }, seal };
}
