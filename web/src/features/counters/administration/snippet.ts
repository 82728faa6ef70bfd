/** The lines that another website takes over. What people typed stands in them as text, never as markup. */
import type { Counter } from '#contract/counters.ts';

type Snippet = Pick<Counter, 'name' | 'slug' | 'colours'> & {
  /** The counter's page. */
  address: string;
  script: string;
  position: 'right' | 'left';
};

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The link is what stands there where the script is blocked. Its words are the counter's, in Portuguese. */
export function snippetOf({ name, slug, colours, address, script, position }: Snippet): string {
  const words = name.replace(/[&<>"]/g, (letter) => ESCAPED[letter] ?? letter);
  const looks = `${position === 'left' ? ' position="left"' : ''} background="${colours.background}" text="${colours.text}"`;
  return [
    `<script type="module" src="${script}"></script>`,
    `<prosa-balcao slug="${slug}"${looks}><a href="${address}">Pergunte aqui: ${words}</a></prosa-balcao>`,
  ].join('\n');
}
