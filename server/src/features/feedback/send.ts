/** Taking feedback in. A repeat with the same key is the first one again. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ReceivedFile } from '#contract/files.ts';
import { FEEDBACK_PER_MINUTE } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { isDiskFull } from '../../db/client.ts';
import { feedback } from '../../db/tables/feedback.ts';
import type { Meta } from '../../http/routes.ts';
import {
  claimIdempotencyKey,
  findFirstRun,
  type IdempotentCall,
  storeFirstRun,
} from '../../request-guards/idempotency.ts';
import { consumeRateLimit } from '../../request-guards/rate-limit.ts';
import { cleanText } from '../../text/clean-text.ts';
import { pictureOf } from './picture.ts';

type Sent = {
  message: string;
  name?: string | undefined;
  email?: string | undefined;
  page?: string | undefined;
  screenshot?: ReceivedFile | undefined;
};

export async function sendFeedback(
  context: Pick<AppContext, 'db' | 'clock' | 'queue' | 'env'>,
  user_id: number,
  { screenshot, ...typed }: Sent,
  { user_agent, idempotency_key }: Pick<Meta, 'user_agent' | 'idempotency_key'>,
): Promise<{ id: number }> {
  const { db, clock, queue, env } = context;
  const now = clock.now();
  const words = cleaned(typed);
  const file = screenshot ? await readFile(screenshot.path) : null;
  const call = idempotency_key ? repeatable(user_id, idempotency_key, words, file) : null;
  const earlier = call && (await findFirstRun(db, call, now));
  if (earlier) return earlier.answer as { id: number };
  await consumeRateLimit(db, { key: `feedback:${user_id}`, max: FEEDBACK_PER_MINUTE, seconds: 60 }, now);
  const picture = file && pictureOf(file);
  const inserted = db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return first.answer as { id: number };
    const [kept] = await tx
      .insert(feedback)
      .values({
        ...words,
        user_id,
        user_agent,
        screenshot: picture?.bytes ?? null,
        screenshot_type: picture?.type ?? null,
        created_at: now,
      })
      .returning({ id: feedback.id });
    if (!kept) throw new Error('no feedback was inserted');
    if (env.FEEDBACK_EMAIL) await queue.send('feedback.letter', { feedback_id: kept.id }, tx);
    if (call) await storeFirstRun(tx, call, { status: 201, answer: kept });
    return kept;
  });
  return inserted.catch((error) => {
    throw isDiskFull(error) ? new AppError('storage_full', { cause: error }) : error;
  });
}

type Words = { message: string; name: string | null; email: string | null; page: string | null };

/** Removes characters that the database cannot hold; a message of nothing else is empty. */
function cleaned({ message, name, email, page }: Sent): Words {
  const clean = (text: string | undefined) => (text && cleanText(text).trim()) || null;
  const said = clean(message);
  if (!said) {
    const errors = [{ field: 'message', message: 'A mensagem é obrigatória.' }];
    throw new AppError('validation', { detail: 'A mensagem é obrigatória.', errors });
  }
  return { message: said, name: clean(name), email: clean(email), page: clean(page) };
}

function repeatable(user_id: number, key: string, words: Words, file: Buffer | null): IdempotentCall {
  const picture = file && createHash('sha256').update(file).digest('hex');
  return { user_id, key, request: JSON.stringify(['feedback', words, picture]) };
}
