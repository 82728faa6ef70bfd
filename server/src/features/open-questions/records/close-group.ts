/** Closes a group in the transaction of what answers it, so that of two who close at once the first wins. */
import { eq } from 'drizzle-orm';
import type { ClosureKind } from '#contract/open-questions.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import { open_question_groups } from '../../../db/tables/open-questions.ts';
import { type Actor, recordChange } from '../../audit/record.ts';

export type LockedGroup = typeof open_question_groups.$inferSelect & { agent_name: string };

export async function lockQuestionGroup(tx: Transaction, id: number): Promise<LockedGroup> {
  const [found] = await tx
    .select({ group: open_question_groups, agent_name: agents.name })
    .from(open_question_groups)
    .innerJoin(agents, eq(agents.id, open_question_groups.agent_id))
    .where(eq(open_question_groups.id, id))
    .for('update', { of: open_question_groups });
  if (!found) throw new AppError('question_group_not_found');
  return { ...found.group, agent_name: found.agent_name };
}

/** A group of another agent is one that does not exist. */
export async function lockOpenGroup(tx: Transaction, id: number, agent_id?: number): Promise<LockedGroup> {
  const group = await lockQuestionGroup(tx, id);
  if (agent_id !== undefined && group.agent_id !== agent_id) throw new AppError('question_group_not_found');
  if (group.state !== 'open') throw new AppError('question_group_closed');
  return group;
}

export type Closure = { kind: ClosureKind; ref: number | null };

/** The group is held by the caller. Where it was given an answer, the agent is asked again after the commit. */
export async function closeGroup(
  tx: Transaction,
  { queue }: Pick<AppContext, 'queue'>,
  { id }: LockedGroup,
  { kind, ref, user_id, now }: Closure & { user_id: number; now: Date },
): Promise<void> {
  await tx
    .update(open_question_groups)
    .set({
      state: kind === 'not_ours' ? 'dismissed' : 'closed',
      closure_kind: kind,
      closure_ref: ref,
      closed_by: user_id,
      closed_at: now,
      asked_again: null,
      asking_until: null,
    })
    .where(eq(open_question_groups.id, id));
  if (isAnswered(kind)) await queue.send('questions.ask-again', { group_id: id, user_id }, tx);
}

const isAnswered = (kind: ClosureKind): boolean => kind !== 'not_ours' && kind !== 'resolved';

type Noted = { action: 'closed' | 'reopened' | 'split'; after?: Record<string, unknown> };

/** The entry names the agent and the number of the group, never a question. */
export const noteGroup = (
  tx: Transaction,
  by: Actor | null,
  { id, agent_id, agent_name }: Pick<LockedGroup, 'id' | 'agent_id' | 'agent_name'>,
  { action, after = {}, now }: Noted & { now: Date },
): Promise<void> =>
  recordChange(
    tx,
    by,
    {
      action: `question.${action}`,
      object_type: 'open_question',
      object_id: id,
      object_name: agent_name,
      after: { agent_id, ...after },
    },
    now,
  );
