import type { JobBodies } from '../../adapters/queue.ts';
import { currentUser } from '../users/user.ts';
import { deletionAskedEmail } from './emails.ts';
import { type EraseContext, eraseDue } from './erase-due.ts';

type PrivacyJobs = Pick<JobBodies, 'privacy.deletion-asked' | 'privacy.erase-due'>;

export const privacyJobs = (context: EraseContext): PrivacyJobs => ({
  async 'privacy.deletion-asked'({ user_id }) {
    const { db, clock, mailer, env } = context;
    const person = await currentUser(db, user_id, clock.now());
    // Changed their mind before the letter was written.
    if (!person?.deletion_due) return;
    await mailer.send(deletionAskedEmail(person, new Date(person.deletion_due), env.APP_URL));
  },
  'privacy.erase-due': () => eraseDue(context),
});
