/** The local mailbox: each e-mail is one JSON file, shown at /dev/mailbox. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email, MailTransport } from './mailer.ts';

export type StoredEmail = Email & { at: string };

export type Mailbox = MailTransport & {
  /** Newest first. */
  emails(): Promise<StoredEmail[]>;
};

export function openMailbox(folder: string, now: () => Date): Mailbox {
  return {
    async send({ to, subject, text, html }) {
      await mkdir(folder, { recursive: true });
      const at = now().toISOString();
      const name = `${at.replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.json`;
      // Renamed into place, so that a reader of the folder never sees a partial file.
      const draft = join(folder, `.${name}`);
      await writeFile(draft, JSON.stringify({ to, subject, text, html, at }, null, 2), { mode: 0o600 });
      await rename(draft, join(folder, name));
    },
    async forget(address) {
      // Only the whole address matches: `ana@x.com` is not in `mariana@x.com`.
      const literal = address.replace(/[^\w@]/g, '\\$&');
      const sought = new RegExp(`(?<![\\w.%+-])${literal}(?![\\w-]|\\.\\w)`, 'i');
      for (const name of await namesIn(folder)) {
        const text = await readFile(join(folder, name), 'utf8');
        // The address is the recipient or stands in the text: a notice to administrators names its sender.
        if (sought.test(text)) await rm(join(folder, name), { force: true });
      }
    },
    async emails() {
      const names = await namesIn(folder);
      const texts = await Promise.all(
        names
          .sort()
          .reverse()
          .slice(0, 200)
          .map((name) => readFile(join(folder, name), 'utf8')),
      );
      return texts.map((text) => JSON.parse(text) as StoredEmail);
    },
  };
}

/** The files that are completely written. */
const namesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [] as string[])).filter((name) => /^[^.].*\.json$/.test(name));
