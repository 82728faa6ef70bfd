/** The post office. Letters are written by the features that send them. */
export type Email = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Rejects when the letter could not be handed over; the job that sends it then tries again. */
  send(email: Email): Promise<void>;
  /** Deletes what is kept here of letters that name an address. What was handed over to real mail is out of reach. */
  forget(address: string): Promise<void>;
};
