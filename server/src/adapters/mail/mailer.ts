/** The interface to mail: features write letters, the transport takes what is composed of them. */

import type { Queryable } from '../../db/client.ts';

/** Its sentences are Portuguese; see english-letters.ts. */
export type Letter = {
  to: string;
  /** The language of its reader; left out, it is that of the account with the address. */
  language?: 'pt-BR' | 'en';
  subject: string;
  title: string;
  /** Paragraphs, as plain text. */
  before: string[];
  /** Something to be typed or copied, set apart. */
  secret?: { label: string; value: string };
  /** A link of the letter's own, in the place of the one to the start page. */
  action?: { label: string; url: string };
  after: string[];
  appUrl: string;
};

export type Mailer = {
  /**
   * Rejects when the e-mail was not accepted; its job then retries. `within`: the transaction in which it is sent, which
   * would wait for ever for a second connection if each of them took one more.
   */
  send(letter: Letter, within?: Queryable): Promise<void>;
  /** Deletes stored e-mails that name an address. E-mails that an SMTP server accepted are out of reach. */
  forget(address: string): Promise<void>;
};

/** A letter as it leaves. */
export type Email = { to: string; subject: string; text: string; html: string };

/** An SMTP server, or the mailbox in `DATA_DIR`. */
export type MailTransport = {
  send(email: Email): Promise<void>;
  forget(address: string): Promise<void>;
};
