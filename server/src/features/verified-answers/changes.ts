/** Writes verified answers. Two that would match the same question are never stored, unless they say the same. */
import { and, count, eq, sql } from 'drizzle-orm';
import { VERIFIED_ANSWERS_MAX, VERIFIED_REVIEW_DAYS_MAX } from '#contract/limits.ts';
import type {
  NewVerifiedAnswer,
  VerifiedAnswer,
  VerifiedAnswerChange,
  VerifiedContent,
  VerifiedSource,
} from '#contract/verified-answers.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, filledError, requireVersion } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { verified_answers } from '../../db/tables/verified-answers.ts';
import { addDays, today } from '../../language/values/calendar.ts';
import { fold } from '../../language/words.ts';
import { cleanStrings } from '../../text/clean-text.ts';
import { isAdmin } from '../agents/availability.ts';
import { lockAgent } from '../agents/store.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { closeGroup, lockOpenGroup, noteGroup } from '../open-questions/records/close-group.ts';
import { overlappingAnswers } from './matching/candidates.ts';
import { compare } from './matching/match.ts';
import { partsOf } from './matching/question-parts.ts';
import { makeOwnCheck, removeOwnCheck, renameOwnCheck } from './own-check.ts';
import { contentOf, listAnswers, noteChangedAnswers, writeVersion, writeWordings } from './store.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'queue'>;
type Shown = Omit<VerifiedAnswer, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };
type Given = Omit<NewVerifiedAnswer, 'group_id'>;

export function createAnswer(
  { db, clock, queue }: Context,
  by: Actor,
  agent_id: number,
  { group_id, ...wanted }: NewVerifiedAnswer,
): Promise<Shown> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id);
    const group = group_id === undefined ? null : await lockOpenGroup(tx, group_id, agent_id);
    const [counted] = await tx
      .select({ total: count() })
      .from(verified_answers)
      .where(eq(verified_answers.agent_id, agent_id));
    if ((counted?.total ?? 0) >= VERIFIED_ANSWERS_MAX) throw new AppError('too_many_verified_answers');
    const content = await contentFrom(tx, agent_id, cleanStrings(wanted), now);
    await requireNoOverlap(tx, agent_id, content, now);
    const { wordings, ...fields } = content;
    const [made] = await tx
      .insert(verified_answers)
      .values({
        ...fields,
        agent_id,
        created_by: by.user_id,
        verified_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning({ id: verified_answers.id, version: verified_answers.version });
    if (!made) throw new Error('no verified answer was inserted');
    await writeWordings(tx, made.id, [content.question, ...wordings]);
    await writeVersion(tx, made, content, { user_id: by.user_id, now });
    await noteChangedAnswers(tx, agent_id);
    await makeOwnCheck(tx, { agent_id, id: made.id }, content.question, now);
    const closure = { kind: 'verified_answer', ref: made.id } as const;
    if (group) await closeGroup(tx, { queue }, group, { ...closure, user_id: by.user_id, now });
    await note(tx, by, { action: 'created', id: made.id, agent, now });
    if (group) await noteGroup(tx, by, group, { action: 'closed', after: closure, now });
    return requireAnswer(tx, agent_id, made.id, now);
  });
}

/** An absent field leaves what is stored. A change of its words verifies it anew from this day on. */
export function updateAnswer(
  { db, clock }: Context,
  by: Actor,
  { id: agent_id, answerId: id }: { id: number; answerId: number },
  { version, paused, ...change }: VerifiedAnswerChange,
): Promise<Shown> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id);
    const before = await requireAnswer(tx, agent_id, id, now);
    requireVersion(before.version, version);
    const isWritten = Object.values(change).some((value) => value !== undefined);
    const wanted = { ...givenOf(before), ...cleanStrings(change) } as Given;
    const content = isWritten ? await contentFrom(tx, agent_id, wanted, now) : contentOf(before);
    const isPaused = paused ?? before.state === 'paused';
    if (!isPaused) await requireNoOverlap(tx, agent_id, content, now, id);
    const { wordings, ...fields } = content;
    const next = { id, version: version + 1 };
    await tx
      .update(verified_answers)
      .set({
        ...fields,
        state: isPaused ? 'paused' : 'active',
        version: next.version,
        updated_at: now,
        ...(isWritten ? { verified_at: now } : {}),
        ...(fields.review_on === before.review_on ? {} : { review_notices: 0 }),
      })
      .where(eq(verified_answers.id, id));
    if (isWritten) {
      await writeWordings(tx, id, [content.question, ...wordings]);
      await renameOwnCheck(tx, { agent_id, id }, content.question, now);
    }
    await writeVersion(tx, next, content, { user_id: by.user_id, now });
    await noteChangedAnswers(tx, agent_id);
    await note(tx, by, {
      action: 'updated',
      id,
      agent,
      now,
      after: { paused: isPaused, version: next.version },
    });
    return requireAnswer(tx, agent_id, id, now);
  });
}

