/** B32: what an answer or a reading belongs to is deleted while it is written: it ends, and nothing comes back. */
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { chat_sessions } from '../../../server/src/db/tables/chat.ts';
import { knowledge_bases } from '../../../server/src/db/tables/knowledge.ts';
import { users } from '../../../server/src/db/tables/people.ts';
import { buildAgent } from '../../../server/test/builders.ts';
import type { Started } from '../../../server/test/process/started-process.ts';
import type { Installation } from '../../support/installation.ts';
import type { Person } from '../../support/people.ts';
import { ask, newReader, readOn } from '../../support/reader.ts';
import { type Chance, piecesWith, seeded } from '../../support/seeded-random.ts';

export type Deleting = { rounds: number; seed: number };

const KINDS = ['session', 'agent', 'base', 'document', 'account'] as const;
type Kind = (typeof KINDS)[number];

/** An answer of about a second. */
const PIECES = 100;
const PACE_MS = 10;
const ENDED_SECONDS = 30;

export async function deleteRounds(testServer: Installation, process: Started, { rounds, seed }: Deleting) {
  const broken: string[] = [];
  const ends: Record<string, number> = {};
  const chance = seeded(seed);
  testServer.stub.always(`pace=${PACE_MS}`);
  testServer.stub.say(piecesWith(chance, PIECES), { input: 20, output: PIECES });
  const root = await testServer.signInAdmin(process);
  const outputBefore = process.output().length;

  const lanes = Array.from({ length: 5 }, async (_, lane) => {
    for (let round = lane; round < rounds; round += 5) {
      const kind = KINDS[round % KINDS.length] ?? 'session';
      const fault = (what: string) => broken.push(`round ${round}, ${kind}: ${what}`);
      await (kind === 'base' || kind === 'document' ? reading : answering)(
        kind,
        seeded(seed * 1_009 + round),
        fault,
      );
    }
  });
  await Promise.all(lanes);
  if (testServer.stub.open) broken.push(`${testServer.stub.open} requests to the provider are still open`);
  for (const row of [...(await testServer.broken()), ...(await testServer.brokenDocuments())])
    broken.push(`${row.what}: ${row.subject}`);
  for (const { id } of await testServer.running()) broken.push(`message ${id} is still being written`);
  const said = process.output().slice(outputBefore);
  for (const line of said.split('\n').filter((one) => /"level":"(error|fatal)"|23503|foreign key/.test(one)))
    broken.push(`it said ${line.slice(0, 300)}`);
  return { rounds, ends, broken };

  type Fault = (what: string) => void;

  async function answering(kind: Kind, luck: Chance, fault: Fault): Promise<void> {
    const person = await testServer.person();
    const [session_id = ''] = person.conversations;
    const agent = kind === 'agent' ? await agentOf(session_id) : 0;
    const reader = newReader();
    const read = ask({ process, person, session_id }, 'Quanto tempo vale a senha?').then(
      (response) => readOn(reader, response),
      () => {},
    );
    await pause(luck.below(PIECES * PACE_MS * 1.2));
    const path = { session: `/chat/sessions/${session_id}`, agent: `/agents/${agent}`, account: '' }[
      kind as 'session' | 'agent' | 'account'
    ];
    const deletedAt = performance.now();
    if (kind === 'account') await eraseSoon(person);
    else {
      const token = kind === 'agent' ? root : person.token;
      const { status } = await send('DELETE', path, token);
      if (status !== 200) fault(`the deletion answered ${status}`);
    }
    await read;
    const how = reader.end?.status ?? (reader.faults.length ? 'refused' : 'closed');
    ends[`${kind} ${how}`] = (ends[`${kind} ${how}`] ?? 0) + 1;
    await until(
      async () => !(await testServer.recordsOf(person)).some(({ status }) => status === 'streaming'),
      () => fault('the answer is still being written'),
    );
    if (kind === 'account') return gone(person, fault);
    const [record] = await testServer.recordsOf(person, session_id);
    if (kind === 'session' && record && (record.answer || record.question))
      fault('its words are still there');
    if (kind === 'agent' && record && reader.end?.status === 'done' && record.answer !== reader.text)
      fault('what was read is not what is stored');
    // Deleted or not: what was used stays charged, once.
    const entries = await testServer.entriesOf(person);
    if (entries.length > 1) fault(`${entries.length} entries of the ledger`);
    // Its first words may come while the deletion is under way, which saw none.
    const spokeBefore = (reader.growth[0]?.at ?? deletedAt) < deletedAt;
    if (spokeBefore && record && entries.length !== 1) fault('what was written is not charged');
  }

  async function reading(kind: Kind, luck: Chance, fault: Fault): Promise<void> {
    const [base] = await testServer.db
      .insert(knowledge_bases)
      .values({ name: `Base ${luck.below(1e9)}` })
      .returning();
    const id = base?.id ?? 0;
    const form = new FormData();
    const text = piecesWith(luck, 20_000).join('');
    form.set('file', new Blob([text]), 'grande.md');
    const sending = send('POST', `/knowledge-bases/${id}/documents`, root, form);
    await pause(luck.below(1_500));
    if (kind === 'base') {
      const { status } = await send('DELETE', `/knowledge-bases/${id}`, root);
      if (status !== 200) fault(`the deletion answered ${status}`);
    }
    const { status, body } = await sending;
    ends[`${kind} ${status}`] = (ends[`${kind} ${status}`] ?? 0) + 1;
    if (status >= 500) fault(`the upload answered ${status}`);
    if (kind === 'document' && body?.data?.id) {
      const removed = await send('DELETE', `/knowledge-bases/${id}/documents/${body.data.id}`, root);
      if (removed.status !== 200) fault(`the deletion answered ${removed.status}`);
    }
    const left = async () => {
      const { rows } = await testServer.db.execute<{ count: number }>(sql`
        select ((select count(*) from documents where knowledge_base_id = ${id})
          + (select count(*) from passages where knowledge_base_id = ${id})
          + (select count(*) from document_files where knowledge_base_id = ${id}))::int count`);
      return rows[0]?.count;
    };
    await until(
      async () => (await left()) === 0,
      () => fault('something of it is left'),
    );
  }

  /** Asked for, and its day has come. */
  async function eraseSoon(person: Person): Promise<void> {
    await testServer.db
      .update(users)
      .set({ deletion_due: new Date(Date.now() - 1_000) })
      .where(eq(users.id, person.id));
    await testServer.queueJob('privacy.erase-due');
  }

  async function gone(person: Person, fault: Fault): Promise<void> {
    await until(
      async () => !(await testServer.db.select().from(users).where(eq(users.id, person.id))).length,
      () => fault('the account is still there'),
    );
    if ((await testServer.entriesOf(person)).length || (await testServer.recordsOf(person)).length)
      fault('something of the account came back');
  }

  async function agentOf(session_id: string): Promise<number> {
    const agent = await buildAgent({ db: testServer.db }, { model: 'claude-4-sonnet' });
    await testServer.db
      .update(chat_sessions)
      .set({ agent_id: agent.id })
      .where(eq(chat_sessions.id, session_id));
    return agent.id;
  }

  async function send(method: string, path: string, token: string, body?: FormData) {
    const response = await fetch(`${process.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { body } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : null };
  }
}

async function until(holds: () => Promise<boolean>, otherwise: () => void): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > ENDED_SECONDS * 1_000) return otherwise();
    await pause(50);
  }
}
