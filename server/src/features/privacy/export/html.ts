import { TIME_ZONE } from '../../../env.ts';
/** Pages that are read from a disk, years from now: no script, nothing from outside, every text escaped. */

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 760px; margin: 40px auto; padding: 0 16px; background: light-dark(#fbfaf6, #171713); color: light-dark(#1d1c18, #f1eee5); }
h1, h2 { font-family: Georgia, serif; font-weight: 500; line-height: 1.2; }
h3 { font-size: 14px; margin: 24px 0 4px; color: light-dark(#55524a, #bdb8aa); }
a { color: light-dark(#0e5c4c, #7fd1bd); }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
td, th { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid light-dark(#e6e1d5, #32312a); overflow-wrap: anywhere; }
p, td { white-space: pre-wrap; overflow-wrap: anywhere; }
ol, p.note { font-size: 14px; color: light-dark(#55524a, #bdb8aa); }
`;

export const pageStart = (title: string): string => `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
`;

export const pageEnd = '</body>\n</html>\n';

export const heading = (text: string): string => `<h2>${escapeHtml(text)}</h2>\n`;
export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>\n`;
export const note = (text: string): string => `<p class="note">${escapeHtml(text)}</p>\n`;

export function table(head: string[], rows: (string | number | null)[][]): string {
  const line = (cells: (string | number | null)[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(String(cell ?? ''))}</${tag}>`).join('')}</tr>`;
  if (!rows.length) return note('Nada guardado.');
  return `<table>${line(head, 'th')}\n${rows.map((row) => line(row, 'td')).join('\n')}</table>\n`;
}

const date = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});

export const when = (time: Date | null): string => (time ? date.format(time) : '');
