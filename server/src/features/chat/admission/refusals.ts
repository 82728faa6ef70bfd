/** Reasons why a question is not admitted. */
import { RUNNING_ANSWERS_PER_USER } from '#contract/limits.ts';
import { AppError } from '../../../app-error.ts';
import { isAdmin } from '../../agents/availability.ts';
import { hasRoom } from '../../users/tokens/allowance.ts';
import { limitReached } from '../ledger/reservations.ts';
import type { AdmissionSnapshot } from './admission-snapshot.ts';
import type { ResolvedAgent } from './agent-version.ts';
import type { Rerun } from './insert-question.ts';
import type { Question, Send } from './question.ts';
import { waitsForFiles } from './readable-files.ts';
import { isFree } from './reservation.ts';

/** Why it may not be admitted. Until the question is inserted, the person's own row decides whether this still holds. */
export function refusalOf(
  { person, session, can_send, running, files }: AdmissionSnapshot,
  question: Question,
  resolved: ResolvedAgent,
  at: Parameters<typeof limitReached>[1],
): AppError | null {
  const { session_id, rerun } = question;
  if (!person.active) return new AppError('account_ended');
  if (session && !can_send) return new AppError('agent_unavailable');
  if (session?.is_test && !isAdmin(person)) return new AppError('agent_unavailable');
  if (running.includes(session_id)) return new AppError('answer_running');
  if (rerun && !mayRunAgain(rerun)) return notAgain(rerun);
  if (waitsForFiles(files, { ...question, agent: resolved.agent })) return new AppError('files_not_ready');
  if (running.length >= RUNNING_ANSWERS_PER_USER) return new AppError('too_many_answers');
  return hasRoom(person) || isFree(resolved) ? null : limitReached(person, at);
}

/** A continuation goes on from text that was cut off; a retry answers what has not come to its end. */
const mayRunAgain = ({ purpose, status, answer }: Rerun): boolean =>
  purpose === 'continuation'
    ? (status === 'interrupted' || status === 'stopped') && answer.trim() !== ''
    : status === 'failed' || status === 'interrupted' || (status === 'stopped' && answer.trim() === '');

export function notInserted({ rerun, edited }: Send): AppError {
  if (rerun) return notAgain(rerun);
  return new AppError(edited ? 'not_last_question' : 'session_not_found');
}

const notAgain = ({ purpose }: Rerun) =>
  new AppError(purpose === 'continuation' ? 'answer_not_continuable' : 'answer_not_retryable');
