/** Closes, opens and splits groups of open questions. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Closing, QuestionGroupDetail } from '#contract/open-questions.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { open_question_groups } from '../../db/tables/open-questions.ts';
import { today } from '../../language/values/calendar.ts';
import { wordsOf } from '../../language/words.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { cleanText } from '../../text/clean-text.ts';
import type { Actor } from '../audit/record.ts';
import { checkedType, hashOf, storeUpload, type TypedUpload } from '../knowledge/files/upload.ts';
import {
  type Closure,
  closeGroup,
  type LockedGroup,
  lockOpenGroup,
  lockQuestionGroup,
  noteGroup,
} from './records/close-group.ts';
import { requireGroup } from './records/group-rows.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'queue'>;

/** A repeated call with the same key finds the group as it is by then. */
export async function closeQuestions(
  context: Context,
  by: Actor,
  { id, closing }: { id: number; closing: Closing },
  idempotency_key: string | null,
): Promise<QuestionGroupDetail> {
  const now = context.clock.now();
  const call = idempotency_key && {
    user_id: by.user_id,
    key: idempotency_key,
    request: JSON.stringify(['close-questions', id, closing]),
  };
  await requireGroup(context.db, id, now);
  const note = closing.kind === 'note' ? await writeNote(closing.note, now) : null;
  try {
    await context.db.transaction(async (tx) => {
      if (call && (await claimIdempotencyKey(tx, call, now))) return;
      const group = await lockOpenGroup(tx, id);
      const closure = await closureOf(tx, context, { by, group, closing, note });
      await closeGroup(tx, context, group, { ...closure, user_id: by.user_id, now });
      if (call) await storeFirstRun(tx, call, { status: 200, answer: { id } });
      await noteGroup(tx, by, group, { action: 'closed', after: closure, now });
    });
  } finally {
    if (note) await rm(note.path, { force: true });
  }
  return requireGroup(context.db, id, now);
}

type Note = Pick<TypedUpload, 'knowledge_base_id'> & { path: string; file: TypedUpload['file'] };

/** As a file, because a note is a document like any other. */
async function writeNote(
  { knowledge_base_id, title, text }: Extract<Closing, { kind: 'note' }>['note'],
  now: Date,
): Promise<Note> {
  const path = join(tmpdir(), `prosa-note-${randomUUID()}`);
  const content = Buffer.from(`# ${cleanText(title).replace(/\s+/g, ' ')}\n\n${cleanText(text)}\n`);
  await writeFile(path, content);
  const received = { original_filename: noteName(title, now), path, size: content.length };
  const file_type = await checkedType(received);
  return { knowledge_base_id, path, file: { ...received, file_type, sha256: await hashOf(path) } };
}

const SLUG_MAX = 60;

export function noteName(title: string, now: Date): string {
  const slug = wordsOf(title)
    .join('-')
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, SLUG_MAX)
    .replace(/-+$/, '');
  return `nota-${today(now)}-${slug || 'sem-titulo'}.md`;
}

type Wanted = { by: Actor; group: LockedGroup; closing: Closing; note: Note | null };

/** The answer must be the agent’s own: one of another agent is not found. */
async function closureOf(
  tx: Transaction,
  context: Context,
  { by, group: { agent_id }, closing, note }: Wanted,
): Promise<Closure> {
  const { kind } = closing;
  if (kind === 'verified_answer') {
    if (!(await isFound(tx, sql`verified_answers where id = ${closing.ref} and agent_id = ${agent_id}`)))
      throw new AppError('verified_answer_not_found');
    return { kind, ref: closing.ref };
  }
  if (kind === 'document') {
    const isRead = sql`documents d join agent_knowledge_bases l on l.knowledge_base_id = d.knowledge_base_id
      where l.agent_id = ${agent_id} and d.id = ${closing.ref} and d.withdrawn_at is null`;
    if (!(await isFound(tx, isRead))) throw new AppError('document_not_found');
    return { kind, ref: closing.ref };
  }
  if (!note) return { kind, ref: null };
  const isLinked = sql`agent_knowledge_bases
    where agent_id = ${agent_id} and knowledge_base_id = ${note.knowledge_base_id}`;
  if (!(await isFound(tx, isLinked))) throw new AppError('knowledge_base_not_found');
  const stored = await storeUpload(tx, context, by, note, async () => {});
  return { kind, ref: stored.document_id };
}

async function isFound(db: Queryable, where: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 found from ${where} limit 1`);
  return rows.length > 0;
}

const UNCLOSED = {
  state: 'open',
  closure_kind: null,
  closure_ref: null,
  closed_by: null,
  closed_at: null,
  asked_again: null,
  asking_until: null,
} as const;

/** Messages lose the mark that there is an answer. An open group stays as it is. */
export async function reopenGroup(
  { db, clock }: Context,
  by: Actor,
  id: number,
): Promise<QuestionGroupDetail> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const group = await lockQuestionGroup(tx, id);
    if (group.state === 'open') return;
    await tx.update(open_question_groups).set(UNCLOSED).where(eq(open_question_groups.id, id));
    await tx.execute(sql`
      update messages m set answered_since = null from open_question_members o
      where o.group_id = ${id} and m.user_id = o.user_id and m.id = o.message_id and m.answered_since is not null`);
    await noteGroup(tx, by, group, { action: 'reopened', now });
  });
  return requireGroup(db, id, now);
}

/** Returns the new group. One question at least stays where it was. */
export async function splitGroup(
  { db, clock }: Context,
  by: Actor,
  id: number,
  message_ids: number[],
): Promise<QuestionGroupDetail> {
  const now = clock.now();
  const split_id = await db.transaction(async (tx) => {
    const group = await lockOpenGroup(tx, id);
    const [made] = await tx
      .insert(open_question_groups)
      .values({ agent_id: group.agent_id, created_at: now })
      .returning({ id: open_question_groups.id });
    if (!made) throw new Error('no group was inserted');
    const wanted = [...new Set(message_ids)];
    const { rowCount } = await tx.execute(sql`
      update open_question_members set group_id = ${made.id}
      where group_id = ${id} and message_id = any(${sql.param(wanted)}::bigint[])`);
    if (rowCount !== wanted.length) throw new AppError('message_not_found');
    if (!(await isFound(tx, sql`open_question_members where group_id = ${id}`))) throw noneLeft();
    await noteGroup(tx, by, group, { action: 'split', after: { into: made.id }, now });
    return made.id;
  });
  return requireGroup(db, split_id, now);
}

function noneLeft(): AppError {
  const message = 'Deixe ao menos uma pergunta no grupo.';
  return new AppError('validation', { detail: message, errors: [{ field: 'message_ids', message }] });
}
