/** The parts of a page that a crawler needs: its title, links and instructions, and whether it is a form to sign in. Its text is read elsewhere. */
import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';

export type PageHead = {
  title: string;
  /** As written, without those that ask not to be followed. */
  links: string[];
  base: string | null;
  canonical: string | null;
  noindex: boolean;
  nofollow: boolean;
  /** It asks for a password and says little else. */
  is_sign_in: boolean;
  /** SHA-256 of its words, in hexadecimal. */
  words: string;
};

/** Only the beginning of a longer page is looked at, so that no page holds up the process. */
const LETTERS_MAX = 2_000_000;
export const LINKS_MAX = 2_000;
/**
 * Elements within each other, as browsers take them. Deeper pages are read no further: a parser looks through all open ones
 * at each end, and a page of nothing but beginnings and ends would hold up the process for minutes.
 */
const DEPTH_MAX = 512;
const SIGN_IN_WORDS = 200;
const NO_TEXT = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head']);

export function readPage(html: string, robotsHeader = ''): PageHead {
  const page = new PageReader();
  const parser = new Parser(
    { onopentag: page.open, onclosetag: page.close, ontext: page.text },
    { decodeEntities: true },
  );
  try {
    parser.end(html.slice(0, LETTERS_MAX));
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  const rules = `${page.robots},${robotsHeader}`.toLowerCase();
  const words = page.words.join(' ').split(/\s+/).filter(Boolean);
  return {
    title: page.title.replace(/\s+/g, ' ').trim(),
    links: page.links,
    base: page.base,
    canonical: page.canonical,
    noindex: /\b(?:noindex|none)\b/.test(rules),
    nofollow: /\b(?:nofollow|none)\b/.test(rules),
    is_sign_in: page.asksForPassword && words.length < SIGN_IN_WORDS,
    words: createHash('sha256').update(words.join(' ')).digest('hex'),
  };
}

/** Ends the reading of a page: what stands before is kept. */
class TooDeep extends Error {}

class PageReader {
  title = '';
  links: string[] = [];
  base: string | null = null;
  canonical: string | null = null;
  robots = '';
  asksForPassword = false;
  words: string[] = [];
  #depth = 0;
  #isTitle = false;
  #hidden = 0;

  readonly open = (name: string, attributes: Record<string, string>): void => {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new TooDeep();
    if (NO_TEXT.has(name)) this.#hidden += 1;
    if (name === 'title') this.#isTitle ||= !this.title;
    else if (name === 'meta') this.#readMeta(attributes);
    else if (name === 'input') this.asksForPassword ||= attributes.type?.toLowerCase() === 'password';
    else this.#readLink(name, attributes);
  };

  #readMeta({ name = '', content = '' }: Record<string, string>): void {
    if (/^(?:robots|prosa)$/i.test(name)) this.robots += `,${content}`;
  }

  #readLink(element: string, { href, rel = '' }: Record<string, string>): void {
    if (!href) return;
    if (element === 'a' && !/\bnofollow\b/i.test(rel) && this.links.length < LINKS_MAX) this.links.push(href);
    if (element === 'base') this.base ??= href;
    if (element === 'link' && /\bcanonical\b/i.test(rel)) this.canonical ??= href;
  }

  readonly close = (name: string): void => {
    this.#depth -= 1;
    if (name === 'title') this.#isTitle = false;
    if (NO_TEXT.has(name) && this.#hidden > 0) this.#hidden -= 1;
  };

  readonly text = (piece: string): void => {
    if (this.#isTitle) this.title += piece;
    else if (this.#hidden === 0) this.words.push(piece);
  };
}
