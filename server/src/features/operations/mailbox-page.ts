/** The local mailbox as a page, while no mail server is configured; `http/dev-access.ts` guards it. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Mailbox, StoredEmail } from '../../adapters/mail/mailbox.ts';
import { AppError } from '../../app-error.ts';

/** `mailbox` is null when e-mails are sent by SMTP. */
export function showMailboxPage(app: FastifyInstance, mailbox: Mailbox | null): void {
  app.get('/dev/mailbox', { schema: { hide: true } }, async (_, reply) => {
    if (!mailbox) throw new AppError('not_found');
    const emails = await mailbox.emails();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`,
      )
      .send(page(emails));
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

/** E-mails are shown as plain text: input is escaped and never becomes markup. */
function page(emails: StoredEmail[]): string {
  const articles = emails
    .map(
      (email) =>
        `<article><h2>${escapeHtml(email.subject)}</h2><p>Para ${escapeHtml(email.to)}, ${escapeHtml(email.at)}</p><pre>${escapeHtml(email.text)}</pre></article>`,
    )
    .join('\n');
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Caixa de correio local · Prosa</title><style>${STYLE}</style><h1>Caixa de correio local</h1><p>Cartas que o Prosa teria enviado. Configure SMTP_URL para enviá-las de verdade.</p>${articles || '<p>Nenhuma carta ainda.</p>'}</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
