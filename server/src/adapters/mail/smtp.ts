/** Real mail, over SMTP. */
import { FinalFailure } from '../jobs.ts';
import type { MailTransport } from './mailer.ts';

export function openSmtp(url: string, from: string): MailTransport {
  // Loaded with the first e-mail: most processes start and send none.
  let opened: ReturnType<typeof openTransport> | undefined;
  return {
    async send({ to, subject, text, html }) {
      opened ??= openTransport(url, from);
      const transport = await opened;
      // The address as an object: nothing in it can become a second recipient or a header.
      const letter = { to: { name: '', address: to }, subject: subject.replace(/[\r\n]+/g, ' '), text, html };
      await transport.sendMail(letter).catch((error: SmtpError) => {
        throw isUnknownAddress(error) ? new FinalFailure(error.message, { cause: error }) : error;
      });
    },
    // Nothing is stored here once the SMTP server has accepted an e-mail.
    async forget() {},
  };
}

type SmtpError = Error & { responseCode?: number; command?: string };

/** The server has refused the recipient for good; anything else, a wrong password included, may be mended. */
const isUnknownAddress = ({ responseCode = 0, command }: SmtpError): boolean =>
  command === 'RCPT TO' && responseCode >= 500;

async function openTransport(url: string, from: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport(url, {
    from,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as object);
}
