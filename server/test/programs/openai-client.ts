/** A listening test server, an agent with a manual, and programs that ask it through OpenAI's official client. */
import type { AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import OpenAI, { APIError } from 'openai';
import type { Models } from '../../src/adapters/models/model.ts';
import { messages } from '../../src/db/tables/chat.ts';
import { knowledge_bases } from '../../src/db/tables/knowledge.ts';
import { users } from '../../src/db/tables/people.ts';
import { ingestText } from '../../src/features/knowledge/ingest/replace-passages.ts';
import { buildAgent, type UserWishes } from '../builders.ts';
import { startTestServer } from '../test-server.ts';

type KeyWishes = { agent_ids?: number[] | null; token_cap?: number | null; expires_at?: string | null };

export type ProgramTestServer = Awaited<ReturnType<typeof startProgramTestServer>>;

export async function startProgramTestServer(models: Models) {
  const testServer = await startTestServer({ models });
  const { db } = testServer.context;
  await testServer.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(testServer.app.server.address() as AddressInfo).port}`;
  const [base] = await db.insert(knowledge_bases).values({ name: 'Manual' }).returning();
  if (!base) throw new Error('no base');
  const text = 'O reembolso de diárias é pedido pelo formulário azul, em até dez dias.';
  const file = { original_filename: 'manual.md', file_type: 'md', file_size: text.length };
  await ingestText(db, { knowledge_base_id: base.id, ...file, text });
  const manual = await buildAgent(testServer.context, { name: 'Manual', knowledge_bases: [base.id] });

  const clientWith = (apiKey: string, maxRetries = 0) =>
    new OpenAI({ apiKey, baseURL: `${origin}/api/v1/openai`, maxRetries, logLevel: 'off' });

  /** Resolves once so many answers of the person are running. */
  async function running(user_id: number, count: number): Promise<void> {
    for (;;) {
      const rows = await db
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.user_id, user_id), eq(messages.status, 'streaming')));
      if (rows.length === count) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  return {
    testServer,
    origin,
    manual,
    clientWith,
    running,
    /** A person with a key, and a program that has it. */
    async program(wishes: KeyWishes = {}, person: UserWishes = {}) {
      const ana = await testServer.user(person);
      const as = testServer.as(ana);
      const { body, status } = await as.post('/users/me/access-keys', { name: 'Planilha', ...wishes });
      if (status !== 201) throw new Error(`no key was made: ${JSON.stringify(body)}`);
      const key = body.data as { id: number; secret: string };
      return { ana, as, key, client: clientWith(key.secret) };
    },
    ask: (client: OpenAI, question = 'Oi?', more: object = {}) =>
      client.chat.completions.create({
        model: `agente-${manual.id}`,
        messages: [{ role: 'user', content: question }],
        ...more,
      }),
    async personOf({ id }: { id: number }) {
      const [row] = await db.select().from(users).where(eq(users.id, id));
      return { used: row?.token_used, reserved: row?.token_reserved };
    },
    /** The person's only answer, once it has ended. */
    async endOf(user_id: number) {
      await running(user_id, 0);
      const [row] = await db.select().from(messages).where(eq(messages.user_id, user_id));
      return row;
    },
  };
}

/** The error of a refused call. */
export async function refused(call: PromiseLike<unknown>) {
  const error = await Promise.resolve(call).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof APIError)) throw new Error(`not refused: ${String(error)}`);
  const { status, code, type, message, param } = error;
  return { status, code, type, message, param };
}

/** The outcomes of the calls that end first. */
export async function firstOf(calls: Promise<unknown>[], count: number): Promise<unknown[]> {
  const ends: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const call of calls)
    void call.then((told) => {
      ends.push(told);
      if (ends.length === count) resolve();
    });
  await promise;
  return ends;
}
