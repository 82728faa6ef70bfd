/** Composes letters in the language of their readers and hands them to the transport. */
import type { Queryable } from '../../db/client.ts';
import { composeEmail } from './email-template.ts';
import { letterInEnglish } from './english/english-letters.ts';
import type { Mailer, MailTransport } from './mailer.ts';

/** `languageOf`: of the account with that address; Portuguese where there is none. */
export function openMailer(
  transport: MailTransport,
  languageOf: (address: string, within?: Queryable) => Promise<'pt-BR' | 'en'>,
): Mailer {
  return {
    async send(letter, within) {
      const language = letter.language ?? (await languageOf(letter.to, within));
      await transport.send(composeEmail(language === 'en' ? letterInEnglish(letter) : letter));
    },
    forget: (address) => transport.forget(address),
  };
}
