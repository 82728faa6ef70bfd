/**
 * The local mailbox as a page, while no mail server is configured; `http/dev-access.ts` guards it. Its frame is in the
 * language of the browser, each e-mail in that of its reader.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Language } from '#contract/language.ts';
import type { Mailbox, StoredEmail } from '../../adapters/mail/mailbox.ts';
import { AppError } from '../../app-error.ts';
import { TIME_ZONE } from '../../env.ts';
import { chosenLanguage } from '../../http/web.ts';

/** `mailbox` is null when e-mails are sent by SMTP; `languageElse`: that of browsers that have not chosen. */
export function showMailboxPage(
  app: FastifyInstance,
  mailbox: Mailbox | null,
  languageElse: () => Promise<Language>,
): void {
  app.get('/dev/mailbox', { schema: { hide: true } }, async (request, reply) => {
    if (!mailbox) throw new AppError('not_found');
    const emails = await mailbox.emails();
    const language = chosenLanguage(request.headers.cookie) ?? (await languageElse());
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`,
      )
      .send(page(emails, language === 'en' ? en : pt));
  });
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.55 system-ui, sans-serif; max-width: 760px; margin: 40px auto; padding: 0 16px; background: light-dark(#fbfaf6, #171713); color: light-dark(#1d1c18, #f1eee5); }
h1 { font: 500 28px/1.2 Georgia, serif; }
article { border: 1px solid light-dark(#e6e1d5, #32312a); border-radius: 12px; padding: 16px 20px; margin: 16px 0; background: light-dark(#fff, #1f1f1a); }
h2 { font-size: 16px; margin: 0; } p { margin: 4px 0 12px; color: light-dark(#55524a, #bdb8aa); font-size: 13px; }
pre { font: 14px/1.6 system-ui, sans-serif; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
`;

const pt = {
  lang: 'pt-BR',
  title: 'Caixa de e-mails local',
  line: 'E-mails que o Prosa teria enviado. Defina SMTP_URL para enviá-los de verdade.',
  none: 'Nenhum e-mail ainda.',
  to: (address: string) => `Para ${address}`,
};
const en: typeof pt = {
  lang: 'en',
  title: 'Local mailbox',
  line: 'E-mails that Prosa would have sent. Set SMTP_URL to send them for real.',
  none: 'No e-mails yet.',
  to: (address: string) => `To ${address}`,
};

const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});
/** As on every other screen: «14/11/2026 09:00». */
const whenOf = (at: string): string => moment.format(new Date(at)).replace(',', '');

/** E-mails are shown as plain text: input is escaped and never becomes markup. */
function page(emails: StoredEmail[], words: typeof pt): string {
  const articles = emails
    .map(
      ({ subject, to, at, text }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(words.to(to))}, <time datetime="${escapeHtml(at)}">${whenOf(at)}</time></p><pre>${escapeHtml(text)}</pre></article>`,
    )
    .join('\n');
  return `<!doctype html><html lang="${words.lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title} · Prosa</title><style>${STYLE}</style><h1>${words.title}</h1><p>${words.line}</p>${articles || `<p>${words.none}</p>`}</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
