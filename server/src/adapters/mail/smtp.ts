/** Real mail, over SMTP. */
import type { MailTransport } from './mailer.ts';

export function openSmtp(url: string, from: string): MailTransport {
  // Loaded with the first e-mail: most processes start and send none.
  let opened: ReturnType<typeof openTransport> | undefined;
  return {
    async send({ to, subject, text, html }) {
      opened ??= openTransport(url, from);
      const transport = await opened;
      // The address as an object: nothing in it can become a second recipient or a header.
      await transport.sendMail({
        to: { name: '', address: to },
        subject: subject.replace(/[\r\n]+/g, ' '),
        text,
        html,
      });
    },
    // Nothing is stored here once the SMTP server has accepted an e-mail.
    async forget() {},
  };
}

async function openTransport(url: string, from: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport(url, {
    from,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as object);
}
