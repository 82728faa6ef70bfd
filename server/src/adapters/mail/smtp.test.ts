import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FinalFailure } from '../jobs.ts';
import { openSmtp } from './smtp.ts';

let server: SMTPServer;
let url: string;
const received: { email: Email; to: string[] }[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) =>
      done(
        address.startsWith('recusado')
          ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
          : address.startsWith('depois')
            ? Object.assign(new Error('greylisted, come again later'), { responseCode: 451 })
            : null,
      ),
    onData(stream, session, done) {
      void receive(
        stream,
        session.envelope.rcptTo.map(({ address }) => address),
      ).then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
async function receive(stream: AsyncIterable<Buffer>, to: string[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  received.push({ email: await PostalMime.parse(Buffer.concat(chunks)), to });
}
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

describe('real mail', () => {
  const message = {
    to: 'joão@exemplo.com.br',
    subject: 'Código de verificação',
    text: 'Olá, ção',
    html: '<p>Olá, <b>ção</b></p>',
  };

  test('arrives with its accents, as text and as HTML', async () => {
    await openSmtp(url, 'Prosa <nao-responda@exemplo.com.br>').send({ ...message, to: 'ana@exemplo.com.br' });
    const { email, to } = received.at(-1) ?? {};
    expect(to).toEqual(['ana@exemplo.com.br']);
    expect(email?.subject).toBe('Código de verificação');
    expect(email?.text?.trim()).toBe('Olá, ção');
    expect(email?.html).toContain('<b>ção</b>');
    expect(email?.from?.address).toBe('nao-responda@exemplo.com.br');
  });

  test('a line break in a subject or an address adds no header and no recipient', async () => {
    const mailer = openSmtp(url, 'Prosa <nao-responda@exemplo.com.br>');
    await mailer.send({
      ...message,
      to: 'ana@exemplo.com.br',
      subject: 'Olá\r\nBcc: intruso@exemplo.com.br',
    });
    const { email, to } = received.at(-1) ?? {};
    expect(to).toEqual(['ana@exemplo.com.br']);
    expect(email?.bcc ?? []).toEqual([]);
    const count = received.length;
    await mailer.send({ ...message, to: 'ana@exemplo.com.br, intruso@exemplo.com.br' }).catch(() => {});
    for (const { to: recipients } of received.slice(count))
      expect(recipients).not.toContain('intruso@exemplo.com.br');
  });

  test('a dead server and one that says «later» reject, so that the job tries again; an unknown address ends it', async () => {
    const mailer = openSmtp(url, 'Prosa <nao-responda@exemplo.com.br>');
    const refused = (to: string) => mailer.send({ ...message, to }).then(null, (error) => error);
    expect(await refused('recusado@exemplo.com.br')).toBeInstanceOf(FinalFailure);
    const later = [
      await refused('depois@exemplo.com.br'),
      await openSmtp('smtp://127.0.0.1:1', 'a@b.com')
        .send(message)
        .then(null, (error) => error),
    ];
    for (const error of later) {
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(FinalFailure);
    }
  });
});
