/** Public counters, their visitors and the requests left there. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { COUNTER_SESSION_HEADER } from '#contract/public-counters.ts';
import type { AppContext } from '../../server/src/app-context.ts';
import { chat_sessions, messages } from '../../server/src/db/tables/chat.ts';
import { citizen_requests, counter_visitors, counters } from '../../server/src/db/tables/counters.ts';
import { protocolOf } from '../../server/src/features/counters/requests/protocol.ts';
import { buildAgent } from '../../server/test/builders.ts';
import { first } from './build-things.ts';
import { type Kind, NONE } from './kind.ts';
import { newPerson } from './people.ts';

const END = new Date('2099-01-01T00:00:00.000Z');

export async function newCounter(context: Pick<AppContext, 'db'>): Promise<typeof counters.$inferSelect> {
  const agent = await buildAgent(context);
  const written = {
    name: 'Prefeitura',
    slug: `balcao-${randomUUID().slice(0, 12)}`,
    agent_id: agent.id,
    mode: 'literal' as const,
    user_id: await newPerson(context, { active: false }),
    texts: { greeting: 'Olá!', notice: '', contact: 'Ouvidoria: 156' },
    colours: { background: '#1a5fb4', text: '#ffffff' },
    logo: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    origins: [],
    tokens_per_day: 0,
  };
  return first(context.db.insert(counters).values(written).returning());
}

/** The headers of a visit at this counter, and its conversation with one answer. */
export async function newVisit({ db }: Pick<AppContext, 'db'>, counter: typeof counters.$inferSelect) {
  const [id, session_id] = [randomUUID(), randomUUID()];
  const random = randomBytes(32);
  const token_hash = createHash('sha256').update(random).digest();
  await db
    .insert(counter_visitors)
    .values({ counter_id: counter.id, id, token_hash, session_id, expires_at: END });
  const { user_id } = counter;
  await db.insert(chat_sessions).values({ id: session_id, user_id, chat_title: '' });
  const cited = { index: 1, kind: 'link' as const, title: 'IPTU', snippet: 'vence em março' };
  const answered = { question: 'Quando?', answer: 'Em março [1].', status: 'done' as const, model: 'local' };
  const message = await first(
    db
      .insert(messages)
      .values({ user_id, session_id, ...answered, sources: [cited] })
      .returning(),
  );
  const token = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), random]).toString('base64url');
  return { headers: { [COUNTER_SESSION_HEADER]: token }, message: message.id };
}

let requests = 0;

export function counterKinds(context: AppContext) {
  const { db } = context;
  const unknown = { slug: 'nenhum-balcao' };
  const slugOf = async (counter_id: number): Promise<string> => {
    const [row] = await db.select({ slug: counters.slug }).from(counters).where(eq(counters.id, counter_id));
    return row?.slug ?? '';
  };
  return {
    counter: {
      own: async () => ({ id: (await newCounter(context)).id }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    citizen_request: {
      own: async () => {
        const { id: counter_id } = await newCounter(context);
        requests += 1;
        const named = { protocol: protocolOf(2026, requests), year: 2026, number: requests };
        const row = { counter_id, ...named, due_on: '2026-12-01' };
        return { id: (await first(db.insert(citizen_requests).values(row).returning())).id };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    // Everybody may knock there; what is no slug is no counter.
    counter_slug: {
      own: async () => ({ slug: (await newCounter(context)).slug }),
      missing: unknown,
      malformed: { slug: 'X' },
    },
    // In the place of a person stands the counter that is visited.
    visited_counter: {
      own: async (counter_id) => ({ slug: await slugOf(counter_id) }),
      missing: unknown,
      malformed: { slug: 'X' },
    },
    visited_source: {
      own: async (counter_id) => {
        const [counter] = await db.select().from(counters).where(eq(counters.id, counter_id));
        const [message] = counter
          ? await db.select().from(messages).where(eq(messages.user_id, counter.user_id))
          : [];
        return { slug: counter?.slug ?? '', message: message?.id ?? NONE, index: 1 };
      },
      missing: { ...unknown, message: NONE, index: 1 },
      malformed: { slug: 'X', message: 'x', index: 1 },
    },
  } satisfies Record<string, Kind>;
}
