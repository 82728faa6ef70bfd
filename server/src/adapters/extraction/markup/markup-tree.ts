/** Marked-up text as a tree of few tags, and the reader of the HTML that mammoth writes, which is well-formed. */

export type Node = Element | string;
export type Element = { tag: string; attributes: string; children: Node[] };

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*?)(\/?)>|([^<]+)/g;
const VOID = new Set(['br', 'img', 'hr']);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

export function readHtml(html: string): Element {
  const root: Element = { tag: 'body', attributes: '', children: [] };
  const open = [root];
  for (const [, closing, tag, attributes = '', selfClosing, text] of html.matchAll(TOKEN)) {
    const inner = open.at(-1) ?? root;
    if (text !== undefined) inner.children.push(unescaped(text));
    else if (closing) {
      if (open.length > 1 && inner.tag === tag) open.pop();
    } else {
      const element: Element = { tag: tag ?? '', attributes, children: [] };
      inner.children.push(element);
      if (!selfClosing && !VOID.has(element.tag)) open.push(element);
    }
  }
  return root;
}

export const isElement = (node: Node, ...tags: string[]): node is Element =>
  typeof node !== 'string' && (!tags.length || tags.includes(node.tag));

export const attribute = ({ attributes }: Element, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';

/** Everything below with one of the tags, the outermost ones. */
export function* within(element: Element, ...tags: string[]): Generator<Element> {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    if (tags.includes(child.tag)) yield child;
    else yield* within(child, ...tags);
  }
}

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
