/**
 * Prepares parsed Markdown for the screen: citation markers become elements, images become links (a picture
 * would tell a stranger's server who reads), ids are dropped (they would name things of the page).
 */

/** The part of a hast node that matters here. */
type Node = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
};

const MARKER = /[ \t]?\[(\d{1,3}(?:\s*[,;]\s*\d{1,3}){0,9})\]/g;

/** Plugin for rehype. */
export function tame(imageWord: string) {
  return () => (tree: unknown) => walk(tree as Node, { link: false, code: false }, imageWord);
}

function walk(node: Node, inside: { link: boolean; code: boolean }, imageWord: string) {
  if (node.properties) delete node.properties.id;
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return inside.link || inside.code ? [child] : withMarkers(child.value ?? '');
    if (child.tagName === 'img') return [asLink(child, inside.link, imageWord)];
    const { tagName } = child;
    walk(
      child,
      { link: inside.link || tagName === 'a', code: inside.code || tagName === 'code' || tagName === 'pre' },
      imageWord,
    );
    return [child];
  });
}

function asLink(image: Node, insideLink: boolean, imageWord: string): Node {
  const { src, alt } = image.properties ?? {};
  const text: Node = { type: 'text', value: typeof alt === 'string' && alt ? alt : imageWord };
  return insideLink ? text : { type: 'element', tagName: 'a', properties: { href: src }, children: [text] };
}

/**
 * `[1]` and `[1, 3]` become `<cite data-marker>`, with the space before them; whether they name a source is
 * decided when they are shown.
 */
function withMarkers(text: string): Node[] {
  const nodes: Node[] = [];
  let from = 0;
  for (const found of text.matchAll(MARKER)) {
    if (found.index > from) nodes.push({ type: 'text', value: text.slice(from, found.index) });
    nodes.push({
      type: 'element',
      tagName: 'cite',
      properties: { dataMarker: found[1], dataWritten: found[0] },
      children: [],
    });
    from = found.index + found[0].length;
  }
  if (from < text.length) nodes.push({ type: 'text', value: text.slice(from) });
  return nodes;
}

const SAFE = new Set(['http:', 'https:', 'mailto:']);

/** The address when it is one that may be followed, else nothing. */
export function safeUrl(url: string): string {
  try {
    return SAFE.has(new URL(url).protocol) ? url : '';
  } catch {
    return '';
  }
}
