/** The post office of the tests: letters wait here, and a test can wait for a letter. */
import type { Letter, Mailer } from '../src/adapters/mail/mailer.ts';

export type MemoryMailbox = Mailer & {
  /** All letters so far, oldest first. */
  letters: Letter[];
  /** Addresses of which nothing may be kept. Tests keep it, as real mail does. */
  forgotten: string[];
  /** The next letter to this address that no test has read yet. */
  next(to: string): Promise<Letter>;
};

export function openMemoryMailbox(): MemoryMailbox {
  const letters: Letter[] = [];
  const forgotten: string[] = [];
  const unread: Letter[] = [];
  const waiting: { to: string; take: (letter: Letter) => void }[] = [];
  return {
    letters,
    forgotten,
    async send(letter) {
      letters.push(letter);
      const index = waiting.findIndex(({ to }) => to === letter.to);
      if (index < 0) unread.push(letter);
      else waiting.splice(index, 1)[0]?.take(letter);
    },
    async forget(address) {
      forgotten.push(address);
    },
    next(to) {
      const index = unread.findIndex((letter) => letter.to === to);
      const [letter] = index < 0 ? [] : unread.splice(index, 1);
      return letter ? Promise.resolve(letter) : new Promise((take) => waiting.push({ to, take }));
    },
  };
}
