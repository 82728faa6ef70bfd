/** Frame of the simulated provider's pages: HTML with forms, no script, and a content security policy of its own. */
import { createHash } from 'node:crypto';

/** HTML that needs no escaping any more. */
export type Html = { html: string };

/** A template whose values are text, or HTML that was made by one; lists stand one after the other. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const written = values.map((value) => {
    if (Array.isArray(value)) return value.map((one) => one.html).join('\n');
    return typeof value === 'object' ? value.html : escapeHtml(String(value));
  });
  return { html: parts.reduce((text, part, index) => text + (written[index - 1] ?? '') + part) };
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const NOTHING: Html = { html: '' };

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.55 system-ui, sans-serif; max-width: 640px; margin: 40px auto; padding: 0 16px; background: light-dark(#fbfaf6, #171713); color: light-dark(#1d1c18, #f1eee5); }
h1 { font: 500 28px/1.2 Georgia, serif; margin: 0 0 8px; }
h2 { font-size: 16px; margin: 0 0 8px; }
p { margin: 4px 0 12px; overflow-wrap: anywhere; }
.quiet { color: light-dark(#55524a, #bdb8aa); font-size: 13px; }
.price { font: 500 24px/1.2 Georgia, serif; font-variant-numeric: tabular-nums; }
[role=alert] { border-left: 3px solid light-dark(#a4372b, #ef8f84); padding: 4px 0 4px 12px; color: light-dark(#8a2c22, #f3a59c); }
section { border: 1px solid light-dark(#e6e1d5, #32312a); border-radius: 12px; padding: 16px 20px; margin: 16px 0; background: light-dark(#fff, #1f1f1a); }
form { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
section > :last-child { margin-bottom: 0; }
button, a.button { font: 500 15px/1.3 system-ui, sans-serif; box-sizing: border-box; min-height: 44px; padding: 8px 16px; border-radius: 8px; border: 1px solid light-dark(#8b8578, #8f897c); background: transparent; color: inherit; cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; }
input { font: inherit; width: 100%; box-sizing: border-box; min-height: 44px; padding: 8px 12px; border-radius: 8px; border: 1px solid light-dark(#8b8578, #8f897c); background: transparent; color: inherit; }
button.main { background: light-dark(#0e5c4c, #7fd0b9); border-color: transparent; color: light-dark(#fff, #10231d); }
a { color: light-dark(#0e5c4c, #7fd0b9); }
:focus-visible { outline: 2px solid light-dark(#0e5c4c, #7fd0b9); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 12px 6px 0; border-top: 1px solid light-dark(#e6e1d5, #32312a); font-weight: 400; }
td:first-child { overflow-wrap: anywhere; }
th, td:last-child { white-space: nowrap; }
th { border: 0; font-size: 13px; color: light-dark(#55524a, #bdb8aa); }
`;

export const paper = (title: string, body: Html): string =>
  `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · Prosa</title><style>${STYLE}</style><main>${body.html}</main></html>`;

/** Forms may lead to this page and, once something is done, to where the product is waiting. */
export function policy(...returns: string[]): string {
  const style = createHash('sha256').update(STYLE).digest('base64');
  const origins = returns.flatMap((address) => URL.parse(address)?.origin ?? []);
  const targets = ["'self'", ...new Set(origins)].join(' ');
  return `default-src 'none'; style-src 'sha256-${style}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}
