/** The post office. Letters are written by the features that send them. */
export type Letter = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Rejects when the letter could not be handed over; the job that sends it then tries again. */
  send(letter: Letter): Promise<void>;
};
