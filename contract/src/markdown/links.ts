/** Link destinations: inline `(address)`, by reference `[name]`, autolinks `<address>`, and addresses written out. */
import { unescaped } from './entities.ts';
import { nameOf, type References } from './tree.ts';

export type Target = { url: string; end: number };

const SPACES = /[ \t]*\n?[ \t]*/y;
export const TITLE = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\)/sy;
const LABEL = /\[((?:\\.|[^[\]\\]){0,999})\]/sy;

/** The destination behind the `]` at `close`, for link text that began at `open`. */
export function targetAfter(
  text: string,
  open: number,
  close: number,
  references: References,
): Target | undefined {
  const written = text[close + 1] === '(' ? addressIn(text, close + 2) : undefined;
  if (written || references.links.size === 0) return written;
  const label = matchAt(LABEL, text, close + 1);
  const words = text.slice(open, close);
  // An empty second pair of brackets, or none, means the words themselves; those may hold no brackets.
  const name = label?.[1] || (/(?<!\\)[[\]]/.test(words) ? undefined : words);
  const url = name === undefined ? undefined : references.links.get(nameOf(name));
  return url === undefined ? undefined : { url, end: close + 1 + (label?.[0].length ?? 0) };
}

/** `(address "title")`, from behind its first bracket. */
function addressIn(text: string, from: number): Target | undefined {
  const start = skipSpaces(text, from);
  const address = addressAt(text, start);
  if (!address) return undefined;
  let end = skipSpaces(text, address.end);
  const title = end > address.end ? matchAt(TITLE, text, end) : null;
  if (title) end = skipSpaces(text, end + title[0].length);
  return text[end] === ')' ? { url: address.url, end: end + 1 } : undefined;
}

const DEPTH_MAX = 32;

/** An address in `<…>`, or up to the first space with its round brackets in pairs. */
export function addressAt(text: string, from: number): Target | undefined {
  if (text[from] === '<') {
    const found = matchAt(/<((?:\\.|[^<>\n\\])*)>/y, text, from);
    return found ? { url: unescaped(found[1] as string), end: from + found[0].length } : undefined;
  }
  let depth = 0;
  let end = from;
  for (; end < text.length; end++) {
    const character = text[end] as string;
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(text[end + 1] ?? '')) end++;
    else if (character <= ' ' || character === '\x7f') break;
    else if (character === '(' && ++depth > DEPTH_MAX) return undefined;
    else if (character === ')' && --depth < 0) break;
  }
  return depth > 0 ? undefined : { url: unescaped(text.slice(from, end)), end };
}

/** The place behind spaces and at most one line end. */
export function skipSpaces(text: string, from: number): number {
  SPACES.lastIndex = from;
  SPACES.exec(text);
  return SPACES.lastIndex;
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const ADDRESS = /<([a-zA-Z][a-zA-Z\d+.-]{1,31}:[^\s<>]*)>/y;
const MAIL = /<([\w.!#$%&'*+/=?^`{|}~-]+@[\w](?:[\w-]{0,61}\w)?(?:\.[\w](?:[\w-]{0,61}\w)?)*)>/y;
const TAG =
  /<(?:[a-zA-Z][\w-]*(?:\s+[a-zA-Z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-zA-Z][\w-]*\s*|!--.*?--|\?.*?\?|![a-zA-Z][^>]*)>/sy;

/** The ends of comments, processing instructions and declarations, by their beginnings. */
const TAG_ENDS: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
];

/** Where in one text each end of a tag stands last; filled as it is asked for. */
export type LastEnds = Map<string, number>;

/** Without this look ahead, every opening that nothing closes would be searched to the end of the text. */
function mayBeClosed(text: string, at: number, ends: LastEnds): boolean {
  const end = TAG_ENDS.find(([start]) => text.startsWith(start, at))?.[1];
  if (end === undefined) return true;
  const last = ends.get(end) ?? text.lastIndexOf(end);
  ends.set(end, last);
  return last > at;
}

/** A `<` begins an autolink, or a tag, which is only text but holds no Markdown. */
export function angleAt(
  text: string,
  at: number,
  ends: LastEnds,
): (Target & { words: string }) | { end: number } | undefined {
  const address = matchAt(ADDRESS, text, at)?.[1];
  if (address) return { url: address, words: address, end: at + address.length + 2 };
  const mail = matchAt(MAIL, text, at)?.[1];
  if (mail) return { url: `mailto:${mail}`, words: mail, end: at + mail.length + 2 };
  const tag = mayBeClosed(text, at, ends) ? matchAt(TAG, text, at) : null;
  return tag ? { end: at + tag[0].length } : undefined;
}

export type LiteralLink = Target & { start: number };

const WEB = /(?:https?:\/\/|www\.)[^\s<]+/gi;
const WEB_OR_MAIL = new RegExp(`${WEB.source}|(?<![\\w.+/-])[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+`, 'gi');
const BEFORE_HTTP = /[^a-zA-Z]$|^$/;
const BEFORE_WWW = /[\s\p{P}\p{S}]$|^$/u;

/** The first address from here on that is written out (GFM's extended autolink), or undefined. */
export function literalLink(text: string, from: number): LiteralLink | undefined {
  const pattern = text.includes('@', from) ? WEB_OR_MAIL : WEB;
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { 0: found, index: start } = match;
    const link = writtenAddress(found, text.slice(Math.max(0, start - 2), start));
    if (link) return { start, end: start + link.words.length, url: link.scheme + link.words };
  }
  return undefined;
}

/** `before` is the text in front of it, two characters at the most. */
function writtenAddress(found: string, before: string): { scheme: string; words: string } | undefined {
  const [prefix] = /^(?:https?:\/\/|www\.)/i.exec(found) ?? [''];
  if (!prefix) return /[-_\d]$/.test(found) ? undefined : { scheme: 'mailto:', words: found };
  const isHttp = prefix.endsWith('/');
  const words = withoutTrail(found);
  if (!(isHttp ? BEFORE_HTTP : BEFORE_WWW).test(before) || !hasDomain(words.slice(prefix.length)))
    return undefined;
  return { scheme: isHttp ? '' : 'http://', words };
}

/** GFM takes no domain with an underscore in its last two parts. */
function hasDomain(address: string): boolean {
  const parts = (/^[\w.-]+/.exec(address)?.[0] ?? '').split('.');
  return parts.slice(-2).every((part) => !part.includes('_')) && /^[a-z\d]/i.test(address);
}

/** Takes away trailing characters that belong to the sentence: punctuation, closing brackets, the next marker. */
function withoutTrail(address: string): string {
  const bracket = /\](?=[([]|$)/.exec(address);
  let end = bracket ? bracket.index : address.length;
  let surplus = 0;
  for (let i = 0; i < end; i++) surplus += address[i] === ')' ? 1 : address[i] === '(' ? -1 : 0;
  for (; end > 0; end--) {
    const last = address[end - 1] as string;
    if (last === ')' && surplus > 0) surplus--;
    else if (last === ';') end = beforeReference(address, end) + 1;
    else if (!'?!.,:*_~\'"'.includes(last)) break;
  }
  return address.slice(0, end);
}

function beforeReference(address: string, end: number): number {
  let start = end - 2;
  while (/[a-zA-Z]/.test(address[start] ?? '')) start--;
  return address[start] === '&' && start < end - 2 ? start : end - 1;
}

const FOLLOWED_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** The address when a reader may follow it, else an empty string: relative addresses and other schemes are dropped. */
export function safeUrl(url: string): string {
  try {
    return FOLLOWED_PROTOCOLS.has(new URL(url).protocol) ? url : '';
  } catch {
    return '';
  }
}
