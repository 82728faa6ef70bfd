/** Reads an answer that another process writes: from its saved parts as they come, until its record has ended. */
import { isDatabaseAway } from '../../../db/client.ts';
import type { Piece } from '../compose/live-text.ts';
import { findProgress, type MessageKey, type MessageRow } from '../conversations/message-store.ts';
import type { Answering } from '../ledger/settle.ts';
import { type ChatContext, wake } from '../run/chat-runtime.ts';
import { answerTopic, hurryTopic } from '../run/write-behind.ts';

/** Wake-ups may be lost: a reader looks by itself as well. */
const LOOK_AGAIN_MS = 2_000;

/** Yields the new text, at last the record. The first piece reaches as far as `after`, if that is saved soon. */
export async function* readFromRows(
  context: ChatContext,
  key: MessageKey,
  after: number,
): AsyncGenerator<(Piece & { answering: Answering }) | { ended: MessageRow }> {
  const { db, signals } = context;
  const bell = openBell();
  const forget = signals.listen(answerTopic(key.id), bell.ring);
  try {
    const patientUntil = performance.now() + LOOK_AGAIN_MS;
    let hasHurried = false;
    let at = -1;
    let length = 0;
    for (; ; await bell.rung(LOOK_AGAIN_MS)) {
      const progress = await findProgress(db, key, Math.max(at, 0)).catch((error) => {
        // A reader that has begun waits for the database to come back.
        if (at < 0 || !isDatabaseAway(error)) throw error;
        return null;
      });
      if (progress === undefined) return;
      if (progress === null) continue;
      const { message, text } = progress;
      if (message.status !== 'streaming') {
        if (at >= 0 && message.answer.length > length)
          yield { text: message.answer.slice(length), seq: message.seq, answering: message };
        yield { ended: message };
        return;
      }
      const isNew = at < 0 ? message.seq >= after || performance.now() > patientUntil : message.seq > at;
      if (!isNew) {
        if (at < 0 && !hasHurried) await wake(context, hurryTopic(key.id));
        hasHurried = true;
        continue;
      }
      at = message.seq;
      length += text.length;
      yield { text, seq: at, answering: message };
    }
  } finally {
    forget();
  }
}

type Bell = { ring: () => void; rung: (patienceMs: number) => Promise<void> };

/** Remembers a ring that comes while nobody waits. */
function openBell(): Bell {
  let hasRung = false;
  let answer = () => {};
  return {
    ring() {
      hasRung = true;
      answer();
    },
    async rung(patienceMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = resolve;
      const timer = setTimeout(resolve, patienceMs);
      if (!hasRung) await promise;
      clearTimeout(timer);
      hasRung = false;
    },
  };
}
