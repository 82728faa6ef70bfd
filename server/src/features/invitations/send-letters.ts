/**
 * Sends the letters of invitations, at most sixty in any minute over all processes. The token is made when its letter is:
 * none waits in a queue or in the database.
 */
import { randomBytes } from 'node:crypto';
import { and, asc, count, eq, gt, lte, sql } from 'drizzle-orm';
import { INVITATION_LETTERS_PER_MINUTE } from '#contract/limits.ts';
import { FinalFailure } from '../../adapters/jobs.ts';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { type Database, reasonOf } from '../../db/client.ts';
import { invitations } from '../../db/tables/invitations.ts';
import { users } from '../../db/tables/people.ts';
import { hashOfToken } from '../auth/credentials/tokens.ts';
import { invitationEmail } from './emails.ts';
import { expiryFrom, isUndecided } from './records/store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A letter whose process died is taken up again after this time, with a new token. */
const LEASE_MS = 10 * MINUTE_MS;
/** Held until the transaction ends, so that two processes count one after the other. */
const LETTERS_LOCK = 7_230_418;

type Letter = { id: number; email: string; inviter: string | null; token: string };

export const invitationJobs = (context: AppContext): Pick<JobBodies, 'invitations.send'> => ({
  'invitations.send': () => sendLetters(context),
});

export async function sendLetters({
  db,
  clock,
  mailer,
  env,
  log,
}: Pick<AppContext, 'db' | 'clock' | 'mailer' | 'env' | 'log'>): Promise<void> {
  for (const letter of await takeLetters(db, clock.now())) {
    const { id, email, token } = letter;
    // A newer letter may have been asked for meanwhile: then this row is no longer ours.
    const isOurs = and(eq(invitations.id, id), eq(invitations.token_hash, hashOfToken(token)));
    try {
      await mailer.send(invitationEmail(email, letter, env.APP_URL));
      const now = clock.now();
      await db
        .update(invitations)
        .set({ sent_at: now, letter_due_at: null, expires_at: expiryFrom(now) })
        .where(isOurs);
    } catch (error) {
      log.warn({ invitation_id: id, err: { message: reasonOf(error) } }, 'an invitation was not sent yet');
      // An address that does not exist would take the place of others in each minute.
      const wait_ms = error instanceof FinalFailure ? DAY_MS : MINUTE_MS;
      const letter_due_at = new Date(clock.now().getTime() + wait_ms);
      await db.update(invitations).set({ token_hash: null, letter_due_at }).where(isOurs);
    }
  }
}

/** As many as may leave in this minute, each with its new token. */
function takeLetters(db: Database, now: Date): Promise<Letter[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LETTERS_LOCK})`);
    const [recent] = await tx
      .select({ letters: count() })
      .from(invitations)
      .where(gt(invitations.letter_at, new Date(now.getTime() - MINUTE_MS)));
    const room = INVITATION_LETTERS_PER_MINUTE - (recent?.letters ?? 0);
    if (room <= 0) return [];
    const due = await tx
      .select({ id: invitations.id, email: invitations.email, inviter: users.name })
      .from(invitations)
      .leftJoin(users, eq(users.id, invitations.invited_by_user_id))
      .where(and(lte(invitations.letter_due_at, now), isUndecided))
      .orderBy(asc(invitations.letter_due_at), asc(invitations.id))
      .limit(room)
      .for('update', { of: invitations });
    const letters = due.map((row) => ({ ...row, token: randomBytes(32).toString('base64url') }));
    const letter_due_at = new Date(now.getTime() + LEASE_MS);
    for (const { id, token } of letters)
      await tx
        .update(invitations)
        .set({ token_hash: hashOfToken(token), letter_at: now, letter_due_at })
        .where(eq(invitations.id, id));
    return letters;
  });
}
