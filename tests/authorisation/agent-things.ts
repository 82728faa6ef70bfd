/** Agents and what hangs on them: versions, checks, verified answers, models and plans. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AppContext } from '../../server/src/app-context.ts';
import { model_comparisons } from '../../server/src/db/tables/agents.ts';
import { messages } from '../../server/src/db/tables/chat.ts';
import { model_providers } from '../../server/src/db/tables/models.ts';
import { open_question_groups, open_question_members } from '../../server/src/db/tables/open-questions.ts';
import { packs, plans } from '../../server/src/db/tables/plans.ts';
import { buildersIn, first } from './build-things.ts';
import { type Kind, NONE } from './kind.ts';

export function agentKinds(context: AppContext) {
  const { db } = context;
  const { agent, tag, base, message, version, verified, check } = buildersIn(context);
  return {
    model: {
      own: async () => ({ id: 'gpt-6-luna', model_id: 'gpt-6-luna' }),
      missing: { id: 'nenhum', model_id: 'nenhum' },
      malformed: { id: 'Não é um id', model_id: 'Não é um id' },
    },
    agent_model: {
      own: async () => ({ model: `agente-${await agent()}` }),
      missing: { model: `agente-${NONE}` },
      malformed: { model: 'gpt-5' },
    },
    agent: { own: async () => ({ id: await agent() }), missing: { id: NONE }, malformed: { id: 'x' } },
    tag: { own: async () => ({ id: await tag() }), missing: { id: NONE }, malformed: { id: 'x' } },
    model_provider: {
      own: async () => {
        const given = { kind: 'compatible', name: 'Servidor', base_url: 'http://127.0.0.1:9/v1' } as const;
        return { id: (await first(db.insert(model_providers).values(given).returning())).id };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    plan: {
      own: async () => ({
        id: (await first(db.insert(plans).values({ key: randomUUID(), name: 'Plano' }).returning())).id,
      }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    pack: {
      own: async () => ({
        id: (await first(db.insert(packs).values({ name: 'Pacote', tokens: 1_000, amount: 100 }).returning()))
          .id,
      }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    version: {
      own: async () => {
        const id = await agent();
        return { id, versionId: await version(id) };
      },
      foreign: async () => ({ id: await agent(), versionId: await version(await agent()) }),
      missing: { id: NONE, versionId: NONE },
      malformed: { id: 'x', versionId: 'x' },
    },
    comparison: {
      own: async () => {
        const compared = { agent_id: await agent(), columns: [] };
        return { id: (await first(db.insert(model_comparisons).values(compared).returning())).id };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    verified_answer: {
      own: async () => {
        const id = await agent();
        return { id, answerId: await verified(id) };
      },
      foreign: async () => ({ id: await agent(), answerId: await verified(await agent()) }),
      missing: { id: NONE, answerId: NONE },
      malformed: { id: 'x', answerId: 'x' },
    },
    question_group: {
      own: async (person_id) => {
        const message_id = await message(person_id);
        await db.update(messages).set({ found_nothing: true, answer: '' }).where(eq(messages.id, message_id));
        const group = { agent_id: await agent() };
        // At once: calls that go on meanwhile delete groups that are empty.
        return db.transaction(async (tx) => {
          const { id } = await first(tx.insert(open_question_groups).values(group).returning());
          await tx.insert(open_question_members).values({ user_id: person_id, message_id, group_id: id });
          return { id };
        });
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
      // The answer, and the questions that are split from it, are named in the body.
      may_lack: true,
    },
    check: {
      own: async () => {
        const id = await agent();
        return { id, checkId: await check(id) };
      },
      foreign: async () => ({ id: await agent(), checkId: await check(await agent()) }),
      missing: { id: NONE, checkId: NONE },
      malformed: { id: 'x', checkId: 'x' },
    },
    agent_tag: {
      own: async () => ({ id: await agent(), tagId: await tag() }),
      missing: { id: NONE, tagId: NONE },
      malformed: { id: 'x', tagId: 'x' },
    },
    agent_base: {
      own: async () => ({ id: await agent(), kbId: await base() }),
      missing: { id: NONE, kbId: NONE },
      malformed: { id: 'x', kbId: 'x' },
    },
  } satisfies Record<string, Kind>;
}
