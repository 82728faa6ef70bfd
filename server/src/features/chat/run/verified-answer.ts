/** The answer that people wrote to this question, as it stands. No model is called, and nothing is searched. */
import { sql } from 'drizzle-orm';
import type { VerifiedNear } from '#contract/chat-record.ts';
import type { Trace } from '#contract/trace.ts';
import { recordedModel } from '../../../adapters/models/model.ts';
import { type Queryable, reasonOf } from '../../../db/client.ts';
import { today } from '../../../language/values/calendar.ts';
import { type AnswerSink, type Composed, firstAnswering } from '../compose/compose.ts';
import type { PrepareContext } from '../compose/prepare-prompt.ts';
import type { Task } from '../compose/task.ts';

/** As `compose`, for a task with `verified`. Never throws. */
export async function composeVerified(
  _context: PrepareContext,
  task: Task,
  { live }: Pick<AnswerSink, 'live'>,
): Promise<Composed> {
  const given = task.verified;
  if (!given) throw new Error('there is no verified answer to give');
  if (live.length === 0) live.append(given.answer);
  return {
    ...firstAnswering(task.chain),
    status: 'done',
    error_code: null,
    answer: given.answer,
    seq: live.seq,
    sources: given.sources,
    filters: [],
    verified: given.verified,
    needs_person: false,
    found_nothing: false,
    charge: { input: 0, output: 0, estimated: false },
    masked: 0,
    steps: [],
    found: given.sources,
    at_length: false,
    retry_after_ms: null,
    trace: () => traceOf(task),
  };
}

const traceOf = ({ agent_version_id, question, temperature, chain }: Task): Trace => ({
  agent_version_id,
  model: recordedModel(chain.links[0]),
  temperature,
  prompt: { instructions: '', turns: [{ role: 'user', text: question }] },
  passages: [],
  filters: [],
  queries: [],
  calls: [],
  effort: null,
  retrieval_ms: 0,
  first_token_ms: 0,
  total_ms: 0,
});

/** The verified answer that was given, or that the model read, for the trace of a test. */
export function tracedVerified({
  verified,
  verified_near,
}: Pick<Task, 'verified' | 'verified_near'>): Pick<Trace, 'verified'> {
  if (verified) return { verified: { id: verified.verified.id, outcome: 'match', ...verified.likeness } };
  return verified_near
    ? { verified: { id: verified_near.id, outcome: 'near', ...verified_near.likeness } }
    : {};
}

/** The question to press: one that is not given any more is left to the model, where there is one. */
export function offeredNear({
  verified_near,
  chain,
}: Pick<Task, 'verified_near' | 'chain'>): VerifiedNear | null {
  if (!verified_near || !(verified_near.is_in_use || chain.links[0].local)) return null;
  return { id: verified_near.id, question: verified_near.question };
}

/** Counts that an answer was given or offered on this day; of whom is not kept. A failure costs the count, not the answer. */
export async function countVerifiedUse(
  { db, clock, log }: Pick<PrepareContext, 'clock' | 'log'> & { db: Queryable },
  { verified, verified_near }: Pick<Task, 'verified' | 'verified_near'>,
): Promise<void> {
  const id = verified?.verified.id ?? verified_near?.id;
  if (id === undefined) return;
  const [given, near] = verified ? [1, 0] : [0, 1];
  await db
    .execute(sql`
      insert into verified_uses (verified_answer_id, day, given, near)
      select id, ${today(clock.now())}::date, ${given}, ${near} from verified_answers where id = ${id}
      on conflict (verified_answer_id, day) do update
      set given = verified_uses.given + excluded.given, near = verified_uses.near + excluded.near`)
    .catch((error: unknown) =>
      log.warn({ err: { message: reasonOf(error) } }, 'a use of a verified answer was not counted'),
    );
}
