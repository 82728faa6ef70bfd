/** Puts open questions into groups, oldest first, agent by agent, under a lock of the agent. */
import { sql } from 'drizzle-orm';
import { OPEN_QUESTION_DAYS } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { partsOf, type QuestionParts } from '../verified-answers/matching/question-parts.ts';
import { noteGroup } from './records/close-group.ts';
import { isInIndex, isOpenQuestion } from './records/group-rows.ts';
import { GroupIndex, type Hashed, hashesOf, type Member } from './similarity.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'secret'>;
type Waiting = { user_id: number; message_id: number; question: string; created_at: Date };
type Joined = Waiting & Hashed & { group_id: number };

/** Any fixed number: the first half of the advisory locks under which questions of an agent are grouped. */
const GROUPING_LOCK = 7_301_901;
const BATCH = 500;
/** A reader may still take the thumb back. */
const SETTLED_MS = 60_000;
const DAY_MS = 86_400_000;

/** Only what waits is looked at: called again it does nothing. */
export async function groupQuestions(context: Context): Promise<void> {
  const { db } = context;
  await dropGone(db, context.clock.now());
  const waiting = waitingIn(context);
  const { rows } = await db.execute<{ agent_id: number }>(sql`
    ${waiting.ungrouped} select distinct s.agent_id ${waiting.found}`);
  for (const { agent_id } of rows) while (await groupSome(context, agent_id));
}

/**
 * Questions that were taken back or are too old leave; a group goes with its last one. Those that stay are read from the
 * index of open questions: beside the messages of years they are few.
 */
async function dropGone(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`
    with indexed as materialized (
      select m.user_id, m.id, m.session_id from messages m
      where ${isInIndex} and m.created_at >= ${oldest(now)}::timestamptz
    )
    delete from open_question_members o where not exists (
      select from indexed m join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
      where m.user_id = o.user_id and m.id = o.message_id
        and not s.is_test and not s.temporary and s.erased_at is null)`);
  await db.execute(sql`
    delete from open_question_groups g
    where not exists (select from open_question_members o where o.group_id = g.id)`);
}

/**
 * A question that was tried again and then read rows of its reader's own, and found nothing all the same. No list shows it;
 * its hashes may stay until the job comes by, because no index tells it and each message has to be read.
 */
export async function dropPersonal(db: Queryable): Promise<void> {
  await db.execute(sql`
    delete from open_question_members o where (
      select m.personal_sources from messages m where m.user_id = o.user_id and m.id = o.message_id)`);
}

const oldest = (now: Date): string => new Date(now.getTime() - OPEN_QUESTION_DAYS * DAY_MS).toISOString();

/** `ungrouped` stands before the statement: the messages of the few that are in no group yet are all that is read. */
function waitingIn({ clock }: Pick<AppContext, 'clock'>) {
  const now = clock.now();
  const ungrouped = sql`
    with ungrouped as materialized (
      select m.user_id, m.id from messages m
      where ${isInIndex} and m.created_at >= ${oldest(now)}::timestamptz
        and not exists (select from open_question_members o where o.user_id = m.user_id and o.message_id = m.id)
    )`;
  const found = sql`
    from ungrouped u join messages m on m.user_id = u.user_id and m.id = u.id
    join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
    join agents a on a.id = s.agent_id
    where ${isOpenQuestion}
      and coalesce(m.finished_at, m.created_at) <= ${new Date(now.getTime() - SETTLED_MS).toISOString()}::timestamptz`;
  return { ungrouped, found };
}

/** True where more may wait. */
function groupSome(context: Context, agent_id: number): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    // While another process is at it: who opens the list sees what it finds, not the list of some minutes ago.
    await tx.execute(sql`select pg_advisory_xact_lock(${GROUPING_LOCK}, ${agent_id})`);
    const { ungrouped, found } = waitingIn(context);
    const { rows } = await tx.execute<Waiting>(sql`
      ${ungrouped}
      select m.user_id, m.id::int8 message_id, m.question, m.created_at ${found} and s.agent_id = ${agent_id}
      order by m.created_at, m.id limit ${BATCH}`);
    if (!rows.length) return false;
    const parts = await partsOf(
      tx,
      rows.map(({ question }) => inSmallLetters(question)),
    );
    const weights = await weightsOf(tx, agent_id, parts);
    const asked = rows.map((row, place) => ({
      ...row,
      ...hashesOf(context, parts[place] as QuestionParts, weights),
    }));
    const joined = await joinGroups(tx, agent_id, asked);
    await insertMembers(tx, joined);
    await reopenUnanswered(tx, joined, context.clock.now());
    return rows.length === BATCH;
  });
}

