/** The template of e-mails: tables and inline styles, which mail programs understand, and no images. */
import type { Email, Letter } from './mailer.ts';

export function composeEmail(letter: Letter): Email {
  return { to: letter.to, subject: letter.subject, text: textOf(letter), html: htmlOf(letter) };
}

function textOf({ before, secret, action, after, appUrl }: Letter): string {
  const blocks = [
    ...before,
    ...(secret ? [`${secret.label}:\n\n${secret.value}`] : []),
    ...(action ? [`${action.label}:\n\n${action.url}`] : []),
    ...after,
    `Prosa\n${appUrl}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const SANS = "Inter,'Segoe UI',Helvetica,Arial,sans-serif";
const SERIF = "Newsreader,Georgia,'Times New Roman',serif";

function htmlOf({ language = 'pt-BR', title, before, secret, action, after, appUrl }: Letter): string {
  const link = escapeHtml(appUrl);
  const button = action ?? { label: language === 'en' ? 'Open Prosa' : 'Abrir o Prosa', url: appUrl };
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:#fbfaf6;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#fbfaf6;">
<tr><td align="center" style="padding:40px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;">
<tr><td style="padding:0 0 20px;">${MARK}</td></tr>
<tr><td style="background:#ffffff;border:1px solid #e6e1d5;border-radius:18px;padding:32px 28px 28px;">
<h1 style="margin:0 0 20px;font:500 28px/1.15 ${SERIF};letter-spacing:-0.015em;color:#1d1c18;">${escapeHtml(title)}</h1>
${before.map(paragraph).join('\n')}
${secret ? secretBox(secret) : ''}
${after.map(paragraph).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 0;"><tr>
<td style="background:#0e5c4c;border-radius:8px;"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 18px;font:500 15px/1 ${SANS};color:#ffffff;text-decoration:none;">${escapeHtml(button.label)}</a></td>
</tr></table>
</td></tr>
<tr><td style="padding:20px 4px 0;font:400 12px/1.55 ${SANS};color:#756f62;">Prosa · <a href="${link}" style="color:#756f62;">${link}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The logo: a speech bubble with two lines of text. */
const MARK = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="26" height="26" align="center" valign="middle" style="width:26px;height:26px;background:#0e5c4c;border-radius:8px 8px 8px 2px;font-size:0;line-height:0;">
<table role="presentation" cellpadding="0" cellspacing="0" align="center"><tr><td width="12" height="2" style="background:#fbfaf6;font-size:0;line-height:0;">&nbsp;</td></tr>
<tr><td height="3" style="font-size:0;line-height:0;">&nbsp;</td></tr>
<tr><td width="12" height="2" style="background:#fbfaf6;font-size:0;line-height:0;">&nbsp;</td></tr></table>
</td>
<td style="padding:0 0 0 10px;font:600 24px/1 ${SERIF};letter-spacing:-0.02em;color:#1d1c18;">Prosa</td>
</tr></table>`;

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font:400 15px/1.6 ${SANS};color:#55524a;">${escapeHtml(text)}</p>`;

const secretBox = ({ label, value }: { label: string; value: string }) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;"><tr>
<td align="center" style="background:#f4f1ea;border-radius:12px;padding:20px 12px;">
<p style="margin:0 0 8px;font:500 13px/1.4 ${SANS};color:#756f62;">${escapeHtml(label)}</p>
<p style="margin:0;font:600 ${value.length > 8 ? 22 : 30}px/1.2 'SF Mono',Consolas,Menlo,monospace;font-variant-numeric:tabular-nums;letter-spacing:0.1em;color:#1d1c18;">${escapeHtml(value)}</p>
</td></tr></table>`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
