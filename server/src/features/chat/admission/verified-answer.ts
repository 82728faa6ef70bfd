/** Whether a question is answered by people’s own words, before any model is looked for. */
import { VERIFIED_QUESTION_MAX } from '#contract/limits.ts';
import { leansBack } from '../../../language/questions/leans-back.ts';
import { today } from '../../../language/values/calendar.ts';
import { type FoundVerified, findVerified } from '../../verified-answers/matching/find-verified.ts';
import type { ChatContext } from '../run/chat-runtime.ts';
import type { AdmissionSnapshot } from './admission-snapshot.ts';

/** The parts of a question that decide. */
type Sent = {
  question: string;
  without: unknown[];
  on_date?: string | null | undefined;
  adjust?: unknown;
  rerun?: unknown;
  verified?: boolean;
};

/**
 * Nothing where filters, another day, a plan or files say that the question is about something else. What runs again
 * gets none either, but the model may read a similar one as before.
 */
export async function verifiedFor(
  { db, clock }: Pick<ChatContext, 'db' | 'clock'>,
  { agent_id, snapshot, send }: { agent_id: number; snapshot: AdmissionSnapshot; send: Sent },
): Promise<FoundVerified | undefined> {
  const { question, without, on_date, adjust, rerun, verified } = send;
  const isPlain =
    verified !== false &&
    !adjust &&
    !without.length &&
    (!on_date || on_date === 'today') &&
    !snapshot.files.some(({ status }) => status === 'ready');
  if (!snapshot.verified_count || !isPlain || question.length > VERIFIED_QUESTION_MAX) return undefined;
  if (snapshot.history.newest.length && leansBack(question)) return undefined;
  const found = await findVerified(db, agent_id, question, today(clock.now()));
  return rerun ? found?.verified_near && { verified_near: found.verified_near } : found;
}
