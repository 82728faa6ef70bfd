/** Recognises a question that was sent before under the same idempotency key. */
import { AppError } from '../../../app-error.ts';
import { firstRunOf, type IdempotentCall, isExpired } from '../../../request-guards/idempotency.ts';
import type { MessageKey } from '../conversations/message-store.ts';
import type { AdmissionSnapshot } from './admission-snapshot.ts';
import type { Send } from './question.ts';

export function repeatableOf(send: Send): IdempotentCall | null {
  const { user, idempotency_key, session_id, question, without, personal_data, adjust, rerun } = send;
  const without_files = send.without_files?.length ? { without_files: send.without_files } : {};
  const onDate = send.on_date ? { on_date: send.on_date } : {};
  if (!idempotency_key) return null;
  const request = rerun
    ? JSON.stringify({ message_id: rerun.id, purpose: rerun.purpose })
    : JSON.stringify(
        adjust
          ? { session_id, adjust }
          : {
              session_id,
              question,
              without,
              ...without_files,
              ...onDate,
              ...(send.verified === false ? { verified: false } : {}),
              ...(send.edited ? { edits: send.edited.id } : {}),
              ...(personal_data ? { personal_data } : {}),
            },
      );
  return { user_id: user.user_id, key: idempotency_key, request };
}

export function repeatIn(
  { run }: AdmissionSnapshot,
  call: IdempotentCall | null,
  now: Date,
): { repeated: MessageKey } | null {
  if (!run || !call || isExpired(run, now)) return null;
  const { message_id } = firstRunOf(run, call);
  // The key belongs to a call of another kind.
  if (message_id === null) throw new AppError('idempotency_mismatch');
  return { repeated: { user_id: call.user_id, id: message_id } };
}