export function removeAnswer(
  { db, clock }: Context,
  by: Actor,
  { id: agent_id, answerId: id }: { id: number; answerId: number },
): Promise<null> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id);
    const { rowCount } = await tx
      .delete(verified_answers)
      .where(and(eq(verified_answers.agent_id, agent_id), eq(verified_answers.id, id)));
    if (!rowCount) throw new AppError('verified_answer_not_found');
    await removeOwnCheck(tx, { agent_id, id });
    await noteChangedAnswers(tx, agent_id);
    await note(tx, by, { action: 'deleted', id, agent, now });
    return null;
  });
}

async function requireAnswer(db: Queryable, agent_id: number, id: number, now: Date): Promise<Shown> {
  const [answer] = await listAnswers(db, agent_id, today(now), id);
  if (!answer) throw new AppError('verified_answer_not_found');
  return answer;
}

const givenOf = ({ sources, ...answer }: Shown): Given => ({
  ...contentOf({ ...answer, sources }),
  sources,
});

/** The given fields as they are stored: the words of a span come from the document. */
async function contentFrom(
  tx: Transaction,
  agent_id: number,
  given: Given,
  now: Date,
): Promise<VerifiedContent> {
  const { review_on, reviewer_user_id } = given;
  const last = addDays(today(now), VERIFIED_REVIEW_DAYS_MAX);
  if (review_on < today(now) || review_on > last)
    throw wrong('review_on', 'Escolha um dia entre hoje e daqui a dois anos.');
  if (reviewer_user_id !== null && !(await isActiveAdmin(tx, reviewer_user_id)))
    throw wrong('reviewer_user_id', 'Quem revisa precisa ser um administrador ativo.');
  const known = new Set([fold(given.question)]);
  const wordings = given.wordings.filter((text) => !known.has(fold(text)) && known.add(fold(text)));
  const sources: VerifiedSource[] = [];
  for (const source of given.sources)
    sources.push(
      'url' in source ? { title: source.title, url: source.url } : await spanOf(tx, agent_id, source),
    );
  return { ...contentOf({ ...given, wordings, sources }) };
}

function wrong(field: string, message: string): AppError {
  return new AppError('validation', { detail: message, errors: [{ field, message }] });
}

async function isActiveAdmin(tx: Transaction, id: number): Promise<boolean> {
  const [person] = await tx
    .select({ role: users.role, active: users.active, user_group_id: users.user_group_id })
    .from(users)
    .where(eq(users.id, id));
  return person?.active === true && isAdmin(person);
}

type Span = { document_id: number; start: number; end: number; text?: string | undefined };

/** The span of a document that the agent reads. */
async function spanOf(tx: Transaction, agent_id: number, span: Span): Promise<VerifiedSource> {
  const { document_id, start, end } = span;
  const { rows } = await tx.execute<{
    knowledge_base_id: number;
    title: string;
    text: string;
    page: number | null;
    section: string | null;
  }>(sql`
    select d.knowledge_base_id, d.original_filename title, d.content_text text, p.page, p.section
    from documents d
    join agent_knowledge_bases l on l.knowledge_base_id = d.knowledge_base_id and l.agent_id = ${agent_id}
    left join lateral (
      select page, section from passages p where p.knowledge_base_id = d.knowledge_base_id and p.document_id = d.id
        and p.start_offset <= ${start} and p.end_offset > ${start} order by ordinal limit 1
    ) p on true
    where d.id = ${document_id} and d.withdrawn_at is null`);
  const [found] = rows;
  const text = found?.text.slice(start, end) ?? '';
  if (!found || !text.trim() || (span.text !== undefined && span.text !== text))
    throw new AppError('source_not_literal');
  const { knowledge_base_id, title, page, section } = found;
  return { document_id, knowledge_base_id, title, start, end, text, page, section: section ?? '' };
}

/** Refused where a wording of one matches the other, either way round. */
async function requireNoOverlap(
  tx: Transaction,
  agent_id: number,
  content: VerifiedContent,
  now: Date,
  own_id?: number,
): Promise<void> {
  const texts = [content.question, ...content.wordings];
  const parts = await partsOf(tx, texts);
  const mine = { id: 0, wordings: parts.map((part, place) => ({ ...part, text: texts[place] ?? '' })) };
  const others = await overlappingAnswers(tx, agent_id, parts, today(now));
  for (const other of others) {
    if (other.id === own_id || other.answer.trim() === content.answer.trim()) continue;
    const isMatched = parts.some((part) => compare(part, other).outcome === 'match');
    const theirs = await partsOf(
      tx,
      other.wordings.map(({ text }) => text),
    );
    if (!isMatched && !theirs.some((part) => compare(part, mine).outcome === 'match')) continue;
    throw filledError('verified_answer_overlaps', { question: other.question });
  }
}

type Noted = {
  action: 'created' | 'updated' | 'deleted';
  id: number;
  agent: { id: number; name: string };
  now: Date;
  after?: Record<string, unknown>;
};

/** The entry names the agent and the number, never the words. */
const note = (tx: Transaction, by: Actor, { action, id, agent, now, after = {} }: Noted): Promise<void> =>
  recordChange(
    tx,
    by,
    {
      action: `verified_answer.${action}`,
      object_type: 'verified_answer',
      object_id: id,
      object_name: agent.name,
      after: { agent_id: agent.id, ...after },
    },
    now,
  );
