/**
 * The optimistic admission relies on an invariant: each transaction that begins or ends an answer writes the person's
 * row. Here the database checks it at every commit, through every way in which an answer begins or ends.
 */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { openOtherProcess, readAll } from '../../../../test/process/other-process.ts';
import { type ProgramTestServer, startProgramTestServer } from '../../../../test/programs/openai-client.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { messages } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { endAbandoned, expireLeases } from '../run/sweep.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let programs: ProgramTestServer;
let testServer: ProgramTestServer['testServer'];
beforeAll(async () => {
  programs = await startProgramTestServer(scriptedModels(model));
  ({ testServer } = programs);
  await testServer.context.db.execute(
    sql.raw(`
    create table written_people (tx bigint, user_id int);
    create table checked_answers (user_id int, change text);
    create function note_person() returns trigger language plpgsql as $$ begin
      insert into written_people values (txid_current(), old.id); return null; end $$;
    create trigger note_person after update or delete on users for each row execute function note_person();
    create function require_person() returns trigger language plpgsql as $$ begin
      if not exists (select from written_people where tx = txid_current() and user_id = coalesce(new.user_id, old.user_id))
      then raise exception 'an answer began or ended without its person'; end if;
      insert into checked_answers values (coalesce(new.user_id, old.user_id), coalesce(old.status, '-') || ' ' || coalesce(new.status, '-'));
      return null; end $$;
    create constraint trigger inserted after insert or delete on messages deferrable initially deferred
      for each row execute function require_person();
    create constraint trigger changed after update on messages deferrable initially deferred
      for each row when (old.status is distinct from new.status) execute function require_person()`),
  );
});
afterAll(() => testServer.close());

const changesOf = async (user_id: number) =>
  (
    await testServer.context.db.execute<{ change: string }>(
      sql`select distinct change from checked_answers where user_id = ${user_id} order by 1`,
    )
  ).rows.map(({ change }) => change);

test('the check itself finds a change that leaves the person out', async () => {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  script = ['Sim.'];
  await testServer.as(ana).ask(id, 'Oi?');
  const alone = testServer.context.db
    .update(messages)
    .set({ status: 'stopped' })
    .where(eq(messages.user_id, ana.id));
  await expect(alone).rejects.toThrow();
});

test('an answer never begins or ends without its person’s row', async () => {
  const { db } = testServer.context;
  const { ana, as, client } = await programs.program();
  const agent = await buildAgent(testServer.context);
  const sessionOf = async (is_test = false) =>
    (await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id, is_test })).id;
  const last = async (session_id: string) =>
    (
      await db
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.user_id, ana.id), eq(messages.session_id, session_id)))
    ).at(-1)?.id;

  script = ['Sim.'];
  const id = await sessionOf();
  expect((await as.ask(id, 'Oi?')).status).toBe(200);
  await programs.ask(client);
  script = [{ failed: 'model_failed' }];
  expect((await as.ask(id, 'E agora?')).status).toBe(502);
  script = ['Meia ', { failed: 'model_failed' }];
  expect((await as.post(`/chat/messages/${await last(id)}/retry`)).status).toBe(200);
  script = ['inteira.'];
  expect((await as.post(`/chat/messages/${await last(id)}/continue`)).status).toBe(200);
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, ana.id));
  expect((await as.ask(await sessionOf(true), 'Teste?')).status).toBe(200);

  for (const end of ['stop', 'erase', 'abandon'] as const) {
    const session = await sessionOf();
    const waits = hold();
    script = ['Bom ', waits, 'dia.'];
    const other = await openOtherProcess(testServer.context, testServer.address);
    const reply = readAll(other.ask(ana.id, session, 'Oi?')).catch(() => undefined);
    await waits.reached;
    if (end === 'stop') expect((await as.post(`/chat/sessions/${session}/stop`)).status).toBe(200);
    if (end === 'erase') expect((await as.delete(`/chat/sessions/${session}`)).status).toBe(200);
    if (end === 'abandon') {
      await other.kill();
      await expireLeases(testServer.context);
      const { owner } = testServer.context.chat;
      expect(await endAbandoned(testServer.context, { owner, ids: [] })).toBe(1);
      for (const answer of other.context.chat.running.values()) answer.cut('lost');
    }
    waits.release();
    await reply;
    if (end !== 'abandon') await other.close();
  }
  expect(await changesOf(ana.id)).toEqual(
    [
      '- streaming',
      'failed streaming',
      'interrupted streaming',
      'streaming done',
      'streaming failed',
      'streaming interrupted',
      'streaming stopped',
    ].toSorted(),
  );
  expect(await brokenInvariants(db)).toEqual([]);
});
