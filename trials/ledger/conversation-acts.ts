/**
 * Operations on conversations besides plain questions: edits and their variants, copies, conversations that go after their
 * day, questions of programs and of visitors of a counter.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import { AppError } from '../../server/src/app-error.ts';
import { agents } from '../../server/src/db/tables/agents.ts';
import { chat_sessions, messages } from '../../server/src/db/tables/chat.ts';
import { counters } from '../../server/src/db/tables/counters.ts';
import { access_keys } from '../../server/src/db/tables/keys.ts';
import { askByKey } from '../../server/src/features/chat/admission/ask-by-key.ts';
import { branchConversation } from '../../server/src/features/chat/branches/branch.ts';
import { chooseVariant } from '../../server/src/features/chat/branches/variants.ts';
import { expiryAfter } from '../../server/src/features/chat/conversations/session-store.ts';
import { eraseExpired } from '../../server/src/features/chat/expire.ts';
import { createCounter } from '../../server/src/features/counters/administration/counters.ts';
import { askAtCounter } from '../../server/src/features/counters/visits/ask.ts';
import type { ServerContext } from '../../server/src/server-context.ts';
import { givenCounter } from '../../server/test/counters.ts';
import type { Person } from './people.ts';

type Events = AsyncIterable<unknown> | null;
type Run = {
  context: ServerContext;
  below: (limit: number) => number;
  /** A question of its own, with its random answer. */
  newQuestion: () => string;
  open: (person: Person, session: string, edits?: number) => Promise<Events>;
  read: (events: Events) => Promise<void>;
  refuse: (error: unknown) => void;
  advance: (ms: number) => void;
};

const DAY_MS = 86_400_000;
/** Enough for some answers of a day, so that it is reached. */
const COUNTER_TOKENS = 20_000;
const VISIT_HOURS_MS = 3_600_000;

export async function conversationActs(run: Run, people: Person[]) {
  const { context, below, open, read, refuse } = run;
  const { db } = context;
  const keys = await makeKeys(context, people);
  const counter = await makeCounter(context, people);
  const user = ({ user_id }: Person) => ({ user_id, role: 'user' as const, user_group_id: 1 });
  const shown = async ({ user_id }: Person, session_id: string) =>
    db
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.user_id, user_id),
          eq(messages.session_id, session_id),
          isNull(messages.replaced_by),
          ne(messages.status, 'streaming'),
        ),
      )
      .orderBy(desc(messages.id));
  const edit = async (person: Person, session: string) => {
    const [last] = await shown(person, session);
    await read(await open(person, session, last?.id));
  };
  const branch = async (person: Person, session_id: string) => {
    const rows = await shown(person, session_id);
    const message_id = rows[below(rows.length)]?.id;
    if (message_id === undefined) return null;
    const wanted = { session_id, message_id, idempotency_key: null };
    const made = await branchConversation(context, user(person), wanted).catch(refuse);
    return made?.session.id ?? null;
  };
  return {
    edit,
    variant: async (person: Person, session: string) => {
      await edit(person, session);
      const rows = await db
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.user_id, person.user_id), eq(messages.session_id, session)));
      const chosen = rows[below(rows.length)];
      if (chosen) await chooseVariant(context, person.user_id, session, chosen.id).catch(refuse);
    },
    branch: async (person: Person, session: string) => {
      const copy = await branch(person, session);
      if (copy) await edit(person, copy);
    },
    temporary: async (person: Person) => {
      const { user_id, agent_id } = person;
      const id = randomUUID();
      await db.insert(chat_sessions).values({
        id,
        user_id,
        agent_id,
        temporary: true,
        expires_at: expiryAfter(context.clock.now()),
        chat_title: 'Novo chat',
      });
      await read(await open(person, id));
      await edit(person, id);
      await branch(person, id);
      run.advance(DAY_MS);
      // As two processes would.
      await Promise.all([eraseExpired(context), eraseExpired(context)]);
      const [kept] = await db.select().from(chat_sessions).where(eq(chat_sessions.id, id));
      if (!kept?.erased_at) throw new Error('a temporary conversation is there after its day');
    },
    program: async (person: Person) => {
      const asked = { question: run.newQuestion(), history: [], guidance: '', max_tokens: null };
      const caller = { ...user(person), key: { id: keys.get(person) ?? 0, agent_ids: null } };
      const answer = await askByKey(context, caller, { ...asked, agent_id: person.agent_id }).catch(refuse);
      if (!answer) return;
      if (below(3) === 0) answer.cut('stop');
      await answer.finished;
    },
    visitor: async () => {
      const visit = { visitor_id: randomUUID(), session_id: randomUUID(), proved: true };
      const caller = { ...visit, counter_id: counter.id, user_id: counter.user_id };
      const left = new AbortController();
      const asking = {
        slug: counter.slug,
        question: run.newQuestion(),
        ip: randomAddress(),
        left: left.signal,
      };
      const events = await askAtCounter(context, caller, asking).catch(refuse);
      if (below(3) === 0) left.abort();
      await read(events ?? null);
      run.advance(below(VISIT_HOURS_MS));
    },
  };
}

const randomAddress = () => `10.${[...randomBytes(3)].join('.')}`;

async function makeKeys({ db }: ServerContext, people: Person[]): Promise<Map<Person, number>> {
  const keys = new Map<Person, number>();
  for (const person of people) {
    const { user_id } = person;
    const [key] = await db
      .insert(access_keys)
      .values({ user_id, name: 'Programa', key_hash: randomBytes(32), hint: 'abcd' })
      .returning();
    if (key) keys.set(person, key.id);
  }
  return keys;
}

/** One whose answers a model writes. */
async function makeCounter(context: ServerContext, [someone]: Person[]) {
  if (!someone) throw new Error('nobody');
  const [agent] = await context.db.select().from(agents).where(eq(agents.id, someone.agent_id));
  const given = givenCounter({ agent_id: agent?.id ?? 0, mode: 'model', tokens_per_day: COUNTER_TOKENS });
  const { id } = await createCounter(
    context,
    { user_id: someone.user_id, ip: null, user_agent: null },
    given,
  );
  const [counter] = await context.db.select().from(counters).where(eq(counters.id, id));
  if (!counter) throw new AppError('counter_not_found');
  return counter;
}
