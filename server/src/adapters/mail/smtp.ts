/** Real mail, over SMTP. */
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

export function openSmtp(url: string, from: string): Mailer {
  const transport = createTransport(url, {
    from,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as object);
  return {
    async send({ to, subject, text, html }) {
      // The address as an object: nothing in it can become a second recipient or a header.
      await transport.sendMail({
        to: { name: '', address: to },
        subject: subject.replace(/[\r\n]+/g, ' '),
        text,
        html,
      });
    },
    // Nothing is kept of a letter once it is handed over.
    async forget() {},
  };
}
