/** The interface to mail. E-mails are composed by the features that send them. */
export type Email = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Rejects when the e-mail was not accepted; its job then retries. */
  send(email: Email): Promise<void>;
  /** Deletes stored e-mails that name an address. E-mails that an SMTP server accepted are out of reach. */
  forget(address: string): Promise<void>;
};
