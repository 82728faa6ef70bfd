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

type MailboxPage = {
  /** Null when e-mails are sent by SMTP. */
  mailbox: Mailbox | null;
  /** The address of this installation: links to it may be followed. */
  app_url: string;
  /** That of browsers that have not chosen. */
  languageElse: () => Promise<Language>;
};

export function showMailboxPage(app: FastifyInstance, { mailbox, app_url, languageElse }: MailboxPage): void {
  const { origin } = new URL(app_url);
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
      .send(page(emails, language === 'en' ? en : pt, origin));
  });
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.55 system-ui, sans-serif; max-width: 760px; margin: 40px auto; padding: 0 16px; background: light-dark(#fbfaf6, #171713); color: light-dark(#1d1c18, #f1eee5); }
h1 { font: 500 28px/1.2 Georgia, serif; }
article { border: 1px solid light-dark(#e6e1d5, #32312a); border-radius: 12px; padding: 16px 20px; margin: 16px 0; background: light-dark(#fff, #1f1f1a); }
h2 { font-size: 16px; margin: 0; } p { margin: 4px 0 12px; color: light-dark(#55524a, #bdb8aa); font-size: 13px; }
a { color: light-dark(#0e5c4c, #5fc3a5); }
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

/** E-mails are shown as plain text: input is escaped and never becomes markup, but for links to this installation. */
function page(emails: StoredEmail[], words: typeof pt, origin: string): string {
  const articles = emails
    .map(
      ({ subject, to, at, text }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(words.to(to))}, <time datetime="${escapeHtml(at)}">${whenOf(at)}</time></p><pre>${withLinks(text, origin)}</pre></article>`,
    )
    .join('\n');
  return `<!doctype html><html lang="${words.lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title} · Prosa</title><style>${STYLE}</style><h1>${words.title}</h1><p>${words.line}</p>${articles || `<p>${words.none}</p>`}</html>`;
}

/** An address ends before a space or a sign that no address has, and without the marks of its sentence. */
const ADDRESS = /https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}»”]/g;

/** Text of an e-mail as HTML. An address of another origin stays text: anyone may have typed it. */
function withLinks(text: string, origin: string): string {
  let html = '';
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!isOwn(address, origin)) continue;
    const shown = escapeHtml(address);
    html += `${escapeHtml(text.slice(from, index))}<a href="${shown}" rel="noreferrer">${shown}</a>`;
    from = index + address.length;
  }
  return html + escapeHtml(text.slice(from));
}

function isOwn(address: string, origin: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.origin === origin && !url.username && !url.password;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
