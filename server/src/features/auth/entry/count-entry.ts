/** Counts attempts to sign in, by their way and their outcome. */
import type { SignOnReply } from '#contract/sign-in.ts';
import type { EntryMethod, EntryOutcome } from '../../../adapters/telemetry/access-figures.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';

/** The method may be known only once the attempt has ended: the form asks passwords of ours and directories. */
export type Way = { method: EntryMethod };

export async function countEntry<T extends SignOnReply>(
  { accessFigures }: Pick<AppContext, 'accessFigures'>,
  way: Way,
  attempt: Promise<T>,
): Promise<T> {
  try {
    const reply = await attempt;
    accessFigures.came({ method: way.method, outcome: outcomeOf(reply) });
    return reply;
  } catch (error) {
    const isRefused = error instanceof AppError && error.status < UNAVAILABLE;
    accessFigures.came({ method: way.method, outcome: isRefused ? 'refused' : 'failed' });
    throw error;
  }
}

const UNAVAILABLE = 500;

function outcomeOf(reply: SignOnReply): EntryOutcome {
  if ('second_step' in reply) return 'second_step';
  if ('link' in reply) return 'proof';
  return 'waiting' in reply ? 'waiting' : 'entered';
}
