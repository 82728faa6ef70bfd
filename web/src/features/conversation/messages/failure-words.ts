/** What the reader is told when a question was not sent or an answer did not come to its end. */
import { messageOf } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import type { Failure } from '../stream/stream-hub.ts';
import type { TurnAnswer } from '../stream/turns.ts';
import { texts } from '../texts.ts';

type Words = { title: string; line?: string; plans?: boolean };

export function refusalWords({ cause }: Failure, initial: boolean): Words {
  return {
    title: initial ? texts.firstSendFailed : texts.sendFailed,
    line: messageOf(cause, texts.startFailed),
    plans: failedWith(cause, 'token_limit'),
  };
}

/** Undefined for an answer that came to its end, or was stopped on purpose. */
export function endWords({ text, status, error, cut, growing }: TurnAnswer): Words | undefined {
  if (growing) return undefined;
  if (cut) return { title: texts.streamFailed, line: texts.streamCutLine };
  if (status === 'failed') return { title: error ?? texts.streamFailed };
  if (status === 'done' && text.trim() === '') return { title: texts.empty };
  return undefined;
}