/** In a text of capitals alone no word is a name. */
const inSmallLetters = (question: string): string =>
  question === question.toUpperCase() ? question.toLowerCase() : question;

/** How rare each word is in the documents of the agent; one that none has is the rarest. */
async function weightsOf(
  tx: Transaction,
  agent_id: number,
  parts: QuestionParts[],
): Promise<Map<string, number>> {
  const stems = [...new Set(parts.flatMap((part) => part.stems))];
  const { rows } = await tx.execute<{ stem: string; passages: number; total: number }>(sql`
    with bases as (
      select b.id, b.passage_count from agent_knowledge_bases l
      join knowledge_bases b on b.id = l.knowledge_base_id where l.agent_id = ${agent_id}
    )
    select stem, (select coalesce(sum(passage_count), 0)::int from bases) total, coalesce((
      select sum(document_frequency) from passage_terms t join bases on bases.id = t.knowledge_base_id
      where t.lexeme = stem), 0)::int passages
    from unnest(${sql.param(stems)}::text[]) stem`);
  return new Map(
    rows.map(({ stem, passages, total }) => [
      stem,
      Math.log(1 + (Math.max(0, total - passages) + 0.5) / (passages + 0.5)),
    ]),
  );
}

async function joinGroups<W extends Waiting & Hashed>(
  tx: Transaction,
  agent_id: number,
  asked: W[],
): Promise<(W & { group_id: number })[]> {
  const index = new GroupIndex();
  for (const member of await membersSharing(tx, agent_id, asked)) index.add(member);
  const ids = await reserveIds(tx, asked.length);
  const made: { id: number; created_at: Date }[] = [];
  const joined = asked.map((question, place) => {
    const known = index.bestFor(question);
    const group_id = known ?? (ids[place] as number);
    if (known === null) made.push({ id: group_id, created_at: question.created_at });
    index.add({ ...question, group_id, is_open: true });
    return { ...question, group_id };
  });
  if (made.length)
    await tx.execute(sql`
      insert into open_question_groups (id, agent_id, created_at)
      select id, ${agent_id}, created_at from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
        made (id int, created_at timestamptz)`);
  return joined;
}

async function membersSharing(tx: Transaction, agent_id: number, asked: Hashed[]): Promise<Member[]> {
  const stems = [...new Set(asked.flatMap((question) => question.stems))];
  const { rows } = await tx.execute<Member>(sql`
    select o.group_id, o.stems::text[] stems, o.weights::float8[] weights, o.keys::text[] keys,
      o.names::text[] names, g.state = 'open' is_open
    from open_question_members o join open_question_groups g on g.id = o.group_id
    where g.agent_id = ${agent_id} and o.stems && ${sql.param(stems)}::bigint[]`);
  return rows;
}

async function reserveIds(tx: Transaction, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('open_question_groups', 'id'))::int id
    from generate_series(1, ${count}) order by id`);
  return rows.map(({ id }) => id);
}

async function insertMembers(tx: Transaction, joined: Joined[]): Promise<void> {
  const rows = joined.map(({ user_id, message_id, group_id, stems, weights, keys, names }) => ({
    ...{ user_id, message_id: Number(message_id), group_id, stems, weights, keys, names },
  }));
  await tx.execute(sql`
    insert into open_question_members (user_id, message_id, group_id, stems, weights, keys, names)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) joined
      (user_id int, message_id bigint, group_id int, stems bigint[], weights real[], keys bigint[], names bigint[])
    on conflict (user_id, message_id) do nothing`);
}

/** A group that was said to be answered opens again where somebody asked later and found nothing all the same. */
async function reopenUnanswered(tx: Transaction, joined: Joined[], now: Date): Promise<void> {
  const newest = new Map<number, number>();
  for (const { group_id, created_at } of joined)
    newest.set(group_id, Math.max(newest.get(group_id) ?? 0, new Date(created_at).getTime()));
  const asked = [...newest].map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
  const { rows } = await tx.execute<{ id: number; agent_id: number; agent_name: string }>(sql`
    update open_question_groups g
    set state = 'open', closure_kind = null, closure_ref = null, closed_by = null, closed_at = null, asked_again = null,
      asking_until = null
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) asked (id int, at timestamptz), agents a
    where g.id = asked.id and a.id = g.agent_id and g.state = 'closed' and g.closed_at < asked.at
      and g.asked_again ->> 'outcome' = 'answered'
    returning g.id, g.agent_id, a.name agent_name`);
  for (const group of rows) await noteGroup(tx, null, group, { action: 'reopened', now });
}
