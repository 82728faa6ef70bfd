/** The mailer of tests: e-mails are kept here, and a test can wait for one. */
import type { Email, MailTransport } from '../src/adapters/mail/mailer.ts';

export type MemoryMailbox = MailTransport & {
  /** All e-mails so far, oldest first. */
  emails: Email[];
  /** Addresses of which nothing may be kept. Tests keep it, as real mail does. */
  forgotten: string[];
  /** The next e-mail to this address that no test has read yet. */
  next(to: string): Promise<Email>;
};

export function openMemoryMailbox(): MemoryMailbox {
  const emails: Email[] = [];
  const forgotten: string[] = [];
  const unread: Email[] = [];
  const waiting: { to: string; take: (email: Email) => void }[] = [];
  return {
    emails,
    forgotten,
    async send(email) {
      emails.push(email);
      const index = waiting.findIndex(({ to }) => to === email.to);
      if (index < 0) unread.push(email);
      else waiting.splice(index, 1)[0]?.take(email);
    },
    async forget(address) {
      forgotten.push(address);
    },
    next(to) {
      const index = unread.findIndex((email) => email.to === to);
      const [email] = index < 0 ? [] : unread.splice(index, 1);
      return email ? Promise.resolve(email) : new Promise((take) => waiting.push({ to, take }));
    },
  };
}
